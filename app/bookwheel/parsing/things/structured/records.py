"""Records of data files: each by its type and key, those within it, and fields that hold the key of another.

A list of tables is one of records where most have a key of their own and the list, or the file, is called by a plural:
`customers: [{id: C-17, name: …}]`. Without keys, their names tell them apart, each in its place. A field
`customer_id: C-17` leads to that record wherever it is stated; until it is, the value stays a value.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from bookwheel.domain.document import Document, Link, LinkKind, Name
from bookwheel.domain.links.named_links import RECORD, NameKind, address_to
from bookwheel.domain.things import DOCUMENT, LONGEST_LABEL, ThingKind, keyed_id
from bookwheel.parsing.things.field_entities import id_by_name, named_in
from bookwheel.parsing.things.structured.stating import Stating
from bookwheel.parsing.things.structured.types import is_generic, is_type, singular, spaced
from bookwheel.parsing.things.structured.values import Value, flattened, named_values

MOST_MATCHES = 2_000
"""Fields of one file that may hold the key of a record."""

_KEYS = ("id", "key", "uuid", "code")
_OTHER_KEYS = ("email", "sku", "slug", "isbn", "number", "username", "login")
_LABELS = ("name", "title", "label", "full name", "display name")
_NAME_PARTS = (("first name", "firstname", "given name"), ("last name", "lastname", "surname", "family name"))
_OWN = frozenset((*_KEYS, *_OTHER_KEYS, *_LABELS, "type", "kind", "description"))
"""Fields that speak of the record itself, in lower case with their words apart."""

_REFERENCE = re.compile(r"(?P<type>.+?)[ ](?:ids?|keys?|refs?|uuid|code)\Z")
_KEY = re.compile(r"[\w@.:/+#-]{1,100}\Z")
_LETTER = re.compile(r"[^\W\d_]")
_LONGEST_NAME = 100
_DEEPEST = 4


@dataclass(frozen=True, slots=True)
class _List:
    """Records with their type, and where they stand in the file; `key_fields` are those that may hold their keys."""

    type: str
    place: str
    rows: Sequence[Value]
    key_fields: Sequence[str] = _KEYS


@dataclass(frozen=True, slots=True)
class _Parent:
    """The record in which others are nested."""

    id: str
    type: str
    key: str


def state(value: Value, stating: Stating) -> None:
    """State the records of a file, each with its properties, and note what holds the key of another."""
    document = stating.document
    stem = PurePosixPath(document.path).name.partition(".")[0]
    for one in _lists(value, stem, document):
        _state_list(one, stating)


def of_header(document: Document, first_line: int, source: str) -> Iterator[Link]:
    """Links of the fields of front matter that hold the key of a record."""
    lines = source.split("\n")
    for name, values in document.fields:
        for value in values[:50]:
            address = _address(name, value, needs_ending=True)
            line = next((at for at, one in enumerate(lines) if value in one), -1) if address else -1
            if line >= 0:
                yield Link(LinkKind.NAME, address, DOCUMENT, f"{name}: {value}", first_line + line, 0)


def _lists(value: Value, stem: str, document: Document) -> Iterator[_List]:
    """The lists of records of a file: of a table the one, of XML elements by their names, else those with a plural."""
    if document.format == "csv":
        if type := singular(stem) or _type_of(stem):
            yield _List(type, "", value.items or ())
        return
    is_xml = document.format == "xml"
    if is_xml and not document.path.lower().endswith(".xml"):  # a schema or style sheet names what it declares
        return
    pending: list[tuple[str, str, Value, int]] = [(stem, "", value, 0)]
    while pending:
        name, place, one, depth = pending.pop(0)
        rows = one.items or ()
        type = _type_of(name) if is_xml else singular(name)
        if type and len(rows) > 1 and all(row.fields for row in rows):
            yield _List(type, place, rows, (*_KEYS, "name") if is_xml else _KEYS)
        if depth < _DEEPEST and one.fields is not None:
            below = [(key, inner) for key, inner in one.fields.items() if not inner.is_scalar]
            pending.extend((key, f"{place}.{key}" if place else key, inner, depth + 1) for key, inner in below)


def _type_of(name: str) -> str:
    """A name as a type, where it says what something is."""
    words = spaced(name)
    return words if is_type(words) and not is_generic(words) else ""


def _state_list(records: _List, stating: Stating, parent: _Parent | None = None, depth: int = 0) -> None:
    """State those that a key of their own tells apart, or their name; nothing of a list that is none of records."""
    rows = records.rows
    keys = _keys_of(rows, records)
    labels = [_label_of(row) for row in rows]
    if not keys and not (_are_apart(labels) and all(labels)):
        return
    for at, row in enumerate(rows):
        key = keys[at] if keys else ""
        if key or labels[at]:
            _state(records, at, key, row, stating, parent, depth)


def _keys_of(rows: Sequence[Value], records: _List) -> Sequence[str]:
    """The key of each record, of the first field that most have with a value of its own; no keys where there is none.

    Beside `id` and the like it may be called after the type: `customer_id` of customers.
    """
    wanted = [*records.key_fields, *(f"{records.type} {name}" for name in _KEYS)]
    for field in wanted:
        keys = [key if _KEY.match(key := _text_of(row, field)) else "" for row in rows]
        some = [key for key in keys if key]
        if len(some) * 10 >= len(rows) * 9 and some and _are_apart(keys):
            return keys
    return ()


def _are_apart(names: Sequence[str]) -> bool:
    """Whether no two are the same, empty ones aside."""
    some = [name.casefold() for name in names if name]
    return len(set(some)) == len(some)


def _text_of(row: Value, name: str) -> str:
    """The text of a field, by its name in lower case with its words apart."""
    fields = row.fields or {}
    if name in fields:
        return row.text_of(name)
    return next((row.text_of(key) for key in fields if spaced(key) == name), "")


def _label_of(row: Value) -> str:
    """What a record is called; empty for what is no name. A title is that of a person who has a name in parts."""
    parts = [next((text for name in names if (text := _text_of(row, name))), "") for names in _NAME_PARTS]
    for text in (" ".join(parts) if all(parts) else "", *(_text_of(row, name) for name in _LABELS)):
        if text and len(text) <= _LONGEST_NAME and _LETTER.search(text):
            return text
    return ""


def _state(records: _List, at: int, key: str, row: Value, stating: Stating, parent: _Parent | None, depth: int) -> None:
    type, document = records.type, stating.document
    place = f"{document.path}#{records.place}.{at}" if records.place else f"{document.path}#{at}"
    # Numbers begin anew in each file, and in each record, so they tell records apart only together with it.
    around = f"{parent.key}/" if parent and key.isdecimal() else ""
    own = f"{around}{key} ({document.path})" if key.isdecimal() else key or place
    id = (not key and id_by_name(type, _label_of(row))) or keyed_id(ThingKind.ENTITY, own, type)
    label = _label_of(row) or next((text for name in _LABELS if (text := _text_of(row, name))), key)
    if len(label) > LONGEST_LABEL:
        label = key
    children = list(_children(row, records.place, at)) if depth < _DEEPEST else []
    others = [text for name in _OTHER_KEYS if (text := _text_of(row, name)) and _KEY.match(text)]
    skipped = [name for name, _ in children]
    if not stating.entity(id, label, row, skipped, aliases=filter(None, (key, *others))):
        return
    stating.describe(id, row.line, f"{type} {key or label}")
    if parent is not None:
        words = f"{type} {key or label}"
        stating.found.state(id, "childOf", parent.id, stating.spot(row.line, words))
        stating.found.describe(id, (("parent", f"{parent.type} {parent.key}"), ("index", str(at))))
    names = dict.fromkeys(filter(None, (key, *others)))
    section = stating.spot(row.line, "").section
    stating.found.names += [Name(NameKind.RECORD, f"{type}/{one}", section) for one in names]
    _refer(id, row, skipped, stating)
    _join(id, type, key or label, row, stating)
    for _, inner in children:
        _state_list(inner, stating, _Parent(id, type, key or label), depth + 1)


def _join(id: str, type: str, name: str, row: Value, stating: Stating) -> None:
    """State what fields such as `company` and `manager` name, together with the record."""
    fields = row.fields or {}
    texts = {key: [item.text for item in one.items or (one,) if item.is_scalar] for key, one in fields.items()}
    spots = {id: stating.spot(row.line, f"{type} {name}")}
    for one in named_in(texts):
        if stating.found.name(one.id, one.label):
            spots.setdefault(one.id, stating.spot(fields[one.field].line, f"{one.field}: {one.value}"))
    for other, spot in spots.items():
        if other != id:
            stating.found.state(DOCUMENT, "mentions", other, spot)
    stating.found.join([*spots], spots)


def _refer(id: str, row: Value, skipped: Sequence[str], stating: Stating) -> None:
    """Note the fields of a record that may hold the key of another."""
    found = stating.found
    for name, one in flattened(row, skipped):
        address = _address(name.rpartition(".")[2], one.text.strip(), needs_ending=False)
        if address and len(found.links) < MOST_MATCHES:
            words = f"{name}: {one.text.strip()}"
            found.links.append(Link(LinkKind.NAME, address, id, words, one.line, stating.spot(one.line, "").section))


def _children(row: Value, place: str, at: int) -> Iterator[tuple[str, _List]]:
    """The records nested in one, each list with its field: those of a list, and a table that has a key."""
    for name, one in (row.fields or {}).items():
        if one.is_scalar or named_values(one) is not None:
            continue
        below = f"{place}.{at}.{name}" if place else f"{at}.{name}"
        if one.fields is not None:
            rows, type = [one], _type_of(name)
        else:
            rows, type = list(one.items or ()), singular(name) or _type_of(name)
        if not type or not rows or not all(inner.fields for inner in rows):
            continue
        nested = _List(type, below, rows)
        labels = [_label_of(inner) for inner in rows]
        if _keys_of(rows, nested) or (one.fields is None and all(labels) and _are_apart(labels)):
            yield name, nested


def _address(name: str, value: str, *, needs_ending: bool) -> str:
    """The address of the record whose key a field holds, by the field's name; empty for another field."""
    if not _KEY.match(value):
        return ""
    words = spaced(name)
    match = _REFERENCE.match(words)
    if match is None and (needs_ending or words in _OWN or value.isdecimal() or value in ("true", "false")):
        return ""
    types = dict.fromkeys(_forms(match["type"] if match else words))
    return address_to(RECORD, [f"{type}/{value}" for type in types if is_type(type)])


def _forms(type: str) -> Iterable[str]:
    return (type, one) if (one := singular(type)) else (type,)
