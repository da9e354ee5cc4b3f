"""The page of a thing: what it is, its relations with the places that state them, and when those changed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape

from bookwheel.client.connection import Client
from bookwheel.domain.annotations.same_things import NamedThing, SameEntry, SameListAnswer, SameListRequest
from bookwheel.domain.errors import BookwheelError
from bookwheel.domain.graph import Edge, ExploreAnswer, ExploreRequest, Node, NodeKind
from bookwheel.domain.history import Change, ChangesRequest
from bookwheel.domain.page import PageAnswer
from bookwheel.domain.reading import OutlineAnswer, OutlineEntry
from bookwheel.gui.graph.node_actions import phrase, written_at
from bookwheel.gui.graph.vocabulary import KINDS, relation_name
from bookwheel.gui.i18n.translation import day, number, tr
from bookwheel.gui.state.locations import address

_MOST_NODES = 300
_MOST_IN_GROUP = 40
_MOST_PLACES = 3
"""Places that state a relation which are shown with it."""
_MOST_MARKED = 8
"""Words of such a place that are marked there."""
_MOST_CHANGES = 30
TIMELINE = "timeline"
_NOTHING_SAME = SameListAnswer((), 0, 0)
_FIRST = ("defines", "describes", "author", "owner", "reviewer", "coOccursWith", "dependsOn")
"""Relations that say most of a thing; what mentions it comes last."""


_Groups = dict[tuple[str, bool], dict[str, list[Edge]]]
"""By relation, and whether it leads here: those at the other end, each with the edges to it."""


def fetch_thing_page(client: Client, thing: str) -> PageAnswer:
    """What the graph knows of a thing, as a page."""
    answer = client.explore(ExploreRequest(thing, hops=1, limit=_MOST_NODES))
    docs = documents_of(answer)
    changes: tuple[Change, ...] = ()
    if docs:
        try:
            changes = client.changes(ChangesRequest("1970-01-02", limit=_MOST_CHANGES, docs=docs)).changes
        except BookwheelError:
            changes = ()  # the page is worth reading without its timeline
    try:
        same = client.same_decisions(SameListRequest(answer.nodes[0].id))
    except BookwheelError:
        same = _NOTHING_SAME  # likewise
    return page_of(answer, changes, same)


def fetch_thing_outline(client: Client, thing: str) -> OutlineAnswer:
    """The relations of a thing, as the sections of its page."""
    return outline_of(client.explore(ExploreRequest(thing, hops=1, limit=_MOST_NODES)))


def outline_of(answer: ExploreAnswer) -> OutlineAnswer:
    """The headings of the page of an answer's first node."""
    node = answer.nodes[0]
    heads = [(_anchor(key), _heading(key)) for key in _ordered(_grouped(answer))]
    if documents_of(answer):
        heads.append((TIMELINE, tr("Timeline")))
    entries = (OutlineEntry(f"{node.id}#{anchor}", title, 2, 0, 0, 0, (1, 1)) for anchor, title in heads)
    return OutlineAnswer(node.id, node.title, 0, tuple(entries), answer.revision, answer.pending, 1.0)


def documents_of(answer: ExploreAnswer) -> tuple[str, ...]:
    """The documents that state something of an answer's first node."""
    centre = answer.nodes[0].id
    stated = (edge.section or edge.source for edge in answer.edges if centre in (edge.source, edge.target))
    docs = (place.partition("#")[0] for place in stated)
    return tuple(dict.fromkeys(doc for doc in docs if "/" in doc.partition(":")[0]))


def page_of(answer: ExploreAnswer, changes: Sequence[Change] = (), same: SameListAnswer = _NOTHING_SAME) -> PageAnswer:
    """The page of an answer's first node, with the changes of the documents that name it, newest first."""
    node = answer.nodes[0]
    nodes = {other.id: other for other in answer.nodes}
    groups = _grouped(answer)
    body = "".join(_group(key, groups[key], nodes) for key in _ordered(groups))
    more = answer.total - len(answer.nodes)
    if more > 0:
        said = tr("%Ln more connection(s) are not shown.", "", more)
        body += f"<p><em>{escape(said)}</em></p>"
    body += _timeline(changes)
    head = _summary(node, answer) + _same(node, same)
    return PageAnswer(
        *(node.id, node.title, f"<h1>{escape(node.title)}</h1>{head}{body}", (), (), kind_of(node)),
        *("", False, 0, 0, "", "", 0, answer.revision),
    )


def _grouped(answer: ExploreAnswer) -> _Groups:
    node = answer.nodes[0]
    groups: _Groups = {}
    for edge in answer.edges:
        if node.id not in (edge.source, edge.target):
            continue
        is_incoming = edge.target == node.id and edge.relation != "coOccursWith"
        other = edge.source if edge.target == node.id else edge.target
        groups.setdefault((edge.relation, is_incoming), {}).setdefault(other, []).append(edge)
    return groups


def _ordered(groups: _Groups) -> list[tuple[str, bool]]:
    order = {relation: place for place, relation in enumerate(_FIRST)}
    return sorted(groups, key=lambda key: (order.get(key[0], len(order)), key[0] == "mentions", key[0], key[1]))


def _anchor(key: tuple[str, bool]) -> str:
    relation, is_incoming = key
    return f"{relation}-in" if is_incoming else relation


def _heading(key: tuple[str, bool]) -> str:
    relation, is_incoming = key
    name = relation_name(relation, is_incoming=is_incoming)
    return f"{name[:1].upper()}{name[1:]}"


def kind_of(node: Node) -> str:
    """What a thing is, in words: its entity type, else its kind."""
    type = node.id.partition(":")[2].partition("/")[0] if node.kind is NodeKind.ENTITY else ""
    return type if type and "/" in node.id else tr(KINDS[node.kind].one)


def _summary(node: Node, answer: ExploreAnswer) -> str:
    """Its other names, and how many documents speak of it."""
    called = tr("Also called {names}").format(names=node.detail) if node.detail else ""
    docs = len(documents_of(answer))
    named = tr("Named in %Ln document(s)", "", docs) if docs else ""
    said = " · ".join(filter(None, (called, named)))
    return f'<p class="thing-summary"><bdi>{escape(said)}</bdi></p>' if said else ""


def _same(node: Node, same: SameListAnswer) -> str:
    """What goes by its id, and others with one of its names, those that a person told apart first."""
    ids = {node.id, *(one.id for one in same.joined)}
    apart = {
        other.id: other.title
        for entry in same.entries
        for one, other in _both_ways(entry)
        if not entry.decision.is_same and one.id in ids and other.id not in ids
    }
    joined = [escape(f"{one.title} ({one.id})") for one in same.joined]
    links = [_named(id, title) for id, title in apart.items()]
    others = [_named(one.id, one.title) for one in same.namesakes if one.id not in apart]
    said = (
        (tr("The same as {names}"), joined),
        (tr("Not the same as {names}"), links),
        (tr("Others with this name: {names}"), others),
    )
    lines = (
        escape(text).format(names=", ".join(f"<bdi>{one}</bdi>" for one in names)) for text, names in said if names
    )
    return "".join(f'<p class="thing-summary">{line}</p>' for line in lines)


def _both_ways(entry: SameEntry) -> Iterator[tuple[NamedThing, NamedThing]]:
    decision = entry.decision
    if entry.is_first_there and entry.is_other_there:
        yield decision.first, decision.other
        yield decision.other, decision.first


def _named(id: str, title: str) -> str:
    return f'<a href="{escape(address(id))}">{escape(f"{title} ({id})")}</a>'


def _timeline(changes: Sequence[Change]) -> str:
    """The days that documents which name it state, and when these changed: by commits, else by times of files."""
    if not changes:
        return ""
    rows = "".join(_changed(change) for change in changes)
    return f'<h2 id="{TIMELINE}">{escape(tr("Timeline"))}</h2><ul class="thing-timeline">{rows}</ul>'


def _changed(change: Change) -> str:
    links = ", ".join(
        f'<a href="{escape(address(one.doc))}"><bdi>{escape(one.title or one.doc)}</bdi></a>'
        for one in change.documents
    )
    more = tr("and {count} more").format(count=number(change.more)) if change.more else ""
    who = " · ".join(filter(None, (change.by, change.title, change.field)))
    said = f' <small class="thing-kind"><bdi>{escape(who)}</bdi></small>' if who else ""
    when = f'<time datetime="{escape(change.at)}">{escape(day(change.at))}</time>'
    return f"<li>{when} {links} {escape(more)}{said}</li>"


def _group(key: tuple[str, bool], others: Mapping[str, Sequence[Edge]], nodes: Mapping[str, Node]) -> str:
    """One relation: a heading and those at its other end, the best connected first."""
    known = sorted((nodes[id] for id in others if id in nodes), key=lambda node: (-node.weight, node.title.casefold()))
    rows = "".join(_row(node, others[node.id]) for node in known[:_MOST_IN_GROUP])
    more = len(known) - _MOST_IN_GROUP
    said = tr("and {count} more").format(count=number(more))
    rest = f"<p><em>{escape(said)}</em></p>" if more > 0 else ""
    count = f' <small class="thing-count">{number(len(known))}</small>'
    return f'<h2 id="{escape(_anchor(key))}">{escape(_heading(key))}{count}</h2><ul>{rows}</ul>{rest}'


def _row(node: Node, edges: Iterable[Edge]) -> str:
    """One at the other end: its name leads to it, its evidence to the place that states the relation."""
    own, _, heading = node.id.partition("#") if node.kind is NodeKind.SECTION else (node.id, "", "")
    where = address(own, heading)
    is_named = node.kind not in (NodeKind.DOCUMENT, NodeKind.SECTION)
    what = f' <small class="thing-kind">{escape(kind_of(node))}</small>' if is_named else ""
    evidence = "".join(_evidence(edge, own) for edge in _places(edges))
    return f'<li><a href="{escape(where)}"><bdi>{escape(node.title or node.id)}</bdi></a>{what}{evidence}</li>'


def _places(edges: Iterable[Edge]) -> list[Edge]:
    """The first places that state a relation, each once."""
    stated = {(edge.section, edge.line): edge for edge in reversed(list(edges)) if edge.section}
    return sorted(stated.values(), key=lambda edge: (edge.section, edge.line))[:_MOST_PLACES]


def _evidence(edge: Edge, row: str) -> str:
    """A link to the place that states a relation, where its words are marked; its file where the row is another."""
    doc, _, anchor = edge.section.partition("#")
    words = edge.text.strip()
    file = doc.rpartition("/")[2] if doc != row else ""
    label = " · ".join(filter(None, (f"“{words}”" if words else "", file, written_at(edge))))
    if not label:
        return ""
    marked = phrase(" ".join(words.split()[:_MOST_MARKED]))
    leads = address(doc, anchor, marked, edge.place)
    return f' <a class="thing-evidence" href="{escape(leads)}"><bdi>{escape(label)}</bdi></a>'
