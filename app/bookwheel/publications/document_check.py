"""Whether the rows of a document from outside are those that a document can have."""

from __future__ import annotations

import re
import unicodedata

import msgspec

from bookwheel.domain.document import Dialect, LinkKind
from bookwheel.domain.document_rows import DocumentRows, LinkValues, SectionValues
from bookwheel.domain.errors import PublicationRefused
from bookwheel.domain.links.named_links import NameKind
from bookwheel.domain.places import PlaceKind
from bookwheel.domain.things import MOST_STATEMENTS, MOST_THINGS, is_thing

MOST_PATH_BYTES = 1000
MOST_FACETS = 500
LONGEST_VALUE = 200
LAST_NS = 7_258_118_400 * 10**9
"""Midnight that begins the year 2200."""

_HASH = re.compile(r"[0-9a-f]{32}|")
_TEXT_HASH = re.compile(r"[0-9a-f]{8,64}|")
_ANCHOR_LENGTH = 2000
_DIALECTS = frozenset(map(str, Dialect))
_LINKS = frozenset(map(str, LinkKind))
_NAMES = frozenset({"path", "stem", "title", "alias", "heading", *map(str, NameKind)})
_PLACES = frozenset(map(str, PlaceKind))
_DEVICES = re.compile(r"(?i)(con|prn|aux|nul|com[0-9]|lpt[0-9])(\..*)?")
_DATE = re.compile(r"\d{4}(-\d{2}(-\d{2}([T ][0-9:.,+Zz-]{0,40})?)?)?|")
_WORD = re.compile(r"[\w.+-]{0,100}")
_Box = tuple[float, float, float, float]

_STRINGS = msgspec.json.Decoder(tuple[str, ...])
_OBJECT = msgspec.json.Decoder(dict[str, object])
_PAIRS = msgspec.json.Decoder(tuple[tuple[str, str], ...])
_PLACE_ROWS = msgspec.msgpack.Decoder(list[tuple[int, str, int, int, str, _Box | None, bool]])


def check_document(rows: DocumentRows) -> None:
    """Refuse rows that no parsed document has.

    Raises:
        PublicationRefused: with what is wrong.
    """
    check_path(rows.path)
    try:
        size = len(rows.text.encode())
        fault = _fault_of(rows, size)
    except (msgspec.MsgspecError, UnicodeEncodeError, ValueError, RecursionError):
        fault = "form"
    if fault:
        raise PublicationRefused(
            "The publication holds a document that cannot be used ({reason}): {path}.", reason=fault, path=rows.path
        )


def check_path(path: str) -> None:
    """Refuse a path that could lead out of its collection, or that some system does not take.

    Raises:
        PublicationRefused: which does not name it, since it may hold anything.
    """
    parts = path.split("/")
    is_sound = (
        0 < len(path.encode("utf-8", "replace")) <= MOST_PATH_BYTES
        and all(part not in ("", ".", "..") for part in parts)
        and "\\" not in path
        and ":" not in parts[0][1:2]
        and not any(unicodedata.category(letter) in ("Cc", "Cs") for letter in path)
        and unicodedata.is_normalized("NFC", path)
        and not any(_DEVICES.fullmatch(part) for part in parts)
    )
    if not is_sound:
        raise PublicationRefused("The publication holds a document with a path that is not allowed.")


def _fault_of(rows: DocumentRows, size: int) -> str:
    checks = (
        ("labels", _are_labels_sound(rows)),
        ("time", 0 <= rows.modified_ns <= LAST_NS and _DATE.fullmatch(rows.date) is not None),
        ("counts", 0 <= rows.words <= len(rows.text) + 1 and 0 <= rows.size_bytes < 2**50),
        ("dialect", rows.dialect in _DIALECTS and _HASH.fullmatch(rows.hash) is not None),
        ("sections", _are_sections_sound(rows.sections, size)),
        ("links", all(_is_link_sound(link, len(rows.sections)) for link in rows.links)),
        ("facets", _are_facets_sound(rows)),
        ("names", all(kind in _NAMES for _, kind, _ in rows.names)),
        ("things", _are_things_sound(rows)),
        ("places", _are_places_sound(rows.places)),
    )
    return next((name for name, is_sound in checks if not is_sound), "")


def _are_labels_sound(rows: DocumentRows) -> bool:
    for labels in (rows.tags, rows.aliases, rows.keywords):
        _STRINGS.decode(labels)
    _OBJECT.decode(rows.header_json or "{}")
    short = (rows.type, rows.language, rows.format)
    return all(_WORD.fullmatch(word) for word in short[1:]) and len(rows.type) <= LONGEST_VALUE


def _are_sections_sound(sections: tuple[SectionValues, ...], size: int) -> bool:
    last, anchors = 0, set[str]()
    for section in sections:
        anchor, level, parts, _, above, first_line, last_line, start, end, words, text_hash, prose, code = section
        if not (last <= start <= end <= size and 0 <= level <= 6 and 0 <= parts < 256):
            return False
        if not (0 < first_line <= last_line + 1 <= size + 2 and 0 <= words <= len(prose) + 1):
            return False
        if anchor in anchors or not 0 < len(anchor) <= _ANCHOR_LENGTH or not _TEXT_HASH.fullmatch(text_hash):
            return False
        if len(prose) + len(code) > 4 * size + 1000:
            return False
        _STRINGS.decode(above)
        anchors.add(anchor)
        last = start
    return bool(sections)


def _is_link_sound(link: LinkValues, sections: int) -> bool:
    section, kind, _, _, _, line, _, asset = link
    if asset:
        check_path(asset)
    return -1 <= section < sections and kind in _LINKS and 0 <= line < 2**31


def _are_facets_sound(rows: DocumentRows) -> bool:
    return len(rows.facets) <= MOST_FACETS and all(
        field and field != "collection" and len(field) <= LONGEST_VALUE and value and len(value) <= LONGEST_VALUE
        for field, value in rows.facets
    )


def _are_things_sound(rows: DocumentRows) -> bool:
    if len(rows.things) > MOST_THINGS or len(rows.statements) > MOST_STATEMENTS:
        return False
    for id, _, aliases, properties in rows.things:
        if not is_thing(id):
            return False
        _STRINGS.decode(aliases)
        _PAIRS.decode(properties)
    return all(
        -1 <= section < len(rows.sections) and 0 <= line < 2**31 and 0 < count < 2**31
        for section, _, _, _, line, _, count in rows.statements
    )


def _are_places_sound(packed: bytes) -> bool:
    places = _PLACE_ROWS.decode(packed) if packed else []
    return all(kind in _PLACES and abs(line) < 2**31 and abs(first) < 2**53 and abs(last) < 2**53
               for line, kind, first, last, *_ in places)  # fmt: skip
