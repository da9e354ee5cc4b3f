"""The sections on which the person wrote a note, for searches that ask for them (`has:note`)."""

from __future__ import annotations

from dataclasses import replace

from bookwheel.domain.annotations.annotation import MOST_LISTED, AnnotationKind, AnnotationsRequest
from bookwheel.domain.search import Scope, SearchRequest
from bookwheel.library.annotations.annotations import Annotations
from bookwheel.library.snapshot.filter_values import NOTE
from bookwheel.library.snapshot.snapshot import Snapshot


def with_notes(snapshot: Snapshot, request: SearchRequest, scope: Scope, annotations: Annotations | None) -> Snapshot:
    """The snapshot that knows which sections have a note, where a search asks for that and may know it."""
    is_asked = "has:" in request.query.lower() or any(one.field.strip().lower() == "has" for one in request.filters)
    asked = " ".join((request.query, *(value for one in request.filters for value in one.values)))
    may_read = not scope.client or scope.may_read_annotations
    if annotations is None or not (is_asked and may_read and NOTE in asked.lower()):
        return snapshot
    listed = annotations.visible_to(AnnotationsRequest(kind=AnnotationKind.NOTE, limit=MOST_LISTED), scope)
    anchors: dict[str, set[str]] = {}
    for entry in listed.annotations:
        doc, _, anchor = entry.section.partition("#")
        anchors.setdefault(doc, set()).add(anchor)
    noted: set[int] = set()
    for doc, own in anchors.items():
        row = snapshot.catalogue.document(doc)
        sections = snapshot.catalogue.sections_of(row.key) if row is not None else []
        noted |= {section.key for section in sections if section.anchor in own}
    return replace(snapshot, facets=replace(snapshot.facets, noted=frozenset(noted)))
