"""What `browse` shows agents of the person's bookmarks, highlights and notes, where the person lets them."""

from __future__ import annotations

from dataclasses import replace

from bookwheel.domain.annotations.annotation import (
    MOST_LISTED,
    AnnotationEntry,
    AnnotationsAnswer,
    AnnotationsRequest,
)
from bookwheel.domain.errors import NotAllowed
from bookwheel.domain.search import Scope
from bookwheel.library.library import Library
from bookwheel.service.agents.tools import answers
from bookwheel.service.agents.tools.answers import Shaped
from bookwheel.service.agents.tools.freshness import freshness

VIEW = "annotations"
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
    room, entries = (answers.BROWSE_TOKENS - _HEAD_TOKENS) * answers.TOKEN, answer.annotations
    rows = answers.first_rows(map(_row, entries[offset : offset + limit]), room)
    end, following = offset + len(rows), ""
    if end < len(entries):
        following = own.moved(cursor, end) if cursor else own.keep(stamp, answer, end)
    content = {"view": VIEW, "total": len(entries), "cursor": following, **freshness(library, scope)}
    return answers.shaped_rows({**content, "notices": list[str](), "annotations": rows}, len(rows))


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
