"""Links that lead nowhere, and documents without links."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from bookwheel.domain.diagnostics import InspectView, LinkFinding
from bookwheel.library.report.inspection import Found, Inspection
from bookwheel.library.search.snippets import cleaned
from bookwheel.library.snapshot.graph_arrays import DOCUMENT, LINKS, RELATIONS
from bookwheel.library.snapshot.snapshot import Snapshot
from bookwheel.library.sources.link_resolver import Resolver

MOST_SUGGESTED = 1000
"""Broken links whose near targets are looked for."""

_BROKEN = RELATIONS.index("brokenLinkTo")


def find_broken(asked: Inspection) -> Found:
    """Links whose target is missing, in the order in which they are written."""
    found: list[LinkFinding] = []
    graph = asked.graph
    for edge in np.flatnonzero(graph.relations == _BROKEN).tolist():
        seen = graph.edge(edge, is_rolled=True)
        if asked.covers(seen.source):
            document, target = graph.number_of[seen.source], graph.number_of[seen.target]
            found.append(
                LinkFinding(
                    seen.source, cleaned(graph.titles[document]), seen.section, seen.line, seen.text,
                    graph.titles[target],
                )
            )  # fmt: skip
    return Found(sorted(found, key=lambda finding: (finding.doc.casefold(), finding.line)))


def with_near_targets(findings: Sequence[LinkFinding], snapshot: Snapshot) -> list[LinkFinding]:
    """Broken links with the documents that are named nearly like their targets, as far as the snapshot shows them."""
    resolvers: dict[str, Resolver] = {}
    named: list[LinkFinding] = []
    for finding in findings[:MOST_SUGGESTED]:
        slug, _, path = finding.doc.partition("/")
        collection = snapshot.collections.get(slug)
        if collection is None:
            named.append(finding)
            continue
        if slug not in resolvers:
            resolvers[slug] = Resolver(snapshot.catalogue, slug, Path(collection.root))
        near = resolvers[slug].suggestions(finding.other, from_path=path)
        named.append(replace(finding, near=tuple(f"{slug}/{path}" for path in near)))
    return [*named, *findings[MOST_SUGGESTED:]]


def find_unlinked_documents(asked: Inspection, view: InspectView) -> Found:
    """Documents that no other links to (orphans), or that link to no other (dead ends)."""
    graph = asked.graph
    edges = np.flatnonzero(np.isin(graph.relations, LINKS))
    sources, targets = graph.whole[graph.sources[edges]], graph.whole[graph.targets[edges]]
    apart = sources != targets
    size = len(graph.ids)
    out, back = np.bincount(sources[apart], minlength=size), np.bincount(targets[apart], minlength=size)
    wanted, others = (back, out) if view is InspectView.ORPHANS else (out, back)
    rows = np.flatnonzero((graph.kinds == DOCUMENT) & (wanted == 0)).tolist()
    found = [
        LinkFinding(graph.ids[row], cleaned(graph.titles[row]), links=int(others[row]))
        for row in rows
        if asked.covers(graph.ids[row])
    ]
    return Found(sorted(found, key=lambda finding: finding.doc.casefold()))
