"""Links of visible documents to hidden ones, led where they lead in a library without what is hidden."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from bookwheel.domain.document import LinkKind
from bookwheel.indexes.catalogue import StatedDocument, StatedLink, stated
from bookwheel.indexes.ontology import fields_of
from bookwheel.indexes.ontology.statements import folded
from bookwheel.library.facets import Facets
from bookwheel.library.graph import LINKING, RELATIONS, Bools, Graph
from bookwheel.library.links import Resolver, is_stated
from bookwheel.library.snapshots import Snapshot

_LINKS = [RELATIONS.index(name) for name in LINKING]
_NESTED = {"tag": "tag", "category": "category"}
_PORTION = 200


@dataclass(frozen=True, slots=True, order=True)
class VisibleLink:
    """A link as the graph has it: ends by their ids, the relation by its name, the line and its words."""

    source: str
    relation: str
    target: str
    line: int
    wording: str


def links_without_hidden(whole: Graph, shown: Bools, snapshot: Snapshot) -> list[VisibleLink]:
    """What stands in place of the links that lead from shown nodes to hidden ones; `snapshot` shows the scope alone."""
    leading = np.isin(whole.relations, _LINKS) & shown[whole.sources] & ~shown[whole.targets]
    numbers: list[int] = np.unique(whole.whole[whole.sources[leading]]).tolist()
    split = [whole.ids[number].partition("/") for number in numbers]
    places = [(slug, path) for slug, _, path in split]
    found: list[VisibleLink] = []
    visible: dict[str, list[str]] = {}
    for slug, path, _ in snapshot.facets.places.values():
        visible.setdefault(slug, []).append(path)
    resolvers = {
        slug: Resolver(snapshot.catalogue, slug, Path(snapshot.collections[slug].root), frozenset(visible[slug]))
        for slug in dict.fromkeys(slug for slug, _ in places)
    }
    for start in range(0, len(places), _PORTION):
        for document in stated(snapshot.catalogue, places[start : start + _PORTION]):
            found += _relinked(document, resolvers[document.collection], snapshot)
    return found


def _relinked(document: StatedDocument, resolver: Resolver, snapshot: Snapshot) -> Iterator[VisibleLink]:
    slug = document.collection
    for link in document.links:
        if link.status != "resolved" or snapshot.catalogue.has_path(slug, link.target_path):
            continue
        led = resolver.resolve(document.path, link.target, link.fragment, LinkKind(link.kind))
        anchor = document.sections[link.section][0] if link.section < len(document.sections) else ""
        section = f"{document.doc}#{anchor}" if anchor else document.doc
        wording = link.text or link.target
        if led.status == "resolved":
            source = document.doc if link.relation else section
            target = f"{slug}/{led.path}" + (f"#{led.anchor}" if led.anchor else "")
            yield VisibleLink(source, link.relation or "linksTo", target, link.line, wording)
        elif is_stated(_broken(link)):
            yield VisibleLink(section, "brokenLinkTo", f"broken:{slug}/{link.target}", link.line, wording)


def _broken(link: StatedLink) -> StatedLink:
    return replace(link, status="broken", target_path="", target_anchor="")


def names_as_written(facets: Facets) -> Mapping[str, str]:
    """Labels and people by their nodes' ids, as the documents that are shown write them."""
    names: dict[str, str] = {}

    def take(kind: str, name: str) -> None:
        node = f"{kind}:{folded(name)}"
        names[node] = min(names.get(node, name), name)

    for field in facets.fields():
        for value, _ in facets.counts_of(field, None):
            if field == "type":
                take("type", value)
            if field in _NESTED:
                parts = value.strip("/").split("/")
                for count in range(1, len(parts)):
                    take(field, "/".join(parts[:count]))
                take(field, value)
            for people in fields_of([(field, value)]).values():
                for person in people:
                    take("person", person)
    return names
