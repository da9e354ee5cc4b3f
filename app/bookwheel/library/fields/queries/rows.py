"""Rows of a query on their way through its clauses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cmp_to_key

from bookwheel.domain.messages import Message
from bookwheel.library.fields.queries.budget import QueryFailed
from bookwheel.library.fields.queries.dataview import Clause, Column
from bookwheel.library.fields.queries.evaluation import Evaluation, field_in
from bookwheel.library.fields.queries.list_functions import compare
from bookwheel.library.fields.queries.values import Fields, Value, is_equal, is_true, items_of, number_of


class Row:
    """A note, a task or a group, with the variables that FLATTEN and GROUP BY have set; `this` is the query's page."""

    __slots__ = ("_base", "_this", "variables")

    def __init__(self, base: Fields, this: Value, variables: Mapping[str, Value] | None = None) -> None:
        """Over these fields."""
        self._base, self._this = base, this
        self.variables: Mapping[str, Value] = variables or {}

    @property
    def base(self) -> Fields:
        """What it is a row of."""
        return self._base

    @property
    def identity(self) -> str:
        """What tells it from other rows."""
        return f"{getattr(self._base, 'identity', '')} {sorted(map(repr, self.variables.items()))}"

    def get(self, name: str) -> Value:
        """A variable, a field, or `this`."""
        if name in self.variables:
            return self.variables[name]
        found = self._base.get(name)
        if found is None and self.variables:
            found = field_in(self.variables, name)
        return self._this if found is None and name == "this" else found

    def with_variable(self, name: str, value: Value) -> Row:
        """The row with one more variable."""
        return Row(self._base, self._this, {**self.variables, name: value})


class Group:
    """What GROUP BY makes: a key and its rows."""

    def __init__(self, key: Value, rows: Sequence[Value], name: str) -> None:
        """`name` is what the key is called besides `key`."""
        self.key, self.rows, self.name = key, rows, name

    @property
    def identity(self) -> str:
        """What tells it from other groups."""
        return repr(self.key)

    def get(self, name: str) -> Value:
        """The key by either name, or the rows."""
        if name in ("key", self.name):
            return self.key
        return self.rows if name == "rows" else None


def apply_clause(clause: Clause, rows: Sequence[Row], run: Evaluation, this: Value) -> list[Row]:
    """The rows that a clause makes of others.

    Raises:
        QueryFailed: when there are too many, or an expression fails.
    """
    match clause.kind:
        case "where":
            condition = clause.columns[0].expression
            return [row for row in rows if is_true(run.value(condition, row.get))]
        case "sort":
            return sort_rows(rows, clause.columns, clause.falling, run)
        case "group":
            return group_rows(rows, clause.columns[0], run, this)
        case "flatten":
            return _flatten(rows, clause.columns[0], run)
        case _:
            limit = number_of(run.value(clause.columns[0].expression, lambda _name: None))
            if limit is None:
                raise QueryFailed(Message("LIMIT needs a number."))
            return list(rows[: max(0, int(limit))])


def sort_rows(rows: Sequence[Row], columns: Sequence[Column], falling: Sequence[bool], run: Evaluation) -> list[Row]:
    """Rows in the order of the columns, the first one first; `falling` says which of them turn round."""
    keys = [[run.value(column.expression, row.get) for column in columns] for row in rows]

    def order(one: int, other: int) -> int:
        run.budget.step()
        for first, second, turns in zip(keys[one], keys[other], falling, strict=True):
            found = compare(first, second)
            if found:
                return -found if turns else found
        return one - other

    return [rows[place] for place in sorted(range(len(rows)), key=cmp_to_key(order))]


def group_rows(rows: Sequence[Row], column: Column, run: Evaluation, this: Value, *, falls: bool = False) -> list[Row]:
    """A row for each value of the column, in the order of the values, with the rows that have it."""
    ordered = sort_rows(rows, (column,), (falls,), run)
    groups: list[tuple[Value, list[Value]]] = []
    for row in ordered:
        key = run.value(column.expression, row.get)
        if not groups or not is_equal(groups[-1][0], key):
            groups.append((key, []))
        groups[-1][1].append(row)
    return [Row(Group(key, members, column.name), this) for key, members in groups]


def _flatten(rows: Sequence[Row], column: Column, run: Evaluation) -> list[Row]:
    found: list[Row] = []
    for row in rows:
        value = run.value(column.expression, row.get)
        items = items_of(value)
        for item in [value] if items is None else items:
            found.append(row.with_variable(column.name, item))
        run.budget.rows(len(found))
    return found
