"""Annotations: the bookmarks, highlights and margin notes that a person puts on passages."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from bookwheel.domain.places import FilePlace

MOST_ANNOTATIONS = 20_000
LONGEST_QUOTE = 8000
LONGEST_NOTE = 10_000
CONTEXT = 64
"""Characters on either side of a passage that are kept with it."""

MOST_LISTED = 2000


class AnnotationKind(StrEnum):
    """What a person put on a passage. A highlight or a bookmark may have a note as well."""

    BOOKMARK = "bookmark"
    HIGHLIGHT = "highlight"
    NOTE = "note"


class Colour(StrEnum):
    """The four colours of highlights; each is also drawn with a line of its own, so that nobody needs to see them."""

    YELLOW = "yellow"
    BLUE = "blue"
    ORANGE = "orange"
    PURPLE = "purple"


@dataclass(frozen=True, slots=True)
class Annotation:
    """What is kept of an annotation: where its passage stands, and what finds it again in a changed document.

    `section` is the id of the section or document; `heading_path` ends with the section's own title and `text_hash` is
    that of its text, both empty for a whole document. `quote` is the passage as it is read, with the text before and
    after it; empty for the whole section. `line` counts from the section's first line. `title` is the document's.
    """

    id: str
    kind: AnnotationKind
    doc: str
    section: str
    title: str
    heading_path: tuple[str, ...]
    text_hash: str
    quote: str
    prefix: str
    suffix: str
    line: int
    colour: Colour | None
    note: str
    created_at: str
    changed_at: str


@dataclass(frozen=True, slots=True)
class AnnotateRequest:
    """Annotate a passage of a section or document; without a `quote`, all of it. A highlight needs a quote."""

    section: str
    kind: AnnotationKind = AnnotationKind.BOOKMARK
    quote: str = ""
    prefix: str = ""
    suffix: str = ""
    colour: Colour | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class AnnotationChange:
    """Change the colour or the note of an annotation; None leaves it as it is."""

    id: str
    colour: Colour | None = None
    note: str | None = None


@dataclass(frozen=True, slots=True)
class AnnotationsRequest:
    """List annotations, the newest first, or those of one document in the order in which they stand in it.

    NOTE as `kind` lists everything that has a note. `words` must all stand in the passage, the note or a title.
    """

    doc: str = ""
    kind: AnnotationKind | None = None
    colour: Colour | None = None
    words: str = ""
    limit: int = 200
    offset: int = 0


@dataclass(frozen=True, slots=True)
class AnnotationEntry:
    """An annotation as it stands now: `section` is where its passage is found, empty when it is lost.

    `place` is where in its file it stands, for formats that are not read line by line.
    """

    annotation: Annotation
    section: str
    document_title: str
    breadcrumb: tuple[str, ...]
    lines: tuple[int, int]
    uri: str
    place: FilePlace | None = None
    is_lost: bool = False


@dataclass(frozen=True, slots=True)
class AnnotationsAnswer:
    """Some annotations, and how many match."""

    annotations: tuple[AnnotationEntry, ...]
    total: int
    revision: int


@dataclass(frozen=True, slots=True)
class AnnotationRemoval:
    """Remove annotations by their ids."""

    ids: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RemovedAnnotations:
    """What was removed, as `AnnotationRestoration` takes it."""

    removed: tuple[Annotation, ...]


@dataclass(frozen=True, slots=True)
class AnnotationRestoration:
    """Put back annotations that were removed, under their ids."""

    annotations: tuple[Annotation, ...]


@dataclass(frozen=True, slots=True)
class RestoredAnnotations:
    """How many were put back; those that are there already are not counted."""

    restored: int


@dataclass(frozen=True, slots=True)
class AnnotationExportRequest:
    """Write the annotations that `AnnotationsRequest` would list as Markdown, a part at a time."""

    doc: str = ""
    kind: AnnotationKind | None = None
    colour: Colour | None = None
    words: str = ""
    cursor: str = ""


@dataclass(frozen=True, slots=True)
class AnnotationExport:
    """A part of the Markdown, how many annotations are in it, and the cursor of the next part; empty at the end."""

    content: str
    annotations: int
    cursor: str
