"""A small graph that answers `explore` as the service does, for tests of the drawing and the table alone."""

from __future__ import annotations

from dataclasses import replace

from bookwheel.domain.annotations.manual_links import LinkEntry, LinksAnswer, LinksRequest
from bookwheel.domain.diagnostics import Mention, MentionsAnswer, MentionsRequest
from bookwheel.domain.errors import BadRequest
from bookwheel.domain.graph import Edge, ExploreAnswer, ExploreRequest, ExploreView, Node, NodeKind
from bookwheel.domain.reading import OutlineAnswer, OutlineEntry, OutlineRequest, Passage, ReadAnswer, ReadRequest

CENTRE = "shelf/wheel.md"
_D, _T = NodeKind.DOCUMENT, NodeKind.TAG


def document(name: str, title: str) -> Node:
    """A document of the shelf."""
    return Node(f"shelf/{name}.md", _D, title, f"shelf/{name}.md")


def link(source: str, target: str, line: int = 3, text: str = "the wheel", relation: str = "linksTo") -> Edge:
    """A link between two documents of the shelf, with its evidence."""
    return Edge(f"shelf/{source}.md", relation, f"shelf/{target}.md", f"shelf/{source}.md#part", line, text)


NODES = (
    document("wheel", "The bookwheel"),
    document("desk", "The desk"),
    document("cards", "Index cards"),
    document("gears", "Epicyclic gearing"),
    document("far", "A far shore"),
    Node("tag:history", _T, "history"),
    Node("person:ramelli", NodeKind.PERSON, "Agostino Ramelli"),
    Node("category:machines", NodeKind.CATEGORY, "machines"),
    Node("type:essay", NodeKind.TYPE, "essay"),
    Node("broken:shelf/lost.md", NodeKind.BROKEN, "lost.md"),
)
EDGES = (
    link("wheel", "desk", 12, "a flat place"),
    link("cards", "wheel", 7, "many volumes on one wheel"),
    link("cards", "wheel", 31, "turning"),
    link("wheel", "gears", 18, "gearing"),
    link("gears", "far", 4, "elsewhere"),
    link("desk", "cards", 9, "cards"),
    Edge(CENTRE, "hasTag", "tag:history"),
    Edge("shelf/desk.md", "hasTag", "tag:history"),
    Edge(CENTRE, "author", "person:ramelli"),
    Edge(CENTRE, "inCategory", "category:machines"),
    Edge(CENTRE, "hasType", "type:essay"),
    Edge(CENTRE, "brokenLinkTo", "broken:shelf/lost.md", f"{CENTRE}#part", 22, "the lost one"),
)


class GraphStandIn:
    """Answers from nodes and edges held in memory; `asked` keeps the requests."""

    def __init__(self, nodes: tuple[Node, ...] = NODES, edges: tuple[Edge, ...] = EDGES) -> None:
        self.nodes, self.edges = nodes, edges
        self.asked: list[ExploreRequest] = []
        self.by_hand: tuple[LinkEntry, ...] = ()

    def explore(self, request: ExploreRequest) -> ExploreAnswer:
        """The neighbourhood, the backlinks or the related of a node."""
        self.asked.append(request)
        if request.view is ExploreView.BACKLINKS:
            edges = tuple(each for each in self.edges if each.target == request.node and each.relation == "linksTo")
            return self._answer({each.source: 1 for each in edges}, edges)
        if request.view is ExploreView.RELATED:
            near = replace(self._node("shelf/desk.md"), detail="1 tag and 2 links in common", weight=0.5)
            return ExploreAnswer((near,), (), 1, 1, 1)
        walked = [each for each in self.edges if not request.relation or each.relation == request.relation]
        hops = {request.node: 0}
        for hop in range(1, request.hops + 1):
            for edge in walked:
                for here, there in ((edge.source, edge.target), (edge.target, edge.source)):
                    if hops.get(here, hop) < hop:
                        hops.setdefault(there, hop)
        return self._answer(hops, tuple(each for each in walked if each.source in hops and each.target in hops))

    def outline(self, request: OutlineRequest) -> OutlineAnswer:
        """Three headings below the text before the first."""
        rows = (("top", "", 0), ("turning", "Turning", 2), ("gears", "Its gears", 3), ("readers", "Readers", 2))
        entries = tuple(
            OutlineEntry(f"{request.doc}#{anchor}", title, level, level, 10, 10, (at, at + 1))
            for at, (anchor, title, level) in enumerate(rows)
        )
        return OutlineAnswer(request.doc, "The bookwheel", 40, entries, 1, 0, 1.0)

    def mentions(self, request: MentionsRequest) -> MentionsAnswer:
        """One section that names the document without a link."""
        named = Mention(
            "shelf/far.md", "A far shore", "shelf/far.md#sea", "The sea", "like the bookwheel there", (5, 18)
        )
        return MentionsAnswer((named,), 1, 1)

    def links(self, request: LinksRequest) -> LinksAnswer:
        """What was linked by hand."""
        return LinksAnswer(self.by_hand, len(self.by_hand), 1)

    def read(self, request: ReadRequest) -> ReadAnswer:
        """Sections that hold every link's words on its line; fifty at most, as the service has it."""
        if not 1 <= len(request.targets) <= 50:
            raise BadRequest("Name 1 to 50 documents or sections to read.")
        lines = [""] * 60
        for each in self.edges:
            lines[each.line] = f"So *it* turns: [{each.text}](there.md), says line {each.line}."
        found = tuple(
            Passage(each.partition("#")[0], each, "Part", "Document", (), (0, 59), "\n".join(lines), "", "")
            for each in request.targets
        )
        return ReadAnswer(found, "", 1, 0, 1.0)

    def _node(self, node: str) -> Node:
        return next(each for each in self.nodes if each.id == node)

    def _answer(self, hops: dict[str, int], edges: tuple[Edge, ...]) -> ExploreAnswer:
        nodes = [replace(each, hops=hops[each.id]) for each in self.nodes if each.id in hops]
        nodes.sort(key=lambda each: each.hops)
        return ExploreAnswer(tuple(nodes), edges, len(nodes), 1, 1)
