"""Collections: the root folders that a person added."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import astuple, dataclass

from bookwheel.domain.collection_source import Source
from bookwheel.domain.document import Dialect
from bookwheel.domain.publications import PublicationCard


@dataclass(frozen=True, slots=True)
class Collection:
    """One root folder. `slug` is fixed at adding; `weight` multiplies its scores (1 is neutral, 0 to 10).

    `root` is as the person named it: a symbolic link in it is followed wherever it leads now.

    `ignore` and `include` are patterns in .gitignore syntax: what to leave out, and what to take in besides the
    formats that are read (or although a .gitignore leaves it out). `added_at` is ISO 8601 in UTC. `language` overrides
    the vote. Where `in_search` is off, only searches that name the collection or a path look into it. `formats` are
    choices other than the usual ones, such as `pdf=off`, `code=on` and `rst=text` (as plain text). `source` is where a
    mirror in the library's folder is fetched from; None for a folder of the person's own.
    """

    slug: str
    name: str
    root: str
    weight: float = 1.0
    ignore: tuple[str, ...] = ()
    include: tuple[str, ...] = ()
    formats: tuple[str, ...] = ()
    dialect: Dialect = Dialect.AUTO
    language: str = ""
    added_at: str = ""
    in_search: bool = True
    source: Source | None = None


@dataclass(frozen=True, slots=True)
class AddRequest:
    """Add a folder (or a file's folder) to the library, or find it there."""

    path: str
    name: str = ""
    weight: float = 1.0
    ignore: tuple[str, ...] = ()
    include: tuple[str, ...] = ()
    formats: tuple[str, ...] = ()
    dialect: Dialect = Dialect.AUTO
    language: str = ""
    in_search: bool = True


@dataclass(frozen=True, slots=True)
class AddAnswer:
    """`is_known` when the folder was already there; `document` is the id of the file named, if a file was."""

    collection: Collection
    is_known: bool
    document: str = ""


@dataclass(frozen=True, slots=True)
class RemoveRequest:
    """Forget a collection, by slug or name; its source folder is not touched."""

    collection: str


@dataclass(frozen=True, slots=True)
class ConfigureRequest:
    """Change how a collection, by slug or name, is called, weighed, taken in and searched; None changes nothing.

    Without any change it tells how the collection is.
    """

    collection: str
    name: str | None = None
    weight: float | None = None
    ignore: tuple[str, ...] | None = None
    include: tuple[str, ...] | None = None
    formats: tuple[str, ...] | None = None
    dialect: Dialect | None = None
    language: str | None = None
    in_search: bool | None = None


@dataclass(frozen=True, slots=True)
class ConfigureAnswer:
    """The collection as it is now."""

    collection: Collection


MOST_EXAMPLES = 3
"""Files that are named of each type that was skipped."""


@dataclass(frozen=True, slots=True)
class SkippedType:
    """Files that the last scan left out because of their type.

    `extension` is in lower case with its point, empty for names without one; `examples` are up to three paths. `needs`
    is the program that would read them, were it installed.
    """

    extension: str
    count: int
    examples: tuple[str, ...] = ()
    needs: str = ""


def join_skipped(by_collection: Mapping[str, Iterable[SkippedType]]) -> tuple[SkippedType, ...]:
    """The skipped files of several collections, the most frequent type first; examples begin with their collection."""
    found: dict[str, SkippedType] = {}
    for slug, kinds in by_collection.items():
        for kind in kinds:
            before = found.get(kind.extension, SkippedType(kind.extension, 0))
            examples = (*before.examples, *(f"{slug}/{path}" for path in kind.examples))[:MOST_EXAMPLES]
            needs = before.needs or kind.needs
            found[kind.extension] = SkippedType(kind.extension, before.count + kind.count, examples, needs)
    return tuple(sorted(found.values(), key=lambda kind: (-kind.count, kind.extension)))


@dataclass(frozen=True, slots=True)
class FileCounts:
    """The files that the last scan found, by what became of them: `found` is the sum of all the others.

    Left out are those that patterns ignore, that may hold secrets by their names, that are binary or too large;
    `other_types` are not read because of their type, `failed` for another reason, which `problems` tells. Hidden files,
    links and what lies in folders that are not entered are not counted.
    """

    found: int = 0
    read: int = 0
    ignored: int = 0
    secret: int = 0
    binary: int = 0
    too_large: int = 0
    other_types: int = 0
    failed: int = 0

    @classmethod
    def of(cls, read: int, skipped: Iterable[SkippedType], left_out: Mapping[str, int]) -> FileCounts:
        """The counts of one collection; `left_out` by the name of its field here."""
        others = sum(kind.count for kind in skipped)
        return cls(read + others + sum(left_out.values()), read, other_types=others, **left_out)


def join_counts(counts: Iterable[FileCounts]) -> FileCounts:
    """The counts of several collections together."""
    rows = [astuple(one) for one in counts]
    return FileCounts(*map(sum, zip(*rows, strict=True))) if rows else FileCounts()


@dataclass(frozen=True, slots=True)
class CollectionCard:
    """A collection with its counts.

    `state` is one of counting, indexing, ready, paused, missing, away, signed_out, unknown.
    `skipped_types` says which files the last scan left out because of their type, the most frequent type first;
    `ignored` and `secret` count those that patterns leave out, and those that may hold secrets by their names; `files`
    all files that were found. `address` is where it is fetched from, or the name of a datasource; empty for a folder.
    `publication` says who published it, where it is a subscription. `team` is the name of the team whose reader shows
    it, empty for the library's own; one that does not answer is away, one that wants a new sign-in signed out.
    """

    slug: str
    name: str
    root: str
    weight: float
    dialect: Dialect
    documents: int
    sections: int
    words: int
    state: str
    problems: int = 0
    added_at: str = ""
    skipped_types: tuple[SkippedType, ...] = ()
    ignored: int = 0
    secret: int = 0
    files: FileCounts = FileCounts()
    address: str = ""
    publication: PublicationCard | None = None
    team: str = ""


@dataclass(frozen=True, slots=True)
class CollectionsAnswer:
    """All collections by name."""

    collections: tuple[CollectionCard, ...]
    revision: int


@dataclass(frozen=True, slots=True)
class RebuildRequest:
    """Parse a collection (or all, when empty) anew."""

    collection: str = ""
