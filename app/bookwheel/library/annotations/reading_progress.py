"""Where a person left documents and what is to be read: kept by document, found again after renames and edits."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence, Set
from dataclasses import replace
from datetime import UTC, datetime

from bookwheel.domain.annotations.reading_progress import (
    MOST_KEPT,
    MOST_LISTED,
    LeftPlace,
    ReadingAction,
    ReadingAnswer,
    ReadingChange,
    ReadingEntry,
    ReadingRecord,
    ReadingRequest,
)
from bookwheel.domain.document import TOP
from bookwheel.domain.errors import BadRequest
from bookwheel.domain.search import EVERYTHING, Scope
from bookwheel.indexes.catalogue import DocumentRow, SectionRow
from bookwheel.indexes.state import State
from bookwheel.library.snapshot.lookup import find
from bookwheel.library.snapshot.reanchor import anchored
from bookwheel.library.snapshot.section_ids import split_id
from bookwheel.library.snapshot.snapshot import Snapshot

_MOST_ANCHORED = 200
"""Documents left last whose section is looked for; of others the stored one is told."""


class ReadingProgress:
    """What is kept of a library's reading; any thread.

    `changed` is told after every change: the document of which another place is kept, or nothing for all.
    """

    def __init__(
        self,
        state: State,
        seen: Callable[[Scope], Snapshot | None],
        changed: Callable[[tuple[str, ...]], None] = lambda docs: None,
    ) -> None:
        """Keep it in the state; `seen` gives the newest snapshot as a caller may see it."""
        self._state, self._seen, self._changed = state, seen, changed
        self._lock = threading.Lock()

    def listed(self, request: ReadingRequest) -> ReadingAnswer:
        """What is kept, as the person sees it: what is lost is there if it stands in the reading list."""
        return self.visible_to(request, EVERYTHING, is_whole=True)

    def visible_to(self, request: ReadingRequest, scope: Scope, *, is_whole: bool = False) -> ReadingAnswer:
        """What is kept of documents that a scope shows; what is lost is not there unless `is_whole`."""
        snapshot = self._seen(scope)
        if snapshot is None:
            return ReadingAnswer((), 0)
        with snapshot.catalogue.snapshot():
            known = self._find(request.docs, snapshot)
            known.sort(key=lambda pair: (pair[0].left_at, pair[0].listed_at), reverse=True)
            entries = [
                _entry(record, row, snapshot, is_anchored=number < _MOST_ANCHORED or bool(request.docs))
                for number, (record, row) in enumerate(known)
                if row is not None or (is_whole and record.rank >= 0)
            ]
        return ReadingAnswer(tuple(entries), snapshot.told_revision)

    def change(self, request: ReadingChange) -> ReadingAnswer:
        """Change what is kept of documents, and tell what is kept of them now.

        Raises:
            NotFound: for an unknown document; one that was lost can be taken from the list.
            BadRequest: for no document, a place that is none, or a list that is full.
        """
        if not request.docs or (request.action is ReadingAction.LEAVE and request.place is None):
            raise BadRequest("Name at least one document.")
        snapshot = self._seen(EVERYTHING)
        if snapshot is None:
            raise BadRequest("The library is empty.", next="add a folder first")
        with self._lock, snapshot.catalogue.snapshot():
            before = [self._record(doc, snapshot) for doc in dict.fromkeys(request.docs)]
            docs, names = tuple(record.doc for record, _ in before), {name for _, name in before if name}
            if request.action in (ReadingAction.ADD, ReadingAction.REMOVE, ReadingAction.MOVE):
                made = self._arrange(request, [record for record, _ in before], names)
            else:
                made = [_apply(request, record, snapshot) for record, _ in before]
            kept = [record for record in made if record.rank >= 0 or record.left_at]
            gone = (names | set(docs)) - {record.doc for record in kept}
            self._state.change_reading(kept, sorted(gone & {one.doc for one in self._state.reading()}))
            self._prune()
        self._changed(docs if len(docs) == 1 and request.action is ReadingAction.LEAVE else ())
        return self.listed(ReadingRequest(docs))

    def _find(self, docs: Sequence[str], snapshot: Snapshot) -> list[tuple[ReadingRecord, DocumentRow | None]]:
        """Records with the documents that they are of now, each document once."""
        found = {record.doc: record for record in self._state.reading(docs)}
        if any(doc not in found for doc in docs):  # it may have been moved since
            others = (one for one in self._state.reading() if not snapshot.catalogue.has_path(*_split(one.doc)))
            rows = ((one, snapshot.catalogue.document(one.doc)) for one in others)
            found |= {one.doc: one for one, row in rows if row is not None and row.doc in docs}
        known: dict[str, tuple[ReadingRecord, DocumentRow | None]] = {}
        for record in sorted(found.values(), key=lambda one: one.left_at):
            row = snapshot.catalogue.document(record.doc)
            known[row.doc if row is not None else record.doc] = (record, row)
        return list(known.values())

    def _record(self, doc: str, snapshot: Snapshot) -> tuple[ReadingRecord, str]:
        """What is kept of a document under its present id, and the id under which it was kept; empty for nothing."""
        kept = self._find((doc,), snapshot)
        if kept:
            record, row = kept[0]
            return (replace(record, doc=row.doc, title=row.title) if row is not None else record), record.doc
        row, _ = find(snapshot, doc, EVERYTHING)
        if row.doc != doc and (again := self._find((row.doc,), snapshot)):
            return again[0][0], again[0][0].doc
        return ReadingRecord(row.doc, row.title), ""

    def _arrange(self, request: ReadingChange, chosen: Sequence[ReadingRecord], names: Set[str]) -> list[ReadingRecord]:
        """The reading list in its new order, with what was taken out of it; `names` are the ids of those chosen."""
        listed = sorted((one for one in self._state.reading() if one.rank >= 0), key=lambda one: one.rank)
        rest = [one for one in listed if one.doc not in names]
        if request.action is ReadingAction.REMOVE:
            out = [replace(record, rank=-1, listed_at="") for record in chosen]
            return [*(replace(one, rank=rank) for rank, one in enumerate(rest)), *out]
        if request.action is ReadingAction.MOVE and any(record.rank < 0 for record in chosen):
            raise BadRequest("This document is not in the reading list.", next="add it first")
        at = request.position if 0 <= request.position <= len(rest) else len(rest)
        order = [*rest[:at], *chosen, *rest[at:]]
        if request.action is ReadingAction.ADD and request.position < 0:  # what is there stays where it is
            order = [*listed, *(record for record in chosen if record.rank < 0)]
        if len(order) > max(MOST_LISTED, len(listed)):
            raise BadRequest(
                "The limit of {most} documents in the reading list is reached. Remove some first.", most=MOST_LISTED
            )
        return [replace(one, rank=rank, listed_at=one.listed_at or _now()) for rank, one in enumerate(order)]

    def _prune(self) -> None:
        """Forget the places left longest ago beyond the limit."""
        records = self._state.reading()
        if len(records) > MOST_KEPT:
            loose = sorted((one for one in records if one.rank < 0), key=lambda one: one.left_at)
            self._state.change_reading([], [one.doc for one in loose[: len(records) - MOST_KEPT]])


def _apply(request: ReadingChange, record: ReadingRecord, snapshot: Snapshot) -> ReadingRecord:
    if request.action is ReadingAction.LEAVE and request.place is not None:
        return _left(record, request.place, snapshot)
    if request.action is ReadingAction.READ:
        return replace(record, is_read=True, fraction=1.0, left_at=record.left_at or _now())
    return ReadingRecord(record.doc, record.title, listed_at=record.listed_at, rank=record.rank)


def _left(record: ReadingRecord, place: LeftPlace, snapshot: Snapshot) -> ReadingRecord:
    """A record with another place; what was read to its end is read."""
    row = snapshot.catalogue.document(record.doc)
    if row is None:
        return record
    sections = snapshot.catalogue.sections_of(row.key)
    at = next((at for at, section in enumerate(sections) if section.anchor == place.anchor), None)
    depth = min(1.0, max(0.0, place.depth)) if at is not None else 0.0
    record = replace(record, section=row.doc, heading_path=(), text_hash="", depth=depth, page=-1.0, left_at=_now())
    if at is not None:
        section = sections[at]
        path = (*section.heading_path, section.title)
        name = f"{row.doc}#{section.anchor}"
        record = replace(record, section=name, heading_path=path, text_hash=section.text_hash)
    fraction = _fraction_of(sections, at, depth)
    if place.pages > 0:
        record = replace(record, page=min(max(0.0, place.page), float(place.pages)))
        fraction = record.page / place.pages
    fraction = 1.0 if place.is_at_end else min(fraction, 0.99)
    return replace(record, fraction=fraction, is_read=record.is_read or place.is_at_end)


def _fraction_of(sections: Sequence[SectionRow], at: int | None, depth: float) -> float:
    """How far into a document a place is, by bytes of its text."""
    size = sections[-1].end_byte if sections else 0
    if at is None or not size:
        return 0.0
    section = sections[at]
    return (section.start_byte + depth * (section.end_byte - section.start_byte)) / size


def _section_at(sections: Sequence[SectionRow], fraction: float) -> int | None:
    """The section that lies so far into a document."""
    if not sections:
        return None
    wanted = fraction * sections[-1].end_byte
    return max((at for at, section in enumerate(sections) if section.start_byte <= wanted), default=0)


def _entry(record: ReadingRecord, row: DocumentRow | None, snapshot: Snapshot, *, is_anchored: bool) -> ReadingEntry:
    anchor, depth = split_id(record.section)[1] if record.text_hash else "", record.depth
    title = record.heading_path[-1] if record.heading_path else ""
    if row is not None and record.text_hash and is_anchored:
        found = anchored(snapshot.catalogue, record.section, record.heading_path, record.text_hash)
        sections = found[1] if found is not None else snapshot.catalogue.sections_of(row.key)
        at = found[2] if found is not None else _section_at(sections, record.fraction)
        if at is not None:
            anchor, title = sections[at].anchor, sections[at].title
            depth = depth if found is not None else 0.0
    name = row.title if row is not None else record.title
    return ReadingEntry(
        row.doc if row is not None else record.doc,
        name,
        anchor if anchor != TOP or depth else "",
        title if title != name else "",
        depth,
        record.page,
        record.fraction,
        record.is_read,
        record.left_at,
        record.listed_at,
        record.rank,
        is_lost=row is None,
    )


def _split(doc: str) -> tuple[str, str]:
    collection, _, path = doc.partition("/")
    return collection, path


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
