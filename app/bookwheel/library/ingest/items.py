"""The lines of a batch, each checked: an item that may be applied, or why it may not."""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from datetime import UTC, datetime
from hashlib import blake2b
from typing import cast

import msgspec

from bookwheel.domain.ingest import (
    DEEPEST_PROPERTY,
    LONGEST_CLOCK_LEAD_S,
    LONGEST_ID,
    LONGEST_NAME,
    MOST_ENTRIES,
    BatchHead,
    IngestDeletion,
    IngestDocument,
    IngestEntity,
    Item,
)
from bookwheel.domain.messages import Message

_KINDS: dict[str, type[Item]] = {"document": IngestDocument, "entity": IngestEntity, "delete": IngestDeletion}
_FIELDS = {kind: frozenset(field.name for field in fields(shape)) for kind, shape in _KINDS.items()}
CONTROL = r"\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff\ufffe\uffff"
"""Characters that no name has, as they stand between the brackets of a pattern."""

_CONTROL = re.compile(f"[{CONTROL}]")
_URL = re.compile(r"[a-zA-Z][a-zA-Z0-9+.-]{0,30}:[^\s\x00-\x1f]{1,3000}\Z")
_JSON = msgspec.json.Decoder()
_ORDERED = msgspec.json.Encoder(order="deterministic")


class Refused(Exception):
    """An item that may not be applied; `id` is empty where it could not be read."""

    def __init__(self, message: Message, id: str = "") -> None:
        """Say why, in a sentence for a person."""
        super().__init__(message)
        self.message, self.id = message, id


@dataclass(frozen=True, slots=True)
class CheckedItem:
    """An item that may be applied: its id, a digest of what it says, and its times in seconds since 1970."""

    item: Item
    id: str
    digest: bytes
    modified: float | None = None
    fresh_until: float | None = None


def read_item(line: bytes, now: float) -> CheckedItem:
    """The item of a line, at a time of day.

    Raises:
        Refused: for what is no item, or one that may not be applied.
    """
    item = _decoded(line)
    id = _id_of(item)
    try:
        if isinstance(item, IngestDeletion):
            return CheckedItem(item, id, b"")
        _check(item)
        modified = _moment(item.modified, "modified")
        fresh_until = _moment(item.fresh_until, "fresh_until")
        if modified is not None and modified > now + LONGEST_CLOCK_LEAD_S:
            raise Refused(Message("modified lies in the future ({time}). Check the clock.", time=item.modified))
        if fresh_until is not None and fresh_until <= now:
            raise Refused(Message("fresh_until has passed ({time}), so the item was left out.", time=item.fresh_until))
    except Refused as refused:
        raise Refused(refused.message, id) from None
    return CheckedItem(item, id, blake2b(_ORDERED.encode(item), digest_size=16).digest(), modified, fresh_until)


def check_head(head: BatchHead) -> None:
    """Look at what is said of a batch as a whole.

    Raises:
        Refused: for a name that is too long or holds control characters.
    """
    ingestor = head.ingestor
    names = {
        "datasource": head.datasource, "ingestor": ingestor.name,
        "version": ingestor.version, "instance": ingestor.instance,
    }  # fmt: skip
    for name, value in names.items():
        _check_name(value, name, LONGEST_NAME)


def _decoded(line: bytes) -> Item:
    try:
        given = cast(object, _JSON.decode(line))
    except RecursionError:
        raise Refused(Message("The line is nested too deeply.")) from None
    except (msgspec.DecodeError, ValueError) as error:
        raise Refused(
            Message("The line is not valid JSON ({reason}). Correct it and send it again.", reason=error)
        ) from None
    if not isinstance(given, dict):
        raise Refused(Message("A line is one JSON object."))
    table = cast("dict[str, object]", given)
    kind = table.get("kind", "document")
    id = _short(table.get("id") or table.get("key"))
    if not isinstance(kind, str) or kind not in _KINDS:
        kinds = ", ".join(_KINDS)
        raise Refused(Message("There is no kind {kind}. Use one of: {kinds}.", kind=_short(kind), kinds=kinds), id)
    for name in table.keys() - _FIELDS[kind]:
        raise Refused(Message("A {kind} has no field {name}.", kind=kind, name=_short(name)), id)
    try:
        return msgspec.convert(table, _KINDS[kind])
    except (msgspec.ValidationError, RecursionError) as error:
        raise Refused(Message("The {kind} is not valid: {reason}.", kind=kind, reason=error), id) from None


def _short(value: object) -> str:
    text = _CONTROL.sub(" ", str(value)) if isinstance(value, str | int | float) else ""
    return text if len(text) <= 60 else f"{text[:60]}…"


def _id_of(item: Item) -> str:
    if isinstance(item, IngestEntity):
        type, key = _required(item.type, "type"), _required(item.key, "key")
        if not any(letter.isalnum() for letter in type):
            raise Refused(Message("{name} needs at least one letter or digit.", name="type"), _short(item.id))
        return unicodedata.normalize("NFC", item.id) if item.id.strip() else f"{type}:{key}"
    return _required(item.id, "id")


def _required(text: str, name: str) -> str:
    if not text.strip():
        raise Refused(Message("{name} is empty.", name=name))
    _check_name(text, name, LONGEST_ID)
    return unicodedata.normalize("NFC", text)


def _check_name(text: str, name: str, most: int) -> None:
    if len(text) > most:
        raise Refused(Message("{name} has more than {most} characters.", name=name, most=most), _short(text))
    if _CONTROL.search(text):
        raise Refused(Message("{name} contains a control character.", name=name), _short(text))


def _check(item: IngestDocument | IngestEntity) -> None:
    if item.url and not _URL.match(item.url):
        raise Refused(Message("url is not an address."))
    if isinstance(item, IngestDocument):
        _check_document(item)
    else:
        _check_entity(item)


def _check_document(item: IngestDocument) -> None:
    _check_count(item.tags, "tags")
    for name, text, most in (("title", item.title, 1000), ("language", item.language, LONGEST_NAME)):
        if len(text) > most:
            raise Refused(Message("{name} has more than {most} characters.", name=name, most=most))
    for tag in item.tags:
        _check_name(tag, "tags", LONGEST_NAME)
    _check_count(item.metadata or {}, "metadata")
    for name, value in (item.metadata or {}).items():
        if not name.strip():
            raise Refused(Message("A field of metadata has no name."))
        _check_name(name, "metadata", LONGEST_NAME)
        _check_count(value if isinstance(value, tuple) else (), "metadata")


def _check_entity(item: IngestEntity) -> None:
    _check_name(item.id, "id", LONGEST_ID)
    for name, texts in (("labels", item.labels), ("other_keys", item.other_keys)):
        _check_count(texts, name)
        for text in texts:
            _check_name(text, name, LONGEST_ID)
            if not text.strip():
                raise Refused(Message("{name} is empty.", name=name))
    _check_count(item.relations, "relations")
    ends = [*item.relations, *((item.parent,) if item.parent else ())]
    for end in ends:
        _required(end.type, "type")
        _required(end.key, "key")
    for relation in item.relations:
        _check_name(_required(relation.relation, "relation"), "relation", LONGEST_NAME)
    _check_depth(item.properties or {}, 0)


def _check_count(values: Iterable[object] | Mapping[str, object], name: str) -> None:
    if len(tuple(values)) > MOST_ENTRIES:
        raise Refused(Message("{name} has more than {most} entries.", name=name, most=MOST_ENTRIES))


def _check_depth(value: object, depth: int) -> None:
    if depth > DEEPEST_PROPERTY:
        raise Refused(Message("properties are nested too deeply."))
    inner: Iterable[object] = ()
    if isinstance(value, dict):
        inner = cast("dict[str, object]", value).values()
    elif isinstance(value, list):
        inner = cast("list[object]", value)
    elif isinstance(value, float) and not math.isfinite(value):
        raise Refused(Message("properties contain a number that is not finite."))
    for one in inner:
        _check_depth(one, depth + 1)


def _moment(text: str, name: str) -> float | None:
    """A time in seconds since 1970; None where none is given."""
    if not text:
        return None
    try:
        moment = datetime.fromisoformat(text)
        return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp()
    except (ValueError, OverflowError):
        raise Refused(
            Message("{name} is not a date or time as in 2026-11-26T20:00:00Z ({given}).", name=name, given=_short(text))
        ) from None
