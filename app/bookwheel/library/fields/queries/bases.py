"""Bases read: YAML with filters, formulas, names of properties and views, whose expressions are JavaScript's in looks.

Source: the documentation of Obsidian, “Bases syntax”.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import cast

import yaml

from bookwheel.domain.messages import Message
from bookwheel.library.fields.queries.budget import QueryFailed, too_deep
from bookwheel.library.fields.queries.expressions import Expression
from bookwheel.library.fields.queries.parser import Parser
from bookwheel.parsing.safe_yaml import BoundedLoader

_DEEPEST = 20
_MOST_VIEWS = 20
_MOST_COLUMNS = 50
_KNOWN_VIEWS = ("table", "cards", "list", "map")


@dataclass(frozen=True, slots=True)
class Condition:
    """`kind` is one (an expression), and, or, not (none of them)."""

    kind: str
    expression: Expression | None = None
    parts: tuple[Condition, ...] = ()


@dataclass(frozen=True, slots=True)
class View:
    """A view; what it shows, sorts and groups by are ids of properties: `file.name`, `note.x`, `formula.y`."""

    name: str
    condition: Condition | None
    columns: tuple[str, ...]
    sort: tuple[tuple[str, bool], ...]
    group: tuple[str, bool] | None
    limit: int
    summaries: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Base:
    """A base: what holds for all its views, and these."""

    condition: Condition | None
    formulas: Mapping[str, Expression]
    names: Mapping[str, str]
    summaries: Mapping[str, Expression]
    views: tuple[View, ...]


def parse_base(text: str) -> Base:
    """A base from its YAML.

    Raises:
        QueryFailed: for one that is not understood.
    """
    try:
        loaded = cast("object", yaml.load(text, Loader=BoundedLoader))
    except (yaml.YAMLError, ValueError, TypeError, RecursionError, OverflowError, AttributeError) as error:
        reason = " ".join(str(error).split())[:120]
        raise QueryFailed(Message("This base is not valid YAML ({reason}).", reason=reason)) from None
    table = _table(loaded if loaded is not None else {}, "base")
    names: dict[str, str] = {}
    for name, settings in _table(table.get("properties"), "properties").items():
        shown = _table(settings, "properties").get("displayName")
        if shown is not None:
            names[name] = str(shown)
    views = tuple(_view(one) for one in _list(table.get("views"), "views")[:_MOST_VIEWS])
    return Base(
        _condition(table.get("filters")),
        {name: parse_formula(str(one)) for name, one in _table(table.get("formulas"), "formulas").items()},
        names,
        {name: parse_formula(str(one)) for name, one in _table(table.get("summaries"), "summaries").items()},
        views or (View("", None, (), (), None, 0, {}),),
    )


def parse_formula(text: str) -> Expression:
    """An expression of Bases."""
    return Parser(text, is_base=True).whole()


def _view(loaded: object) -> View:
    table = _table(loaded, "views")
    kind = str(table.get("type", "table"))
    if kind not in _KNOWN_VIEWS:
        raise QueryFailed(Message("Views of the type “{name}” are not shown here.", name=kind[:40]))
    limit = table.get("limit")
    return View(
        str(table.get("name", "")),
        _condition(table.get("filters")),
        tuple(str(one) for one in _list(table.get("order"), "order")[:_MOST_COLUMNS]),
        tuple(_sorted(one) for one in _list(table.get("sort"), "sort")[:_MOST_COLUMNS]),
        _sorted(table["groupBy"]) if table.get("groupBy") else None,
        limit if isinstance(limit, int) and limit > 0 else 0,
        {name: str(one) for name, one in _table(table.get("summaries"), "summaries").items()},
    )


def _sorted(loaded: object) -> tuple[str, bool]:
    """A property, and whether it falls."""
    if isinstance(loaded, str):
        return loaded, False
    table = _table(loaded, "sort")
    return str(table.get("property", table.get("column", ""))), str(table.get("direction", "")).upper() == "DESC"


def _condition(loaded: object, depth: int = 0) -> Condition | None:
    if loaded is None or loaded in ("", [], {}):
        return None
    if depth > _DEEPEST:
        raise too_deep()
    if isinstance(loaded, str | bool | int):
        return Condition("one", parse_formula(str(loaded).lower() if isinstance(loaded, bool) else str(loaded)))
    parts: list[Condition] = []
    for kind, inner in _table(loaded, "filters").items():
        if kind not in ("and", "or", "not"):
            raise QueryFailed(Message("“{name}” of a base is not understood.", name=kind[:40]))
        members: Sequence[object] = _list(cast("object", inner), kind) if isinstance(inner, list) else (inner,)
        below = [_condition(one, depth + 1) for one in members]
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
