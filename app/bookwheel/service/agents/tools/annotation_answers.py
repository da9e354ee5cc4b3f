"""What `browse` shows agents of the person's annotations and reading list, where the person lets them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from bookwheel.domain.annotations.annotation import MOST_LISTED, AnnotationEntry, AnnotationsRequest
from bookwheel.domain.annotations.reading_progress import ReadingRequest
from bookwheel.domain.errors import NotAllowed
from bookwheel.domain.search import Scope
from bookwheel.library.library import Library
from bookwheel.service.agents.tools import answers
from bookwheel.service.agents.tools.answers import Shaped
from bookwheel.service.agents.tools.freshness import freshness

LONGEST_TEXT = 400
"""Characters of a passage and of a note."""

_HEAD_TOKENS = 120
_ALLOW = "the person allows it in Permissions, or with bookwheel connect AGENT --annotations"


def browse_own(view: str, collection: str, limit: int, cursor: str, library: Library, scope: Scope) -> Shaped:
    """The person's annotations, the newest first, or reading list in its order; the cursor brings the rest.

    They are listed as far as the scope shows their documents.

    Raises:
        NotAllowed: without the person's leave.
    """
    refusal, list_rows = OWN_VIEWS[view]
    if not scope.may_read_annotations:
        raise NotAllowed(refusal, next=_ALLOW)
    own, stamp = library.cursors.of(scope.client), f"{scope.client}\0{view}\0{collection}"
    if cursor:
        listed, offset = own.resume(cursor, stamp, _Listed)
    else:
        listed, offset = _Listed(tuple(list_rows(collection, library, scope))), 0
    most_bytes = (answers.BROWSE_TOKENS - _HEAD_TOKENS) * answers.TOKEN
    rows = answers.first_rows(listed.rows[offset : offset + limit], most_bytes)
    end, following = offset + len(rows), ""
    if end < len(listed.rows):
        following = own.moved(cursor, end) if cursor else own.keep(stamp, listed, end)
    head = {"view": view, "total": len(listed.rows), "cursor": following, **freshness(library, scope)}
    return answers.shaped_rows({**head, "notices": list[str](), view: rows}, len(rows))


@dataclass(frozen=True, slots=True)
class _Listed:
    """All rows of a view, which cursors go through."""

    rows: tuple[dict[str, object], ...]


def _list_reading(collection: str, library: Library, scope: Scope) -> Iterator[dict[str, object]]:
    if library.reading is not None:
        for entry in library.reading.visible_to(ReadingRequest(), scope).listed:
            if collection in ("", entry.doc.partition("/")[0]):
                row: dict[str, object] = {"doc": entry.doc, "title": answers.cut(entry.title, LONGEST_TEXT)}
                others = {"percent": int(100 * entry.fraction), "is_read": entry.is_read, "left_at": entry.left_at}
                yield row | {name: value for name, value in others.items() if value}


def _list_annotations(collection: str, library: Library, scope: Scope) -> Iterator[dict[str, object]]:
    if library.annotations is not None:
        for entry in library.annotations.visible_to(AnnotationsRequest(limit=MOST_LISTED), scope).annotations:
            if collection in ("", entry.section.partition("/")[0]):
                yield _row(entry)


def _row(entry: AnnotationEntry) -> dict[str, object]:
    """An annotation without what is empty."""
    annotation = entry.annotation
    others = {
        "colour": annotation.colour.value if annotation.colour else "",
        "quote": answers.cut(annotation.quote, LONGEST_TEXT),
        "note": answers.cut(annotation.note, LONGEST_TEXT),
        "place": str(entry.place.words) if entry.place else "",
        "lines": list(entry.lines) if not entry.place else [],
        "created_at": f"{annotation.created_at[:19]}Z",
    }
    row: dict[str, object] = {"section": entry.section, "kind": annotation.kind.value}
    return row | {name: value for name, value in others.items() if value}


OWN_VIEWS: dict[str, tuple[str, Callable[[str, Library, Scope], Iterator[dict[str, object]]]]] = {
    "annotations": ("You can read this library but not the person's annotations.", _list_annotations),
    "reading": ("You can read this library but not the person's reading list.", _list_reading),
}
