"""The views of a base answered: its rows filtered, sorted, grouped and cut, as tables."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from bookwheel.domain.messages import NO_MESSAGE, Message
from bookwheel.library.fields.base_functions import SUMMARIES
from bookwheel.library.fields.note_store import Shelf
from bookwheel.library.fields.notes import Note, ThisNote
from bookwheel.library.fields.queries.bases import Base, Condition, View
from bookwheel.library.fields.queries.budget import BudgetSpent, QueryFailed, no_function
from bookwheel.library.fields.queries.dataview import Column
from bookwheel.library.fields.queries.evaluation import Evaluation
from bookwheel.library.fields.queries.expressions import Expression, Literal, Member, Name
from bookwheel.library.fields.queries.rows import Group, Row, group_rows, sort_rows
from bookwheel.library.fields.queries.values import Link, Value, is_true, items_of, number_of
from bookwheel.library.fields.shown_values import NOTHING, cell_of, cut_rows
from bookwheel.pages.queries import Cell, QueryResult

_USUAL_COLUMNS = ("file.name",)
_DEEPEST_FORMULA = 20
_MISSING = Cell(NOTHING)
PlaceOf = Callable[[str, str], str]
"""The path of a picture, by the path of the document that names it and the name; empty where there is none."""


class BaseRow(ThisNote):
    """A document in a base: its properties, `file`, `note`, `formula` and `this`."""

    def __init__(self, note: Note, this: ThisNote | None, base: Base, run: Evaluation) -> None:
        """With the formulas of its base."""
        super().__init__(note)
        self._this, self._base, self._run = this, base, run
        self._values: dict[str, Value] = {}
        self._depth = 0

    def get(self, name: str) -> Value:
        """What a name means in an expression."""
        match name:
            case "formula":
                return _Formulas(self)
            case "this":
                return self._this
            case _:
                return super().get(name)

    def formula(self, name: str) -> Value:
        """The value of a formula.

        Raises:
            QueryFailed: for one that needs itself, or that is not understood.
        """
        if name in self._values:
            return self._values[name]
        if (fault := self._base.faults.get(f"formulas.{name}")) is not None:
            raise QueryFailed(fault)
        expression = self._base.formulas.get(name)
        if expression is None:
            raise QueryFailed(Message("There is no formula “{name}”.", name=name[:40]))
        self._depth += 1
        try:
            if self._depth > _DEEPEST_FORMULA:
                raise QueryFailed(Message("The formula “{name}” needs itself.", name=name[:40]))
            self._values[name] = self._run.value(expression, self.get)
        finally:
            self._depth -= 1
        return self._values[name]


class _Formulas:
    def __init__(self, row: BaseRow) -> None:
        self._row = row

    def get(self, name: str) -> Value:
        """A formula by its name."""
        return self._row.formula(name)


def answer_base(base: Base, shelf: Shelf, this: Note | None, run: Evaluation, place_of: PlaceOf) -> list[QueryResult]:
    """What every view shows; where one fails, why.

    Raises:
        QueryFailed: when a filter of the base fails, or takes too much.
    """
    notes = list(shelf.notes.values())
    run.budget.rows(len(notes))
    own = ThisNote(this) if this is not None else None
    rows = [Row(BaseRow(note, own, base, run), None) for note in notes]
    rows = [row for row in rows if _holds(base.condition, row, run)]
    results: list[QueryResult] = []
    for view in base.views:
        try:
            results += _ViewAnswer(view, base, run, place_of).results(rows)
        except QueryFailed as failure:
            results.append(QueryResult("failed", title=view.name, notices=(failure.reason,)))
    return results


class _ViewAnswer:
    """One view answered; what of it is not understood is gathered, and said below it."""

    def __init__(self, view: View, base: Base, run: Evaluation, place_of: PlaceOf) -> None:
        self._view, self._base, self._run, self._place_of = view, base, run, place_of
        self._columns = view.columns or _USUAL_COLUMNS
        self._notices: dict[Message, None] = {view.notice: None} if view.notice else {}

    def results(self, rows: Sequence[Row]) -> list[QueryResult]:
        """What the view shows of the rows of its base, a result for each group.

        Raises:
            QueryFailed: when its filter fails, or it takes too much.
        """
        view, run = self._view, self._run
        if view.fault is not None:
            raise QueryFailed(view.fault)
        rows = [row for row in rows if _holds(view.condition, row, run)]
        rows = self._sorted(rows)
        rows = rows[: view.limit] if view.limit else rows
        groups = self._grouped(rows)
        if groups is None:
            return [self._result(view.name, rows)]
        name, results = (view.group or ("", False))[0], list[QueryResult]()
        for group in groups:
            members: Sequence[Value] = group.base.rows if isinstance(group.base, Group) else ()
            value = f"{_shown_name(name, self._base)}: {cell_of(group.get('key')).text}"
            title = " · ".join(part for part in (view.name, value) if part)
            results.append(self._result(title, [member for member in members if isinstance(member, Row)]))
        return results or [self._result(view.name, [])]

    def _sorted(self, rows: Sequence[Row]) -> Sequence[Row]:
        columns = [Column(expression_of(name), name) for name, _ in self._view.sort]
        try:
            return sort_rows(rows, columns, [falls for _, falls in self._view.sort], self._run) if columns else rows
        except BudgetSpent:
            raise
        except QueryFailed as failure:
            self._say(Message("The rows are not sorted. {reason}", reason=failure.reason))
            return rows

    def _grouped(self, rows: Sequence[Row]) -> Sequence[Row] | None:
        """A row for each group; None where there are none."""
        if self._view.group is None:
            return None
        name, falls = self._view.group
        try:
            return group_rows(rows, Column(expression_of(name), name), self._run, None, falls=falls)
        except BudgetSpent:
            raise
        except QueryFailed as failure:
            self._say(Message("The rows are not grouped. {reason}", reason=failure.reason))
            return None

    def _say(self, message: Message) -> None:
        self._notices[message] = None

    def _say_of_column(self, name: str, reason: Message) -> None:
        self._say(Message("Column {column}: {reason}", column=_shown_name(name, self._base), reason=reason))

    def _result(self, title: str, rows: Sequence[Row]) -> QueryResult:
        shown, notices = cut_rows(rows, self._run.budget)
        cells = [tuple(self._cell(name, row) for name in self._columns) for row in shown]
        match self._view.kind:
            case "list":
                result = self._as_list(cells)
            case "cards":
                result = self._as_cards(shown, cells)
            case _:
                summary = self._summary(rows)
                result = QueryResult("table", self._head, (*cells, *([summary] if summary else [])))
        return replace(result, title=title, notices=(*notices, *self._notices))

    @property
    def _head(self) -> tuple[Message, ...]:
        return tuple(Message.verbatim(_shown_name(name, self._base)) for name in self._columns)

    def _as_cards(self, rows: Sequence[Row], cells: Sequence[tuple[Cell, ...]]) -> QueryResult:
        """Cards, without what is missing; the picture first where the view names one."""
        made = [tuple(Cell() if cell == _MISSING else cell for cell in row) for row in cells]
        cover = self._view.settings.get("image", "")
        if not cover:
            return QueryResult("cards", self._head, tuple(made))
        with_covers = ((self._cover(cover, row), *own) for row, own in zip(rows, made, strict=True))
        return QueryResult("cards", (NO_MESSAGE, *self._head), tuple(with_covers))

    def _as_list(self, cells: Sequence[tuple[Cell, ...]]) -> QueryResult:
        """Rows of a list, without what is missing, and with properties below each where the view wants that."""
        settings, rows = self._view.settings, list[tuple[Cell, ...]]()
        for first, *others in cells:
            rest = tuple(cell for cell in others if cell != _MISSING)
            is_below = settings.get("indentProperties") == "True" and rest
            rows.append((first, Cell(items=rest)) if is_below else (first, *rest))
        separator, markers = settings.get("separator", ", ")[:20], settings.get("markers", "bullet")
        return QueryResult("list", rows=tuple(rows), separator=separator, markers=markers)

    def _value(self, name: str, row: Row) -> Value:
        """A property of a row; nothing for one that cannot be had, which is said."""
        try:
            return self._run.value(expression_of(name), row.get)
        except BudgetSpent:
            raise
        except QueryFailed as failure:
            self._say_of_column(name, failure.reason)
            return None

    def _cell(self, name: str, row: Row) -> Cell:
        if name in ("file.name", "file.file", "file.link"):
            return cell_of(row.base.get("file"))
        value = self._value(name, row)
        if isinstance(value, Link) and value.is_picture:
            return self._picture(value.path, row)
        return Cell(mark="x" if value else " ") if isinstance(value, bool) else cell_of(value)

    def _cover(self, name: str, row: Row) -> Cell:
        """The picture of a card; an empty one where it has none, or a colour."""
        value = self._value(name, row)
        items = items_of(value)
        first = items[0] if items else value
        path = first.path if isinstance(first, Link) else first if isinstance(first, str) else ""
        return self._picture(path, row) if path and not path.startswith("#") else Cell()

    def _picture(self, path: str, row: Row) -> Cell:
        """A picture as the row's document names it."""
        found = self._place_of(row.base.note.path, path) if isinstance(row.base, BaseRow) else ""
        return Cell(path.rpartition("/")[2], picture=f"/{found}" if found else path)

    def _summary(self, rows: Sequence[Row]) -> tuple[Cell, ...] | None:
        """The row under a table; None where no column has a summary."""
        summaries = self._view.summaries
        if not any(name in self._columns for name in summaries):
            return None
        return tuple(self._summed(summaries.get(name, ""), name, rows) for name in self._columns)

    def _summed(self, wanted: str, name: str, rows: Sequence[Row]) -> Cell:
        if not wanted:
            return Cell()
        base, run = self._base, self._run
        values: list[Value] = [self._value(name, row) for row in rows]
        own, function = base.summaries.get(wanted), SUMMARIES.get(wanted.lower())
        try:
            if own is not None:
                value = run.value(own, lambda asked: values if asked == "values" else None)
            elif function is not None:
                value = function(run, (values,))
            else:
                fault = base.faults.get(f"summaries.{wanted}")
                raise QueryFailed(fault) if fault is not None else no_function(wanted)
        except BudgetSpent:
            raise
        except QueryFailed as failure:
            self._say_of_column(name, failure.reason)
            return Cell()
        number = number_of(value)
        return Cell(f"{wanted}: {cell_of(value if number is None else round(number, 2)).text}")


def expression_of(name: str) -> Expression:
    """What a property's id means: `file.x`, `note.x`, `formula.x`, else a property of the note."""
    kind, point, rest = name.partition(".")
    if point and kind in ("file", "note", "formula"):
        return Member(Name(kind), Literal(rest))
    return Member(Name("note"), Literal(name))


def _shown_name(name: str, base: Base) -> str:
    kind, point, rest = name.partition(".")
    bare = rest if point and kind in ("file", "note", "formula") else name
    return base.names.get(name) or base.names.get(f"note.{name}") or base.names.get(bare) or bare


def _holds(condition: Condition | None, row: Row, run: Evaluation) -> bool:
    if condition is None:
        return True
    if condition.kind == "one":
        return condition.expression is None or is_true(run.value(condition.expression, row.get))
    parts = (_holds(part, row, run) for part in condition.parts)
    return all(parts) if condition.kind == "and" else any(parts) if condition.kind == "or" else not any(parts)
