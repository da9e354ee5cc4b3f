"""Asking and answering: queries, filters, hits and why they rank."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from bookwheel.domain.messages import Message
from bookwheel.domain.places import FilePlace, PlaceKind


class Mode(StrEnum):
    """Which legs answer a query; literal asks for the text as it is written."""

    AUTO = "auto"
    KEYWORD = "keyword"
    SEMANTIC = "semantic"
    GRAPH = "graph"
    HYBRID = "hybrid"
    LITERAL = "literal"


PASSAGE_MODES = (Mode.AUTO, Mode.KEYWORD, Mode.SEMANTIC, Mode.HYBRID)
"""Modes that find what is like a passage."""


class Order(StrEnum):
    """How hits follow one another: by fitness, by their title, the newest first, or as the documents lie in folders."""

    BEST = "best"
    TITLE = "title"
    DATE = "date"
    PLACE = "place"


@dataclass(frozen=True, slots=True)
class Filter:
    """A facet restriction: any of `values` (OR); several filters are joined by AND; `is_negated` excludes.

    Fields: collection, type, category, tag, language, path (prefix or glob), level (of the heading), has (code, table,
    image, link, task, note), after and before (ISO dates), and any front matter field. A category or tag a/b is also
    found by a. A value such as `>3`, `<=2025-03` or `3..5` compares.
    """

    field: str
    values: tuple[str, ...]
    is_negated: bool = False


@dataclass(frozen=True, slots=True)
class Scope:
    """What a caller may see and do: `collections` None for everything, else their slugs; `filters` narrow it further.

    `client` is the agent that asks, whose memories it may see; empty for the person's own programs. `may_remember` says
    that it may keep memories as well, `may_read_annotations` that it may read annotations and the reading list.
    `may_write` names the collections into which it may bring documents, which it need not see. `by_collection` has
    further filters of single collections, by their slugs; of one that is there several times, all is shown that any of
    them shows.
    """

    collections: tuple[str, ...] | None = None
    client: str = ""
    may_remember: bool = False
    filters: tuple[Filter, ...] = ()
    may_read_annotations: bool = False
    may_write: tuple[str, ...] = ()
    by_collection: tuple[tuple[str, tuple[Filter, ...]], ...] = ()

    @property
    def is_open(self) -> bool:
        """Whether nothing is hidden from the caller."""
        return self.collections is None and not self.filters and not self.by_collection


EVERYTHING = Scope()


@dataclass(frozen=True, slots=True)
class SearchRequest:
    """A query with operators in its words (`"phrase" -not OR prefix* title:x has:code tag:x path: after: status:done`).

    `limit` is 1 to 100 sections; `facets` names what to count over everything that matches: any field of front matter,
    labels, path, level, has, or fields, each with `facet_values` values at most (0 for many, and what is left out is
    not said); `is_prefix` treats
    the last word as unfinished, as while typing. In any `order` but the best first stand, of the 2,000 that fit best,
    those that hold every word, if there are such. `is_located` asks for the line of each snippet in long sections.
    `weights` are those of this call: a preset, or three numbers as in `0.3,0.7,0.1`; empty for those of the settings.
    `is_words_first` puts hits that hold every word before the others, `is_by_document` lists the best hit of each
    document alone; both keep the ranking otherwise. `within` asks for the hits of one document, of those found
    everywhere. In the mode literal the query is a text as it is written, in whatever case unless
    `is_case_sensitive`; with `is_regex` it is a regular expression, as one typed between slashes is in every mode.

    `like` asks for what is like a passage: the id of a document, of a section (`#anchor` or `#Heading`) or of lines
    (`:12-30`), or any text, of which `like_from` names the section that it was taken from. The words of the query then
    narrow the hits down. Where matches lie far apart in a long section, `snippets` places of it are shown, 3 at most.
    `folds_copies` leaves out what says the same as a better hit, which then names it; in the order best, and where hits
    of all documents are asked for.
    """

    query: str
    mode: Mode = Mode.AUTO
    filters: tuple[Filter, ...] = ()
    limit: int = 10
    cursor: str = ""
    explain: bool = False
    facets: tuple[str, ...] = ()
    is_prefix: bool = False
    order: Order = Order.BEST
    is_located: bool = False
    weights: str = ""
    is_words_first: bool = False
    is_by_document: bool = False
    within: str = ""
    facet_values: int = 0
    is_regex: bool = False
    is_case_sensitive: bool = False
    like: str = ""
    like_from: str = ""
    snippets: int = 1
    folds_copies: bool = False


@dataclass(frozen=True, slots=True)
class TermScore:
    """What one query term gave a hit: its frequency in each field and its part of the keyword score."""

    term: str
    idf: float
    score: float
    fields: tuple[tuple[str, float], ...]


@dataclass(frozen=True, slots=True)
class LegScore:
    """One leg's part in a hit: `rank` from 1; `share` 0 to 1 of the leg's best.

    `leg` is keyword, semantic or graph; where a reranker put the first hits in order also reranker, and fused for what
    there was before.
    """

    leg: str
    rank: int
    score: float
    share: float
    terms: tuple[TermScore, ...] = ()


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why a hit ranks: every leg's score and what was added to it (`boosts`: exact title, collection weight, …)."""

    legs: tuple[LegScore, ...]
    boosts: tuple[tuple[str, float], ...] = ()


@dataclass(frozen=True, slots=True)
class Snippet:
    """A further piece of a section, with matches' character ranges in it; `line` is where its first match stands."""

    snippet: str
    spans: tuple[tuple[int, int], ...]
    line: int | None = None


@dataclass(frozen=True, slots=True)
class Hit:
    """One section that answers a query. `lines` are first and last; `spans` are matches' character ranges in `snippet`.

    `breadcrumb` holds collection name, folders' and document's titles and the headings above, outermost first. `line`
    is where in a long section the snippet's first match stands, if that was asked for. `place` is where in its file the
    snippet stands, for formats that are not read line by line. `has_all_words` is told where the request puts such hits
    first, `others` counts the further hits of its document where the request lists one of each. `languages` are the
    same page in other languages: code and document. `further` are other places of the section, in their order, where
    the request asks for several. `copies` are the sections that say the same and are left out for that. `url` is the
    section's address on the web, for documents that have one.
    """

    doc: str
    section: str
    title: str
    document_title: str
    breadcrumb: tuple[str, ...]
    lines: tuple[int, int]
    snippet: str
    spans: tuple[tuple[int, int], ...]
    score: float
    uri: str
    collection: str
    type: str = ""
    explanation: Explanation | None = None
    line: int | None = None
    place: FilePlace | None = None
    has_all_words: bool = False
    others: int = 0
    languages: tuple[tuple[str, str], ...] = ()
    further: tuple[Snippet, ...] = ()
    copies: tuple[str, ...] = ()
    url: str = ""

    @property
    def told_place(self) -> FilePlace | None:
        """The place in its file that a person is told; the lines of a page of the web say nothing to anyone."""
        is_of_web = bool(self.url) and self.place is not None and self.place.kind is PlaceKind.LINE
        return None if is_of_web else self.place


@dataclass(frozen=True, slots=True)
class HitGroup:
    """How many sections hold every word of the query, or only some, and how many documents these are in."""

    has_all_words: bool
    sections: int
    documents: int


@dataclass(frozen=True, slots=True)
class FacetCount:
    """How many matching documents carry a value of a field; `node` is the id of one that is a thing of the graph."""

    field: str
    value: str
    count: int
    node: str = ""


@dataclass(frozen=True, slots=True)
class SearchAnswer:
    """Hits, best first; `total` matching sections; `pending` files still waiting, None while they
    are counted; `coverage` of meaning, 0 to 1.

    `took_ms` is the engine's time. `notices` are sentences: a leg that is missing, a word that was loosened. `groups`
    are those of the first page, where hits with every word come first and others follow.
    """

    hits: tuple[Hit, ...]
    total: int
    cursor: str
    revision: int
    pending: int | None
    coverage: float
    notices: tuple[Message, ...] = ()
    facets: tuple[FacetCount, ...] = ()
    suggestions: tuple[str, ...] = ()
    took_ms: float = 0.0
    groups: tuple[HitGroup, ...] = ()


@dataclass(frozen=True, slots=True)
class NamesRequest:
    """Quick open: documents whose title, alias or file name fits what is typed; recent ones when empty."""

    query: str = ""
    limit: int = 20


@dataclass(frozen=True, slots=True)
class DocumentCard:
    """A document as a list shows it; `modified_at` is ISO 8601 in UTC."""

    doc: str
    title: str
    collection: str
    path: str
    type: str
    category: str
    tags: tuple[str, ...]
    language: str
    words: int
    sections: int
    modified_at: str
    date: str
    description: str
    summary: str = ""
    keywords: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class NamesAnswer:
    """Documents whose name fits, best first."""

    documents: tuple[DocumentCard, ...]
    revision: int
