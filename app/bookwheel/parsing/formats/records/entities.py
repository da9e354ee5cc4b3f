"""Reads files of entities (.entities.jsonl), which programs bring: a section for each, with its keys and relations."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import PurePosixPath

import msgspec

from bookwheel.domain.document import Link, LinkKind
from bookwheel.domain.errors import SkippedFile
from bookwheel.domain.ingest import EntityRef, StoredEntity
from bookwheel.domain.links.named_links import RECORD, NameKind, address_to
from bookwheel.domain.mapping_rules import RULE_RELATIONS
from bookwheel.domain.messages import Message
from bookwheel.domain.places import PlaceKind
from bookwheel.domain.things import DOCUMENT, LONGEST_LABEL, ThingKind, fold, keyed_id
from bookwheel.parsing.encoding import decode, storable
from bookwheel.parsing.formats.converted import Converted
from bookwheel.parsing.formats.markdown_writer import Writer, code, escaped, heading, id_of, link, one_line
from bookwheel.parsing.formats.records.entry_limit import warn_of_left_out
from bookwheel.parsing.stated_names import StatedName
from bookwheel.parsing.stated_things import StatedRelation, StatedThing
from bookwheel.parsing.things.structured.types import is_type, singular, spaced
from bookwheel.parsing.things.structured.values import Budget, Unreadable, Value, flattened, values_of

MOST_ENTITIES = 1_000
"""Entities of one file that are read."""

MOST_PROPERTIES = 200
"""Values shown of one entity."""

DATASOURCE = "datasource"
"""The type of the entities that stand for datasources."""

_KEYS = ("id", "key", "uuid", "code")
_LABELS = ("name", "title", "label")
_DEEPEST = 4
_LONGEST_SHOWN = 2_000
_LINE = msgspec.json.Decoder(StoredEntity)
_KINDS = {"person": ThingKind.PERSON, "project": ThingKind.PROJECT}


def read(content: bytes, path: str) -> Converted:
    """A file of entities as Markdown; places are its lines.

    Raises:
        SkippedFile: for a file without an entity.
    """
    decoded = decode(content)
    page, count, torn = _Page(), 0, 0
    for number, line in enumerate(decoded.text.split("\n"), 1):
        if not line.strip():
            continue
        try:
            stored = _LINE.decode(line)
        except (msgspec.DecodeError, RecursionError, ValueError):
            torn += 1
            continue
        count += 1
        if count <= MOST_ENTITIES:
            page.writer.at(PlaceKind.LINE, number, number)
            page.write(stored)
    if not count:
        raise SkippedFile("This file contains no entities.")
    warnings = [*decoded.warnings, *warn_of_left_out(count, MOST_ENTITIES)]
    if torn:
        warnings.append(Message("{count} lines are no entities and were left out.", count=torn))
    folder = PurePosixPath(path).parent.name
    stem = PurePosixPath(path).name.partition(".")[0]
    fields: dict[str, object] = {"title": f"{folder} {stem}".strip()}
    return Converted(
        page.writer.text, fields, page.writer.places, warnings, names=page.names, links=page.links, things=page.things
    )


@dataclass(frozen=True, slots=True)
class _Shown:
    """An entity as it is written: its thing, its key, and the level of its heading."""

    thing: StatedThing
    type: str
    key: str
    level: int


@dataclass(slots=True)
class _Page:
    """Entities on their way into Markdown."""

    writer: Writer = field(default_factory=Writer)
    names: list[StatedName] = field(default_factory=list[StatedName])
    links: list[Link] = field(default_factory=list[Link])
    things: list[StatedThing] = field(default_factory=list[StatedThing])
    _anchors: set[str] = field(default_factory=set[str])
    _datasources: set[str] = field(default_factory=set[str])

    def write(self, stored: StoredEntity) -> None:
        """Add an entity and those that lie in its properties."""
        entity = stored.entity
        try:
            value = values_of(entity.properties or {}, 0, Budget())
        except Unreadable:
            value = Value(0, fields={})
        keys = tuple(dict.fromkeys((entity.key, *entity.other_keys)))
        label = next((one for label in entity.labels if (one := one_line(label))), entity.key)
        id = _id_of(entity.type, entity.key, label, stored.datasource)
        shown = self._begin(id, entity.type, keys, (label, *entity.labels), 2)
        rows = [f"- {name}: {code(text)}" for name, text in _stated(stored) if text]
        if entity.url:
            rows.insert(0, f"- url: {link(escaped(one_line(entity.url)), entity.url)}")
        shown.thing.properties += [(name, text) for name, text in (*_stated(stored), ("url", entity.url)) if text]
        self._write_values(shown, value, rows)
        for relation in entity.relations:
            self._relate(shown, relation.relation, EntityRef(relation.type, relation.key))
        if entity.parent is not None:
            self._relate(shown, "childOf", entity.parent)
        self._note_datasource(stored)
        self._write_children(shown, value, 1)

    def _begin(self, id: str, type: str, keys: tuple[str, ...], labels: tuple[str, ...], level: int) -> _Shown:
        """Write the heading and the line that leads the text: type, other labels and keys."""
        label, others = labels[0][:LONGEST_LABEL], dict.fromkeys(one for one in labels[1:] if one != labels[0])
        anchor = self._anchor(f"{fold(type)}-{keys[0]}")
        thing = StatedThing(id, storable(label), self.writer.line, [*others, *keys])
        self.things.append(thing)
        self.names += [StatedName(NameKind.RECORD, f"{fold(type)}/{key}", anchor) for key in keys]
        self.writer.add(heading(level, escaped(one_line(label)), anchor))
        lead = ", ".join([*(escaped(one_line(other)) for other in others), *(code(key) for key in keys)])
        self.writer.add(f"*{escaped(one_line(type))}* {lead}")
        thing.properties.append(("type", type))
        return _Shown(thing, type, keys[0], level)

    def _anchor(self, wanted: str) -> str:
        anchor = start = id_of(wanted).casefold() or "entity"
        number = 1
        while anchor in self._anchors:
            number += 1
            anchor = f"{start}-{number}"
        self._anchors.add(anchor)
        return anchor

    def _write_values(self, shown: _Shown, value: Value, rows: list[str]) -> None:
        """Write an entity's own values; short ones are properties in the graph too."""
        skipped = [name for name, _ in _children(value)]
        shown.thing.properties += [(name, one.text.strip()) for name, one in flattened(value, skipped, MOST_PROPERTIES)]
        for name, text in _texts(value, skipped):
            if len(rows) >= MOST_PROPERTIES:
                break
            short = text if len(text) <= _LONGEST_SHOWN else f"{text[:_LONGEST_SHOWN]}…"
            rows.append(f"- {escaped(one_line(name))}: {escaped(one_line(short))}")
        self.writer.add("\n".join(rows))

    def _relate(self, shown: _Shown, relation: str, other: EntityRef) -> None:
        """Point to an entity by its key; where that is stated, the graph has the relation."""
        address = address_to(RECORD, [f"{fold(other.type)}/{other.key}"])
        words = f"{relation}: {other.type} {other.key}"
        stated = relation if relation in RULE_RELATIONS and relation != "keyMatch" else ""
        line = self.writer.line
        self.writer.add(f"{escaped(one_line(relation))}: *{escaped(one_line(other.type))}* {code(other.key)}")
        self.links.append(Link(LinkKind.NAME, address, shown.thing.id, storable(words), line, 0, stated))

    def _note_datasource(self, stored: StoredEntity) -> None:
        for type, key in ((DATASOURCE, stored.datasource), ("ingestor", stored.ingestor)):
            if key and f"{type}/{key}" not in self._datasources and stored.entity.type != type:
                self._datasources.add(f"{type}/{key}")
                address = address_to(RECORD, [f"{type}/{key}"])
                line = self.writer.line - 1
                self.links.append(Link(LinkKind.NAME, address, DOCUMENT, f"{type}: {key}", line, 0))

    def _write_children(self, parent: _Shown, value: Value, depth: int) -> None:
        """Write the entities that lie in the values of another."""
        for name, rows in _children(value) if depth <= _DEEPEST else ():
            type = _type_of(name)
            for index, row in enumerate(rows):
                key = _first(row, _KEYS)
                label = _first(row, _LABELS) or key
                id = keyed_id(ThingKind.ENTITY, f"{parent.key}/{key}", type)
                shown = self._begin(id, type, (f"{parent.key}/{key}",), (label, key), min(6, parent.level + 1))
                shown.thing.properties += [("parent", f"{parent.type} {parent.key}"), ("index", str(index))]
                words = f"{type} {key}"
                shown.thing.relations.append(StatedRelation("childOf", parent.thing.id, self.writer.line - 1, words))
                self._write_values(shown, row, [])
                self._write_children(shown, row, depth + 1)


def _stated(stored: StoredEntity) -> tuple[tuple[str, str], ...]:
    """What an entity says of itself besides its properties."""
    entity = stored.entity
    return (
        ("modified", entity.modified),
        ("fresh_until", entity.fresh_until),
        ("datasource", stored.datasource),
        ("ingestor", stored.ingestor),
    )


def _id_of(type: str, key: str, label: str, datasource: str) -> str:
    """The thing's id; a number tells things apart only together with the datasource."""
    kind = _KINDS.get(fold(type))
    if kind is not None:
        return keyed_id(kind, label)
    own = f"{key} ({datasource})" if key.isdecimal() and datasource else key
    return keyed_id(ThingKind.ENTITY, own, type)


def _children(value: Value) -> Iterator[tuple[str, list[Value]]]:
    """The fields that hold tables with keys of their own."""
    for name, one in (value.fields or {}).items():
        rows = [one] if one.fields is not None else list(one.items or ())
        if rows and _type_of(name) and all(row.fields and _first(row, _KEYS) for row in rows):
            yield name, rows


def _type_of(name: str) -> str:
    words = spaced(name)
    return (singular(name) or words) if is_type(words) else ""


def _first(row: Value, names: tuple[str, ...]) -> str:
    found = (row.text_of(name) for name in names)
    return next((text for text in found if text and len(text) <= LONGEST_LABEL), "")


def _texts(value: Value, skipped: list[str]) -> Iterator[tuple[str, str]]:
    """All values with their dotted names, long ones too."""
    pending: list[tuple[str, Value]] = [("", value)]
    while pending:
        name, one = pending.pop()
        if name in skipped:
            continue
        if one.is_scalar:
            if name and one.text.strip():
                yield name, one.text
        elif one.fields is not None:
            pending += [(f"{name}.{key}" if name else key, inner) for key, inner in reversed(list(one.fields.items()))]
        elif all(item.is_scalar for item in one.items or ()):
            yield name, ", ".join(item.text for item in one.items or () if item.text)
        else:
            pending += [(f"{name}.{at}", item) for at, item in reversed(list(enumerate(one.items or ())))]
