"""The verb that lists what links leave to mend, and what is worth a look."""

from __future__ import annotations

import argparse
from itertools import zip_longest

from bookwheel import wire
from bookwheel.cli.output import Output, clean, shortened, width, wrapped
from bookwheel.client.connection import Client
from bookwheel.domain.diagnostics import WORTH_A_LOOK, DismissRequest, InspectRequest, InspectView, LinkFinding
from bookwheel.domain.places import FilePlace

_GAP = 4

FOUND = 1
"""Exit code when there are findings, for scripts that must stop then."""


def links_arguments(parser: argparse.ArgumentParser) -> None:
    """What to look for, and where."""
    views = [view.value for view in InspectView]
    parser.add_argument("view", metavar="VIEW", nargs="?", choices=views, default=views[0], help=" or ".join(views))
    parser.add_argument("--collection", metavar="C", default="", help="only this collection")
    parser.add_argument("--dismiss", metavar="ID", nargs="+", default=[], help="do not list these findings any more")
    parser.add_argument("--restore", metavar="ID", nargs="+", default=[], help="list these findings again")
    parser.add_argument("--dismissed", action="store_true", help="also list dismissed findings")
    parser.add_argument("--limit", metavar="N", type=int, default=2000, help="maximum number of lines, 1 to 2,000")


def links(client: Client, args: argparse.Namespace, output: Output) -> int:
    """The findings of one view; 1 when there are any, so that a script can stop."""
    for ids, is_restored in ((args.dismiss, False), (args.restore, True)):
        if ids:
            client.dismiss(DismissRequest(tuple(ids), is_restored))
    answer = client.inspect(InspectRequest(InspectView(args.view), args.collection, args.limit, args.dismissed))
    if output.is_json:
        output.json(wire.compact(answer))
        return FOUND if answer.total else 0
    if answer.view in WORTH_A_LOOK:
        for one in answer.findings:
            _print_pair(one, output)
    else:
        output.table([_row(answer.view, one, output) for one in answer.findings])
    for notice in answer.notices:
        output.line(output.styled(clean(notice), "yellow"))
    if answer.total > len(answer.findings):
        output.line(output.styled(f"{len(answer.findings)} of {answer.total:,}; --limit shows more.", "dim"))
    if not answer.total:
        output.line("Nothing found.")
    if answer.dismissed and not args.dismissed:
        output.line(output.styled(f"{answer.dismissed:,} dismissed; --dismissed lists them too.", "dim"))
    return FOUND if answer.total else 0


def _row(view: InspectView, one: LinkFinding, output: Output) -> tuple[str, ...]:
    near = clean(shortened(", ".join(one.near), 160))
    if view is InspectView.AMBIGUOUS:
        return (output.styled(clean(shortened(one.text, 50)), "cyan"), near, _id(one, output))
    place = _place(one.line, one.place)
    text, other = clean(shortened(one.text, 50)), clean(shortened(one.other, 80))
    more = f"near: {near}" if near else f"{one.share:.0%} alike" if one.share else ""
    return (output.styled(clean(one.doc), "cyan"), place, text, other, more, _id(one, output))


def _place(line: int, place: FilePlace | None) -> str:
    """Where in its file a passage stands; empty for a whole document."""
    return clean(place.words) if place else f"line {line}" if line else ""


def _id(one: LinkFinding, output: Output) -> str:
    """What dismisses or restores a finding."""
    return output.styled(clean(f"{one.id} (dismissed)" if one.is_dismissed else one.id), "dim")


def _print_pair(one: LinkFinding, output: Output) -> None:
    """The two passages side by side, and under them why they are worth a look."""
    cells = (output.width - _GAP) // 2
    left = _passage(one.section or one.doc, one.line, one.place, one.text, cells)
    right = _passage(one.other_section or one.other, one.other_line, one.other_place, one.other_text, cells)
    for first, second in zip_longest(left, right, fillvalue=("",)):
        room = " " * (cells - width(first[0]) + _GAP)
        line = output.styled(first[0], *first[1:]) + room + output.styled(second[0], *second[1:])
        output.line(line.rstrip())
    reason = clean(one.note) or (f"{one.share:.0%} alike in meaning" if one.share else "")
    if reason:
        output.line(output.styled(reason, "yellow"))
    output.line(_id(one, output))
    output.line()


def _passage(id: str, line: int, place: FilePlace | None, text: str, cells: int) -> list[tuple[str, ...]]:
    """Lines of a column, each with its style: the passage's id, its place and its words."""
    where = _place(line, place)
    head = [*((part, "cyan") for part in wrapped(clean(id), cells)), *([(where, "dim")] if where else [])]
    return [*head, *((part,) for part in wrapped(clean(text), cells))]
