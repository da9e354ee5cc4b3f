"""The annotations of a library: made, found again, listed, changed, removed and put back."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime

from bookwheel.domain.annotations.annotation import (
    CONTEXT,
    LONGEST_NOTE,
    LONGEST_QUOTE,
    MOST_ANNOTATIONS,
    MOST_LISTED,
    AnnotateRequest,
    Annotation,
    AnnotationChange,
    AnnotationEntry,
    AnnotationExport,
    AnnotationExportRequest,
    AnnotationKind,
    AnnotationRemoval,
    AnnotationRestoration,
    AnnotationsAnswer,
    AnnotationsRequest,
    Colour,
    RemovedAnnotations,
    RestoredAnnotations,
)
from bookwheel.domain.errors import BadRequest, NotFound
from bookwheel.domain.search import EVERYTHING, Scope
from bookwheel.indexes.catalogue import DocumentRow
from bookwheel.indexes.state import State
from bookwheel.library.annotations.annotation_export import write_markdown
from bookwheel.library.annotations.annotation_places import (
    KnownDocuments,
    build_entry,
    find_in_document,
    find_in_section,
    find_passage,
)
from bookwheel.library.annotations.new_ids import new_id
from bookwheel.library.annotations.quote_search import fold
from bookwheel.library.snapshot.lookup import find, find_section
from bookwheel.library.snapshot.snapshot import Snapshot

_PART = 500
"""Annotations in one part of an export."""


class Annotations:
    """What a person put on passages; any thread. `changed` is told after every change."""

    def __init__(
        self, state: State, seen: Callable[[Scope], Snapshot | None], changed: Callable[[], None] = lambda: None
    ) -> None:
        """Keep annotations in the state; `seen` gives the newest snapshot as a caller may see it."""
        self._state, self._seen, self._changed = state, seen, changed
        self._lock = threading.Lock()

    def annotate(self, request: AnnotateRequest) -> AnnotationEntry:
        """Annotate a passage; the same bookmark or highlight twice stays one, with the new colour and note.

        Raises:
            NotFound: for an unknown document or section.
            BadRequest: for a highlight of nothing, a note or passage that is too long, or too many annotations.
        """
        _check(request)
        snapshot = self._seen(EVERYTHING)
        if snapshot is None:
            raise BadRequest("The library is empty.", next="add a folder first")
        with snapshot.catalogue.snapshot(), self._lock:
            made = _build(request, snapshot)
            known = self._state.annotations(made.doc)
            same = next((one for one in known if _identity(one) == _identity(made)), None)
            if same is not None:
                made = replace(made, id=same.id, created_at=same.created_at, note=made.note or same.note)
            elif self._state.count_annotations() >= MOST_ANNOTATIONS:
                raise BadRequest(
                    "The limit of {most} annotations is reached. Remove some first.", most=f"{MOST_ANNOTATIONS:,}"
                )
            else:
                made = replace(made, id=new_id("a", self._has))
            self._state.change_annotations([made])
            entry = _entry(made, KnownDocuments(snapshot))
        self._changed()
        return entry

    def change(self, request: AnnotationChange) -> AnnotationEntry:
        """Change the colour or the note of an annotation.

        Raises:
            NotFound: for an unknown id.
            BadRequest: for a note that is too long, or none where there is nothing else.
        """
        with self._lock:
            annotation = self._state.annotation(request.id)
            if annotation is None:
                raise NotFound("There is no annotation {name}.", name=request.id, next="bookwheel annotations list")
            made = replace(
                annotation,
                colour=request.colour or annotation.colour,
                note=annotation.note if request.note is None else request.note.strip(),
                changed_at=_now(),
            )
            _check_note(made.kind, made.note)
            self._state.change_annotations([made])
        self._changed()
        snapshot = self._seen(EVERYTHING)
        if snapshot is None:
            return AnnotationEntry(made, "", made.title, made.heading_path, (0, 0), "", is_lost=True)
        with snapshot.catalogue.snapshot():
            return _entry(made, KnownDocuments(snapshot))

    def listed(self, request: AnnotationsRequest) -> AnnotationsAnswer:
        """Annotations as the person sees them, what is lost included.

        Raises:
            BadRequest: for a limit out of range.
        """
        return self.visible_to(request, EVERYTHING, is_whole=True)

    def visible_to(self, request: AnnotationsRequest, scope: Scope, *, is_whole: bool = False) -> AnnotationsAnswer:
        """Annotations as a caller may see them: what its scope hides, or is lost unless `is_whole`, is not there."""
        if not 1 <= request.limit <= MOST_LISTED:
            raise BadRequest(
                "{name} must be between {least} and {most}.", name="limit", least=1, most=f"{MOST_LISTED:,}"
            )
        snapshot = self._seen(scope)
        if snapshot is None:
            return AnnotationsAnswer((), 0, 0)
        with snapshot.catalogue.snapshot():
            chosen = [one for one in self._of(request.doc, snapshot) if _fits(one, request)]
            known = KnownDocuments(snapshot)
            start, end = request.offset, request.offset + request.limit
            if request.doc or not is_whole:
                entries = [_entry(one, known) for one in reversed(chosen)]
                if request.doc:
                    entries.sort(key=lambda entry: (entry.is_lost, entry.lines))
                entries = [entry for entry in entries if is_whole or not entry.is_lost]
                return AnnotationsAnswer(tuple(entries[start:end]), len(entries), snapshot.told_revision)
            shown = chosen[::-1][start:end]
            entries = [_entry(one, known) for one in shown]
        return AnnotationsAnswer(tuple(entries), len(chosen), snapshot.told_revision)

    def remove(self, request: AnnotationRemoval) -> RemovedAnnotations:
        """Remove annotations; ids that are not there are passed over."""
        with self._lock:
            known = map(self._state.annotation, dict.fromkeys(request.ids))
            removed = tuple(one for one in known if one is not None)
            self._state.change_annotations([], [one.id for one in removed])
        if removed:
            self._changed()
        return RemovedAnnotations(removed)

    def restore(self, request: AnnotationRestoration) -> RestoredAnnotations:
        """Put back what was removed; of a collection that is gone nothing is."""
        slugs = {collection.slug for collection in self._state.collections()}
        with self._lock:
            missing = [
                one for one in request.annotations if not self._has(one.id) and one.doc.partition("/")[0] in slugs
            ]
            self._state.change_annotations(missing)
        if missing:
            self._changed()
        return RestoredAnnotations(len(missing))

    def export(self, request: AnnotationExportRequest) -> AnnotationExport:
        """Annotations as Markdown, document after document, in the order in which they stand there.

        Raises:
            BadRequest: for a cursor that is none.
        """
        if request.cursor and not request.cursor.isdecimal():
            raise BadRequest("This cursor is not one of an export of annotations.")
        snapshot, start = self._seen(EVERYTHING), int(request.cursor or "0")
        if snapshot is None:
            return AnnotationExport("", 0, "")
        asked = AnnotationsRequest(request.doc, request.kind, request.colour, request.words)
        with snapshot.catalogue.snapshot():
            chosen = sorted(
                (one for one in self._of(request.doc, snapshot) if _fits(one, asked)),
                key=lambda one: (one.doc, one.created_at),
            )
            end = start + _PART
            while 0 < end < len(chosen) and chosen[end].doc == chosen[end - 1].doc:
                end += 1  # a document is written in one part
            known = KnownDocuments(snapshot)
            entries = [_entry(one, known) for one in chosen[start:end]]
        entries.sort(key=lambda entry: (entry.annotation.doc, entry.is_lost, entry.lines))
        head = "# Annotations\n\n" if start == 0 and entries else ""
        following = str(end) if end < len(chosen) else ""
        return AnnotationExport(head + write_markdown(entries), len(entries), following)

    def _of(self, doc: str, snapshot: Snapshot) -> Sequence[Annotation]:
        """The annotations of a document by its present id, or all, the oldest first."""
        if not doc:
            return self._state.annotations()
        names = [name for name in self._state.annotated_documents() if name == doc or _is_now(name, doc, snapshot)]
        return sorted((one for name in names for one in self._state.annotations(name)), key=lambda one: one.created_at)

    def _has(self, id: str) -> bool:
        return self._state.annotation(id) is not None


def _entry(annotation: Annotation, known: KnownDocuments) -> AnnotationEntry:
    return build_entry(annotation, find_passage(annotation, known), known)


def _is_now(name: str, doc: str, snapshot: Snapshot) -> bool:
    row = snapshot.catalogue.document(name)
    return row is not None and row.doc == doc


def _check(request: AnnotateRequest) -> None:
    if request.kind is AnnotationKind.HIGHLIGHT and not fold(request.quote):
        raise BadRequest("Select the words to highlight first.")
    if len(request.quote) > LONGEST_QUOTE:
        raise BadRequest(
            "An annotated passage can have at most {most} characters. Select less.", most=f"{LONGEST_QUOTE:,}"
        )
    _check_note(request.kind, request.note)


def _check_note(kind: AnnotationKind, note: str) -> None:
    if kind is AnnotationKind.NOTE and not note.strip():
        raise BadRequest("A note needs text.")
    if len(note) > LONGEST_NOTE:
        raise BadRequest(
            "A note can have at most {most} characters, not {count}.", most=f"{LONGEST_NOTE:,}", count=f"{len(note):,}"
        )


def _build(request: AnnotateRequest, snapshot: Snapshot) -> Annotation:
    row, anchor = find(snapshot, request.section, EVERYTHING)
    made, known = _blank(request, row), KnownDocuments(snapshot)
    if anchor:
        section = snapshot.catalogue.sections_of(row.key)[find_section(snapshot, row, anchor)]
        found = find_in_section(made, row, section, known, is_sure=True) if made.quote else None
    else:
        section, found = next(iter(snapshot.catalogue.sections_of(row.key) if made.quote else ()), None), None
    if made.quote and found is None:  # the section that is read may not be the one in which the selection begins
        found = find_in_document(made.quote, made.prefix, made.suffix, row, known)
        section = found.section if found is not None else section
    if section is None:
        return made
    return replace(
        made,
        section=f"{row.doc}#{section.anchor}",
        heading_path=(*section.heading_path, section.title),
        text_hash=section.text_hash,
        line=found.lines[0] - section.start_line if found is not None else 0,
    )


def _blank(request: AnnotateRequest, row: DocumentRow) -> Annotation:
    is_marked = request.kind is AnnotationKind.HIGHLIGHT
    now = _now()
    return Annotation(
        id="",
        kind=request.kind,
        doc=row.doc,
        section=row.doc,
        title=row.title,
        heading_path=(),
        text_hash="",
        quote=request.quote.strip() if fold(request.quote) else "",
        prefix=request.prefix[-CONTEXT:],
        suffix=request.suffix[:CONTEXT],
        line=0,
        colour=request.colour or (Colour.YELLOW if is_marked else None),
        note=request.note.strip(),
        created_at=now,
        changed_at=now,
    )


def _identity(annotation: Annotation) -> tuple[object, ...]:
    """What makes two bookmarks or highlights one; notes on one passage are several."""
    if annotation.kind is AnnotationKind.NOTE:
        return (annotation.kind, annotation.section, fold(annotation.quote), annotation.note)
    return (annotation.kind, annotation.section, fold(annotation.quote), fold(annotation.prefix), annotation.line)


def _fits(annotation: Annotation, request: AnnotationsRequest) -> bool:
    if request.kind is AnnotationKind.NOTE and not annotation.note:
        return False
    if request.kind not in (None, AnnotationKind.NOTE, annotation.kind):
        return False
    if request.colour not in (None, annotation.colour):
        return False
    if not request.words.strip():
        return True
    text = " ".join((annotation.quote, annotation.note, annotation.title, *annotation.heading_path)).casefold()
    return all(word in text for word in request.words.casefold().split())


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")
