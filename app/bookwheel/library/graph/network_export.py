"""The graph as a network for programs that draw and measure networks: GraphML and GEXF, a part at a time."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from xml.sax.saxutils import escape, quoteattr

from bookwheel.domain.errors import BadRequest, NotReady
from bookwheel.domain.graph import ExportAnswer, ExportRequest, NodeKind
from bookwheel.domain.search import Filter, Scope
from bookwheel.library.graph import graph_facets
from bookwheel.library.snapshot.graph_arrays import Graph
from bookwheel.library.snapshot.index_lag import GRAPH_MISSING
from bookwheel.library.snapshot.snapshot import Snapshot

PORTION = 5000
"""Nodes and edges in one part."""

_NODE = ("id", "kind", "collection", "other_names")
_EDGE = ("relation", "section", "line", "words", "by")
_NO_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@dataclass(frozen=True, slots=True)
class _Form:
    """How a format writes its frame, a node and an edge; the frame between nodes and edges is `middle`."""

    start: str
    middle: str
    end: str
    node: Callable[[Graph, int], str]
    edge: Callable[[Graph, int], str]


def export(request: ExportRequest, scope: Scope, snapshot: Snapshot | None, graph: Graph | None) -> ExportAnswer:
    """A part of the graph of a collection, or of all that the graph holds.

    Raises:
        NotReady: while there is no graph.
        BadRequest: as `part` does.
    """
    if snapshot is None or graph is None:
        raise NotReady(GRAPH_MISSING)
    wanted = (Filter("collection", (request.collection,)),) if request.collection else ()
    mask = snapshot.facets.document_mask(wanted, scope) if wanted else None
    return part(graph_facets.part(graph, snapshot, mask), request.format, request.cursor)


def part(graph: Graph, format: str, cursor: str) -> ExportAnswer:
    """The part of a graph that follows a cursor; an empty one begins.

    Raises:
        BadRequest: for a cursor of another export, or of a graph that has changed since.
    """
    form, start = FORMATS[format], 0
    nodes = len(graph.ids)
    total = nodes + len(graph.relations)
    if cursor:
        told, _, at = cursor.partition("/")
        revision, _, size = told.partition("-")
        if not (revision.isdecimal() and size.isdecimal() and at.isdecimal()) or not 0 < int(at) < int(size):
            raise BadRequest("The cursor does not belong to an export.")
        if (int(revision), int(size)) != (graph.revision, total):
            raise BadRequest("The graph changed while it was exported. Export it again.")
        start = int(at)
    end = min(total, start + PORTION)
    content = "".join(_pieces(graph, form, start, end))
    documents = sum(1 for node in range(start, min(end, nodes)) if graph.kind(node) is NodeKind.DOCUMENT)
    return ExportAnswer(content, f"{graph.revision}-{total}/{end}" if end < total else "", documents, graph.revision)


def _pieces(graph: Graph, form: _Form, start: int, end: int) -> Iterator[str]:
    nodes = len(graph.ids)
    if not start:
        yield form.start
    for number in range(start, end):
        if number == nodes:
            yield form.middle
        yield form.node(graph, number) if number < nodes else form.edge(graph, number - nodes)
    if end == nodes + len(graph.relations):
        yield form.middle * (end == nodes) + form.end


def _of_node(graph: Graph, number: int) -> tuple[str, ...]:
    code = int(graph.collection_of[number])
    others = ", ".join(graph.aliases_of.get(number, ()))
    return graph.ids[number], graph.kind(number).value, graph.collections[code] if code >= 0 else "", others


def _of_edge(graph: Graph, number: int) -> tuple[str, ...]:
    edge = graph.edge(number, is_rolled=False)
    return edge.relation, edge.section, str(edge.line or ""), edge.text, edge.by


def _clean(text: str) -> str:
    """Text without what XML cannot hold."""
    return _NO_XML.sub("\ufffd", text)


def _written(names: tuple[str, ...], values: tuple[str, ...]) -> str:
    pairs = zip(names, values, strict=True)
    return "".join(f'<data key="{name}">{escape(_clean(value))}</data>' for name, value in pairs if value)


def _values(names: tuple[str, ...], values: tuple[str, ...]) -> str:
    pairs = zip(names, values, strict=True)
    rows = "".join(f'<attvalue for="{name}" value={quoteattr(_clean(value))}/>' for name, value in pairs if value)
    return f"<attvalues>{rows}</attvalues>"


def _graphml_node(graph: Graph, number: int) -> str:
    label = _written(("label",), (graph.titles[number],))
    return f'<node id="n{number}">{label}{_written(_NODE, _of_node(graph, number))}</node>\n'


def _graphml_edge(graph: Graph, number: int) -> str:
    ends = f'source="n{int(graph.sources[number])}" target="n{int(graph.targets[number])}"'
    return f'<edge id="e{number}" {ends}>{_written(_EDGE, _of_edge(graph, number))}</edge>\n'


def _gexf_node(graph: Graph, number: int) -> str:
    label = quoteattr(_clean(graph.titles[number] or graph.ids[number]))
    return f'<node id="n{number}" label={label}>{_values(_NODE, _of_node(graph, number))}</node>\n'


def _gexf_edge(graph: Graph, number: int) -> str:
    values = _of_edge(graph, number)
    ends = f'source="n{int(graph.sources[number])}" target="n{int(graph.targets[number])}"'
    return f'<edge id="e{number}" {ends} label={quoteattr(values[0])}>{_values(_EDGE, values)}</edge>\n'


def _keys(kind: str, names: tuple[str, ...]) -> str:
    return "".join(f'<key id="{name}" for="{kind}" attr.name="{name}" attr.type="string"/>\n' for name in names)


def _attributes(kind: str, names: tuple[str, ...]) -> str:
    rows = "".join(f'<attribute id="{name}" title="{name}" type="string"/>\n' for name in names)
    return f'<attributes class="{kind}">\n{rows}</attributes>\n'


_XML = '<?xml version="1.0" encoding="UTF-8"?>\n'

FORMATS = {
    "graphml": _Form(
        f'{_XML}<graphml xmlns="http://graphml.graphdrawing.org/xmlns">\n{_keys("node", ("label", *_NODE))}'
        f'{_keys("edge", _EDGE)}<graph edgedefault="directed">\n',
        "",
        "</graph>\n</graphml>\n",
        _graphml_node,
        _graphml_edge,
    ),
    "gexf": _Form(
        f'{_XML}<gexf xmlns="http://gexf.net/1.3" version="1.3">\n<graph defaultedgetype="directed">\n'
        f"{_attributes('node', _NODE)}{_attributes('edge', _EDGE)}<nodes>\n",
        "</nodes>\n<edges>\n",
        "</edges>\n</graph>\n</gexf>\n",
        _gexf_node,
        _gexf_edge,
    ),
}
"""The formats, by their names."""
