"""What `browse` shows agents of changes: who changed what, within the budget of an answer."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from bookwheel.domain.history import Change, ChangesRequest
from bookwheel.domain.search import Scope
from bookwheel.library.library import Library
from bookwheel.service.agents.tools import answers
from bookwheel.service.agents.tools.answers import Shaped
from bookwheel.service.agents.tools.freshness import freshness

VIEW = "changes"
"""What the view is called."""

USUAL_DAYS = 7
MOST_NAMED = 5
_HEAD_TOKENS = 120


def browse_changes(since: str, collection: str, limit: int, library: Library, scope: Scope) -> Shaped:
    """The newest changes since a day, a week ago when it is empty; rows give way from the end."""
    usual = (datetime.now(UTC) - timedelta(days=USUAL_DAYS)).isoformat(timespec="seconds")
    answer = library.changes(ChangesRequest(since or usual, collection, limit), scope)
    rows = answers.first_rows(map(_row, answer.changes), (answers.BROWSE_TOKENS - _HEAD_TOKENS) * answers.TOKEN)
    left = answer.total - len(rows)
    notices = [str(notice) for notice in answer.notices]
    if left:
        notices.append(f"{left:,} older changes are left out; a later since or one collection leaves out fewer.")
    content = {"view": VIEW, "total": answer.total, "cursor": "", **freshness(library, scope), "notices": notices}
    return answers.shaped_rows({**content, "changes": rows}, answer.total)


def _row(change: Change) -> dict[str, object]:
    named = change.documents[:MOST_NAMED]
    row: dict[str, object] = {"at": change.at, "documents": [one.doc for one in named]}
    more = change.more + len(change.documents) - len(named)
    others = {"by": change.by, "commit": change.commit[:10], "title": change.title, "more": more}
    return row | {name: value for name, value in others.items() if value}
