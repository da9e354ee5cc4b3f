"""Links of visible documents to hidden ones, led where they lead in a library without what is hidden."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from bookwheel.domain.document import LinkKind
from bookwheel.domain.links.named_links import REPLY_TO
from bookwheel.indexes.catalogue import StatedDocument, StatedLink, stated
from bookwheel.indexes.ontology import fields_of
from bookwheel.indexes.ontology.triples import folded
from bookwheel.library.snapshot.facets import Facets
from bookwheel.library.snapshot.graph_arrays import LINKS, RELATIONS, Bools, Graph
from bookwheel.library.snapshot.snapshot import Snapshot
from bookwheel.library.sources.link_resolver import Resolver, is_stated

_BROKEN_LINK = RELATIONS.index("brokenLinkTo")
_NESTED = {"tag": "tag", "category": "category"}
_PORTION = 200


@dataclass(frozen=True, slots=True, order=True)
class VisibleLink:
    """A link as the graph has it: ends by their ids, the relation by its name, the line and its words.

    `section` is the one that states it, empty where that is the source.
    """

    source: str
    relation: str
    target: str
    line: int
    wording: str
    section: str = ""


def links_without_hidden(whole: Graph, shown: Bools, snapshot: Snapshot) -> list[VisibleLink]:
    """What stands in place of the links that lead from shown nodes to hidden ones; `snapshot` shows the scope alone.

    The graph may be older than the snapshot: a link that led to a hidden page when it was made may lead elsewhere now.
    """
    leading = np.isin(whole.relations, LINKS) & shown[whole.sources] & ~shown[whole.targets]
    leading &= whole.owner[whole.sources] >= 0  # what is stated of a thing goes with the document that states it
    numbers: list[int] = np.unique(whole.whole[whole.sources[leading]]).tolist()
    cut = {(whole.ids[int(whole.sources[edge])], int(whole.lines[edge])) for edge in np.flatnonzero(leading).tolist()}
    there = _links_of(whole, numbers)
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
            for link, is_hidden in _visible(document, resolvers[document.collection], snapshot):
                is_there = (link.source, link.relation, link.target.partition("#")[0], link.line) in there
                is_led = is_hidden and link.relation != "brokenLinkTo"
                was_hidden = is_hidden or (link.source, link.line) in cut
                if is_led or (was_hidden and not is_there):
                    found.append(link)
    return found


def _links_of(whole: Graph, numbers: list[int]) -> set[tuple[str, str, str, int]]:
    """Source, relation, target's document and line of the links of documents, as the graph has them."""
    mask = np.isin(whole.relations, [*LINKS, _BROKEN_LINK]) & np.isin(whole.whole[whole.sources], numbers)
    return {
        (
            whole.ids[int(whole.sources[edge])],
            whole.relation(edge),
            whole.ids[int(whole.targets[edge])].partition("#")[0],
            int(whole.lines[edge]),
        )
        for edge in np.flatnonzero(mask).tolist()
    }


def _visible(document: StatedDocument, resolver: Resolver, snapshot: Snapshot) -> Iterator[tuple[VisibleLink, bool]]:
    """Each link as it is without what is hidden, and whether it leads to something hidden."""
    slug = document.collection
    for link in document.links:
        path, target_anchor, is_resolved = link.target_path, link.target_anchor, link.status == "resolved"
        is_hidden = is_resolved and not snapshot.catalogue.has_path(slug, path)
        is_stray = False
        if is_hidden:
            led = resolver.resolve(document.path, link.target, link.fragment, LinkKind(link.kind))
            is_stray = led.status in ("unknown", "external")
            path, target_anchor, is_resolved = led.path, led.anchor, led.status == "resolved"
        anchor = document.sections[link.section][0] if link.section < len(document.sections) else ""
        section = f"{document.doc}#{anchor}" if anchor else document.doc
        wording = link.text or link.target
        if is_resolved:
            source = section if link.relation in ("", REPLY_TO) else document.doc
            target = f"{slug}/{path}" + (f"#{target_anchor}" if target_anchor else "")
            yield VisibleLink(source, link.relation or "linksTo", target, link.line, wording), is_hidden
        elif not is_stray and is_stated(_broken(link) if is_hidden else link):
            broken = VisibleLink(section, "brokenLinkTo", f"broken:{slug}/{link.target}", link.line, wording)
            yield broken, is_hidden


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
