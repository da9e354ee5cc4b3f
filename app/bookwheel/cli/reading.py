"""The verb `reading`: the reading list, where documents were left, and which were read."""

from __future__ import annotations

import argparse

from bookwheel import wire
from bookwheel.cli.output import Output, clean, counted
from bookwheel.client.connection import Client
from bookwheel.domain.annotations.reading_progress import (
    ReadingAction,
    ReadingAnswer,
    ReadingChange,
    ReadingEntry,
    ReadingRequest,
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What to do, with which documents."""
    actions = parser.add_subparsers(dest="action", metavar="list|history|add|remove|move|mark", required=True)
    shown = actions.add_parser("list", help="list the reading list in its order")
    history = actions.add_parser("history", help="list where you left documents, the last one first")
    history.add_argument("--limit", metavar="N", type=int, default=50, help="maximum number of documents")
    add = actions.add_parser("add", help="add documents to the reading list")
    add.add_argument("--position", metavar="N", type=int, default=0, help="place, from 1 (default: the end)")
    remove = actions.add_parser("remove", help="remove documents from the reading list")
    move = actions.add_parser("move", help="move documents to another place in the reading list")
    move.add_argument("--position", metavar="N", type=int, required=True, help="place in the list, from 1")
    mark = actions.add_parser("mark", help="mark documents as read")
    mark.add_argument("--unread", action="store_true", help="mark as unread, and forget where they were left")
    for one in (add, remove, move, mark):
        one.add_argument("docs", metavar="DOC", nargs="+", help="id of a document")
    for one in (shown, history, add, remove, move, mark):
        one.add_argument("--json", action="store_true", default=argparse.SUPPRESS, help="print JSON")


def run(client: Client, args: argparse.Namespace, output: Output) -> int:
    """Do it; 1 when there is nothing to list."""
    if args.action in ("list", "history"):
        return _list(client, args, output)
    action = ReadingAction.READ if args.action == "mark" else ReadingAction(args.action)
    action = ReadingAction.UNREAD if args.action == "mark" and args.unread else action
    position = args.position - 1 if getattr(args, "position", 0) > 0 else -1
    answer = client.change_reading(ReadingChange(action, tuple(args.docs), position=position))
    if output.is_json:
        output.json({"entries": [], **wire.compact(answer)})
        return 0
    count = counted(len(dict.fromkeys(args.docs)), "document")
    said = {
        ReadingAction.ADD: f"Added {count} to the reading list.",
        ReadingAction.REMOVE: f"Removed {count} from the reading list.",
        ReadingAction.MOVE: f"Moved {count}.",
        ReadingAction.READ: f"Marked {count} as read.",
        ReadingAction.UNREAD: f"Marked {count} as unread.",
    }
    output.line(said[action])
    return 0


def _list(client: Client, args: argparse.Namespace, output: Output) -> int:
    answer = client.reading(ReadingRequest())
    is_list = args.action == "list"
    entries = answer.listed if is_list else tuple(entry for entry in answer.entries if entry.left_at)[: args.limit]
    if output.is_json:
        output.json({"entries": [], **wire.compact(ReadingAnswer(entries, answer.revision))})
        return 0 if entries else 1
    output.table([_row(entry, output, is_list=is_list) for entry in entries])
    if not entries:
        output.line("The reading list is empty." if is_list else "No document was opened yet.")
    return 0 if entries else 1


def _row(entry: ReadingEntry, output: Output, *, is_list: bool) -> list[str]:
    state = "lost" if entry.is_lost else "read" if entry.is_read else f"{int(100 * entry.fraction)}%"
    when = entry.left_at[:10] or "unread"
    first = [f"{entry.rank + 1}"] if is_list else []
    return [*first, output.styled(clean(entry.doc), "cyan"), clean(entry.title), state, output.styled(when, "dim")]
