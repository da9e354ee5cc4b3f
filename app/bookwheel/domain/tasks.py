"""Tasks: list items with a box, as documents write them, and what a person asks of them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from bookwheel.domain.places import FilePlace
from bookwheel.domain.search import FacetCount

PRIORITIES = ("highest", "high", "medium", "", "low", "lowest")
"""From the most urgent on; the empty one is that of a task without a priority."""

MOST_TASKS = 2000
"""Tasks in one answer."""
_OPEN = frozenset(" /<>?!")
"""Characters in a box that leave a task open; any other is done."""


def is_done(mark: str) -> bool:
    """Whether this character in a box says that nothing is left to do."""
    return mark not in _OPEN


class TaskState(StrEnum):
    """Which tasks are asked for."""

    OPEN = "open"
    DONE = "done"
    ALL = "all"


@dataclass(frozen=True, slots=True)
class TasksRequest:
    """The tasks of a collection or folder (`notes`, `notes/journal`), with a tag, due within days, with these words.

    `after` and `before` are the first and the last day (ISO 8601) on which a task may be due; `is_undated` asks for
    tasks without a due date instead.
    """

    state: TaskState = TaskState.OPEN
    folder: str = ""
    tag: str = ""
    after: str = ""
    before: str = ""
    is_undated: bool = False
    words: str = ""
    limit: int = 500


@dataclass(frozen=True, slots=True)
class Task:
    """A task: where it is written, its words without marks and dates, and its days in ISO 8601 (empty for none).

    `line` counts from 1 in the document's text; `place` is where in its file that is, for formats that are not read
    line by line. `mark` is the character in the box. `done` is the day on which it was done or cancelled.
    """

    doc: str
    title: str
    section: str
    line: int
    text: str
    mark: str
    is_done: bool
    due: str = ""
    scheduled: str = ""
    start: str = ""
    done: str = ""
    priority: str = ""
    tags: tuple[str, ...] = ()
    place: FilePlace | None = None


@dataclass(frozen=True, slots=True)
class TasksAnswer:
    """Tasks, the earliest due first, and how many there are.

    `tags` and `folders` count what can be chosen among the tasks of that state, whatever else is asked for.
    """

    tasks: tuple[Task, ...]
    total: int
    revision: int
    tags: tuple[FacetCount, ...] = ()
    folders: tuple[FacetCount, ...] = ()
