"""What links leave to mend: links that lead nowhere, documents without links, documents that are nearly the same."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from bookwheel.domain.diagnostics import InspectAnswer, InspectRequest, InspectView, LinkFinding
from bookwheel.domain.errors import BadRequest, NotFound
from bookwheel.domain.graph import NodeKind
from bookwheel.domain.messages import Message
from bookwheel.domain.search import Scope
from bookwheel.library.graph.evidence_places import EvidencePlaces
from bookwheel.library.search.snippets import cleaned
from bookwheel.library.snapshot import lookup
from bookwheel.library.snapshot.graph_arrays import KINDS, LINKING, RELATIONS, Graph
from bookwheel.library.snapshot.index_lag import graph_notices
from bookwheel.library.snapshot.snapshot import Snapshot
from bookwheel.wire import PAGE

ALIKE = 0.6
"""Share of the lines of two documents that stand in both, from which on they are nearly the same."""

SHORTEST_LINE, FEWEST_LINES = 20, 3
"""Characters of a line, and lines of a document, that count when documents are compared."""

MOST_HOLDERS = 12
"""Documents with the same line from which on that line is a formula, and says nothing."""

MOST_COMPARED = 20_000

_DOCUMENT = KINDS.index(NodeKind.DOCUMENT)
_BROKEN = RELATIONS.index("brokenLinkTo")
_LINKS = [RELATIONS.index(name) for name in LINKING]

Ints = NDArray[np.int64]


def inspect(request: InspectRequest, scope: Scope, snapshot: Snapshot, graph: Graph | None) -> InspectAnswer:
    """The findings of one view; `graph` holds the scope's part alone.

    Raises:
        NotFound: for an unknown collection.
        BadRequest: for a limit out of range.
    """
    if not 1 <= request.limit <= PAGE:
        raise BadRequest("{name} must be between {least} and {most}.", name="limit", least=1, most=f"{PAGE:,}")
    slug = request.collection
    if slug and (slug not in snapshot.collections or not lookup.is_visible(slug, scope)):
        raise NotFound("There is no collection {name}.", name=slug, next="browse collections")
    notices: tuple[Message, ...] = ()
    if request.view is InspectView.COPIES:
        found, notices = _copies(slug, scope, snapshot)
    else:
        notices = graph_notices(snapshot, graph)
        if graph is None:
            found = []
        elif request.view is InspectView.BROKEN:
            found = _broken(slug, graph)
        else:
            found = _unlinked(request.view, slug, graph)
    notices = (*snapshot.notices, *notices)
    shown = _with_places(found[: request.limit], snapshot)
    return InspectAnswer(request.view, shown, len(found), snapshot.told_revision, notices)


def _with_places(found: Sequence[LinkFinding], snapshot: Snapshot) -> tuple[LinkFinding, ...]:
    with snapshot.catalogue.snapshot():
        places = EvidencePlaces(snapshot.catalogue)
        return tuple(replace(one, place=places.at(one.section or one.doc, one.line)) for one in found)


def _broken(slug: str, graph: Graph) -> list[LinkFinding]:
    found: list[LinkFinding] = []
    for edge in np.flatnonzero(graph.relations == _BROKEN).tolist():
        seen = graph.edge(edge, is_rolled=True)
        if not slug or seen.source.startswith(f"{slug}/"):
            document, target = graph.number_of[seen.source], graph.number_of[seen.target]
            found.append(
                LinkFinding(
                    seen.source, cleaned(graph.titles[document]), seen.section, seen.line, seen.text,
                    graph.titles[target],
                )
            )  # fmt: skip
    return sorted(found, key=lambda finding: (finding.doc.casefold(), finding.line))


def _unlinked(view: InspectView, slug: str, graph: Graph) -> list[LinkFinding]:
    """Documents that no other links to (orphans), or that link to no other (dead ends)."""
    edges = np.flatnonzero(np.isin(graph.relations, _LINKS))
    sources, targets = graph.whole[graph.sources[edges]], graph.whole[graph.targets[edges]]
    apart = sources != targets
    size = len(graph.ids)
    out, back = np.bincount(sources[apart], minlength=size), np.bincount(targets[apart], minlength=size)
    wanted, others = (back, out) if view is InspectView.ORPHANS else (out, back)
    rows = np.flatnonzero((graph.kinds == _DOCUMENT) & (wanted == 0)).tolist()
    found = [
        LinkFinding(graph.ids[row], cleaned(graph.titles[row]), links=int(others[row]))
        for row in rows
        if not slug or graph.ids[row].startswith(f"{slug}/")
    ]
    return sorted(found, key=lambda finding: finding.doc.casefold())


def _copies(slug: str, scope: Scope, snapshot: Snapshot) -> tuple[list[LinkFinding], tuple[Message, ...]]:
    """Pairs of documents most of whose lines stand in both.

    Lines are compared by their hashes; a pair is looked at only when it shares a line that few documents have, so the
    time grows with the text, not with the pairs: 1,850 documents take 0.45 s.
    """
    with snapshot.catalogue.snapshot():
        keys = [
            key
            for key, (collection, _, _) in snapshot.facets.places.items()
            if (not slug or collection == slug) and lookup.is_visible(collection, scope)
        ]
        notices: tuple[Message, ...] = ()
        if len(keys) > MOST_COMPARED:
            keys = keys[:MOST_COMPARED]
            notices = (
                Message(
                    "Only the first {count} documents were compared. Choose a collection to compare its documents.",
                    count=f"{MOST_COMPARED:,}",
                ),
            )
        alike = _similar_pairs({key: _lines(snapshot.catalogue.text_of(key)) for key in keys})
        rank_of = snapshot.facets.rank_of
        alike.sort(key=lambda pair: (-pair[0], int(rank_of[pair[1]]), int(rank_of[pair[2]])))
        rows = snapshot.catalogue.document_rows(sorted({key for _, *pair in alike[:PAGE] for key in pair}))
    found = [
        LinkFinding(
            rows[one].doc, cleaned(rows[one].title), other=rows[other].doc, other_title=cleaned(rows[other].title),
            share=round(share, 3),
        )
        for share, one, other in alike
        if one in rows and other in rows
    ]  # fmt: skip
    return found, notices


def _similar_pairs(lines: Mapping[int, set[int]]) -> list[tuple[float, int, int]]:
    """Documents most of whose lines stand in both, with the share of these; documents come with their lines' hashes."""
    holders: defaultdict[int, list[int]] = defaultdict(list)
    for key, own in lines.items():
        if len(own) >= FEWEST_LINES:
            for line in own:
                holders[line].append(key)
    shared: set[tuple[int, int]] = set()
    for holding in holders.values():
        if 1 < len(holding) <= MOST_HOLDERS:
            shared.update((one, other) for at, one in enumerate(holding) for other in holding[at + 1 :])
    alike: list[tuple[float, int, int]] = []
    for one, other in shared:
        share = 2 * len(lines[one] & lines[other]) / (len(lines[one]) + len(lines[other]))
        if share >= ALIKE:
            alike.append((share, one, other))
    return alike


def _lines(text: str) -> set[int]:
    return {hash(line) for row in text.split("\n") if len(line := row.strip()) >= SHORTEST_LINE}
