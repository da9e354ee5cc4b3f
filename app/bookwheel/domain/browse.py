"""The lists of what a library holds, and the tree of a collection."""

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
    LABELS = "labels"
    TOPICS = "topics"
    PEOPLE = "people"
    ENTITIES = "entities"
    TERMS = "terms"
    PROJECTS = "projects"
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

    Values come most frequent first; LABELS (categories, types and tags) kind after kind when sorted by category.
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
