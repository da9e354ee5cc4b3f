"""The tasks of all documents: read from the catalogue's texts when first asked for, kept by document."""

from __future__ import annotations

import threading
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from datetime import date
from itertools import islice

from bookwheel.domain.document import Dialect
from bookwheel.domain.errors import BadRequest
from bookwheel.domain.formats import Form, format_named
from bookwheel.domain.places import place_at
from bookwheel.domain.search import EVERYTHING, FacetCount, Scope
from bookwheel.domain.tasks import MOST_TASKS, PRIORITIES, Task, TasksAnswer, TasksRequest, TaskState
from bookwheel.indexes.catalogue import CatalogueReader, DocumentRow, texts_with_boxes
from bookwheel.library.snapshot.snapshot import Snapshot
from bookwheel.parsing.tasks import WrittenTask, written_tasks

_MOST_OF_ONE = 5_000
"""Tasks of one document that are listed."""
_MOST_CHOICES = 500
_NEVER = "9999"


class TaskList:
    """Answers which tasks there are; any thread.

    A document's key is never used again, so that what was read of it stays true; only new keys are read. Over 9,400
    documents with 1,500 tasks the first answer takes 0.3 s, the others 10 ms.
    """

    def __init__(self, seen: Callable[[Scope], Snapshot | None]) -> None:
        """`seen` gives the newest snapshot as far as a scope shows it."""
        self._seen = seen
        self._lock = threading.Lock()
        self._birth = -1
        self._read: set[int] = set()
        self._tasks: dict[int, tuple[Task, ...]] = {}

    def answer(self, request: TasksRequest, scope: Scope = EVERYTHING) -> TasksAnswer:
        """The tasks that fit a request.

        Raises:
            BadRequest: for a day that is none, or a limit out of range.
        """
        _check(request)
        snapshot = self._seen(scope)
        if snapshot is None:
            return TasksAnswer((), 0, 0)
        found = [task for task in self._of(snapshot) if _is_in_state(task, request.state)]
        chosen = sorted((task for task in found if _fits(task, request)), key=_order)
        return TasksAnswer(
            tuple(chosen[: request.limit]),
            len(chosen),
            snapshot.told_revision,
            _counted("tag", (tag for task in found for tag in task.tags)),
            _counted("folder", (folder for task in found for folder in _folders(task.doc))),
        )

    def _of(self, snapshot: Snapshot) -> list[Task]:
        """The tasks of the documents that a snapshot shows, by document and line."""
        with self._lock:
            birth = snapshot.catalogue.birth()
            if birth != self._birth:
                self._birth, self._read, self._tasks = birth, set(), {}
            keys = snapshot.facets.places.keys()
            if snapshot.facets.is_whole:
                for key in self._tasks.keys() - keys:
                    del self._tasks[key]
                self._read &= keys
            new = sorted(keys - self._read)
            self._tasks.update(_read_tasks(snapshot.catalogue, new))
            self._read.update(new)
            having = [key for key in keys if key in self._tasks]
            return [task for key in having for task in self._tasks[key]]


def _read_tasks(catalogue: CatalogueReader, keys: Sequence[int]) -> Iterator[tuple[int, tuple[Task, ...]]]:
    for key, text in texts_with_boxes(catalogue, keys):
        row = catalogue.document_rows([key]).get(key)
        if row is None or format_named(row.format).form is Form.CODE:
            continue
        written = list(islice(written_tasks(text), _MOST_OF_ONE))
        if written:
            yield key, tuple(_placed(catalogue, row, written))


def _placed(catalogue: CatalogueReader, row: DocumentRow, written: Sequence[WrittenTask]) -> Iterator[Task]:
    """The tasks of a document with the sections that they stand in."""
    sections = catalogue.sections_of(row.key)
    lines = [section.start_line for section in sections]
    places = catalogue.places_of(row.key) if row.dialect == Dialect.CONVERTED else ()
    for task in written:
        at = max(0, bisect_right(lines, task.line) - 1)
        yield Task(
            row.doc,
            row.title,
            f"{row.doc}#{sections[at].anchor}" if sections else row.doc,
            task.line,
            task.text,
            task.mark,
            task.is_done,
            task.due,
            task.scheduled,
            task.start,
            task.done,
            task.priority,
            task.tags,
            place_at(places, (task.line, task.line)) if places else None,
        )


def _check(request: TasksRequest) -> None:
    for name, day in (("after", request.after), ("before", request.before)):
        if day and not _is_day(day):
            raise BadRequest("{name} needs a date such as 2025-03-31, not {text}.", name=name, text=day)
    if not 1 <= request.limit <= MOST_TASKS:
        raise BadRequest("{name} must be between {least} and {most}.", name="limit", least=1, most=f"{MOST_TASKS:,}")


def _is_day(text: str) -> bool:
    """Whether a text is a day as tasks write it, which days are compared by; not `20250331` or `2025-W14-1`."""
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def _is_in_state(task: Task, state: TaskState) -> bool:
    return state is TaskState.ALL or task.is_done == (state is TaskState.DONE)


def _fits(task: Task, request: TasksRequest) -> bool:
    folder, tag = request.folder.strip("/"), request.tag.lstrip("#").strip("/").casefold()
    if folder and not task.doc.startswith(f"{folder}/") and task.doc != folder:
        return False
    if tag and not any(f"{own}/".startswith(f"{tag}/") for own in map(str.casefold, task.tags)):
        return False
    if request.is_undated and task.due:
        return False
    if (request.after or request.before) and not (task.due and request.after <= task.due <= (request.before or _NEVER)):
        return False
    text = f"{task.text} {task.title} {task.doc} {' '.join(task.tags)}".casefold() if request.words else ""
    return all(word in text for word in request.words.casefold().split())


def _order(task: Task) -> tuple[bool, int, str, int, str, int]:
    """Open tasks by due date and priority, then those done, the last one first; each by document and line."""
    done = -date.fromisoformat(task.done).toordinal() if task.is_done and task.done else 0
    due = "" if task.is_done else task.due or _NEVER
    return task.is_done, done, due, PRIORITIES.index(task.priority), task.doc, task.line


def _folders(doc: str) -> list[str]:
    """The collection of a document and each folder that it lies in."""
    parts = doc.split("/")
    return ["/".join(parts[:count]) for count in range(1, len(parts))]


def _counted(field: str, values: Iterator[str]) -> tuple[FacetCount, ...]:
    """How many tasks carry each value, by value; the most frequent ones where there are too many."""
    names: dict[str, str] = {}
    counts = Counter(names.setdefault(value.casefold(), value) for value in values)
    return tuple(
        sorted((FacetCount(field, value, count) for value, count in counts.most_common(_MOST_CHOICES)), key=_name)
    )


def _name(count: FacetCount) -> str:
    return count.value.casefold()
