"""Bases read: YAML with filters, formulas, names of properties and views, whose expressions are JavaScript's in looks.

Source: the documentation of Obsidian, “Bases syntax”.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import cast

import yaml

from bookwheel.domain.messages import Message
from bookwheel.library.fields.queries.budget import QueryFailed, too_deep
from bookwheel.library.fields.queries.expressions import Expression
from bookwheel.library.fields.queries.parser import Parser
from bookwheel.parsing.safe_yaml import BoundedLoader, reason_of, refusal_of

LONGEST = 100_000
"""Characters of a base; a longer one is not read."""
_DEEPEST = 20
_MOST_CONDITIONS = 500
"""Conditions of a base; aliases within each other can stand for millions."""
_MOST_VIEWS = 20
_MOST_COLUMNS = 50
_CARDS = ("cards", "kanban")
_SHOWN_KINDS = ("table", "list", *_CARDS)
_SETTINGS = ("markers", "separator", "indentProperties", "image")


@dataclass(frozen=True, slots=True)
class Condition:
    """`kind` is one (an expression), and, or, not (none of them)."""

    kind: str
    expression: Expression | None = None
    parts: tuple[Condition, ...] = ()


@dataclass(frozen=True, slots=True)
class View:
    """A view; what it shows, sorts and groups by are ids of properties: `file.name`, `note.x`, `formula.y`.

    `kind` is table, list or cards; `settings` are those of its kind, as text. `notice` says what of it is not shown,
    `fault` why nothing of it is.
    """

    name: str
    kind: str = "table"
    condition: Condition | None = None
    columns: tuple[str, ...] = ()
    sort: tuple[tuple[str, bool], ...] = ()
    group: tuple[str, bool] | None = None
    limit: int = 0
    summaries: Mapping[str, str] = field(default_factory=dict[str, str])
    settings: Mapping[str, str] = field(default_factory=dict[str, str])
    notice: Message | None = None
    fault: Message | None = None


@dataclass(frozen=True, slots=True)
class Base:
    """A base: what holds for all its views, and these.

    `faults` are the formulas and summaries that are not understood, as `formulas.x` and `summaries.y`.
    """

    condition: Condition | None
    formulas: Mapping[str, Expression]
    faults: Mapping[str, Message]
    names: Mapping[str, str]
    summaries: Mapping[str, Expression]
    views: tuple[View, ...]


def parse_base(text: str) -> Base:
    """A base from its YAML.

    Raises:
        QueryFailed: for one that is not understood, or whose filter is not.
    """
    table = _table(_load(text), "base")
    names: dict[str, str] = {}
    for name, settings in _table(table.get("properties"), "properties").items():
        shown = _table(settings, "properties").get("displayName")
        if shown is not None:
            names[name] = str(shown)
    faults: dict[str, Message] = {}
    formulas, summaries = (_formulas(table, name, faults) for name in ("formulas", "summaries"))
    conditions = _Conditions()
    views = tuple(_view(one, conditions) for one in _list(table.get("views"), "views")[:_MOST_VIEWS])
    return Base(
        conditions.read(table.get("filters")),
        formulas,
        faults,
        names,
        summaries,
        views or (View(""),),
    )


def _formulas(base: Mapping[str, object], name: str, faults: dict[str, Message]) -> dict[str, Expression]:
    found: dict[str, Expression] = {}
    for formula, written in _table(base.get(name), name).items():
        try:
            found[formula] = parse_formula(str(written))
        except QueryFailed as failure:
            faults[f"{name}.{formula}"] = failure.reason
    return found


def _load(text: str) -> object:
    if len(text) > LONGEST:
        raise QueryFailed(Message("This base is too long."))
    try:
        if refusal_of(text):
            raise too_deep()
        return cast("object", yaml.load(text, Loader=BoundedLoader))
    except (yaml.YAMLError, ValueError, TypeError, RecursionError, OverflowError, AttributeError) as error:
        reason = reason_of(error)
        raise QueryFailed(Message("This base is not valid YAML ({reason}).", reason=reason)) from None


def parse_formula(text: str) -> Expression:
    """An expression of Bases."""
    return Parser(text, is_base=True).whole()


def _view(loaded: object, conditions: _Conditions) -> View:
    table = _table(loaded, "views")
    name, kind = str(table.get("name") or ""), str(table.get("type") or "table")
    notice = None
    if kind not in _SHOWN_KINDS:
        notice = Message("Views of the type “{name}” are not shown here; this is its table.", name=kind[:40])
    limit = table.get("limit")
    try:
        return View(
            name,
            "cards" if kind in _CARDS else kind if kind in _SHOWN_KINDS else "table",
            conditions.read(table.get("filters")),
            tuple(str(one) for one in _list(table.get("order"), "order")[:_MOST_COLUMNS]),
            tuple(_sorted(one) for one in _list(table.get("sort"), "sort")[:_MOST_COLUMNS]),
            _sorted(table["groupBy"]) if table.get("groupBy") else None,
            limit if isinstance(limit, int) and limit > 0 else 0,
            {name: str(one) for name, one in _table(table.get("summaries"), "summaries").items()},
            {name: str(table[name]) for name in _SETTINGS if table.get(name) is not None},
            notice,
        )
    except QueryFailed as failure:
        return View(name, fault=failure.reason)


def _sorted(loaded: object) -> tuple[str, bool]:
    """A property, and whether it falls."""
    if isinstance(loaded, str):
        return loaded, False
    table = _table(loaded, "sort")
    return str(table.get("property", table.get("column", ""))), str(table.get("direction", "")).upper() == "DESC"


class _Conditions:
    """Reads the filters of one base, and counts them."""

    def __init__(self) -> None:
        self._count = 0

    def read(self, loaded: object, depth: int = 0) -> Condition | None:
        """A filter with those below it.

        Raises:
            QueryFailed: for one that is not understood, or too many.
        """
        if loaded is None or loaded in ("", [], {}):
            return None
        self._count += 1
        if depth > _DEEPEST or self._count > _MOST_CONDITIONS:
            raise too_deep()
        if isinstance(loaded, str | bool | int):
            return Condition("one", parse_formula(str(loaded).lower() if isinstance(loaded, bool) else str(loaded)))
        parts: list[Condition] = []
        for kind, inner in _table(loaded, "filters").items():
            if kind not in ("and", "or", "not"):
                raise QueryFailed(Message("“{name}” of a base is not understood.", name=kind[:40]))
            members: Sequence[object] = _list(cast("object", inner), kind) if isinstance(inner, list) else (inner,)
            below = [self.read(one, depth + 1) for one in members]
            parts.append(Condition(kind, parts=tuple(one for one in below if one is not None)))
        return parts[0] if len(parts) == 1 else Condition("and", parts=tuple(parts))


def _table(loaded: object, name: str) -> dict[str, object]:
    if loaded is None:
        return {}
    if not isinstance(loaded, dict):
        raise QueryFailed(Message("“{name}” of a base is not understood.", name=name))
    return {str(key): value for key, value in cast("dict[object, object]", loaded).items()}


def _list(loaded: object, name: str) -> Sequence[object]:
    if loaded is None:
        return ()
    if not isinstance(loaded, list):
        raise QueryFailed(Message("“{name}” of a base is not understood.", name=name))
    return cast("list[object]", loaded)
