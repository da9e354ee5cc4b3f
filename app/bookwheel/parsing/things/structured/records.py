"""Records of data files: each by its type and key, and fields of others that hold such a key.

A list of tables is one of records where each has a key of its own and the list, or the file, is called by a plural:
`customers: [{id: C-17, name: …}]`. A field `customer_id: C-17` leads to that record wherever it is stated; until it is,
the value stays a value.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import PurePosixPath

from bookwheel.domain.document import Document, Link, LinkKind, Name
from bookwheel.domain.links.named_links import RECORD, NameKind, address_to
from bookwheel.domain.things import DOCUMENT, LONGEST_LABEL, ThingKind, keyed_id
from bookwheel.parsing.things.structured.stating import Stating
from bookwheel.parsing.things.structured.values import Value, flattened

MOST_MATCHES = 2_000
"""Fields of one file that may hold the key of a record."""

_KEYS = ("id", "key", "uuid", "code")
_OTHER_KEYS = ("email", "sku", "slug", "isbn", "number", "username", "login")
_LABELS = ("name", "title", "label", "full_name", "fullName", "displayName", "display_name")
_OWN = frozenset((*_KEYS, *_OTHER_KEYS, *_LABELS, "type", "kind", "description"))
"""Fields that speak of the record itself."""

_GENERIC = frozenset(
    ("item", "data", "result", "record", "row", "entry", "value", "node", "edge", "child", "object", "step", "rule",
     "field", "option", "param", "parameter", "arg", "setting", "element", "file", "test", "case", "message", "key",
     "thing", "link", "line", "column", "class", "status", "property", "definition", "input", "output", "task", "hook",
     "token", "tag", "version")
)  # fmt: skip
"""What a list is called by its place in a file rather than by what its records are."""

_TYPE = re.compile(r"[a-z][a-z]*(?:[ _-][a-z]+)*\Z")
_WORDS = re.compile(r"(?<=[a-z\d])(?=[A-Z])|[_\s-]+")
_REFERENCE = re.compile(r"(?P<type>.+?)[ ](?:ids?|keys?|refs?|uuid|code)\Z")
_KEY = re.compile(r"[\w@.:/+#-]{1,100}\Z")
_DEEPEST = 4


def state(value: Value, stating: Stating) -> None:
    """State the records of a file, each with its properties, and note what holds the key of another."""
    stem = PurePosixPath(stating.document.path).name.partition(".")[0]
    for type, rows in _lists(value, stem):
        keys = _keys_of(rows)
        for row, key in zip(rows, keys, strict=True) if keys else ():
            _state(type, key, row, stating)


def of_header(document: Document, first_line: int, source: str) -> Iterator[Link]:
    """Links of the fields of front matter that hold the key of a record."""
    lines = source.split("\n")
    for name, values in document.fields:
        for value in values[:50]:
            address = _address(name, value, needs_ending=True)
            line = next((at for at, one in enumerate(lines) if value in one), -1) if address else -1
            if line >= 0:
                yield Link(LinkKind.NAME, address, DOCUMENT, f"{name}: {value}", first_line + line, 0)


def _lists(value: Value, stem: str) -> Iterator[tuple[str, Sequence[Value]]]:
    """The lists of records of a file, each with their type."""
    pending: list[tuple[str, Value, int]] = [(stem, value, 0)]
    while pending:
        name, one, depth = pending.pop(0)
        rows = one.items or ()
        type = _singular(name)
        if type and len(rows) > 1 and all(row.fields for row in rows):
            yield type, rows
        if depth < _DEEPEST and one.fields is not None:
            pending.extend((key, inner, depth + 1) for key, inner in one.fields.items() if not inner.is_scalar)


def _singular(name: str) -> str:
    """The type of the records of a list by its name in the plural; empty for a name that is none."""
    words = _spaced(name)
    if not _TYPE.match(words) or not words.endswith("s") or words.endswith(("ss", "us", "is")) or len(words) < 4:
        return ""
    one = f"{words[:-3]}y" if words.endswith("ies") else words[:-2] if re.search(r"(?:ss|x|ch|sh)es\Z", words) else ""
    one = one or words[:-1]
    return "" if one.rpartition(" ")[2] in _GENERIC else one


def _spaced(name: str) -> str:
    return " ".join(part.lower() for part in _WORDS.split(name) if part)


def _keys_of(rows: Sequence[Value]) -> list[str]:
    """The key of each record, of the first field that every one has with a value of its own; empty for none."""
    for field in _KEYS:
        keys = [row.text_of(field) for row in rows]
        if all(_KEY.match(key) for key in keys) and len({key.casefold() for key in keys}) == len(keys):
            return keys
    return []


def _state(type: str, key: str, row: Value, stating: Stating) -> None:
    # Numbers begin anew in each file, so they tell records apart only together with it.
    own = f"{key} ({stating.document.path})" if key.isdecimal() else key
    id = keyed_id(ThingKind.ENTITY, own, type)
    label = next((text for name in _LABELS if (text := row.text_of(name)) and len(text) <= LONGEST_LABEL), key)
    others = [text for name in _OTHER_KEYS if (text := row.text_of(name)) and _KEY.match(text)]
    if not stating.entity(id, label, row, aliases=(key, *others)):
        return
    spot = stating.spot(row.line, f"{type} {key}")
    stating.describe(id, row.line, spot.words)
    found = stating.found
    found.names += [Name(NameKind.RECORD, f"{type}/{one}", spot.section) for one in dict.fromkeys((key, *others))]
    for name, one in flattened(row):
        address = _address(name.rpartition(".")[2], one.text.strip(), needs_ending=False)
        if address and len(found.links) < MOST_MATCHES:
            words = f"{name}: {one.text.strip()}"
            found.links.append(Link(LinkKind.NAME, address, id, words, one.line, stating.spot(one.line, "").section))


def _address(name: str, value: str, *, needs_ending: bool) -> str:
    """The address of the record whose key a field holds, by the field's name; empty for another field."""
    if not _KEY.match(value):
        return ""
    words = _spaced(name)
    match = _REFERENCE.match(words)
    if match is None and (needs_ending or name in _OWN or value.isdecimal() or value in ("true", "false")):
        return ""
    types = dict.fromkeys(_forms(match["type"] if match else words))
    return address_to(RECORD, [f"{type}/{value}" for type in types if _TYPE.match(type)])


def _forms(type: str) -> Iterable[str]:
    return (type, one) if (one := _singular(type)) else (type,)
