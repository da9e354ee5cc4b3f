"""Filters as they were typed, read against the values that documents have; what fits none of them is named."""

from __future__ import annotations

import difflib
import re
from collections.abc import Sequence
from dataclasses import replace

from bookwheel.domain.messages import Message
from bookwheel.domain.search import Filter
from bookwheel.library.search.query.operators import FIELDS, unknown_field
from bookwheel.library.snapshot import filter_values
from bookwheel.library.snapshot.comparisons import comparison_of, is_written_as_one
from bookwheel.library.snapshot.facets import Facets

_WITHOUT_VALUES = frozenset(("path", "before", "after", "level", "topic", "has"))
"""Filters whose values are not those of a field."""
_NO_NOTES = Message("Notes can't be searched with these permissions.")
_MOST_NAMED = 4
_MOST_HOLDING = 500
_LONGEST_NAMED = 40


def settle(
    typed: Sequence[Filter], facets: Facets, *, is_typing: bool = False
) -> tuple[tuple[Filter, ...], tuple[Message, ...]]:
    """The filters of a query by values that there are, and what is said of the others.

    A value that no document has stands for those that hold its words, where the field is one of front matter; while
    `is_typing`, for those that begin so. A comparison that means nothing is left out.
    """
    notices: list[Message] = []
    settled = [_settled(one, facets, notices, is_typing=is_typing) for one in typed]
    if facets.noted is None and any(one.field == "has" and _names_notes(one.values) for one in typed):
        notices.append(_NO_NOTES)
    return tuple(one for one in settled if one is not None), tuple(notices)


def unfit(filters: Sequence[Filter], facets: Facets) -> list[Message]:
    """What is said of a request's filters by no field, by a value that no document has, or that compare nothing."""
    said = [notice for one in filters for notice in _filter_notices(one, facets)]
    asks_notes = any(filter_values.field_of(one.field) == "has" and _names_notes(one.values) for one in filters)
    return [*said, *([_NO_NOTES] if asks_notes and facets.noted is None else [])]


def _filter_notices(one: Filter, facets: Facets) -> list[Message]:
    name = filter_values.field_of(one.field)
    if name in _WITHOUT_VALUES:
        return []
    if name not in FIELDS and name not in facets.fields():
        return [unknown_field(one.field, facets.fields())]
    said: list[Message] = []
    for value in one.values:
        notice = _comparison_notice(name, value, facets)
        is_plain = notice is None and comparison_of(value) is None
        if is_plain and value.strip() and not facets.has_value(name, value):
            wanted = filter_values.folded(name, value)
            notice = _absence_notice(name, value, wanted, _labels(name, facets))
        if notice is not None:
            said.append(notice)
    return said


def _names_notes(values: Sequence[str]) -> bool:
    return any(value.lower().removesuffix("s") == filter_values.NOTE for value in values)


def _settled(typed: Filter, facets: Facets, notices: list[Message], *, is_typing: bool) -> Filter | None:
    if typed.field in _WITHOUT_VALUES:
        return typed
    values: list[str] = []
    for value in typed.values:
        said = _comparison_notice(typed.field, value, facets)
        if said and comparison_of(value) is None:
            notices.append(Message("{what} It was ignored.", what=said))
            continue
        if said:
            notices.append(said)
        values += [value] if said or comparison_of(value) else _meant(typed, value, facets, notices, is_typing)
    return replace(typed, values=tuple(values)) if values else None


def _comparison_notice(name: str, value: str, facets: Facets) -> Message | None:
    """What is said of a comparison without a number or a date, on its own side or on that of the documents."""
    name = filter_values.field_of(name)
    if name in _WITHOUT_VALUES:
        return None
    comparison = comparison_of(value)
    if comparison is None:
        if not is_written_as_one(value) or value in _labels(name, facets):
            return None
        return Message("{name}: “{value}” can't be compared; give a number or a date.", name=name, value=_short(value))
    labels = _labels(name, facets)
    if not labels or value in labels or any(map(comparison.can_compare, labels)):
        return None
    return Message(
        "{name}: no document has a value that can be compared with “{value}”. Values: {values}.",
        name=name, value=_short(value), values=_listed(labels),
    )  # fmt: skip


def _meant(typed: Filter, value: str, facets: Facets, notices: list[Message], is_typing: bool) -> list[str]:
    """The values that one typed stands for; itself where a document has it, or none has anything like it."""
    labels = _labels(typed.field, facets)
    if facets.has_value(typed.field, value):
        return [value]
    wanted = filter_values.folded(typed.field, value)
    if is_typing and (begun := [label for label in labels if label.casefold().startswith(wanted)]):
        return begun[:_MOST_HOLDING]
    name, shown = typed.field, _short(value)
    holding = _holding(wanted, labels) if name not in FIELDS else []
    if holding:
        notices.append(Message("No document has {name} “{value}”; {values} was used.", name=name, value=shown,
                               values=_listed(holding)))  # fmt: skip
        return holding
    notices.append(_absence_notice(name, value, wanted, labels))
    return [value]


def _absence_notice(name: str, value: str, wanted: str, labels: Sequence[str]) -> Message:
    """What is said of a value that no document has, with the nearest of those there are."""
    shown = _short(value)
    near = difflib.get_close_matches(wanted, [label.casefold() for label in labels[:2000]], _MOST_NAMED, 0.7)
    by_folded = {label.casefold(): label for label in labels}
    if near:
        return Message("No document has {name} “{value}”; did you mean {values}?", name=name, value=shown,
                       values=_listed([by_folded[label] for label in near]))  # fmt: skip
    if labels:
        return Message("No document has {name} “{value}”. Values: {values}.", name=name, value=shown,
                       values=_listed(labels))  # fmt: skip
    return Message("No document has {name} “{value}”.", name=name, value=shown)


def _holding(wanted: str, labels: Sequence[str]) -> list[str]:
    """The values in which what is wanted stands as whole words."""
    words = re.compile(rf"(?<!\w){re.escape(wanted)}(?!\w)")
    return [label for label in labels if words.search(label.casefold())][:_MOST_HOLDING]


def _labels(name: str, facets: Facets) -> list[str]:
    """The values of a field, the most frequent first."""
    return [value for value, _ in facets.counts_of(name, None)]


def _listed(values: Sequence[str]) -> Message:
    shown = ", ".join(map(_short, values[:_MOST_NAMED]))
    more = len(values) - _MOST_NAMED
    return (
        Message("{values} and {count} more", values=shown, count=f"{more:,}") if more > 0 else Message.verbatim(shown)
    )


def _short(value: str) -> str:
    line = " ".join(value.split())
    return line if len(line) <= _LONGEST_NAMED else line[: _LONGEST_NAMED - 1] + "…"
