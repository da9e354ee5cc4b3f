"""Records as a person's rules tell them: what stands on a path of the data, with type, keys, label and relations."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from bookwheel.domain.document import Link, LinkKind, Name
from bookwheel.domain.links.named_links import RECORD, NameKind, address_to
from bookwheel.domain.mapping_rules import MappedRelation, MappingRule
from bookwheel.domain.things import LONGEST_LABEL, ThingKind, fold, keyed_id, thing_id
from bookwheel.parsing.things.structured.stating import Stating
from bookwheel.parsing.things.structured.values import NOTHING, Value

MOST_RECORDS = 20_000
"""Values that one path is followed through."""

LABELS = ("name", "title", "label", "full_name", "fullName", "displayName", "display_name")
"""Fields by which a record is called where no rule says it."""

_KEY = re.compile(r"[^\x00-\x1f\x7f]{1,200}\Z")
_KINDS = {"person": ThingKind.PERSON, "project": ThingKind.PROJECT}


@dataclass(slots=True)
class Mapped:
    """What a rule made of a file: types, labels, keys and lines of records, relations, and records without a key.

    `left_out` counts records beyond the bound of a file.
    """

    records: list[tuple[str, str, str, int]] = field(default_factory=list[tuple[str, str, str, int]])
    relations: int = 0
    unkeyed: int = 0
    left_out: int = 0


def state(rule: MappingRule, values: Sequence[Value], stating: Stating) -> Mapped:
    """State the records that a rule finds in the documents of a file."""
    made = Mapped()
    several = len(values) > 1
    for number, value in enumerate(values):
        for place, row in rows_at(value, rule.records):
            _state(rule, f"{number}.{place}" if several else place, row, stating, made)
    return made


def rows_at(value: Value, path: str) -> Iterator[tuple[str, Value]]:
    """The tables at a path, each with its place there; a list at its end gives its entries."""
    pending = [("", value)]
    for step in path.split(".") if path else ():
        pending = [found for place, one in pending for found in _step(place, one, step)][:MOST_RECORDS]
    for place, one in pending:
        for inner_place, inner in _entries(place, one) if one.items is not None else [(place, one)]:
            if inner.fields:
                yield inner_place, inner


def _step(place: str, value: Value, step: str) -> Iterator[tuple[str, Value]]:
    if step == "*":
        yield from _entries(place, value)
        for key, one in (value.fields or {}).items():
            yield _joined(place, key), one
    elif value.items is not None:
        for at, item in _entries(place, value):
            yield from _step(at, item, step)
    elif step in (value.fields or {}):
        yield _joined(place, step), value.field(step)


def _entries(place: str, value: Value) -> Iterator[tuple[str, Value]]:
    for number, item in enumerate((value.items or ())[:MOST_RECORDS]):
        yield _joined(place, str(number)), item


def _joined(place: str, name: str) -> str:
    return f"{place}.{name}" if place else name


def _state(rule: MappingRule, place: str, row: Value, stating: Stating, made: Mapped) -> None:
    type = rule.type or text_at(row, rule.type_field)
    label = text_at(row, rule.label) if rule.label else _usual_label(row)
    key = "/".join(filter(None, (text_at(row, name) for name in rule.key)))
    if not _KEY.match(key):
        key = ""
    if not (fold(type) and (key or (label and not rule.key))):
        made.unkeyed += 1
        return
    label = label if label and len(label) <= LONGEST_LABEL else key
    id = _id_of(type, key, label, f"{stating.document.path}#{place}")
    others = [text for name in rule.other_keys if _KEY.match(text := text_at(row, name))]
    if not stating.entity(id, label, row, rule.leave_out, aliases=filter(None, (key, *others))):
        made.left_out += 1
        return
    spot = stating.spot(row.line, f"{type} {key or label}")
    stating.describe(id, row.line, spot.words)
    names = dict.fromkeys(filter(None, (key, *others)))
    stating.found.names += [Name(NameKind.RECORD, f"{fold(type)}/{one}", spot.section) for one in names]
    made.records.append((type, label, key, row.line))
    made.relations += sum(_relate(id, relation, row, stating) for relation in rule.relations)


def _id_of(type: str, key: str, label: str, place: str) -> str:
    kind = _KINDS.get(fold(type))
    if kind is not None:
        return keyed_id(kind, label or key)
    return keyed_id(ThingKind.ENTITY, key or place, type)


def _relate(id: str, relation: MappedRelation, row: Value, stating: Stating) -> int:
    """State what a field leads to; how many of its values do."""
    count = 0
    for one in _values_at(row, relation.field):
        text = " ".join(one.text.split())
        spot = stating.spot(one.line, f"{relation.field}: {text}")
        if not _KEY.match(text):
            continue
        if relation.by_name:
            kind = _KINDS.get(fold(relation.to))
            other = keyed_id(kind, text) if kind else thing_id(ThingKind.ENTITY, text, relation.to)
            if not stating.found.name(other, text):
                continue
            stating.found.state(id, relation.relation or "keyMatch", other, spot)
        else:
            address = address_to(RECORD, [f"{fold(relation.to)}/{text}"])
            stated = relation.relation if relation.relation != "keyMatch" else ""
            link = Link(LinkKind.NAME, address, id, spot.words, one.line, spot.section, stated)
            stating.found.links.append(link)
        count += 1
    return count


def _values_at(row: Value, path: str) -> Iterator[Value]:
    """The scalars that a field holds: its own, or those of its list."""
    found = value_at(row, path)
    for one in found.items if found.items is not None else (found,):
        if one.is_scalar and one.text.strip():
            yield one


def text_at(row: Value, path: str) -> str:
    """The text of a field, on one line; empty where there is none."""
    return " ".join(value_at(row, path).text.split())


def value_at(row: Value, path: str) -> Value:
    """What a field holds; a key with points in it goes before a path."""
    fields = row.fields or {}
    return fields[path] if path in fields else row.field(*path.split(".")) if path else NOTHING


def _usual_label(row: Value) -> str:
    return next((text for name in LABELS if (text := row.text_of(name)) and len(text) <= LONGEST_LABEL), "")
