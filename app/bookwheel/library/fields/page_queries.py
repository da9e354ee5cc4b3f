"""The queries of one page answered: Dataview's blocks, its inline expressions, and Bases."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime

from bookwheel.domain.messages import Message
from bookwheel.library.fields.base_functions import BASE_FUNCTIONS, LAZY
from bookwheel.library.fields.base_views import PlaceOf, answer_base
from bookwheel.library.fields.note_store import Shelf
from bookwheel.library.fields.notes import Item, Note, is_note
from bookwheel.library.fields.queries.bases import parse_base
from bookwheel.library.fields.queries.budget import SECONDS, Budget, QueryFailed, too_deep
from bookwheel.library.fields.queries.dataview import DataviewQuery, Source, parse_query
from bookwheel.library.fields.queries.evaluation import Built, Evaluation, Lazy
from bookwheel.library.fields.queries.list_functions import LIST_FUNCTIONS
from bookwheel.library.fields.queries.parser import Parser
from bookwheel.library.fields.queries.rows import Group, Row, apply_clause
from bookwheel.library.fields.queries.text_functions import TEXT_FUNCTIONS
from bookwheel.library.fields.queries.values import Fields, Link, Value
from bookwheel.library.fields.shown_values import MOST_SHOWN, cell_of, cut_rows, link_cell
from bookwheel.pages.queries import BASE, INLINE, Cell, QueryResult

PAGE_SECONDS = 5.0
"""What all queries of a page take together."""
PAGE_ROWS = 5_000
"""Rows that all queries of a page show together."""
_FUNCTIONS = {**LIST_FUNCTIONS, **TEXT_FUNCTIONS}


class PageQueries:
    """Answers the queries of one page, which share some seconds; of one thread."""

    def __init__(
        self,
        shelf: Callable[[], Shelf],
        path: str,
        now: datetime | None = None,
        place_of: PlaceOf = lambda _path, _name: "",
    ) -> None:
        """`shelf` gives the notes that the caller sees, `path` is the page's own, `place_of` finds pictures."""
        self._place_of = place_of
        self._shelf, self._path, self._now = shelf, path, now or datetime.now()
        self._left_s = PAGE_SECONDS
        self._budget = Budget(shown_rows=PAGE_ROWS)

    def answer(self, language: str, text: str) -> Sequence[QueryResult]:
        """What a query gives; where it fails, one result that says why."""
        began_s = time.thread_time()
        try:
            if language == BASE:
                return self._base(text)
            return (self._inline(text) if language == INLINE else self._dataview(text),)
        except QueryFailed as failure:
            return (QueryResult("failed", notices=(failure.reason,)),)
        except RecursionError:
            return (QueryResult("failed", notices=(too_deep().reason,)),)
        finally:
            self._left_s -= time.thread_time() - began_s

    def _run(
        self, shelf: Shelf, functions: Mapping[str, Built] = _FUNCTIONS, lazy: Mapping[str, Lazy] | None = None
    ) -> Evaluation:
        def page_of(link: Link) -> Fields | None:
            return shelf.note_at(link) if link.path else shelf.notes.get(self._path)

        return Evaluation(self._renewed(), functions, page_of, self._now, lazy, is_base=lazy is not None)

    def _renewed(self) -> Budget:
        """A budget of the query's own seconds, or of those that the page has left, and of the rows that are left."""
        seconds, late = SECONDS, None
        if self._left_s < SECONDS:
            spent = f"{PAGE_SECONDS:g}"
            seconds = self._left_s
            late = Message("The queries of this page take more than {seconds} seconds.", seconds=spent)
        self._budget = Budget(seconds, late, self._budget.shown_rows)
        return self._budget

    def _inline(self, text: str) -> QueryResult:
        expression = Parser(text, now=self._now).whole()
        shelf = self._shelf()
        this = shelf.notes.get(self._path)
        row = Row(this, this) if this is not None else None
        value = self._run(shelf).value(expression, row.get if row is not None else lambda _name: None)
        return QueryResult("value", rows=((cell_of(value),),))

    def _base(self, text: str) -> Sequence[QueryResult]:
        base = parse_base(text)
        shelf = self._shelf()
        return answer_base(
            base, shelf, shelf.notes.get(self._path), self._run(shelf, BASE_FUNCTIONS, LAZY), self._place_of
        )

    def _dataview(self, text: str) -> QueryResult:
        query = parse_query(text, self._now)
        shelf = self._shelf()
        run, this = self._run(shelf), shelf.notes.get(self._path)
        chosen = [note for note in shelf.notes.values() if is_note(note.row)]
        if query.source is not None:
            keep = _matcher(query.source, shelf, self._path)
            chosen = [note for note in chosen if keep(note)]
        rows = [Row(note, this) for note in chosen]
        if query.kind == "task":
            rows = [Row(item, this) for note in chosen for item in _tasks_of(note, run)]
        run.budget.rows(len(rows))
        for clause in query.clauses:
            rows = apply_clause(clause, rows, run, this)
        if query.kind == "task":
            return _as_tasks(rows, run)
        return _as_table(query, rows, run) if query.kind == "table" else _as_list(query, rows, run)


def _tasks_of(note: Note, run: Evaluation) -> list[Item]:
    run.budget.step()
    run.budget.look()
    return [item for item in note.items if item.mark]


def _matcher(source: Source, shelf: Shelf, here: str) -> Callable[[Note], bool]:
    """Whether a note comes from a source."""
    if source.kind in ("and", "or"):
        parts = [_matcher(part, shelf, here) for part in source.parts]
        holds = all if source.kind == "and" else any
        return lambda note: holds(part(note) for part in parts)
    if source.kind == "not":
        inner = _matcher(source.parts[0], shelf, here)
        return lambda note: not inner(note)
    if source.kind == "tag":
        return lambda note: note.has_tag(source.name)
    if source.kind == "path":
        folder = source.name
        names = (folder, f"{folder}.md")
        return lambda note: not folder or note.path.startswith(f"{folder}/") or note.path in names
    link = source.link or Link("")
    target = shelf.note_at(link) if link.path else shelf.notes.get(here)
    if target is None:
        return lambda _note: False
    paths = {found.path for found in (target.backlinks if source.kind == "to" else target.links)}
    return lambda note: note.path in paths


def _id_of(row: Row) -> Value:
    """What the first column shows: a link to the note or the task's place, or the key of a group."""
    base = row.base
    return base.key if isinstance(base, Group) else base.get("link")


def _as_table(query: DataviewQuery, rows: Sequence[Row], run: Evaluation) -> QueryResult:
    shown, notices = cut_rows(rows, run.budget)
    is_grouped = bool(rows) and isinstance(rows[0].base, Group)
    count = f"{len(rows):,}"
    named = Message("Group ({count})", count=count) if is_grouped else Message("File ({count})", count=count)
    first = (named,) if query.has_id else ()
    made: list[tuple[Cell, ...]] = []
    for row in shown:
        id_cell = (cell_of(_id_of(row)),) if query.has_id else ()
        made.append((*id_cell, *(cell_of(run.value(column.expression, row.get)) for column in query.columns)))
    head = (*first, *(Message.verbatim(column.name) for column in query.columns))
    return QueryResult("table", head, tuple(made), notices=notices)


def _as_list(query: DataviewQuery, rows: Sequence[Row], run: Evaluation) -> QueryResult:
    shown, notices = cut_rows(rows, run.budget)
    made: list[tuple[Cell, ...]] = []
    for row in shown:
        cells = [cell_of(_id_of(row))] if query.has_id or not query.columns else []
        cells.extend(cell_of(run.value(column.expression, row.get)) for column in query.columns)
        made.append(tuple(cells))
    return QueryResult("list", rows=tuple(made), notices=notices)


def _as_tasks(rows: Sequence[Row], run: Evaluation) -> QueryResult:
    """Tasks under their notes, or under the keys of their groups."""
    shown, notices = cut_rows(rows, run.budget)
    made: list[tuple[Cell, ...]] = []
    if shown and isinstance(shown[0].base, Group):
        for row in shown:
            group = row.base
            assert isinstance(group, Group)
            made.append((_heading(cell_of(group.key)),))
            made.extend(_task_cells([member for member in group.rows if isinstance(member, Row)]))
        return QueryResult("tasks", rows=tuple(made[:MOST_SHOWN]), notices=notices)
    by_note: dict[str, list[Row]] = {}
    for row in shown:
        if isinstance(row.base, Item):
            by_note.setdefault(row.base.note.path, []).append(row)
    for members in by_note.values():
        item = members[0].base
        assert isinstance(item, Item)
        made.append((_heading(link_cell(item.note.link)),))
        made.extend(_task_cells(members))
    return QueryResult("tasks", rows=tuple(made), notices=notices)


def _heading(cell: Cell) -> Cell:
    return Cell(cell.text, cell.path, cell.items, is_heading=True)


def _task_cells(rows: Sequence[Row]) -> list[tuple[Cell, ...]]:
    """Each task, standing in below one that is shown above it."""
    shown = {id(row.base) for row in rows}
    found: list[tuple[Cell, ...]] = []
    for row in rows:
        item = row.base
        if not isinstance(item, Item):
            continue
        depth, above = 0, item.parent
        while above is not None and depth < 5:
            depth += id(above) in shown
            above = above.parent
        place = f"{item.note.path}#{item.heading}" if item.heading else item.note.path
        found.append((Cell(item.text, place, mark=item.mark, depth=depth),))
    return found
