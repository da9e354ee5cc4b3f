"""Names that several documents of a collection, or several things, have."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

import numpy as np

from bookwheel.domain.diagnostics import LinkFinding
from bookwheel.domain.graph import NodeKind
from bookwheel.domain.things import ThingKind, fold
from bookwheel.library.report.inspection import Found, Inspection
from bookwheel.library.search.snippets import cleaned
from bookwheel.library.snapshot.graph_arrays import DOCUMENT, KINDS
from bookwheel.library.snapshot.translations import translations

MOST_NAMED = 50
"""Documents or things with a name that are listed."""

_THINGS = [
    KINDS.index(NodeKind(kind)) for kind in (ThingKind.PERSON, ThingKind.ENTITY, ThingKind.TERM, ThingKind.PROJECT)
]
"""What is compared by name. Code is left out: that many files define `main` says nothing."""


def find_ambiguous(asked: Inspection) -> Found:
    """Each name that several have, with all of them, the names that most have first."""
    graph = asked.graph
    names: defaultdict[tuple[str, str], dict[int, str]] = defaultdict(dict)
    for node, name in (*enumerate(graph.titles), *((node, alias) for node, alias, _ in graph.aliases)):
        group = _group(int(graph.kinds[node]), graph.ids[node])
        folded = fold(cleaned(name)) if group else ""
        if folded:
            names[group, folded].setdefault(node, cleaned(name))
    originals = _originals(asked)
    several = {
        name: nodes
        for name, nodes in names.items()
        if len({originals.get(graph.ids[node], graph.ids[node]) for node in nodes}) > 1
    }
    places = _stated_at({node for (group, _), nodes in several.items() if group == "things" for node in nodes}, asked)
    found = [finding for nodes in several.values() if (finding := _finding(nodes, places, asked)) is not None]
    return Found(sorted(found, key=lambda finding: (-len(finding.near), finding.text.casefold())))


def _group(kind: int, id: str) -> str:
    """Among whom a name must be the only one: a document's among those of its collection, a thing's among things."""
    if kind == DOCUMENT:
        return id.partition("/")[0]
    return "things" if kind in _THINGS else ""


def _finding(nodes: Mapping[int, str], places: Mapping[int, tuple[str, int]], asked: Inspection) -> LinkFinding | None:
    """A name with those that have it; None where none of them is in the collection that is looked through."""
    graph = asked.graph
    numbers = sorted(nodes, key=lambda node: graph.ids[node])
    if int(graph.kinds[numbers[0]]) == DOCUMENT:
        where = [(graph.ids[node], 0) for node in numbers]
    else:
        where = [places.get(node, ("", 0)) for node in numbers]
        numbers = [node for node, (section, _) in zip(numbers, where, strict=True) if section]
        where = [place for place in where if place[0]]  # a term and what it stands for are stated at one place
    if len(set(where)) < 2 or not any(asked.covers(section) for section, _ in where):
        return None
    (first, line), (second, other_line) = where[:2]
    doc, other = _document_of(first), _document_of(second)
    return LinkFinding(
        doc, _title(doc, asked), first if first != doc else "", line, nodes[numbers[0]],
        other, _title(other, asked), other_section=second if second != other else "", other_line=other_line,
        near=tuple(graph.ids[node] for node in numbers[:MOST_NAMED]), links=len(numbers),
    )  # fmt: skip


def _stated_at(nodes: set[int], asked: Inspection) -> dict[int, tuple[str, int]]:
    """Where each thing is stated first: a section or document and a line; what is only mentioned is not stated."""
    graph = asked.graph
    wanted = np.zeros(len(graph.ids), np.bool_)
    wanted[sorted(nodes)] = True
    found: dict[int, tuple[str, int]] = {}
    stated = ~graph.derived & (wanted[graph.targets] | wanted[graph.sources])
    for edge in np.flatnonzero(stated).tolist():
        source, target, stating = int(graph.sources[edge]), int(graph.targets[edge]), int(graph.evidence[edge])
        place = stating if stating >= 0 else source
        if int(graph.owner[place]) < 0:
            continue
        for node in (source, target):
            if wanted[node]:
                found.setdefault(node, (graph.ids[place], int(graph.lines[edge])))
    return found


def _originals(asked: Inspection) -> dict[str, str]:
    """The ids of documents that are translations, each with its original's: they are called alike rightly."""
    facets = asked.snapshot.facets
    language_of = facets.values_of("language")
    languages: defaultdict[str, dict[str, str]] = defaultdict(dict)
    for key, (slug, path, _) in facets.places.items():
        languages[slug][path] = language_of.get(key, "")
    return {
        f"{slug}/{path}": f"{slug}/{members[0][1]}"
        for slug, paths in languages.items()
        for path, members in translations(paths).items()
    }


def _document_of(id: str) -> str:
    return id.rpartition("#")[0] or id


def _title(doc: str, asked: Inspection) -> str:
    number = asked.graph.number_of.get(doc, -1)
    return cleaned(asked.graph.titles[number]) if number >= 0 else ""
