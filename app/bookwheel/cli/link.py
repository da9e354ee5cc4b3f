"""The verb `link`: what was linked by hand, made, listed and taken away."""

from __future__ import annotations

import argparse

from bookwheel import wire
from bookwheel.cli.output import Output, clean, counted, shortened
from bookwheel.client.connection import Client
from bookwheel.domain.annotations.manual_links import LinkEntry, LinkRequest, LinksRequest, UnlinkRequest
from bookwheel.domain.errors import BadRequest


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What to join by which relation, or what to do with what was joined."""
    about = (
        "two pages and the relation between them in your own words; a page is an id of a "
        "document or section, a title, tag:x or person:x"
    )
    parser.add_argument("words", metavar="A RELATION B", nargs="*", help=about)
    parser.add_argument("--note", metavar="TEXT", default="", help="note on why they are linked")
    parser.add_argument(
        "--list", action="store_true", help="list links, newest first; with an id A, only those of that page"
    )
    parser.add_argument("--forget", metavar="ID", action="append", default=[], help="delete this link; repeat for more")
    parser.add_argument("--client", metavar="NAME", default="", help="with --list, only links of this agent")
    parser.add_argument(
        "--limit", metavar="N", type=int, default=50, help="maximum number of links to list, 1 to 2,000"
    )


def run(client: Client, args: argparse.Namespace, output: Output) -> int:
    """Do it; 1 when there was nothing to list."""
    if args.forget:
        return _forget(client, args, output)
    if args.list or not args.words:
        return _list(client, args, output)
    if len(args.words) != 3:
        raise BadRequest("Write a link as A RELATION B. Put each in quotation marks if it has several words.")
    subject, relation, object = args.words
    answer = client.link(LinkRequest(subject, relation, object, args.note))
    if output.is_json:
        output.json(wire.compact(answer))
        return 0
    made = answer.link
    joined = f"{clean(made.subject.id)} — {clean(made.label)} → {clean(made.object.id)}"
    output.line(f"{output.styled(made.id, 'cyan')}  {joined}")
    for notice in answer.notices:
        output.line(output.styled(clean(notice), "yellow"))
    if not answer.is_new:
        output.line("This link already exists.")
    return 0


def _list(client: Client, args: argparse.Namespace, output: Output) -> int:
    if len(args.words) > 1:
        raise BadRequest("Only the links of one page can be listed at a time.")
    answer = client.links(LinksRequest(args.client, args.words[0] if args.words else "", args.limit))
    if output.is_json:
        output.json({"links": [], **wire.compact(answer)})
        return 0 if answer.links else 1
    for entry in answer.links:
        _show(entry, output)
    if not answer.links:
        output.line("No manual links.")
    elif answer.total > len(answer.links):
        output.line(
            output.styled(f"{len(answer.links)} of {counted(answer.total, 'link')}; --limit shows more.", "dim")
        )
    return 0 if answer.links else 1


def _show(entry: LinkEntry, output: Output) -> None:
    link = entry.link
    subject = entry.subject or f"{link.subject.id} (missing)"
    object = entry.object or f"{link.object.id} (missing)"
    when = link.created_at[:16].replace("T", " ")
    output.line(f"{output.styled(link.id, 'cyan')}  {when}  {clean(link.by)}")
    output.line(f"    {clean(subject)} — {clean(link.label)} → {clean(object)}")
    if link.note:
        output.line(f"    {output.styled(shortened(' '.join(clean(link.note).split()), output.width - 4), 'dim')}")


def _forget(client: Client, args: argparse.Namespace, output: Output) -> int:
    answer = client.unlink(UnlinkRequest(tuple(args.forget)))
    if output.is_json:
        output.json(wire.compact(answer))
    else:
        output.line(f"Deleted {counted(answer.forgotten, 'link')}.")
    return 0
