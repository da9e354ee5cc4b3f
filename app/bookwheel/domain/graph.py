"""The graph of the library: what stands in it, how it is connected, and where that is written."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from bookwheel.domain.messages import Message
from bookwheel.domain.places import FilePlace
from bookwheel.domain.search import Filter


class NodeKind(StrEnum):
    """What a node stands for."""

    COLLECTION = "collection"
    DOCUMENT = "document"
    SECTION = "section"
    TYPE = "type"
    CATEGORY = "category"
    TAG = "tag"
    TOPIC = "topic"
    PERSON = "person"
    ENTITY = "entity"
    TERM = "term"
    PROJECT = "project"
    CODE = "code"
    LANGUAGE = "language"
    FRAMEWORK = "framework"
    COMMIT = "commit"
    BRANCH = "branch"
    REPOSITORY = "repository"
    MEMORY = "memory"
    AGENT = "agent"
    SESSION = "session"
    BROKEN = "broken"


class ExploreView(StrEnum):
    """What `explore` shows of its node: all within the hops, what links to it, or what has most in common with it."""

    NEIGHBOURS = "neighbours"
    BACKLINKS = "backlinks"
    RELATED = "related"


@dataclass(frozen=True, slots=True)
class Node:
    """A vertex. `id` is a document's or section's id, or its kind and key: tag:x, type:x, category:x, person:x,
    topic:collection/x, collection:slug, broken:target, memory:id, and those of things (see `domain/things.py`). `doc`
    names the document that it belongs to; `weight` is its degree; `detail` is a section's document, or other names of a
    thing.
    """

    id: str
    kind: NodeKind
    title: str
    doc: str = ""
    detail: str = ""
    hops: int = 0
    weight: float = 1.0


@dataclass(frozen=True, slots=True)
class Reason:
    """Why two documents are related.

    `kind` is linked both ways, linked to, links here, linked by hand, or what they share: tag, category, topic, author,
    owner, reviewer, link to, thing. `names` are the first labels or documents that they share, `count` how many
    there are.
    """

    kind: str
    names: tuple[str, ...] = ()
    count: int = 1


@dataclass(frozen=True, slots=True)
class Edge:
    """A relation from one node to another with its evidence: the section's id, its line (from 1) and its words.

    The line is one of the text; `place` is where in its file that is, for formats that are not read line by line.
    One that was linked by hand (relation `manual`) has its words from who made it: its name in `text` and perhaps a
    `note`; `id` is what takes it away, `by` and `at` (ISO 8601) say who made it and when. `related_by` is
    what `text` says of a relation `relatedTo`.
    """

    source: str
    relation: str
    target: str
    section: str = ""
    line: int = 0
    text: str = ""
    weight: float = 1.0
    id: str = ""
    note: str = ""
    by: str = ""
    at: str = ""
    related_by: tuple[Reason, ...] = ()
    place: FilePlace | None = None


@dataclass(frozen=True, slots=True)
class ExploreRequest:
    """A look into the graph: around `node` (0 to 3 hops), along one `relation`, or the shortest path `to` another node.

    Without a node, or at `level` schema, the classes and relations with their counts. `kinds` keeps only nodes of some
    kinds; `limit` is 1 to 1,000 nodes. `ways` (1 to 5) asks for other paths `to` it that are as short.
    """

    node: str = ""
    view: ExploreView = ExploreView.NEIGHBOURS
    level: str = "data"
    hops: int = 1
    relation: str = ""
    to: str = ""
    kinds: tuple[NodeKind, ...] = ()
    limit: int = 50
    ways: int = 1


@dataclass(frozen=True, slots=True)
class ExploreAnswer:
    """Nodes, nearest first, and the edges between them; `path` names the nodes from `node` to `to`, in order, and
    `paths` has it with others as short, where more than one was asked for.

    `graph_revision` is the revision that the graph has reached; it may stay behind `revision` for a moment.
    """

    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]
    total: int
    revision: int
    graph_revision: int
    pending: int | None = 0
    path: tuple[str, ...] = ()
    notices: tuple[Message, ...] = ()
    paths: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class QueryRequest:
    """A read-only SPARQL query over the library's ontology; at most `limit` rows (1 to 1,000).

    `cursor` is that of the answer before, for the rows that follow.
    """

    sparql: str
    limit: int = 100
    cursor: str = ""


@dataclass(frozen=True, slots=True)
class QueryPart:
    """A part of the ontology to be asked alone: a key that tells it from others, and its text when it is wanted.

    `collections` are those that the part shows; a part of one caller alone has none.
    """

    key: str
    text: Callable[[], str]
    collections: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class QueryAnswer:
    """Rows in the order of `columns`, terms as text (IRIs without brackets, literals without quotes).

    `is_cut` says that there are more rows; `cursor` brings them, as far as they are kept.
    """

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    is_cut: bool
    graph_revision: int
    took_ms: float = 0.0
    notices: tuple[Message, ...] = ()
    cursor: str = ""


@dataclass(frozen=True, slots=True)
class QueryResult:
    """The first rows of a query, those that follow, and whether there are still more."""

    first: QueryAnswer
    following: tuple[tuple[str, ...], ...] = ()
    is_cut: bool = False


@dataclass(frozen=True, slots=True)
class ContextRequest:
    """A question whose evidence is wanted within a budget of tokens (200 to 16,000); `depth` is 0 to 2 hops.

    Passages come from sections that pass the `filters`; facts may lead out of them. `weights` are those of this call,
    as in `SearchRequest`.
    """

    question: str
    budget: int = 4000
    depth: int = 1
    filters: tuple[Filter, ...] = ()
    weights: str = ""


@dataclass(frozen=True, slots=True)
class Evidence:
    """A passage of a section, or all of it: the section's id and address, its own lines, text and place in a file.

    `is_cut` says that it ends within its last sentence or block, for want of room. `url` is the section's address on
    the web, for documents that have one.
    """

    section: str
    doc: str
    title: str
    breadcrumb: tuple[str, ...]
    lines: tuple[int, int]
    text: str
    score: float
    uri: str
    is_cut: bool = False
    place: FilePlace | None = None
    url: str = ""


@dataclass(frozen=True, slots=True)
class Fact:
    """One statement of the graph as a sentence, with the section and line that it rests on; `place` as in `Edge`.

    `score`, from 0 to 1, says how near it is to the question: 1 for what the question names best. `path` names the
    nodes, in order, of a fact that says how two of them are joined.
    """

    sentence: str
    section: str = ""
    line: int = 0
    place: FilePlace | None = None
    score: float = 0.0
    path: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ContextAnswer:
    """Evidence for a question, within its budget: `tokens` counts characters / 4 of all of it.

    Documents follow each other by their best passage, the passages of one as they stand in it.
    """

    question: str
    passages: tuple[Evidence, ...]
    facts: tuple[Fact, ...]
    tokens: int
    revision: int
    pending: int | None
    coverage: float
    notices: tuple[Message, ...] = ()


@dataclass(frozen=True, slots=True)
class ExportRequest:
    """The graph of one collection (all, when empty) in a format: turtle, n-quads, json-ld, graphml or
    gexf; a part at a time.

    With reifiers, turtle and n-quads also say in RDF 1.2 which statement a link is evidence of.
    """

    collection: str = ""
    format: str = "turtle"
    cursor: str = ""
    has_reifiers: bool = False


@dataclass(frozen=True, slots=True)
class ExportAnswer:
    """A part of an export; the parts after one another are the whole, and the last has no cursor."""

    content: str
    cursor: str
    documents: int
    graph_revision: int
