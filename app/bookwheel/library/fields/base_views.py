"""The views of a base answered: its rows filtered, sorted, grouped and cut, as tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bookwheel.domain.messages import Message
from bookwheel.library.fields.base_functions import SUMMARIES
from bookwheel.library.fields.note_store import Shelf
from bookwheel.library.fields.notes import Note, NoteFile
from bookwheel.library.fields.queries.bases import Base, Condition, View
from bookwheel.library.fields.queries.budget import QueryFailed, no_function
from bookwheel.library.fields.queries.dataview import Column
from bookwheel.library.fields.queries.evaluation import Evaluation, field_in
from bookwheel.library.fields.queries.expressions import Expression, Literal, Member, Name
from bookwheel.library.fields.queries.rows import Group, Row, group_rows, sort_rows
from bookwheel.library.fields.queries.values import Value, is_true
from bookwheel.library.fields.shown_values import cell_of, cut_rows
from bookwheel.pages.queries import Cell, QueryResult

_USUAL_COLUMNS = ("file.name",)
_DEEPEST_FORMULA = 20


class BaseRow:
    """A document in a base: its properties, `file`, `note`, `formula` and `this`."""

    def __init__(self, note: Note, this: Note | None, formulas: Mapping[str, Expression], run: Evaluation) -> None:
        """With the formulas of its base."""
        self.note, self._this, self._formulas, self._run = note, this, formulas, run
        self._values: dict[str, Value] = {}
        self._depth = 0

    @property
    def identity(self) -> str:
        """What tells it from other rows."""
        return self.note.path

    def get(self, name: str) -> Value:
        """What a name means in an expression."""
        match name:
            case "file":
                return NoteFile(self.note, is_in_base=True)
            case "note":
                return self.note.header
            case "formula":
                return _Formulas(self)
            case "this":
                return self._this.file if self._this is not None else None
            case _:
                return field_in(self.note.header, name)

    def formula(self, name: str) -> Value:
        """The value of a formula.

        Raises:
            QueryFailed: for one that needs itself.
        """
        if name not in self._values:
            expression = self._formulas.get(name)
            self._depth += 1
            if self._depth > _DEEPEST_FORMULA:
                raise QueryFailed(Message("The formula “{name}” needs itself.", name=name[:40]))
            self._values[name] = None if expression is None else self._run.value(expression, self.get)
            self._depth -= 1
        return self._values[name]


class _Formulas:
    def __init__(self, row: BaseRow) -> None:
        self._row = row

    def get(self, name: str) -> Value:
        """A formula by its name."""
        return self._row.formula(name)


def answer_base(base: Base, shelf: Shelf, this: Note | None, run: Evaluation) -> list[QueryResult]:
    """The tables of every view.

    Raises:
        QueryFailed: when an expression fails or takes too much.
    """
    notes = list(shelf.notes.values())
    run.budget.rows(len(notes))
    rows = [Row(BaseRow(note, this, base.formulas, run), None) for note in notes]
    rows = [row for row in rows if _holds(base.condition, row, run)]
    return [result for view in base.views for result in _answer_view(view, base, rows, run)]


def _answer_view(view: View, base: Base, rows: Sequence[Row], run: Evaluation) -> list[QueryResult]:
    chosen = [row for row in rows if _holds(view.condition, row, run)]
    columns = view.columns or _USUAL_COLUMNS
    if view.sort:
        ways = [Column(expression_of(name), name) for name, _ in view.sort]
        chosen = sort_rows(chosen, ways, [falls for _, falls in view.sort], run)
    chosen = chosen[: view.limit] if view.limit else chosen
    if view.group is None:
        return [_table(view.name, columns, chosen, view, base, run)]
    name, falls = view.group
    results: list[QueryResult] = []
    for group in group_rows(chosen, Column(expression_of(name), name), run, None, falls=falls):
        members: Sequence[Value] = group.base.rows if isinstance(group.base, Group) else ()
        cell = cell_of(group.get("key"))
        title = " · ".join(part for part in (view.name, f"{_shown_name(name, base)}: {cell.text}") if part)
        own = [member for member in members if isinstance(member, Row)]
        results.append(_table(title, columns, own, view, base, run))
    return results or [_table(view.name, columns, [], view, base, run)]


def _table(
    title: str, columns: Sequence[str], rows: Sequence[Row], view: View, base: Base, run: Evaluation
) -> QueryResult:
    expressions = [expression_of(name) for name in columns]
    shown, notice = cut_rows(rows)
    made = [tuple(_cell(name, one, row, run) for name, one in zip(columns, expressions, strict=True)) for row in shown]
    summary = _summary(columns, rows, view, base, run)
    head = tuple(_shown_name(name, base) for name in columns)
    return QueryResult("table", head, (*made, *([summary] if summary else [])), title, notice)


def _cell(name: str, expression: Expression, row: Row, run: Evaluation) -> Cell:
    if name in ("file.name", "file.file", "file.link"):
        return cell_of(row.base.get("file"))
    return cell_of(run.value(expression, row.get))


def _summary(
    columns: Sequence[str], rows: Sequence[Row], view: View, base: Base, run: Evaluation
) -> tuple[Cell, ...] | None:
    """The row under a table; None where no column has a summary."""
    if not any(name in columns for name in view.summaries):
        return None
    cells: list[Cell] = []
    for name in columns:
        wanted = view.summaries.get(name, "")
        if not wanted:
            cells.append(Cell())
            continue
        expression = expression_of(name)
        values: list[Value] = [run.value(expression, row.get) for row in rows]
        own = base.summaries.get(wanted)
        function = SUMMARIES.get(wanted.lower())
        if own is not None:
            value = run.value(own, lambda asked, values=values: values if asked == "values" else None)
        elif function is not None:
            value = function(run, (values,))
        else:
            raise no_function(wanted)
        cells.append(Cell(f"{wanted}: {cell_of(value).text}"))
    return tuple(cells)


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
