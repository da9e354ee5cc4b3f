"""The link report: the findings of one view, with where they are written."""

from __future__ import annotations

import threading
import weakref
from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
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


MOST_KEPT = 8
"""Views, in one collection or scope, whose findings are kept."""


@dataclass(frozen=True, slots=True)
class _Kept:
    """What was found, at which revision and in which graph; it keeps no graph alive."""

    revision: int
    graph: weakref.ref[Graph]
    found: Found


class LinkReports:
    """Reports; what was found is kept until the library changes, for to find it may take seconds. Any thread."""

    def __init__(self) -> None:
        """Nothing was asked yet."""
        self.dismissed: Callable[[], frozenset[str]] = frozenset
        """The ids of findings that the person has dismissed."""
        self._lock = threading.Lock()
        self._kept: OrderedDict[Hashable, _Kept] = OrderedDict()

    def inspect(
        self,
        request: InspectRequest,
        scope: Scope,
        snapshot: Snapshot,
        graph: Graph | None,
        views: Sequence[ModelView] = (),
    ) -> InspectAnswer:
        """The findings of one view; `graph` holds the scope's part alone, `views` the vectors of all.

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
            found = self._found(request.view, slug, scope, snapshot, graph, views)
            named = with_ids(request.view, found.findings, self.dismissed())
            wanted = [finding for finding in named if request.with_dismissed or not finding.is_dismissed]
            shown = _filled(request.view, wanted[: request.limit], snapshot)
        hidden = sum(finding.is_dismissed for finding in named)
        notices = (
            *snapshot.notices,
            *(() if request.view is InspectView.COPIES else graph_notices(snapshot, graph)),
            *found.notices,
        )
        return InspectAnswer(request.view, shown, len(wanted), snapshot.told_revision, notices, hidden)

    def _found(
        self,
        view: InspectView,
        slug: str,
        scope: Scope,
        snapshot: Snapshot,
        graph: Graph | None,
        views: Sequence[ModelView],
    ) -> Found:
        """What a view finds, as it is kept where nothing has changed that it is made of."""
        if graph is None:
            return find_copies(slug, scope, snapshot) if view is InspectView.COPIES else Found(())
        asked = Inspection(slug, scope, snapshot, graph, date.today())
        vectors = tuple((one.identity.key, one.table.newest, one.table.size) for one in views)
        key = (view, slug, scope.collections, asked.today, snapshot.facets.fingerprint, vectors)
        with self._lock:
            kept = self._kept.get(key)
            if kept is not None and kept.revision == snapshot.revision and kept.graph() is graph:
                self._kept.move_to_end(key)
                return kept.found
        found = _find(view, asked, views)
        with self._lock:
            self._kept[key] = _Kept(snapshot.revision, weakref.ref(graph), found)
            while len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)
        return found


def _find(view: InspectView, asked: Inspection, views: Sequence[ModelView]) -> Found:
    if view is InspectView.COPIES:
        return find_copies(asked.slug, asked.scope, asked.snapshot)
    return find_similar(asked, views) if view is InspectView.SIMILAR else _FINDERS[view](asked)


def _filled(view: InspectView, findings: Sequence[LinkFinding], snapshot: Snapshot) -> tuple[LinkFinding, ...]:
    """Findings with what only those need that are shown: near targets, passages, places in their files."""
    if view is InspectView.BROKEN:
        findings = with_near_targets(findings, snapshot)
    elif view in WORTH_A_LOOK:
        passages = Passages(snapshot.catalogue)
        findings = [passages.filled(finding) for finding in findings]
    return _with_places(findings, snapshot)


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
