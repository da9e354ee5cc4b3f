"""The verb `same`: which things are one and the same, said, listed and taken back."""

from __future__ import annotations

import argparse

from bookwheel import wire
from bookwheel.cli.output import Output, clean, counted
from bookwheel.client.connection import Client
from bookwheel.domain.annotations.same_things import (
    SameDecision,
    SameEntry,
    SameListRequest,
    SameRemoval,
    SameRequest,
)
from bookwheel.domain.errors import BadRequest


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Which two things, or what to do with what was said of them."""
    about = "two things by id (term:jwt) or name; both then go by the first one's id"
    parser.add_argument("things", metavar="A B", nargs="*", help=about)
    parser.add_argument("--not", dest="is_apart", action="store_true", help="say that they are not the same")
    parser.add_argument(
        "--list", action="store_true", help="list decisions, newest first; with an id A, only those on that thing"
    )
    parser.add_argument(
        "--remove", metavar="ID", action="append", default=[], help="remove a decision; may be repeated"
    )
    parser.add_argument(
        "--limit", metavar="N", type=int, default=50, help="maximum number of decisions to list, 1 to 2,000"
    )


def run(client: Client, args: argparse.Namespace, output: Output) -> int:
    """Do it; 1 when there was nothing to list."""
    if args.remove:
        answer = client.remove_same(SameRemoval(tuple(args.remove)))
        if output.is_json:
            output.json(wire.compact(answer))
        else:
            output.line(f"Removed {counted(answer.removed, 'decision')}.")
        return 0
    if args.list or not args.things:
        return _list(client, args, output)
    if len(args.things) != 2:
        raise BadRequest("Name two things. Put each in quotation marks if it has several words.")
    answer = client.decide_same(SameRequest(*args.things, is_same=not args.is_apart))
    if output.is_json:
        output.json(wire.compact(answer))
        return 0
    _show(answer.decision, output)
    for notice in answer.notices:
        output.line(output.styled(clean(notice), "yellow"))
    if answer.replaced is not None and answer.replaced.is_same != answer.decision.is_same:
        output.line("This replaces an earlier decision.")
    return 0


def _list(client: Client, args: argparse.Namespace, output: Output) -> int:
    if len(args.things) > 1:
        raise BadRequest("Only the decisions on one thing can be listed at a time.")
    answer = client.same_decisions(SameListRequest(args.things[0] if args.things else "", args.limit))
    if output.is_json:
        output.json({"entries": [], **wire.compact(answer)})
        return 0 if answer.entries else 1
    for entry in answer.entries:
        _show(entry.decision, output, entry)
    if not answer.entries:
        output.line("No decisions.")
    elif answer.total > len(answer.entries):
        shown = f"{len(answer.entries)} of {counted(answer.total, 'decision')}; --limit shows more."
        output.line(output.styled(shown, "dim"))
    return 0 if answer.entries else 1


def _show(decision: SameDecision, output: Output, entry: SameEntry | None = None) -> None:
    first, other = clean(decision.first.id), clean(decision.other.id)
    if entry is not None:
        first += "" if entry.is_first_there else " (missing)"
        other += "" if entry.is_other_there else " (missing)"
    relation = "is the same as" if decision.is_same else "is not the same as"
    output.line(f"{output.styled(decision.id, 'cyan')}  {other} {relation} {first}")
