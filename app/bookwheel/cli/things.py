"""The verbs that list what the library knows: terms, entities, statistics, related documents, and links to mend."""

from __future__ import annotations

import argparse

from bookwheel import wire
from bookwheel.cli import graph, read
from bookwheel.cli.output import Output, clean, named_place, shortened
from bookwheel.client.connection import Client
from bookwheel.domain.browse import View
from bookwheel.domain.diagnostics import InspectRequest, InspectView, LinkFinding

FOUND = 1
"""Exit code when there are links to mend, for scripts that must stop then."""


def list_arguments(parser: argparse.ArgumentParser) -> None:
    """How many, and of which documents."""
    read.filter_argument(parser)
    parser.add_argument("--limit", type=int, default=50, help="maximum number of lines, 1 to 2,000")
    parser.add_argument("--cursor", default="", help="cursor of the previous list, for the next lines")
    parser.set_defaults(sort="title")


def terms(client: Client, args: argparse.Namespace, output: Output) -> int:
    """Terms with the number of documents that define or mention them."""
    args.view = View.TERMS.value
    return read.browse(client, args, output)


def entities(client: Client, args: argparse.Namespace, output: Output) -> int:
    """Entities with their types, likewise."""
    args.view = View.ENTITIES.value
    return read.browse(client, args, output)


def stats(client: Client, args: argparse.Namespace, output: Output) -> int:
    """How many nodes of each kind and how many relations there are."""
    args.view, args.limit = View.SCHEMA.value, 2000
    return read.browse(client, args, output)


def stats_arguments(parser: argparse.ArgumentParser) -> None:
    """Of which documents."""
    read.filter_argument(parser)
    parser.set_defaults(sort="title", cursor="")


def related_arguments(parser: argparse.ArgumentParser) -> None:
    """Of which document."""
    parser.add_argument("node", metavar="DOC", help="id or title of a document or section")
    parser.add_argument("--limit", metavar="N", type=int, default=20, help="maximum number of documents, 1 to 1,000")
    parser.set_defaults(view="related", hops=1, relation="", kind=[], to="", schema=False)


def related(client: Client, args: argparse.Namespace, output: Output) -> int:
    """Documents that have most in common with one, each with its reasons."""
    return graph.explore(client, args, output)


def links_arguments(parser: argparse.ArgumentParser) -> None:
    """What to look for, and where."""
    views = [view.value for view in InspectView]
    parser.add_argument("view", metavar="VIEW", nargs="?", choices=views, default=views[0], help=" or ".join(views))
    parser.add_argument("--collection", metavar="C", default="", help="only this collection")
    parser.add_argument("--limit", metavar="N", type=int, default=2000, help="maximum number of lines, 1 to 2,000")


def links(client: Client, args: argparse.Namespace, output: Output) -> int:
    """Broken links, orphans, dead ends or copies; 1 when there are any, so that a script can stop."""
    answer = client.inspect(InspectRequest(InspectView(args.view), args.collection, args.limit))
    if output.is_json:
        output.json(wire.compact(answer))
        return FOUND if answer.total else 0
    output.table([_row(one, output) for one in answer.findings])
    for notice in answer.notices:
        output.line(output.styled(clean(notice), "yellow"))
    if answer.total > len(answer.findings):
        output.line(output.styled(f"{len(answer.findings)} of {answer.total:,}; --limit shows more.", "dim"))
    if not answer.total:
        output.line("Nothing to mend.")
    return FOUND if answer.total else 0


def _row(one: LinkFinding, output: Output) -> tuple[str, ...]:
    place = named_place((one.line, one.line), one.place) if one.line else ""
    other = clean(shortened(one.other, 80))
    share = f"{one.share:.0%} alike" if one.share else ""
    return (output.styled(clean(one.doc), "cyan"), place, clean(shortened(one.text, 50)), other, share)
