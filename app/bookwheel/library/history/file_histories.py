"""Adds commits up by document: who changed it, when last, and what changed together with it."""

from __future__ import annotations

import hashlib
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from bookwheel.domain.history import (
    MOST_COMMIT_FILES,
    MOST_CONTRIBUTORS,
    MOST_DOCUMENT_COMMITS,
    Commit,
    Contributor,
    FileCommit,
    FileHistory,
)
from bookwheel.library.history.git_log import FileChange, LogEntry

LARGEST_TOGETHER = 30
"""Files of a commit that say something of each other; a commit that changes more was made for another reason."""

FEWEST_TOGETHER = 3
"""Commits that two documents must share."""

MOST_TOGETHER = 10
"""Documents that are named as changed together with one, the most frequent first."""

_MOST_PAIRS = 2_000_000


@dataclass(slots=True)
class _Tally:
    """What is known of one document so far."""

    commits: list[LogEntry] = field(default_factory=list[LogEntry])
    counts: Counter[str] = field(default_factory=Counter[str])
    last: dict[str, str] = field(default_factory=dict[str, str])


class Histories:
    """Takes commits, newest first, and follows the documents' names back through them."""

    def __init__(self, paths: Iterable[str], prefix: str) -> None:
        """Begin with the paths of documents below `prefix`, which is the folder's path in the repository."""
        before = f"{prefix}/" if prefix else ""
        self._paths = tuple(paths)
        self._document_at = {_key(f"{before}{path}"): number for number, path in enumerate(self._paths)}
        self._tallies: dict[int, _Tally] = {}
        self._names: dict[str, dict[str, None]] = {}
        self._pairs: Counter[tuple[int, int]] = Counter()
        self.commits: list[Commit] = []

    def add(self, entry: LogEntry) -> None:
        """Take in a commit that is older than those before."""
        author = _author(entry)
        self._names.setdefault(author, {}).setdefault(entry.by)
        changed = self._changed(entry.changes)
        for number in changed:
            tally = self._tallies.setdefault(number, _Tally())
            tally.counts[author] += 1
            tally.last.setdefault(author, entry.at)
            if len(tally.commits) < MOST_DOCUMENT_COMMITS:
                tally.commits.append(entry)
        if len(entry.changes) <= LARGEST_TOGETHER and len(self._pairs) < _MOST_PAIRS:
            self._pairs.update((one, other) for at, one in enumerate(changed) for other in changed[at + 1 :])
        if changed:
            listed = tuple(self._paths[number] for number in changed[:MOST_COMMIT_FILES])
            self.commits.append(Commit(entry.hash, entry.at, author, entry.title, listed, len(changed)))

    def named_commits(self) -> tuple[Commit, ...]:
        """Return the commits with the name by which their authors call themselves now."""
        names = {author: self._name(author) for author in self._names}
        return tuple(Commit(one.hash, one.at, names[one.by], *_rest(one)) for one in self.commits)

    def files(
        self,
        repository: tuple[str, str],
        branch: str,
        tags: Mapping[str, Sequence[str]],
        branches: Mapping[str, Sequence[str]],
    ) -> tuple[FileHistory, ...]:
        """Return what is known of each document; `tags` and `branches` are by the hash of their commits."""
        together = self._together()
        return tuple(
            FileHistory(
                self._paths[number],
                *repository,
                branch,
                tally.counts.total(),
                len(tally.counts),
                tuple(
                    FileCommit(
                        *(one.hash, one.at, self._name(_author(one)), one.title),
                        tuple(tags.get(one.hash, ())),
                        tuple(branches.get(one.hash, ())),
                    )
                    for one in tally.commits
                ),
                tuple(self._contributor(author, tally) for author in _contributors(tally)),
                together.get(number, ()),
            )
            for number, tally in sorted(self._tallies.items())
        )

    def _changed(self, changes: Sequence[FileChange]) -> list[int]:
        """Return the documents that a commit changed, and remember the names that they had before it."""
        found: dict[int, None] = {}
        renamed: list[tuple[str, int]] = []
        for change in changes:
            key = _key_of(change.path)
            number = self._document_at.get(key)
            if number is None:
                continue
            found.setdefault(number)
            if change.old:
                del self._document_at[key]
                renamed.append((_key_of(change.old), number))
        for key, number in renamed:
            self._document_at.setdefault(key, number)
        return list(found)

    def _together(self) -> dict[int, tuple[tuple[str, int], ...]]:
        found: dict[int, list[tuple[int, str]]] = {}
        for (one, other), count in self._pairs.items():
            if count >= FEWEST_TOGETHER:
                found.setdefault(one, []).append((-count, self._paths[other]))
                found.setdefault(other, []).append((-count, self._paths[one]))
        return {
            number: tuple((path, -count) for count, path in sorted(others)[:MOST_TOGETHER])
            for number, others in found.items()
        }

    def _contributor(self, author: str, tally: _Tally) -> Contributor:
        name, *others = self._names[author]
        address = author if author.startswith("@") else ""
        return Contributor(name, address[1:], tally.counts[author], tally.last[author], tuple(others[:5]))

    def _name(self, author: str) -> str:
        """The newest name of an author."""
        return next(iter(self._names[author]))


def _author(entry: LogEntry) -> str:
    """Return what an author is told apart by: a hash of the address alone, or the name where there is none."""
    address = entry.address.casefold()
    if "@" not in address:
        return entry.by
    return f"@{hashlib.blake2b(address.encode('utf-8', 'replace'), digest_size=8).hexdigest()}"


def _contributors(tally: _Tally) -> list[str]:
    """Who changed a document last, and those with most changes."""
    last = _author(tally.commits[0])
    ranked = sorted((author for author in tally.counts if author != last), key=lambda one: (-tally.counts[one], one))
    return [last, *ranked[: MOST_CONTRIBUTORS - 1]]


def _rest(commit: Commit) -> tuple[str, tuple[str, ...], int]:
    return commit.title, commit.paths, commit.files


def _key_of(path: bytes) -> str:
    return _key(path.decode("utf-8", "surrogateescape"))


def _key(path: str) -> str:
    return path if path.isascii() else unicodedata.normalize("NFC", path)
