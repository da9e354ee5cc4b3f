"""The link report: the findings of one view, with where they are written."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from datetime import date

from bookwheel.domain.diagnostics import WORTH_A_LOOK, InspectAnswer, InspectRequest, InspectView, LinkFinding
from bookwheel.domain.errors import BadRequest, NotFound
from bookwheel.domain.search import Scope
from bookwheel.library.embedding.model_view import ModelView
from bookwheel.library.graph.evidence_places import EvidencePlaces
from bookwheel.library.report.ambiguous_names import find_ambiguous
from bookwheel.library.report.copies import find_copies
from bookwheel.library.report.dismissed import with_ids
from bookwheel.library.report.inspection import Found, Inspection
from bookwheel.library.report.passages import Passages
from bookwheel.library.report.passed_dates import find_passed
from bookwheel.library.report.replaced_documents import find_replaced
from bookwheel.library.report.same_subject import find_similar
from bookwheel.library.report.stale_pages import find_stale
from bookwheel.library.report.unlinked_names import find_unlinked_names
from bookwheel.library.report.written_links import find_broken, find_unlinked_documents, with_near_targets
from bookwheel.library.snapshot import lookup
from bookwheel.library.snapshot.graph_arrays import Graph
from bookwheel.library.snapshot.index_lag import graph_notices
from bookwheel.library.snapshot.snapshot import Snapshot
from bookwheel.wire import PAGE

_FINDERS: Mapping[InspectView, Callable[[Inspection], Found]] = {
    InspectView.BROKEN: find_broken,
    InspectView.ORPHANS: lambda asked: find_unlinked_documents(asked, InspectView.ORPHANS),
    InspectView.DEAD_ENDS: lambda asked: find_unlinked_documents(asked, InspectView.DEAD_ENDS),
    InspectView.UNLINKED: find_unlinked_names,
    InspectView.AMBIGUOUS: find_ambiguous,
    InspectView.REPLACED: find_replaced,
    InspectView.STALE: find_stale,
    InspectView.PASSED: find_passed,
}
"""What finds the findings of each view that asks the graph."""


def inspect(
    request: InspectRequest,
    scope: Scope,
    snapshot: Snapshot,
    graph: Graph | None,
    views: Sequence[ModelView] = (),
    dismissed: Collection[str] = (),
    today: date | None = None,
) -> InspectAnswer:
    """The findings of one view.

    `graph` holds the scope's part alone, `views` the vectors of all, `dismissed` ids of findings.

    Raises:
        NotFound: for an unknown collection.
        BadRequest: for a limit out of range.
    """
    if not 1 <= request.limit <= PAGE:
        raise BadRequest("{name} must be between {least} and {most}.", name="limit", least=1, most=f"{PAGE:,}")
    slug = request.collection
    if slug and (slug not in snapshot.collections or not lookup.is_visible(slug, scope)):
        raise NotFound("There is no collection {name}.", name=slug, next="browse collections")
    with snapshot.catalogue.snapshot():
        found = _find(request.view, slug, scope, snapshot, graph, views, today or date.today())
        named = with_ids(request.view, found.findings, dismissed)
        wanted = [finding for finding in named if request.with_dismissed or not finding.is_dismissed]
        shown = wanted[: request.limit]
        if request.view is InspectView.BROKEN:
            shown = with_near_targets(shown, snapshot)
        elif request.view in WORTH_A_LOOK:
            passages = Passages(snapshot.catalogue)
            shown = [passages.filled(finding) for finding in shown]
        shown = _with_places(shown, snapshot)
    notices = (*snapshot.notices, *found.notices)
    hidden = sum(finding.is_dismissed for finding in named)
    return InspectAnswer(request.view, shown, len(wanted), snapshot.told_revision, notices, hidden)


def _find(
    view: InspectView,
    slug: str,
    scope: Scope,
    snapshot: Snapshot,
    graph: Graph | None,
    views: Sequence[ModelView],
    today: date,
) -> Found:
    if view is InspectView.COPIES:
        return find_copies(slug, scope, snapshot)
    notices = graph_notices(snapshot, graph)
    if graph is None:
        return Found((), notices)
    asked = Inspection(slug, scope, snapshot, graph, today)
    found = find_similar(asked, views) if view is InspectView.SIMILAR else _FINDERS[view](asked)
    return replace(found, notices=(*notices, *found.notices))


def _with_places(found: Sequence[LinkFinding], snapshot: Snapshot) -> tuple[LinkFinding, ...]:
    """Findings with where in their files they are written, for formats that are not read line by line."""
    places = EvidencePlaces(snapshot.catalogue)
    return tuple(
        replace(
            one,
            place=places.at(one.section or one.doc, one.line),
            other_place=places.at(one.other_section or one.other, one.other_line),
        )
        for one in found
    )
