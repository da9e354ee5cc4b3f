"""Outlines and passages: a document's section tree, and its text in the source's own words and lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from bookwheel.domain.document import Dialect
from bookwheel.domain.errors import BadRequest, RevisionChanged
from bookwheel.domain.messages import Message
from bookwheel.domain.places import Place, place_at
from bookwheel.domain.reading import (
    MOST_TARGETS,
    OutlineAnswer,
    OutlineEntry,
    OutlineRequest,
    Passage,
    ReadAnswer,
    ReadRequest,
)
from bookwheel.domain.search import Scope
from bookwheel.indexes.catalogue import DocumentRow, SectionRow
from bookwheel.library.snapshot.cursors import Cursors
from bookwheel.library.snapshot.lookup import breadcrumb, find_place_of, find_section, uri_of
from bookwheel.library.snapshot.section_ids import split_id
from bookwheel.library.snapshot.section_tree import CHARACTERS_PER_TOKEN, branch_end, depths_of
from bookwheel.library.snapshot.snapshot import Snapshot
from bookwheel.library.snapshot.source_order import order_of
from bookwheel.library.snapshot.web_addresses import web_address
from bookwheel.library.sources.named_link_text import without_lost_names


@dataclass(frozen=True, slots=True)
class Piece:
    """A byte range of a document's text that is to be read; `line` is that of its first byte."""

    document_key: int
    anchor: str
    start_byte: int
    end_byte: int
    line: int


@dataclass(frozen=True, slots=True)
class _Rest:
    pieces: tuple[Piece, ...]


def outline(request: OutlineRequest, scope: Scope, snapshot: Snapshot) -> OutlineAnswer:
    """A document's section tree, or a section's branch of it.

    Raises:
        NotFound: for an unknown document or section.
        BadRequest: for a negative depth.
    """
    if request.depth < 0:
        raise BadRequest("depth must be 1 or more, or 0 for all levels.")
    with snapshot.catalogue.snapshot():
        found = find_place_of(snapshot, request.doc, scope)
        row, anchor = found.row, found.anchor
        named = request.section and (split_id(request.section)[1] or request.section.lstrip("#"))
        sections = snapshot.catalogue.sections_of(row.key)
        wanted = named or anchor
        first = find_section(snapshot, row, wanted) if wanted else 0
    last = branch_end(sections, first) if wanted else len(sections)
    deepest = request.depth - (0 if wanted else 1) if request.depth else len(sections)
    return OutlineAnswer(
        row.doc,
        row.title,
        row.words,
        tuple(_entries(row, sections, snapshot.catalogue.places_of(row.key), first, last, deepest)),
        snapshot.told_revision,
        snapshot.pending,
        round(snapshot.meaning.coverage, 4),
        found.notices,
    )


def _entries(
    row: DocumentRow, sections: Sequence[SectionRow], places: Sequence[Place], first: int, last: int, deepest: int
) -> Iterator[OutlineEntry]:
    """The sections from `first` up to `last` as an outline, those that lie deeper than `deepest` below it left out."""
    depths = depths_of(sections)
    for number, section in enumerate(sections[first:last], first):
        depth = depths[number] - depths[first]
        if depth <= deepest:
            lines = (section.start_line, section.end_line)
            branch = sections[number : branch_end(sections, number)]
            yield OutlineEntry(
                f"{row.doc}#{section.anchor}",
                section.title,
                section.level,
                depth,
                section.words,
                sum(below.words for below in branch),
                lines,
                place_at(places, lines),
            )


def read(request: ReadRequest, scope: Scope, snapshot: Snapshot, cursors: Cursors) -> ReadAnswer:
    """Passages in the order asked, as many as the budget holds, and a cursor for the rest.

    Raises:
        NotFound: for an unknown document or section.
        BadRequest: for no target, too many, or lines that are none.
        RevisionChanged: when a document that a cursor goes on with has changed.
    """
    if not request.targets or len(request.targets) > MOST_TARGETS:
        raise BadRequest("Specify 1 to {most} documents or sections to read.", most=MOST_TARGETS)
    if request.budget_tokens < 1:
        raise BadRequest("budget_tokens must be at least 1.")
    stamp = repr((replace(request, cursor="", budget_tokens=1), scope))
    with snapshot.catalogue.snapshot():
        if request.cursor:
            pieces = cursors.resume(request.cursor, stamp, _Rest)[0].pieces
            notices: tuple[Message, ...] = ()
        else:
            pieces, notices = _pieces(request, scope, snapshot)
        return _passages(request, pieces, notices, stamp, snapshot, cursors)


def _pieces(request: ReadRequest, scope: Scope, snapshot: Snapshot) -> tuple[tuple[Piece, ...], tuple[Message, ...]]:
    pieces: list[Piece] = []
    notices: list[Message] = []
    if request.lines is not None and len(request.targets) != 1:
        raise BadRequest("Lines can be read from only one document at a time.")
    for target in request.targets:
        found = find_place_of(snapshot, target, scope)
        row, anchor = found.row, found.anchor
        notices.extend(found.notices)
        sections = snapshot.catalogue.sections_of(row.key)
        if request.lines is not None:
            pieces.append(_line_piece(row, sections, snapshot.catalogue.text_of(row.key), request.lines))
            continue
        if found.landing is not None and found.landing.found.is_whole and found.landing.anchor:
            last = found.landing.found.lines[1] or sections[-1].end_line
            whole = (found.landing.found.lines[0], max(last, found.landing.found.lines[0]))
            pieces.append(_line_piece(row, sections, snapshot.catalogue.text_of(row.key), whole))
            continue
        first, last = 0, len(sections)
        if anchor:
            first = find_section(snapshot, row, anchor)
            last = branch_end(sections, first) if request.subtree else first + 1
        start, end = sections[first], sections[last - 1]
        shown = start.anchor if anchor else ""
        pieces.append(Piece(row.key, shown, start.start_byte, end.end_byte, start.start_line))
    return tuple(pieces), tuple(notices)


def _line_piece(row: DocumentRow, sections: Sequence[SectionRow], text: str, lines: tuple[int, int]) -> Piece:
    all_lines = text.encode().split(b"\n")
    first, last = lines
    if first < 1 or last < first:
        raise BadRequest("Line numbers start at 1, and the last line cannot come before the first.")
    if first > len(all_lines) + 1:  # an empty section at the end of a text stands on the line after its last
        raise BadRequest("{document} has {count} lines.", document=row.doc, count=len(all_lines))
    start = sum(len(line) + 1 for line in all_lines[: first - 1])
    end = start + sum(len(line) + 1 for line in all_lines[first - 1 : last])
    anchor = next((one.anchor for one in reversed(sections) if one.start_line <= first), "")
    return Piece(row.key, anchor, start, min(end, len(text.encode())), first)


def _passages(
    request: ReadRequest,
    pieces: tuple[Piece, ...],
    notices: tuple[Message, ...],
    stamp: str,
    snapshot: Snapshot,
    cursors: Cursors,
) -> ReadAnswer:
    budget = request.budget_tokens * CHARACTERS_PER_TOKEN
    passages: list[Passage] = []
    rest: list[Piece] = []
    rows = snapshot.catalogue.document_rows([piece.document_key for piece in pieces])
    texts: dict[int, bytes] = {}
    for number, piece in enumerate(pieces):
        if budget <= 0:
            rest.extend(pieces[number:])
            break
        row = rows.get(piece.document_key)
        if row is None:
            raise RevisionChanged("The document has changed. Read it again from the start.")
        if piece.document_key not in texts:
            texts[piece.document_key] = snapshot.catalogue.text_of(piece.document_key).encode()
        whole = texts[piece.document_key][piece.start_byte : piece.end_byte].decode("utf-8", "replace")
        shown = whole if len(whole) <= budget else _cut(whole, budget)
        if len(shown) < len(whole):
            used = shown.encode()
            rest.append(replace(piece, start_byte=piece.start_byte + len(used), line=piece.line + used.count(b"\n")))
            rest.extend(pieces[number + 1 :])
        budget -= len(shown)
        passages.append(_passage(request, piece, row, shown, snapshot, is_truncated=len(shown) < len(whole)))
        if rest:
            break
    cursor = cursors.keep(stamp, _Rest(tuple(rest)), 0) if rest else ""
    return ReadAnswer(
        tuple(passages), cursor, snapshot.told_revision, snapshot.pending, round(snapshot.meaning.coverage, 4), notices
    )


def _passage(
    request: ReadRequest, piece: Piece, row: DocumentRow, text: str, snapshot: Snapshot, *, is_truncated: bool
) -> Passage:
    section = None
    if piece.anchor:
        sections = snapshot.catalogue.sections_of(row.key)
        section = next((one for one in sections if one.anchor == piece.anchor), None)
    shown = text.removesuffix("\n")
    lines = (piece.line, piece.line + shown.count("\n"))
    has_header = request.metadata
    ways = order_of(snapshot, row.collection).neighbours(row.path) if has_header else (None, None)
    before, after = (f"{row.collection}/{spot.path}" if spot is not None else "" for spot in ways)
    return Passage(
        doc=row.doc,
        section=f"{row.doc}#{piece.anchor}" if piece.anchor else "",
        title=section.title if section else row.title,
        document_title=row.title,
        breadcrumb=breadcrumb(snapshot, row, section),
        lines=lines,
        text=without_lost_names(shown, Dialect(row.dialect), row.collection, row.path, snapshot.catalogue),
        uri=uri_of(row.doc, piece.anchor),
        modified_at=row.modified_at,
        category=row.category,
        type=row.type,
        is_truncated=is_truncated,
        metadata_json=row.header_json if has_header else "",
        description=row.description if has_header else "",
        summary=row.summary if has_header else "",
        keywords=row.keywords if has_header else (),
        previous=before,
        next=after,
        place=place_at(snapshot.catalogue.places_of(row.key), lines),
        url=web_address(row.header_json, piece.anchor),
    )


def _cut(text: str, most: int) -> str:
    """The beginning of a text, whole lines where one that says something fits, else up to a space."""
    end = text.rfind("\n", 0, most) + 1
    if text[:end].strip():
        return text[:end]
    space = text.rfind(" ", end + most // 2, most) + 1
    return text[: space or most]
