"""How fresh an answer is, as its caller may know it."""

from __future__ import annotations

from bookwheel.domain.search import Scope
from bookwheel.library.library import Library
from bookwheel.library.snapshot.index_lag import told_graph_revision


def freshness(library: Library, scope: Scope) -> dict[str, object]:
    """Return the revision, pending files and coverage of every answer."""
    snapshot = library.seen(scope)
    if snapshot is None:
        return {"revision": 0, "pending": library.pending(scope), "coverage": 0.0}
    coverage = round(snapshot.meaning.coverage, 4)
    return {"revision": snapshot.told_revision, "pending": snapshot.pending, "coverage": coverage}


def graph_revision(library: Library, scope: Scope, reached: int) -> int:
    """Return what an answer says of the revision that the graph has reached."""
    snapshot = library.seen(scope)
    return reached if snapshot is None else told_graph_revision(snapshot, reached)
