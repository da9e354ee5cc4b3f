"""Outlines, and passages in their source's own words."""

from __future__ import annotations

from dataclasses import dataclass

from bookwheel.domain.messages import Message
from bookwheel.domain.places import FilePlace


@dataclass(frozen=True, slots=True)
class OutlineRequest:
    """A document's section tree, or one section's branch. `depth` counts levels below the root of it, 0 for all."""

    doc: str
    section: str = ""
    depth: int = 0


@dataclass(frozen=True, slots=True)
class OutlineEntry:
    """A section without its text: `branch_words` includes everything below it; `depth` from 0 for indenting.

    `place` is where in its file it stands, for formats that are not read line by line.
    """

    section: str
    title: str
    level: int
    depth: int
    words: int
    branch_words: int
    lines: tuple[int, int]
    place: FilePlace | None = None


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
    `previous` and `next` are the ids of the document's neighbours in the order of its source. `place` is where in its
    file the text stands, for formats that are not read line by line. `url` is its address on the web, for documents
    that have one.
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
    place: FilePlace | None = None
    url: str = ""


@dataclass(frozen=True, slots=True)
class ReadAnswer:
    """Passages in the order asked."""

    passages: tuple[Passage, ...]
    cursor: str
    revision: int
    pending: int | None
    coverage: float
    notices: tuple[Message, ...] = ()
