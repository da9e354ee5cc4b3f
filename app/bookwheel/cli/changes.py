"""The verb that lists what changed, by whom, in which documents."""

from __future__ import annotations

import argparse
from datetime import UTC, datetime, timedelta

from bookwheel.cli.output import Output, clean, counted, shortened
from bookwheel.client.connection import Client
from bookwheel.domain.history import Change, ChangesRequest

USUAL_DAYS = 7


def changes_arguments(parser: argparse.ArgumentParser) -> None:
    """Since when, and where."""
    parser.add_argument(
        "--since", metavar="DATE", default="", help="first day, such as 2026-11-01; default: a week ago"
    )
    parser.add_argument("--collection", metavar="C", default="", help="changes of this collection only")
    parser.add_argument("--limit", metavar="N", type=int, default=50, help="maximum number of changes, 1 to 2,000")


def changes(client: Client, args: argparse.Namespace, output: Output) -> int:
    """List changes, newest first; 1 when there are none."""
    usual = (datetime.now(UTC) - timedelta(days=USUAL_DAYS)).isoformat(timespec="seconds")
    answer = client.changes(ChangesRequest(args.since or usual, args.collection, args.limit))
    if output.is_json:
        output.json(answer)
        return 0 if answer.changes else 1
    for change in answer.changes:
        _print(change, output)
    if answer.total > len(answer.changes):
        output.line(output.styled(f"{len(answer.changes)} of {answer.total:,} changes; --limit shows more.", "dim"))
    elif not answer.changes:
        output.line("No changes.")
    for notice in answer.notices:
        output.line(output.styled(clean(notice), "yellow"))
    return 0 if answer.changes else 1


def _print(change: Change, output: Output) -> None:
    day = datetime.fromisoformat(change.at).astimezone().strftime("%Y-%m-%d %H:%M") if change.at else "unknown time"
    if not change.commit:
        (document,) = change.documents
        output.line(f"{output.styled(day, 'cyan')}  {clean(document.doc)}  {clean(document.title)}")
        return
    title = shortened(clean(change.title), 80)
    output.line(f"{output.styled(f'{day}  {change.commit[:10]}', 'cyan')}  {clean(change.by)}  {title}")
    for document in change.documents:
        output.line(f"    {clean(document.doc)}  {clean(document.title)}")
    if change.more:
        output.line(output.styled(f"    and {counted(change.more, 'document')} more", "dim"))
