"""Rows of the catalogue, as its readers get them and its writer takes them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import msgspec

from bookwheel.domain.document_rows import DocumentRows
from bookwheel.domain.history import FileHistory
from bookwheel.domain.places import Place, PlaceKind
from bookwheel.domain.things import Statement, Thing

SELECT_DOCUMENT = (
    "SELECT key, collection || '/' || path, collection, path, title, description, type, language, date, category, tags,"
    " aliases, words, sections, modified_at, dialect, format, summary, keywords, header_json, size_bytes FROM documents"
)
_SECTION = (
    "SELECT s.key, s.document_key, d.collection || '/' || d.path, s.anchor, s.level, s.title, s.heading_path,"
    " s.start_line, s.end_line, s.start_byte, s.end_byte, s.words, {text}, s.text_hash"
    " FROM sections s JOIN documents d ON d.key = s.document_key"
)
SELECT_SECTION = _SECTION.format(text="s.prose, s.code")
SELECT_SECTION_WITHOUT_TEXT = _SECTION.format(text="'', ''")


class DocumentRow(msgspec.Struct, frozen=True):
    """A document's metadata; `category` is its first, `modified_at` ISO 8601 in UTC.

    A struct, as a section is: a search makes some fifty of them, and a dataclass of so many fields takes 4 µs.
    """

    key: int
    doc: str
    collection: str
    path: str
    title: str
    description: str
    type: str
    language: str
    date: str
    category: str
    tags: tuple[str, ...]
    aliases: tuple[str, ...]
    words: int
    sections: int
    modified_at: str
    dialect: str
    format: str
    summary: str
    keywords: tuple[str, ...]
    header_json: str
    size_bytes: int


class SectionRow(msgspec.Struct, frozen=True):
    """A section; `prose` and `code` are empty unless they were asked for. `doc` is the document's id."""

    key: int
    document_key: int
    doc: str
    anchor: str
    level: int
    title: str
    heading_path: tuple[str, ...]
    start_line: int
    end_line: int
    start_byte: int
    end_byte: int
    words: int
    prose: str
    code: str
    text_hash: str


@dataclass(frozen=True, slots=True)
class LinkRow:
    """A link as written; `status` is new, resolved, broken, external or asset."""

    key: int
    document_key: int
    path: str
    kind: str
    target: str
    fragment: str
    status: str
    target_path: str
    target_anchor: str


@dataclass(frozen=True, slots=True)
class StatedLink:
    """A link that is resolved or broken, with where it stands; `section` is an index into the document's sections."""

    section: int
    kind: str
    relation: str
    target: str
    text: str
    line: int
    status: str
    target_path: str
    target_anchor: str
    fragment: str = ""


@dataclass(frozen=True, slots=True)
class StatedDocument:
    """What the ontology states of a document.

    `sections` hold anchor, level, title, first and last line and words, in source order; `fields` name and value.
    `places` say where in its file its text stands, where lines of the text are not lines of the file.
    """

    doc: str
    collection: str
    path: str
    title: str
    description: str
    type: str
    language: str
    format: str
    date: str
    modified_at: str
    words: int
    tags: tuple[str, ...]
    aliases: tuple[str, ...]
    sections: tuple[tuple[str, int, str, int, int, int], ...]
    links: tuple[StatedLink, ...]
    fields: tuple[tuple[str, str], ...]
    places: tuple[Place, ...] = ()
    things: tuple[Thing, ...] = ()
    statements: tuple[Statement, ...] = ()
    history: FileHistory | None = None


@dataclass(frozen=True, slots=True)
class FacetRow:
    """One value of one field of a document."""

    document_key: int
    field: str
    value: str


@dataclass(frozen=True, slots=True)
class FileRow:
    """A file as last seen: `disk_path` is the disk's spelling, empty for the same; `document_key` 0 for no document."""

    path: str
    disk_path: str
    size_bytes: int
    modified_ns: int
    hash: str
    document_key: int = 0


@dataclass(frozen=True, slots=True)
class NewDocument:
    """A document on its way into the catalogue as `row_builder.rows_of` makes it, with the file that it came from."""

    collection: str
    rows: DocumentRows
    file: FileRow


@dataclass(frozen=True, slots=True)
class Batch:
    """What changes together in one revision.

    `dropped` are document keys; `gone` paths of files that left; `skipped` files without a document; `moved` pairs of
    old and new path; all by (collection, …).
    """

    added: Sequence[NewDocument] = ()
    dropped: Sequence[int] = ()
    gone: Sequence[tuple[str, str]] = ()
    skipped: Sequence[tuple[str, FileRow]] = ()
    moved: Sequence[tuple[str, str, str]] = ()

    @property
    def is_empty(self) -> bool:
        """Whether readers would see no change."""
        return not (self.added or self.dropped)


@dataclass(frozen=True, slots=True)
class Unpublished:
    """A revision that is written but not yet to be seen: what the keyword index must add and drop for it."""

    revision: int
    document_keys: tuple[int, ...]
    dropped_sections: tuple[int, ...]


def _strings(text: str) -> tuple[str, ...]:
    return () if text == "[]" else msgspec.json.decode(text, type=tuple[str, ...])


_PLACES = msgspec.msgpack.Decoder(list[tuple[int, str, int, int, str, tuple[float, float, float, float] | None, bool]])


def packed_places(places: Sequence[Place]) -> bytes:
    """The places of a document in few bytes: as arrays, without the names of their fields."""
    rows = [
        (place.line, str(place.kind), place.number, place.last, place.label, place.box, place.rises) for place in places
    ]
    return msgspec.msgpack.encode(rows)


def unpacked_places(packed: bytes) -> tuple[Place, ...]:
    """The places that were packed."""
    return tuple(
        Place(line, PlaceKind(kind), number, last, label, box, rises)
        for line, kind, number, last, label, box, rises in _PLACES.decode(packed)
    )


def document_of(row: Sequence[object]) -> DocumentRow:
    """A document by a row of `SELECT_DOCUMENT`."""
    values = list(row)
    for index in (10, 11, 18):
        values[index] = _strings(str(values[index]))
    return DocumentRow(*values)  # type: ignore[arg-type]


def section_of(row: Sequence[object]) -> SectionRow:
    """A section by a row of `SELECT_SECTION`."""
    values = list(row)
    values[6] = _strings(str(values[6]))
    return SectionRow(*values)  # type: ignore[arg-type]
