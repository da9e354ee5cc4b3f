"""What `browse` shows agents of the link report, within the budget of an answer."""

from __future__ import annotations

from bookwheel.domain.diagnostics import InspectAnswer, InspectRequest, InspectView, LinkFinding
from bookwheel.domain.places import FilePlace
from bookwheel.domain.search import Scope
from bookwheel.library.library import Library
from bookwheel.service.agents.tools import answers
from bookwheel.service.agents.tools.answers import Shaped
from bookwheel.service.agents.tools.freshness import freshness
from bookwheel.wire import PAGE

VIEWS = tuple(view.value for view in InspectView)
"""What the views of the report are called."""

LONGEST_TEXT, MOST_NEAR = 160, 5
"""Characters of a passage, and ids of near targets or of those with a name."""

_HEAD_TOKENS = 120


def browse_findings(view: str, collection: str, limit: int, cursor: str, library: Library, scope: Scope) -> Shaped:
    """Findings of one view; rows give way from the end, which the cursor brings later."""
    own, stamp = library.cursors.of(scope.client), f"{scope.client}\0findings\0{view}\0{collection}"
    if cursor:
        answer, offset = own.resume(cursor, stamp, InspectAnswer)
    else:
        answer, offset = library.inspect(InspectRequest(InspectView(view), collection, PAGE), scope), 0
    found = map(_row, answer.findings[offset : offset + limit])
    rows = answers.first_rows(found, (answers.BROWSE_TOKENS - _HEAD_TOKENS) * answers.TOKEN)
    end = offset + len(rows)
    following = ""
    if end < len(answer.findings):
        following = own.moved(cursor, end) if cursor else own.keep(stamp, answer, end)
    notices = [str(notice) for notice in answer.notices]
    content = {"view": view, "total": answer.total, "cursor": following, **freshness(library, scope)}
    return answers.shaped_rows({**content, "notices": notices, "findings": rows}, answer.total)


def _row(one: LinkFinding) -> dict[str, object]:
    """A finding by the ids of its passages, without what is empty."""
    values: dict[str, object] = {
        "line": one.line,
        "place": _words(one.place),
        "text": answers.cut(one.text, LONGEST_TEXT),
        "other": one.other_section or one.other,
        "other_line": one.other_line,
        "other_place": _words(one.other_place),
        "other_text": answers.cut(one.other_text, LONGEST_TEXT),
        "near": list(one.near[:MOST_NEAR]),
        "links": one.links,
        "share": one.share,
        "note": str(one.note),
    }
    return {"doc": one.section or one.doc} | {name: value for name, value in values.items() if value}


def _words(place: FilePlace | None) -> str:
    return place.words if place else ""
