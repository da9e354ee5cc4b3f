"""What a node says of itself, and where opening it leads."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bookwheel.domain.document import TOP
from bookwheel.domain.graph import Edge, NodeKind
from bookwheel.gui.graph.view_model import Picture, Tie
from bookwheel.gui.graph.vocabulary import KINDS, made_by, relation_name
from bookwheel.gui.i18n.file_places import name_place
from bookwheel.gui.i18n.translation import number, tr
from bookwheel.gui.state.locations import Location, has_graph_page, section_location

_LONGEST_PHRASE = 8


@dataclass(frozen=True, slots=True)
class NodeTarget:
    """Where to go: a place to read, or words to search for."""

    place: Location | None = None
    words: str = ""
    in_new_tab: bool = False


def source_of(edge: Edge, title: str = "") -> Location:
    """Where an edge is stated: the section with its words marked."""
    place = section_location(edge.section or edge.source, phrase(edge.text), edge.place, title)
    return replace(place, anchor="") if place.anchor == TOP else place


def phrase(text: str) -> str:
    """A query that marks these words as they stand, empty for words that would not be found so."""
    words = text.replace('"', " ").split()
    return f'"{" ".join(words)}"' if 0 < len(words) <= _LONGEST_PHRASE else ""


def target_of(shown: Picture, row: int, *, in_new_tab: bool = False) -> NodeTarget | None:
    """Where a node leads; None for one that can only be looked at from within the graph.

    A document that links to the centre opens where it does so, others at their top or at the section linked to.
    """
    node = shown.nodes[row]
    if node.kind in (NodeKind.TAG, NodeKind.TYPE, NodeKind.CATEGORY):
        value = node.title if " " not in node.title else f'"{node.title}"'
        return NodeTarget(words=f"{node.kind.value}:{value}", in_new_tab=in_new_tab)
    if node.kind is NodeKind.BROKEN:
        edge = next((edge for tie in shown.around(row) for edge in tie.edges), None)
        return NodeTarget(source_of(edge), in_new_tab=in_new_tab) if edge is not None else None
    if node.kind is NodeKind.SECTION:
        doc, _, anchor = node.id.partition("#")
        return NodeTarget(Location(doc, anchor), in_new_tab=in_new_tab)
    if has_graph_page(node.id):
        return NodeTarget(Location(node.id, title=node.title), in_new_tab=in_new_tab)
    if node.kind is not NodeKind.DOCUMENT:
        return None
    stated = next(
        (edge for tie in shown.around(row) if tie.source == row and tie.target == shown.centre for edge in tie.edges),
        None,
    )
    if stated is not None and stated.section:
        return NodeTarget(source_of(stated, node.title), in_new_tab=in_new_tab)
    return NodeTarget(Location(node.doc or node.id, title=node.title), in_new_tab=in_new_tab)


def written_at(edge: Edge) -> str:
    """Where in its file an edge is stated, in words; empty for one without a line."""
    if edge.place is not None:
        return name_place(edge.place)
    return tr("line {number}").format(number=number(edge.line)) if edge.line else ""


def describe_node(shown: Picture, row: int) -> tuple[str, str]:
    """A node's title, and a line of what it is, how it is tied to the centre and in which words."""
    node = shown.nodes[row]
    kind = tr(KINDS[node.kind].one)
    ties = shown.around(row)
    to_centre = [tie for tie in ties if shown.centre in (tie.source, tie.target)] if row != shown.centre else []
    if to_centre:
        return node.title, f"{kind} · {_tied(shown, to_centre[0], row)}"
    count = tr("%Ln connection(s)", "", len(ties) + shown.folded[row])
    near = next((tie for tie in ties if row != shown.centre), None)
    return node.title, f"{kind} · {_tied(shown, near, row) if near is not None else count}"


def _tied(shown: Picture, tie: Tie, row: int) -> str:
    other = shown.nodes[tie.target if tie.source == row else tie.source].title
    words = f"{relation_name(tie.relation, is_incoming=tie.target == row)} {other}"
    edge = min(tie.edges, key=lambda edge: (not edge.text, edge.line))
    text = edge.text.strip("“”\"' ")
    if text and text.casefold() != other.casefold():
        words = tr("{words}: “{text}”").format(words=words, text=text)
    if edge.id:
        return f"{words}, {made_by(edge.by)}"
    return f"{words}, {written_at(edge)}" if edge.line else words
