"""Whether the rows of a document from outside are those that a document can have."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Sequence
from datetime import datetime
from typing import cast

import msgspec

from bookwheel.domain import things
from bookwheel.domain.document import Dialect, LinkKind
from bookwheel.domain.document_rows import DocumentRows, LinkValues, SectionValues, StatementValues, ThingValues
from bookwheel.domain.errors import PublicationRefused
from bookwheel.domain.links.named_links import REPLY_TO, NameKind
from bookwheel.domain.mapping_rules import RULE_RELATIONS
from bookwheel.domain.places import PlaceKind
from bookwheel.domain.things import LONGEST_LABEL, MOST_STATEMENTS, MOST_THINGS, is_thing
from bookwheel.publications.path_check import check_path

MOST_FACETS = 500
LONGEST_VALUE = 200
LAST_NS = 7_258_118_400 * 10**9
"""Midnight that begins the year 2200."""

MOST_HEADER_VALUES = 4_000_000
DEEPEST_HEADER = 64
RESERVED_FIELDS = frozenset(("collection", "tags", "categories", "lang", "path", "level", "before", "after"))
"""Fields that filters know of themselves, and that no document states."""

_OF_DOCUMENTS = frozenset(("supersedes", "supersededBy", "dependsOn", "relatedTo", "references", REPLY_TO))
_LINK_RELATIONS = _OF_DOCUMENTS | {""}
_RELATIONS = frozenset((*things.RELATIONS, *RULE_RELATIONS, "reviewer"))
"""What a document may state. The graph writes a relation as it is, so that no other word may come to it."""

_HASH = re.compile(r"[0-9a-f]{32}|")
_TEXT_HASH = re.compile(r"[0-9a-f]{8,64}|")
_DIALECTS = frozenset(map(str, Dialect))
_LINKS = frozenset(map(str, LinkKind))
_ONCE = ("path", "stem", "title")
_NAMES = frozenset({*_ONCE, "alias", "heading", *map(str, NameKind)})
_PLACES = frozenset(map(str, PlaceKind))
_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}([T ][0-9:.,+Z-]{1,40})?")
_WORD = re.compile(r"[\w.+-]{0,100}")
_Box = tuple[float, float, float, float]

_STRINGS = msgspec.json.Decoder(tuple[str, ...])
_PAIRS = msgspec.json.Decoder(tuple[tuple[str, str], ...])
_PLACE_ROWS = msgspec.msgpack.Decoder(list[tuple[int, str, int, int, str, _Box | None, bool]])


def check_document(rows: DocumentRows) -> None:
    """Refuse rows that no parsed document has.

    Raises:
        PublicationRefused: with what is wrong.
    """
    check_path(rows.path)
    try:
        fault = _fault_of(rows, rows.text.encode())
    except (msgspec.MsgspecError, ValueError, RecursionError):
        fault = "form"
    if fault:
        raise PublicationRefused(
            "The publication holds a document that cannot be used ({reason}): {path}.", reason=fault, path=rows.path
        )


def _fault_of(rows: DocumentRows, text: bytes) -> str:
    """What is wrong with a document, whose text is `text` in UTF-8; empty for nothing."""
    lines = text.count(b"\n") + 1
    count = len(rows.sections)
    checks = (
        ("labels", _are_labels_sound(rows)),
        ("header", _is_header_sound(rows.header_json)),
        ("time", 0 <= rows.modified_ns <= LAST_NS and _is_date(rows.date)),
        ("counts", 0 <= rows.words <= len(rows.text) + 1 and 0 <= rows.size_bytes < 2**50),
        ("dialect", rows.dialect in _DIALECTS and _HASH.fullmatch(rows.hash) is not None),
        ("sections", _are_sections_sound(rows.sections, text, lines)),
        ("links", all(_is_link_sound(link, count, lines) for link in rows.links)),
        ("facets", _are_facets_sound(rows.facets)),
        ("names", _are_names_sound(rows)),
        ("things", _are_things_sound(rows.things)),
        ("statements", _are_statements_sound(rows.statements, count, lines)),
        ("places", _are_places_sound(rows.places, lines)),
    )
    return next((name for name, is_sound in checks if not is_sound), "")


def _are_labels_sound(rows: DocumentRows) -> bool:
    for labels in (rows.tags, rows.aliases, rows.keywords):
        if labels != "[]":
            _STRINGS.decode(labels)
    return _WORD.fullmatch(rows.language) is not None and _WORD.fullmatch(rows.format) is not None


def _is_header_sound(header_json: str) -> bool:
    """Whether a header is an object that Python's own reader of JSON takes, as those who read it use that one."""
    if header_json in ("", "{}"):
        return True
    if sum(map(header_json.count, "[{,")) > MOST_HEADER_VALUES:
        return False
    header: object = json.loads(header_json)
    if "\\u" in header_json:
        json.dumps(header, ensure_ascii=False).encode()  # half of a letter cannot be written
    level = [header]
    for _ in range(DEEPEST_HEADER):
        below: list[object] = []
        for value in level:
            if isinstance(value, dict):
                below.extend(cast("dict[str, object]", value).values())
            elif isinstance(value, list):
                below.extend(cast("list[object]", value))
        if not below:
            return isinstance(header, dict)
        level = below
    return False


def _is_date(date: str) -> bool:
    if not date:
        return True
    if not _DATE.fullmatch(date):
        return False
    datetime.fromisoformat(date)
    return True


def _are_sections_sound(sections: Sequence[SectionValues], text: bytes, lines: int) -> bool:
    """Whether sections follow one another in the text, none begins or ends inside of a letter, and none has two names.

    Texts overlap nowhere, so that they are together no longer than the document.
    """
    size, before = len(text), 0
    is_ascii = text.isascii()
    for section in sections:
        anchor, level, parts, _, above, first_line, last_line, start, end, words, text_hash, prose, code = section
        if not (before <= start <= end <= size and 0 <= level <= 6 and 0 <= parts < 256):
            return False
        if not (0 < first_line <= last_line + 1 <= lines + 1 and 0 <= words <= len(prose) + 1):
            return False
        if not (0 < len(anchor) <= size + 1000 and _TEXT_HASH.fullmatch(text_hash)):
            return False
        if not is_ascii and (_is_inside(text, start) or _is_inside(text, end)):
            return False
        if len(prose) + len(code) > 4 * size + 1000:
            return False
        if above != "[]":
            _STRINGS.decode(above)
        before = end
    return 0 < len(sections) == len({section[0] for section in sections})


def _is_inside(text: bytes, place: int) -> bool:
    """Whether a place in a text lies between the bytes of one letter."""
    return place < len(text) and text[place] & 0xC0 == 0x80


def _is_link_sound(link: LinkValues, sections: int, lines: int) -> bool:
    section, kind, _, _, _, line, relation, asset = link
    if asset:
        check_path(asset)
    return 0 <= section < sections and kind in _LINKS and 0 <= line <= lines and relation in _LINK_RELATIONS


def _are_facets_sound(facets: Sequence[tuple[str, str]]) -> bool:
    return len(facets) <= MOST_FACETS and all(
        field and field.casefold() not in RESERVED_FIELDS and 0 < len(value) <= LONGEST_VALUE for field, value in facets
    )


def _are_names_sound(rows: DocumentRows) -> bool:
    """Whether each name stands once, with an anchor of the document, and it has one path, stem and title."""
    anchors = {"", *(section[0] for section in rows.sections)}
    kinds: list[str] = []
    for _, kind, anchor in rows.names:
        if kind not in _NAMES or anchor not in anchors:
            return False
        kinds.append(kind)
    if any(kinds.count(kind) > 1 for kind in _ONCE):
        return False
    return len({(folded, kind) for folded, kind, _ in rows.names}) == len(rows.names)


def _are_things_sound(named: Sequence[ThingValues]) -> bool:
    if len(named) > MOST_THINGS or len({id for id, _, _, _ in named}) != len(named):
        return False
    for id, label, aliases, properties in named:
        if not is_thing(id) or not 0 < len(label) <= LONGEST_LABEL:
            return False
        if aliases != "[]":
            _STRINGS.decode(aliases)
        if properties != "[]":
            _PAIRS.decode(properties)
    return True


def _are_statements_sound(statements: Sequence[StatementValues], sections: int, lines: int) -> bool:
    """Whether what is stated is of this document, its sections or things, never of another document."""
    return len(statements) <= MOST_STATEMENTS and all(
        0 <= section < sections
        and (source in (things.DOCUMENT, things.SECTION) or is_thing(source))
        and relation in _RELATIONS
        and is_thing(target)
        and 0 <= line <= lines
        and 0 < count < 2**31
        for section, source, relation, target, line, _, count in statements
    )


def _are_places_sound(packed: bytes, lines: int) -> bool:
    """Whether places follow one another in the text, and their numbers are those of a file."""
    before = 0
    for line, kind, first, last, _, box, _ in _PLACE_ROWS.decode(packed) if packed else ():
        if not (before <= line <= lines + 1 and kind in _PLACES and 0 <= first < 2**53 and 0 <= last < 2**53):
            return False
        if box is not None and not all(map(math.isfinite, box)):
            return False
        before = line
    return True
