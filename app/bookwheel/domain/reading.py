"""Browsing, outlines, passages and rendered pages."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from bookwheel.domain.collection import CollectionCard
from bookwheel.domain.messages import Message
from bookwheel.domain.search import DocumentCard, FacetCount, Filter


class View(StrEnum):
    """What `browse` lists."""

    COLLECTIONS = "collections"
    DOCUMENTS = "documents"
    CATEGORIES = "categories"
    TYPES = "types"
    TAGS = "tags"
    TOPICS = "topics"
    PEOPLE = "people"
    SCHEMA = "schema"
    STATUS = "status"


class Sort(StrEnum):
    """The order of documents in `browse`."""

    TITLE = "title"
    CATEGORY = "category"
    DATE = "date"
    BOOK = "book"


@dataclass(frozen=True, slots=True)
class BrowseRequest:
    """List what the library holds. `limit` is 1 to 2,000.

    Values come most frequent first; TOPICS (categories, types and tags) kind after kind when sorted by category.
    """

    view: View = View.COLLECTIONS
    filters: tuple[Filter, ...] = ()
    sort: Sort = Sort.TITLE
    limit: int = 50
    cursor: str = ""


@dataclass(frozen=True, slots=True)
class BrowseAnswer:
    """One view's list: collections, documents, or values with counts; `facets` counts what the documents carry.

    `branches` counts, on the first page of values that nest, the documents that carry a value or one below it (a/b
    below a), each once, of every value with others below it; their values are in lower case.
    """

    view: View
    total: int
    cursor: str
    revision: int
    pending: int | None
    coverage: float
    collections: tuple[CollectionCard, ...] = ()
    documents: tuple[DocumentCard, ...] = ()
    values: tuple[FacetCount, ...] = ()
    facets: tuple[FacetCount, ...] = ()
    notices: tuple[Message, ...] = ()
    branches: tuple[FacetCount, ...] = ()


@dataclass(frozen=True, slots=True)
class OutlineRequest:
    """A document's section tree, or one section's branch. `depth` counts levels below the root of it, 0 for all."""

    doc: str
    section: str = ""
    depth: int = 0


@dataclass(frozen=True, slots=True)
class OutlineEntry:
    """A section without its text: `branch_words` includes everything below it; `depth` from 0 for indenting."""

    section: str
    title: str
    level: int
    depth: int
    words: int
    branch_words: int
    lines: tuple[int, int]


@dataclass(frozen=True, slots=True)
class OutlineAnswer:
    """Sections in source order."""

    doc: str
    title: str
    words: int
    sections: tuple[OutlineEntry, ...]
    revision: int
    pending: int | None
    coverage: float
    notices: tuple[Message, ...] = ()


MOST_TARGETS = 50
"""Documents and sections that one `ReadRequest` may name."""


@dataclass(frozen=True, slots=True)
class ReadRequest:
    """Read documents, sections (`doc#anchor`), branches (`subtree`) or lines (first and last, of one document).

    `budget_tokens` bounds the text (a token is four characters); what does not fit comes with `cursor`.
    """

    targets: tuple[str, ...]
    subtree: bool = False
    lines: tuple[int, int] | None = None
    metadata: bool = False
    cursor: str = ""
    budget_tokens: int = 4000


@dataclass(frozen=True, slots=True)
class Passage:
    """A piece of a document, in its source's own words and lines.

    `lines` are those of `text`; `is_truncated` when more of this piece follows under the cursor. With metadata,
    `previous` and `next` are the ids of the document's neighbours in the order of its source.
    """

    doc: str
    section: str
    title: str
    document_title: str
    breadcrumb: tuple[str, ...]
    lines: tuple[int, int]
    text: str
    uri: str
    modified_at: str
    category: str = ""
    type: str = ""
    is_truncated: bool = False
    metadata_json: str = ""
    description: str = ""
    summary: str = ""
    keywords: tuple[str, ...] = ()
    previous: str = ""
    next: str = ""


@dataclass(frozen=True, slots=True)
class ReadAnswer:
    """Passages in the order asked."""

    passages: tuple[Passage, ...]
    cursor: str
    revision: int
    pending: int | None
    coverage: float
    notices: tuple[Message, ...] = ()


@dataclass(frozen=True, slots=True)
class TreeRequest:
    """The documents of a collection for the tree, 2,000 a page; `language` is that of pages that stand in several.

    `is_dated` asks for the documents' dates; with `words`, only those whose title and path hold every one, on one page.
    """

    collection: str
    cursor: str = ""
    language: str = ""
    is_dated: bool = False
    words: str = ""


@dataclass(frozen=True, slots=True)
class TreeEntry:
    """A document in the tree, titled as its table of contents names it; `group` is the key of the group it lies in.

    `languages` are the codes of all that it stands in, empty for one alone; `date`, where asked for, is the one in its
    header, else when its file was changed, ISO 8601.
    """

    doc: str
    path: str
    title: str
    group: str = ""
    languages: tuple[str, ...] = ()
    date: str = ""


@dataclass(frozen=True, slots=True)
class TreeGroup:
    """Documents under one row: a folder (`key` is its path) or a part of a table of contents (`key` begins with `#`).

    `above` is the group that it lies in, empty at the top; `doc` the id of its own page, empty for none.
    """

    key: str
    title: str
    above: str = ""
    doc: str = ""


@dataclass(frozen=True, slots=True)
class TreeAnswer:
    """Documents in the order of their source, with the groups in which they lie, each after the one around it.

    `total` counts all that there are, or all that hold the words asked for.
    """

    collection: str
    entries: tuple[TreeEntry, ...]
    cursor: str
    total: int
    revision: int
    groups: tuple[TreeGroup, ...] = ()


@dataclass(frozen=True, slots=True)
class PageRequest:
    """A document rendered for reading; `query` marks its matches in the page.

    `part` asks for a later part of a large one, from 1: its HTML alone, to be put in the place that waits for it.
    """

    doc: str
    query: str = ""
    part: int = 0


@dataclass(frozen=True, slots=True)
class Way:
    """A document to go to from another, and what it is called there; `language` where that is why one goes."""

    doc: str
    title: str
    language: str = ""


@dataclass(frozen=True, slots=True)
class Property:
    """A field of a document's front matter, its values as words."""

    name: str
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PageAnswer:
    """Safe HTML of one document's body (no html or head element) and what frames it.

    Its headings carry `id` equal to the anchors of the sections; matches are `<mark class="hit">`. `previous` and
    `next` are its neighbours in the order of its source, `languages` the page itself in each of its languages.
    A large document comes in `parts`: the first one is set, for the others stand empty `<div class="part">` with
    `data-part`, `data-size` (bytes of source) and their anchors. `hits` counts those of the part that was asked for.
    """

    doc: str
    title: str
    html: str
    breadcrumb: tuple[str, ...]
    tags: tuple[str, ...]
    type: str
    language: str
    is_right_to_left: bool
    words: int
    reading_minutes: int
    modified_at: str
    source_path: str
    hits: int
    revision: int
    properties: tuple[Property, ...] = ()
    previous: Way | None = None
    next: Way | None = None
    languages: tuple[Way, ...] = ()
    parts: int = 1


@dataclass(frozen=True, slots=True)
class FindRequest:
    """Where words stand in a large document whose page is not there as a whole."""

    doc: str
    words: str


@dataclass(frozen=True, slots=True)
class FindAnswer:
    """How often the words stand in each part of the page as its source has it, which markup may change a little."""

    counts: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class AssetRequest:
    """A file that a document shows (an image), by the href it was written with."""

    doc: str
    href: str


@dataclass(frozen=True, slots=True)
class AssetAnswer:
    """The bytes of an asset and their media type."""

    media_type: str
    content: bytes


@dataclass(frozen=True, slots=True)
class ResolveRequest:
    """Where a link written in a document leads."""

    doc: str
    href: str


@dataclass(frozen=True, slots=True)
class ResolveAnswer:
    """`status` is resolved (`doc`, `section`), external (`url`), asset (`href` names a file to show) or broken."""

    status: str
    doc: str = ""
    section: str = ""
    url: str = ""
    suggestions: tuple[str, ...] = ()
