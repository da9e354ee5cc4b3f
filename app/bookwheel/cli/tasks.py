"""The verb that lists tasks: list items with a box, with their due dates."""

from __future__ import annotations

import argparse
from datetime import date, timedelta

from bookwheel import wire
from bookwheel.cli.output import Output, clean, shortened
from bookwheel.client.connection import Client
from bookwheel.domain.tasks import Task, TasksRequest, TaskState

_TEXT_CELLS = 90
_DAYS = {"overdue": (None, -1), "today": (0, 0), "week": (0, 6)}
"""Words for days to be due, from and to how many days from today."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Which tasks."""
    states = [state.value for state in TaskState]
    parser.add_argument("words", metavar="WORD", nargs="*", default=[], help="only tasks with all these words")
    parser.add_argument("--state", choices=states, default="open", help="open (default), done or all")
    parser.add_argument("--folder", metavar="F", default="", help="only this collection or folder, such as notes/work")
    parser.add_argument("--tag", metavar="TAG", default="", help="only tasks with this tag or one below it")
    parser.add_argument(
        "--due",
        metavar="DATE",
        default="",
        help="overdue, today, week, none, one day such as 2026-11-01, or days such as 2026-11-01..2026-11-30",
    )
    parser.add_argument("--limit", metavar="N", type=int, default=200, help="maximum number of tasks, 1 to 2,000")


def run(client: Client, args: argparse.Namespace, output: Output) -> int:
    """List tasks, the earliest due first; 1 when there are none."""
    after, before = _days(args.due)
    answer = client.tasks(
        TasksRequest(
            TaskState(args.state),
            args.folder,
            args.tag,
            after,
            before,
            is_undated=args.due == "none",
            words=" ".join(args.words),
            limit=args.limit,
        )
    )
    if output.is_json:
        output.json(wire.compact(answer))
        return 0 if answer.total else 1
    output.table([_row(task, output) for task in answer.tasks])
    if answer.total > len(answer.tasks):
        output.line(output.styled(f"{len(answer.tasks)} of {answer.total:,} tasks; --limit shows more.", "dim"))
    elif not answer.total:
        output.line("No tasks.")
    return 0 if answer.total else 1


def _days(due: str) -> tuple[str, str]:
    """The first and the last day that the words for a due date name; the service says when one is no day."""
    if due in ("", "none"):
        return "", ""
    if due in _DAYS:
        today = date.today()
        first, last = _DAYS[due]
        after = "" if first is None else (today + timedelta(days=first)).isoformat()
        return after, (today + timedelta(days=last)).isoformat()
    first_day, _, last_day = due.partition("..")
    return first_day, last_day if ".." in due else first_day


def _row(task: Task, output: Output) -> tuple[str, ...]:
    box = output.styled(f"[{clean(task.mark)}]", "green" if task.is_done else "bold")
    is_late = not task.is_done and task.due and task.due < date.today().isoformat()
    due = output.styled(task.due, "red" if is_late else "dim")
    where = clean(str(task.place.words)) if task.place else f"line {task.line}"
    text = shortened(clean(task.text), _TEXT_CELLS)
    return box, due, text, output.styled(clean(task.doc), "cyan"), where
