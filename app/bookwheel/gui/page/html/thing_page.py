"""The page of a thing: what it is, and every relation that the graph has of it, with the places that state them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape

from bookwheel.client.connection import Client
from bookwheel.domain.graph import Edge, ExploreAnswer, ExploreRequest, Node, NodeKind
from bookwheel.domain.page import PageAnswer
from bookwheel.domain.things import ThingKind
from bookwheel.gui.graph.node_actions import phrase, written_at
from bookwheel.gui.graph.vocabulary import KINDS, relation_name
from bookwheel.gui.i18n.translation import number, tr
from bookwheel.gui.state.locations import address

_STARTS = tuple(f"{kind}:" for kind in ThingKind)
_MOST_NODES = 300
_MOST_IN_GROUP = 40
_FIRST = ("defines", "describes", "author", "owner", "reviewer", "coOccursWith", "dependsOn")
"""Relations that say most of a thing; what mentions it comes last."""


def is_thing(doc: str) -> bool:
    """Whether an id is that of a thing (`term:jwt`) and not of a document."""
    return doc.startswith(_STARTS)


def fetch_thing_page(client: Client, thing: str) -> PageAnswer:
    """What the graph knows of a thing, as a page."""
    return page_of(client.explore(ExploreRequest(thing, hops=1, limit=_MOST_NODES)))


def page_of(answer: ExploreAnswer) -> PageAnswer:
    """The page of an answer's first node."""
    node = answer.nodes[0]
    nodes = {other.id: other for other in answer.nodes}
    groups: dict[tuple[str, bool], dict[str, list[Edge]]] = {}
    for edge in answer.edges:
        if node.id not in (edge.source, edge.target):
            continue
        is_incoming = edge.target == node.id and edge.relation != "coOccursWith"
        other = edge.source if edge.target == node.id else edge.target
        groups.setdefault((edge.relation, is_incoming), {}).setdefault(other, []).append(edge)
    order = {relation: place for place, relation in enumerate(_FIRST)}
    ordered = sorted(groups, key=lambda key: (order.get(key[0], len(order)), key[0] == "mentions", key[0], key[1]))
    body = "".join(_group(key, groups[key], nodes) for key in ordered)
    more = answer.total - len(answer.nodes)
    if more > 0:
        said = tr("%Ln more connection(s) are not shown.", "", more)
        body += f"<p><em>{escape(said)}</em></p>"
    return PageAnswer(
        *(node.id, node.title, f"<h1>{escape(node.title)}</h1>{_called(node)}{body}", (), (), kind_of(node), "", False),
        *(0, 0, "", "", 0, answer.revision),
    )


def kind_of(node: Node) -> str:
    """What a thing is, in words: its entity type, else its kind."""
    type = node.id.partition(":")[2].partition("/")[0] if node.kind is NodeKind.ENTITY else ""
    return type if type and "/" in node.id else tr(KINDS[node.kind].one)


def _called(node: Node) -> str:
    """Its other names."""
    called = tr("also called {names}").format(names=node.detail)
    return f"<p>{escape(called)}</p>" if node.detail else ""


def _group(key: tuple[str, bool], others: Mapping[str, Sequence[Edge]], nodes: Mapping[str, Node]) -> str:
    """One relation: a heading and those at its other end, the best connected first."""
    relation, is_incoming = key
    name = relation_name(relation, is_incoming=is_incoming)
    heading = f"{name[:1].upper()}{name[1:]}"
    known = sorted((nodes[id] for id in others if id in nodes), key=lambda node: (-node.weight, node.title.casefold()))
    rows = "".join(_row(node, others[node.id]) for node in known[:_MOST_IN_GROUP])
    more = len(known) - _MOST_IN_GROUP
    said = tr("and {count} more").format(count=number(more))
    rest = f"<p><em>{escape(said)}</em></p>" if more > 0 else ""
    count = f' <small class="thing-count">{number(len(known))}</small>'
    return f'<h2 id="{escape(relation)}{"-in" * is_incoming}">{escape(heading)}{count}</h2><ul>{rows}</ul>{rest}'


def _row(node: Node, edges: Iterable[Edge]) -> str:
    """One at the other end: its name leads to it, its evidence to the place that states the relation."""
    own, _, heading = node.id.partition("#") if node.kind is NodeKind.SECTION else (node.id, "", "")
    where = address(own, heading)
    is_named = node.kind not in (NodeKind.DOCUMENT, NodeKind.SECTION)
    what = f' <small class="thing-kind">{escape(kind_of(node))}</small>' if is_named else ""
    said = next((edge for edge in edges if edge.section), None)
    evidence = ""
    if said is not None:
        doc, _, anchor = said.section.partition("#")
        words = said.text.strip()
        place = written_at(said)
        label = " · ".join(filter(None, (f"“{words}”" if words else "", place)))
        if label:
            leads = address(doc, anchor, phrase(words), said.place)
            evidence = f' <a class="thing-evidence" href="{escape(leads)}"><bdi>{escape(label)}</bdi></a>'
    return f'<li><a href="{escape(where)}"><bdi>{escape(node.title or node.id)}</bdi></a>{what}{evidence}</li>'
