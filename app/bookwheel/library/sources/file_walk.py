"""Walks a collection's folder: the files that its rules take in, and what could not be looked at."""

from __future__ import annotations

import logging
import os
import stat
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from bookwheel.domain.formats import format_of
from bookwheel.domain.messages import Message
from bookwheel.library.sources.file_rules import Refusal, Rules
from bookwheel.library.sources.inside_root import describe
from bookwheel.library.sources.path_text import is_text, readable, to_nfc

log = logging.getLogger(__name__)

_NO_TEXT = Message("The name is not valid text on this system.")


@dataclass(frozen=True, slots=True)
class Candidate:
    """A file to take in: `path` is its id's part (POSIX, NFC), `disk_path` the same as the disk spells it."""

    path: str
    disk_path: str
    size_bytes: int
    modified_ns: int
    is_included: bool = False


@dataclass(frozen=True, slots=True)
class _Folder:
    """A folder to be walked: as the disk spells it, its path, and whether an include pattern alone leads into it."""

    disk_path: str
    path: str
    in_left_out: bool


def walk(rules: Rules, below: str = "") -> Iterator[Candidate | Refusal]:
    """Every file that the rules take in, at or below the folder `below` (a path as the disk spells it), by folder.

    What could not be looked at and which patterns are skipped comes as a Refusal.

    Symlinks are left out: what they point to inside the root is listed by its own path, and what lies outside is never
    read.

    Raises:
        OSError: when the root cannot be listed.
    """
    enters, in_left_out = _enter_folders(rules, below.split("/") if below else [])
    pending = [_Folder(below, to_nfc(below), in_left_out)] if enters else []
    while pending:
        folder = pending.pop()
        try:
            with os.scandir(rules.root / folder.disk_path) as listing:
                entries = sorted(listing, key=lambda entry: entry.name)
        except OSError as error:
            if not folder.disk_path:
                raise
            yield Refusal(folder.path, Message("The folder could not be read: {reason}.", reason=describe(error)))
            continue
        inner: list[_Folder] = []
        for entry, name in _spelled(entries):
            found = _look_at_entry(rules, folder, entry, name)
            if isinstance(found, _Folder):
                inner.append(found)
            elif found is not None:
                yield found
        pending.extend(reversed(inner))
    yield from rules.warnings.values() if enters else ()


def _look_at_entry(
    rules: Rules, folder: _Folder, entry: os.DirEntry[str], name: str
) -> Candidate | Refusal | _Folder | None:
    """What an entry of a folder is to the walk; None for what is left out."""
    path = f"{folder.path}/{name}" if folder.path else name
    disk_path = f"{folder.disk_path}/{entry.name}" if folder.disk_path else entry.name
    if not is_text(entry.name):
        is_of_use = format_of(entry.name) or entry.is_dir(follow_symlinks=False)
        return Refusal(readable(disk_path), _NO_TEXT) if is_of_use else None
    try:
        if entry.is_symlink() or _is_junction(entry):
            return None
        if entry.is_dir(follow_symlinks=False):
            enters, only_included = rules.enters(path, in_left_out=folder.in_left_out)
            return _Folder(disk_path, path, only_included) if enters else None
        takes, is_included = rules.takes_file(path, in_left_out=folder.in_left_out)
        if not takes:
            rules.note_skipped(path, in_left_out=folder.in_left_out)
            return None
        status = entry.stat(follow_symlinks=False)
    except OSError as error:
        return Refusal(path, Message("The file could not be accessed: {reason}.", reason=describe(error)))
    except Exception as error:  # a bug over one path must not keep the others out
        log.exception("a path could not be looked at")
        return Refusal(path, Message("The file could not be accessed: {reason}.", reason=type(error).__name__))
    if not stat.S_ISREG(status.st_mode):
        return None
    return Candidate(path, disk_path, status.st_size, status.st_mtime_ns, is_included)


def _enter_folders(rules: Rules, names: Sequence[str]) -> tuple[bool, bool]:
    """Whether the walk enters these folders, each in the one before, and whether only for an include pattern."""
    folder, in_left_out = "", False
    for name in names:
        folder = f"{folder}/{name}" if folder else name
        enters, in_left_out = rules.enters(to_nfc(folder), in_left_out=in_left_out)
        if not enters or (rules.root / folder).is_symlink():
            return False, False
    return True, in_left_out


def look_at(rules: Rules, disk_path: str) -> Candidate | Refusal | None:
    """The file at a path as the disk spells it, if it is one that the rules take in."""
    enters, in_left_out = _enter_folders(rules, disk_path.split("/")[:-1])
    if not enters:
        return None
    if not is_text(disk_path):
        return Refusal(readable(disk_path), _NO_TEXT)
    path = to_nfc(disk_path)
    takes, is_included = rules.takes_file(path, in_left_out=in_left_out)
    if not takes:
        return None
    try:
        status = (rules.root / disk_path).lstat()
    except OSError:
        return None
    if not stat.S_ISREG(status.st_mode):
        return None
    if path != disk_path and (rules.root / path).exists() and not _is_same(rules.root / path, rules.root / disk_path):
        path = disk_path
    return Candidate(path, disk_path, status.st_size, status.st_mtime_ns, is_included)


def _spelled(entries: Sequence[os.DirEntry[str]]) -> Iterable[tuple[os.DirEntry[str], str]]:
    """Entries with their NFC names; of those that share one, only the first (exact NFC before others) gets it."""
    if all(entry.name.isascii() for entry in entries):
        return [(entry, entry.name) for entry in entries]
    exact = {entry.name for entry in entries}
    given: set[str] = set()
    spelled: list[tuple[os.DirEntry[str], str]] = []
    for entry in entries:
        name = to_nfc(entry.name)
        if name != entry.name and (name in exact or name in given):
            name = entry.name
        given.add(name)
        spelled.append((entry, name))
    return spelled


def _is_junction(entry: os.DirEntry[str]) -> bool:
    tag = getattr(entry.stat(follow_symlinks=False), "st_reparse_tag", 0) if os.name == "nt" else 0
    return tag == getattr(stat, "IO_REPARSE_TAG_MOUNT_POINT", -1)


def _is_same(one: Path, other: Path) -> bool:
    try:
        return one.samefile(other)
    except OSError:
        return False
