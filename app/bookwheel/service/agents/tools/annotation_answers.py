"""What `browse` shows agents of the person's annotations and reading list, where the person lets them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from bookwheel.domain.annotations.annotation import (
    MOST_LISTED,
    AnnotationEntry,
    AnnotationsAnswer,
    AnnotationsRequest,
)
from bookwheel.domain.annotations.reading_progress import ReadingAnswer, ReadingEntry, ReadingRequest
from bookwheel.domain.errors import NotAllowed
from bookwheel.domain.search import Scope
from bookwheel.library.library import Library
from bookwheel.service.agents.tools import answers
from bookwheel.service.agents.tools.answers import Shaped
from bookwheel.service.agents.tools.freshness import freshness

VIEW, READING = "annotations", "reading"
LONGEST_TEXT = 400
"""Characters of a passage and of a note."""

_HEAD_TOKENS = 120
_ALLOW = "the person allows it in Permissions, or with bookwheel connect AGENT --annotations"


def browse_annotations(collection: str, limit: int, cursor: str, library: Library, scope: Scope) -> Shaped:
    """The annotations in documents that the scope shows, the newest first; the cursor brings the rest.

    Raises:
        NotAllowed: without the person's leave.
    """
    if not scope.may_read_annotations:
        raise NotAllowed("You can read this library but not the person's annotations.", next=_ALLOW)
    own, stamp = library.cursors.of(scope.client), f"{scope.client}\0annotations\0{collection}"
    if cursor:
        answer, offset = own.resume(cursor, stamp, AnnotationsAnswer)
    else:
        answer, offset = _asked(collection, library, scope), 0
    rows = _first_rows(map(_row, answer.annotations[offset : offset + limit]))
    end, following = offset + len(rows), ""
    if end < len(answer.annotations):
        following = own.moved(cursor, end) if cursor else own.keep(stamp, answer, end)
    return _shaped(VIEW, rows, len(answer.annotations), following, library, scope)


def browse_reading(collection: str, limit: int, cursor: str, library: Library, scope: Scope) -> Shaped:
    """The person's reading list in its order, as far as the scope shows its documents.

    Raises:
        NotAllowed: without the person's leave.
    """
    if not scope.may_read_annotations:
        raise NotAllowed("You can read this library but not the person's reading list.", next=_ALLOW)
    own, stamp = library.cursors.of(scope.client), f"{scope.client}\0reading\0{collection}"
    if cursor:
        answer, offset = own.resume(cursor, stamp, ReadingAnswer)
    else:
        answer, offset = _ask_reading(collection, library, scope), 0
    rows = _first_rows(map(_reading_row, answer.entries[offset : offset + limit]))
    end, following = offset + len(rows), ""
    if end < len(answer.entries):
        following = own.moved(cursor, end) if cursor else own.keep(stamp, answer, end)
    return _shaped(READING, rows, len(answer.entries), following, library, scope)


def _first_rows(rows: Iterable[dict[str, object]]) -> list[dict[str, object]]:
    return answers.first_rows(rows, (answers.BROWSE_TOKENS - _HEAD_TOKENS) * answers.TOKEN)


def _shaped(
    view: str, rows: list[dict[str, object]], total: int, cursor: str, library: Library, scope: Scope
) -> Shaped:
    content = {"view": view, "total": total, "cursor": cursor, **freshness(library, scope), "notices": list[str]()}
    return answers.shaped_rows({**content, view: rows}, len(rows))


def _ask_reading(collection: str, library: Library, scope: Scope) -> ReadingAnswer:
    if library.reading is None:
        return ReadingAnswer((), 0)
    answer = library.reading.visible_to(ReadingRequest(), scope)
    shown = (entry for entry in answer.listed if collection in ("", entry.doc.partition("/")[0]))
    return replace(answer, entries=tuple(shown))


def _reading_row(entry: ReadingEntry) -> dict[str, object]:
    row: dict[str, object] = {"doc": entry.doc, "title": answers.cut(entry.title, LONGEST_TEXT)}
    others = {"percent": int(100 * entry.fraction), "is_read": entry.is_read, "left_at": entry.left_at}
    return row | {name: value for name, value in others.items() if value}


def _asked(collection: str, library: Library, scope: Scope) -> AnnotationsAnswer:
    if library.annotations is None:
        return AnnotationsAnswer((), 0, 0)
    answer = library.annotations.visible_to(AnnotationsRequest(limit=MOST_LISTED), scope)
    shown = (entry for entry in answer.annotations if collection in ("", entry.section.partition("/")[0]))
    return replace(answer, annotations=tuple(shown))


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
