"""Reads what `git log` says into commits."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from bookwheel.domain.history import MOST_COMMITS
from bookwheel.domain.things import LONGEST_LABEL

LONGEST_LISTING = 1_000_000
"""Bytes of the list of one commit's files that are read; a commit that changes more than that is cut."""

_FIELDS = 5
_HASH = re.compile(rb"[0-9a-f]{40}(?:[0-9a-f]{24})?")
_START = b"\x01\x02"
"""What a record begins with: no name that is written into a commit may have it, as git cuts such lines."""


@dataclass(frozen=True, slots=True)
class FileChange:
    """A file in a commit: `old` is its path before it was renamed, empty for the same."""

    path: bytes
    old: bytes = b""


@dataclass(frozen=True, slots=True)
class LogEntry:
    """A commit as git says it; `address` is the author's mail address."""

    hash: str
    at: str
    by: str
    address: str
    title: str
    changes: tuple[FileChange, ...]


def arguments(head: str, prefix: str) -> list[str]:
    """Return the arguments that have git say the newest commits of a folder, those without a merge.

    Renames are looked for among few files only: each costs a look at both contents.
    """
    record = "%x01%x02%H%x00%ct%x00%aN%x00%aE%x00%s%x00"
    return [
        *("-c", "log.showSignature=false", "-c", "diff.renameLimit=200", "-c", "core.quotePath=false"),
        *("log", "-z", "--name-status", "-M", "--no-merges", "--no-color", "--no-ext-diff", "--no-textconv"),
        *("--no-show-signature", "--no-notes", "--encoding=UTF-8", f"--format={record}"),
        *(f"--max-count={MOST_COMMITS + 1}", head, "--", *((prefix,) if prefix else ())),
    ]


def read_log(parts: Iterable[bytes]) -> Iterator[LogEntry]:
    """Return the commits in what git says with `arguments`, newest first; a record that is cut off is left out."""
    for record in _records(parts):
        fields = record.split(b"\0", _FIELDS)
        if len(fields) <= _FIELDS or not _HASH.fullmatch(fields[0]):
            continue
        hash, at, name, address, title, listing = fields
        yield LogEntry(
            hash.decode("ascii"),
            _time(at),
            _label(name),
            address.decode("utf-8", "replace").strip(),
            _label(title),
            tuple(_changes(listing[:LONGEST_LISTING].lstrip(b"\0\n").split(b"\0"))),
        )


def _records(parts: Iterable[bytes]) -> Iterator[bytes]:
    """Return the records, each without its beginning; a path may hold the signs only after a zero byte."""
    rest = b""
    mark = b"\0" + _START
    is_first = True
    for part in parts:
        rest += part
        *whole, rest = rest.split(mark)
        for record in whole:
            yield record.removeprefix(_START) if is_first else record
            is_first = False
    if rest:
        yield rest.removeprefix(_START) if is_first else rest


def _changes(listing: Sequence[bytes]) -> Iterator[FileChange]:
    names = iter(listing)
    for status in names:
        if status[:1] in (b"R", b"C"):
            old, new = next(names, b""), next(names, b"")
            if new:
                yield FileChange(new, old if status[:1] == b"R" else b"")
        elif status and (path := next(names, b"")):
            yield FileChange(path)


def _time(seconds: bytes) -> str:
    """A time in ISO 8601; empty for one that is none, for commits may say anything."""
    try:
        return datetime.fromtimestamp(int(seconds), UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
    except (ValueError, OverflowError, OSError):
        return ""


def _label(text: bytes) -> str:
    """A name or title on one line, without signs that are not printed or turn the order of letters around."""
    plain = text.decode("utf-8", "replace")[: 4 * LONGEST_LABEL]
    shown = "".join(letter if letter.isprintable() else " " for letter in plain)
    return " ".join(shown.split())[:LONGEST_LABEL]
