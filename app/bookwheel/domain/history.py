"""What git knows of the documents of a collection, and what `changes` answers."""

from __future__ import annotations

from dataclasses import dataclass

from bookwheel.domain.messages import NO_MESSAGE, Message

MOST_COMMITS = 20_000
"""Newest commits of a repository that are read."""

MOST_COMMIT_FILES = 200
"""Documents that are listed with a commit; a commit may change more."""

MOST_DOCUMENT_COMMITS = 5
"""Newest commits of a document that are nodes of the graph; `changes` lists all."""

MOST_CONTRIBUTORS = 10
"""People of a document who are nodes of the graph for it, those with most changes first."""


RELATIONS = ("modifiedBy", "changedIn", "changedWith", "authoredBy", "committedTo", "belongsTo")
"""What is stated of histories: from a document to people, commits and other documents, and on from a commit."""


@dataclass(frozen=True, slots=True)
class HistoryTask:
    """What the child reads: the collection's folder, and the paths below it of the documents that are asked about.

    `folder` is one that the child makes for git and deletes.
    """

    root: str
    folder: str
    paths: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FileCommit:
    """A commit as a document states it: `at` is ISO 8601 in UTC, `by` the author's name."""

    hash: str
    at: str
    by: str
    title: str
    tags: tuple[str, ...] = ()
    branches: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Contributor:
    """Who changed a document how often, and when last (ISO 8601).

    Of an address there is only `address`, a hash; `names` are other names that were written with it.
    """

    name: str
    address: str
    count: int
    last_at: str
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FileHistory:
    """What git knows of a document: its newest commits, who changed it, and what changed together with it how often.

    `changes` and `people` count all commits and authors, also those that are not listed.
    """

    path: str
    repository: str
    repository_name: str
    branch: str
    changes: int
    people: int
    commits: tuple[FileCommit, ...]
    contributors: tuple[Contributor, ...]
    together: tuple[tuple[str, int], ...] = ()


def say_changes(history: FileHistory, one: Contributor) -> str:
    """How often and when last somebody changed a document; of who did it last, also how often all others did."""
    if history.commits and history.commits[0].by == one.name and history.commits[0].at == one.last_at:
        people = "1 person" if history.people == 1 else f"{history.people:,} people"
        return f"{LAST_CHANGE}{say_day(one.last_at)}; {_counted(history.changes)} by {people}"
    return f"{_counted(one.count)}, the last on {say_day(one.last_at)}"


def say_day(at: str) -> str:
    """A day as it is said, by a time in ISO 8601."""
    year, month, day = at[:10].split("-") if len(at) >= len("2026-05-03") else ("", "", "")
    return f"{int(day)} {_MONTHS[int(month) - 1]} {int(year)}" if year else "an unknown day"


def _counted(changes: int) -> str:
    return "1 change" if changes == 1 else f"{changes:,} changes"


_MONTHS = ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
           "December")  # fmt: skip

LAST_CHANGE = "last change on "
"""How the words begin that say who changed a document last."""


@dataclass(frozen=True, slots=True)
class Commit:
    """A commit with the documents of the collection that it changed, by path; `files` counts all of them."""

    hash: str
    at: str
    by: str
    title: str
    paths: tuple[str, ...]
    files: int


@dataclass(frozen=True, slots=True)
class History:
    """What was read of a repository, commits newest first; `notice` says what could not be read."""

    commits: tuple[Commit, ...] = ()
    files: tuple[FileHistory, ...] = ()
    notice: Message = NO_MESSAGE


@dataclass(frozen=True, slots=True)
class ChangesRequest:
    """What changed since a day or a time (ISO 8601), in one collection or, when empty, in all; newest first.

    With `docs`, ids of documents, only what changed one of these, and the days that these state in front matter or
    inline fields, whenever they are.
    """

    since: str
    collection: str = ""
    limit: int = 50
    docs: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ChangedDocument:
    """A document that changed."""

    doc: str
    title: str


@dataclass(frozen=True, slots=True)
class Change:
    """A commit, or a document's file that was written when git knows nothing of it (`commit` and `by` are empty then).

    `more` counts the documents that changed besides those that are listed. With a `field`, it is no change but the day
    or time that the document states in it, such as `published`.
    """

    collection: str
    at: str
    by: str
    commit: str
    title: str
    documents: tuple[ChangedDocument, ...]
    more: int = 0
    field: str = ""


@dataclass(frozen=True, slots=True)
class ChangesAnswer:
    """Changes, newest first, and how many there are."""

    changes: tuple[Change, ...]
    total: int
    revision: int
    pending: int | None = 0
    notices: tuple[Message, ...] = ()
