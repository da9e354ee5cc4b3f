"""What a row of an answer says and leads to, and the graph that rows make."""

from __future__ import annotations

from collections import Counter
from functools import partial
from urllib.parse import unquote

from bookwheel.domain.document import TOP
from bookwheel.domain.graph import Edge, Node, NodeKind, QueryAnswer
from bookwheel.gui.graph.view_model import Picture, Tie
from bookwheel.gui.state.locations import Location
from bookwheel.gui.widgets.table import Column

Row = tuple[str, ...]
MOST_DRAWN = 300
"""Nodes of a graph at most, those of the first rows."""
_OURS, _VOCABULARY = "urn:bookwheel:", "urn:bookwheel:ontology#"
_DOC, _LINK = f"{_OURS}doc:", f"{_OURS}link:"
_LABELS = (NodeKind.TAG, NodeKind.TYPE, NodeKind.CATEGORY)


def shorten_term(term: str) -> str:
    """A term as a person reads it: ids for documents and sections, prefixes for the rest of the library."""
    for prefix, short in ((_VOCABULARY, "bw:"), (_DOC, ""), (_OURS, "")):
        if term.startswith(prefix):
            return short + unquote(term[len(prefix) :])
    return term


def leads_to(term: str) -> Location | str | None:
    """The place that a term names, or the words that search for a label; None for what can only be read."""
    if term.startswith(_LINK):
        return Location(shorten_term(term).removeprefix("link:").partition("#")[0])
    node = _node(term)
    return None if node is None else target_of(node)


def target_of(node: Node) -> Location | str | None:
    """Where a node of an answer's graph leads, likewise."""
    if node.doc:
        anchor = node.id.partition("#")[2]
        return Location(node.doc, "" if anchor == TOP else anchor)
    return f'{node.kind.value}:"{node.title}"' if node.kind in _LABELS else None


def columns_of(answer: QueryAnswer, width: int) -> tuple[Column[Row], ...]:
    """The answer's variables as columns that share a width in pixels; numbers sort as numbers."""
    column_width = max(120, width // max(1, len(answer.columns)))
    return tuple(
        Column(f"?{name}", column_width, partial(_cell, at), partial(_order, at))
        for at, name in enumerate(answer.columns)
    )


def _cell(at: int, row: Row) -> str:
    return shorten_term(row[at])


def _order(at: int, row: Row) -> tuple[bool, float, str]:
    try:
        return False, float(row[at]), ""
    except ValueError:
        return True, 0.0, shorten_term(row[at]).casefold()


def build_picture(answer: QueryAnswer) -> Picture:
    """The graph that rows make: what of the library stands in one row is tied, from left to right.

    A tie is called by the relation between its ends, where the row names one, else by the column of its far end.
    """
    nodes: dict[str, Node] = {}
    edges: dict[tuple[str, str, str], Edge] = {}
    for row in answer.rows:
        near, relation = "", ""
        for column, term in zip(answer.columns, row, strict=True):
            if term.startswith(_VOCABULARY):
                relation = term[len(_VOCABULARY) :]
                continue
            node = _node(term)
            if node is None or (node.id not in nodes and len(nodes) >= MOST_DRAWN):
                continue
            nodes.setdefault(node.id, node)
            if near and near != node.id:
                edge = Edge(near, relation or column, node.id)
                edges.setdefault((edge.source, edge.relation, edge.target), edge)
            near, relation = node.id, ""
    rows = {id: at for at, id in enumerate(nodes)}
    ties = tuple(Tie(rows[edge.source], rows[edge.target], edge.relation, (edge,)) for edge in edges.values())
    kinds = Counter(node.kind for node in nodes.values())
    relations = Counter(tie.relation for tie in ties)
    return Picture(tuple(nodes.values()), ties, -1, (0,) * len(nodes), dict(kinds), dict(relations))


def _node(term: str) -> Node | None:
    id = shorten_term(term)
    if term.startswith(_DOC):
        doc, is_section, anchor = id.partition("#")
        title = anchor if is_section else doc.rpartition("/")[2]
        return Node(id, NodeKind.SECTION if is_section else NodeKind.DOCUMENT, title, doc)
    kind, _, name = id.partition(":") if term.startswith(_OURS) else ("", "", "")
    return Node(id, NodeKind(kind), name) if kind in {known.value for known in NodeKind} and name else None
