"""Which files of a collection are taken in: the walk, what is left out, and how paths are written."""

from __future__ import annotations

import logging
import os
import re
import stat
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from bookwheel.domain.collection import Collection
from bookwheel.library.sources.ignore_patterns import Fault, Patterns
from bookwheel.library.sources.secret_names import is_secret
from bookwheel.parsing.documents import format_of

log = logging.getLogger(__name__)

LEFT_OUT_FOLDERS = frozenset(("node_modules", "bower_components", "venv", "__pycache__", "__MACOSX", "$RECYCLE.BIN"))
"""Folders left out besides the hidden ones."""

LARGEST_IGNORE_BYTES = 16_000_000
MOST_NAMED = 5
"""Skipped patterns of a file that its problem names."""

IGNORE_OPTION, INCLUDE_OPTION = "--ignore", "--include"
"""Where the path stands, in a problem with a collection's own patterns."""

_SPECIAL = re.compile(r"([\\*?\[\]!#])")
_ESCAPED = r"\\\1"


@dataclass(frozen=True, slots=True)
class Candidate:
    """A file to take in: `path` is its id's part (POSIX, NFC), `disk_path` the same as the disk spells it."""

    path: str
    disk_path: str
    size_bytes: int
    modified_ns: int
    is_included: bool = False


@dataclass(frozen=True, slots=True)
class Refusal:
    """A path that could not be looked at, and why; a warning where something of it was."""

    path: str
    reason: str
    kind: str = "failed"


@dataclass(frozen=True, slots=True)
class _Level:
    folder: str
    patterns: Patterns


@dataclass(slots=True)
class Rules:
    """What a collection takes in; keeps the .gitignore files that it has read until `forget_ignores`.

    `source` holds the collection's own patterns to ignore and to include. `warnings` says by file which patterns were
    skipped so far, and `other_files` how many files a walk left out because of their kind, since `follow_root`.
    """

    root: Path
    ignore: Patterns
    include: Patterns
    include_patterns: tuple[str, ...]
    source: tuple[tuple[str, ...], tuple[str, ...]]
    levels: dict[str, tuple[_Level, ...]] = field(default_factory=dict[str, "tuple[_Level, ...]"])
    warnings: dict[str, Refusal] = field(default_factory=dict[str, Refusal])
    other_files: int = 0

    @classmethod
    def of(cls, collection: Collection) -> Rules:
        """The rules of a collection."""
        return cls(
            Path(os.path.realpath(collection.root)),
            Patterns.of(collection.ignore),
            Patterns.of(collection.include),
            tuple(pattern for pattern in collection.include if pattern and not pattern.startswith(("#", "!"))),
            (collection.ignore, collection.include),
        )

    def follow_root(self, root: str) -> None:
        """Find out again where the collection's root leads."""
        self.root = Path(os.path.realpath(root))
        self.other_files = 0
        self.forget_ignores()

    def forget_ignores(self) -> None:
        """Read .gitignore files again from now on."""
        self.levels.clear()
        own = ((IGNORE_OPTION, self.ignore), (INCLUDE_OPTION, self.include))
        self.warnings = {name: _warning(name, patterns.faults) for name, patterns in own if patterns.faults}

    def takes_file(self, path: str, *, in_left_out: bool = False) -> tuple[bool, bool]:
        """Whether a file is taken in, and whether only because the collection's include patterns say so.

        `in_left_out` says that its folder would be left out but for an include pattern.
        """
        name = path.rpartition("/")[2]
        if is_secret(name):
            named = any(pattern.strip("/") in (name, path) for pattern in self.include_patterns)
            return named, named
        if self.ignore.verdict(path, is_folder=False):
            return False, False
        has_format = format_of(path) != ""
        if not (in_left_out or name.startswith(".")) and has_format and not self._is_git_ignored(path, is_folder=False):
            return True, False
        included = bool(self.include_patterns) and self.include.covers(path)
        if included and in_left_out:
            included = self._reaches(path)
        return included, included and not has_format

    def leaves_out_by_kind(self, path: str, *, in_left_out: bool) -> bool:
        """Whether a file that is not taken in would be, were it of a kind that is read."""
        name = path.rpartition("/")[2]
        if in_left_out or name.startswith(".") or is_secret(name) or format_of(path):
            return False
        return not self.ignore.verdict(path, is_folder=False) and not self._is_git_ignored(path, is_folder=False)

    def enters(self, path: str, *, in_left_out: bool = False) -> tuple[bool, bool]:
        """Whether a folder is walked, and whether only for an include pattern that points into it."""
        name = path.rpartition("/")[2]
        if self.ignore.verdict(path, is_folder=True):
            return False, False
        left_out = in_left_out or name.startswith(".") or name in LEFT_OUT_FOLDERS
        if not (left_out or self._is_git_ignored(path, is_folder=True)):
            return True, False
        reached = self._reaches(path)
        return reached, reached

    def _reaches(self, path: str) -> bool:
        """Whether an include pattern with a folder in it names this path, something above it or something below it."""
        for pattern in self.include_patterns:
            plain = pattern.strip("/")
            if "/" not in pattern and plain != path:
                continue
            literal = plain.split("*")[0].split("?")[0].split("[")[0]
            if (
                path == plain
                or literal.startswith(f"{path}/")
                or (literal and f"{path}/".startswith(f"{literal.rstrip('/')}/"))
            ):
                return True
        return False

    def _is_git_ignored(self, path: str, *, is_folder: bool) -> bool:
        for level in reversed(self._levels_of(path.rpartition("/")[0])):
            inner = path[len(level.folder) + 1 :] if level.folder else path
            verdict = level.patterns.verdict(inner, is_folder=is_folder)
            if verdict is not None:
                return verdict
        return False

    def _levels_of(self, folder: str) -> tuple[_Level, ...]:
        found = self.levels.get(folder)
        if found is None:
            above = self._levels_of(folder.rpartition("/")[0]) if folder else ()
            patterns = self._read_ignores(f"{folder}/.gitignore" if folder else ".gitignore")
            found = above if patterns.is_empty else (*above, _Level(folder, patterns))
            self.levels[folder] = found
        return found

    def _read_ignores(self, path: str) -> Patterns:
        """The patterns of a .gitignore file; what is wrong with it is kept in `warnings`."""
        try:
            if stat.S_ISLNK((self.root / path).lstat().st_mode):
                raise OSError("it is a symbolic link")
            content, _ = read_inside(self.root, path, LARGEST_IGNORE_BYTES)
        except (FileNotFoundError, NotADirectoryError):
            return Patterns()
        except OSError as error:
            self.warnings[path] = Refusal(path, f"The patterns in this file are not used: {_words(error)}.", "warning")
            return Patterns()
        patterns = Patterns.read(content)
        if patterns.faults:
            self.warnings[path] = _warning(path, patterns.faults)
        return patterns


def _warning(path: str, faults: Sequence[Fault]) -> Refusal:
    lines = [f"line {fault.line} ({_readable(fault.pattern)}): {fault.reason}" for fault in faults[:MOST_NAMED]]
    if len(faults) > MOST_NAMED:
        lines.append(f"and {len(faults) - MOST_NAMED:,} more")
    return Refusal(path, f"Patterns that can match nothing are skipped: {'; '.join(lines)}.", "warning")


def walk(rules: Rules, below: str = "", taken: Mapping[str, str] | None = None) -> Iterator[Candidate | Refusal]:
    """Every file that the rules take in, at or below the folder `below` (a path as the disk spells it), by folder.

    What could not be looked at and which patterns are skipped comes as a Refusal.

    Symlinks are left out: what they point to inside the root is listed by its own path, and what lies outside is never
    read. `taken` maps paths to the spelling on disk of files already known.

    Raises:
        OSError: when the root cannot be listed.
    """
    in_left_out = False
    folder = ""
    for part in below.split("/") if below else ():
        folder = f"{folder}/{part}" if folder else part
        enters, in_left_out = rules.enters(_nfc(folder), in_left_out=in_left_out)
        if not enters or _is_link(rules.root / folder):
            return
    pending = [(below, _nfc(below), in_left_out)]
    while pending:
        disk_folder, folder, in_left_out = pending.pop()
        try:
            with os.scandir(rules.root / disk_folder) as listing:
                entries = sorted(listing, key=lambda entry: entry.name)
        except OSError as error:
            if not disk_folder:
                raise
            yield Refusal(folder, f"The folder could not be read: {_words(error)}.")
            continue
        folders: list[tuple[str, str, bool]] = []
        for entry, name in _spelled(entries):
            path = f"{folder}/{name}" if folder else name
            disk_path = f"{disk_folder}/{entry.name}" if disk_folder else entry.name
            if not _is_text(entry.name):
                if format_of(entry.name) or entry.is_dir(follow_symlinks=False):
                    yield Refusal(_readable(disk_path), "The name is not valid text on this system.")
                continue
            try:
                if entry.is_symlink() or _is_junction(entry):
                    continue
                if entry.is_dir(follow_symlinks=False):
                    enters, only_included = rules.enters(path, in_left_out=in_left_out)
                    if enters:
                        folders.append((disk_path, path, only_included))
                    continue
                takes, is_included = rules.takes_file(path, in_left_out=in_left_out)
                if not takes:
                    rules.other_files += rules.leaves_out_by_kind(path, in_left_out=in_left_out)
                    continue
                status = entry.stat(follow_symlinks=False)
            except OSError as error:
                yield Refusal(path, f"The file could not be looked at: {_words(error)}.")
                continue
            except Exception as error:  # a bug over one path must not keep the others out
                log.exception("a path could not be looked at")
                yield Refusal(path, f"The file could not be looked at: {type(error).__name__}.")
                continue
            if stat.S_ISREG(status.st_mode):
                yield Candidate(path, disk_path, status.st_size, status.st_mtime_ns, is_included)
        pending.extend(reversed(folders))
    yield from rules.warnings.values()


def without_inner(collection: Collection, others: Iterable[Collection]) -> Collection:
    """The collection without the folders in it that are collections of their own: no document is in two."""
    root = Path(os.path.realpath(collection.root))
    inner = [Path(os.path.realpath(each.root)) for each in others if each.slug != collection.slug]
    patterns = tuple(
        f"/{_SPECIAL.sub(_ESCAPED, path.relative_to(root).as_posix())}/"
        for path in inner
        if path != root and path.is_relative_to(root)
    )
    return replace(collection, ignore=(*collection.ignore, *patterns)) if patterns else collection


def look_at(rules: Rules, disk_path: str) -> Candidate | Refusal | None:
    """The file at a path as the disk spells it, if it is one that the rules take in."""
    folder, in_left_out = "", False
    parts = disk_path.split("/")
    for part in parts[:-1]:
        folder = f"{folder}/{part}" if folder else part
        enters, in_left_out = rules.enters(_nfc(folder), in_left_out=in_left_out)
        if not enters or _is_link(rules.root / folder):
            return None
    if not _is_text(disk_path):
        return Refusal(_readable(disk_path), "The name is not valid text on this system.")
    path = _nfc(disk_path)
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


def read_inside(root: Path, disk_path: str, most_bytes: int) -> tuple[bytes, os.stat_result]:
    """A regular file's bytes and status, never through a symlink that leads out of the root (itself a real path).

    Raises:
        OSError: when it cannot be read, is no regular file, lies outside the root or is larger than `most_bytes`.
    """
    real = os.path.realpath(root / disk_path)
    if not _is_below(real, root):
        raise OSError("it lies outside the folder")
    with os.fdopen(_opened(root, real), "rb") as file:
        status = os.fstat(file.fileno())
        if not stat.S_ISREG(status.st_mode):
            raise OSError("it is not a regular file")
        if status.st_size > most_bytes:
            raise OSError(f"it is larger than {most_bytes / 1e6:.0f} MB")
        return file.read(most_bytes + 1), status


def _opened(root: Path, real: str) -> int:
    """A descriptor of the file at a real path, found folder by folder: a link swapped in just now is not followed."""
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    if os.open not in os.supports_dir_fd:
        return os.open(real, flags)
    *folders, name = os.path.relpath(real, root).split(os.sep)
    looking = getattr(os, "O_PATH", os.O_RDONLY) | os.O_DIRECTORY
    above = os.open(root, looking)
    try:
        for folder in folders:
            below = os.open(folder, looking | os.O_NOFOLLOW, dir_fd=above)
            os.close(above)
            above = below
        return os.open(name, flags | os.O_NOFOLLOW, dir_fd=above)
    finally:
        os.close(above)


def is_inside(path: Path, root: Path) -> bool:
    """Whether a path, once every symlink is followed, lies in the root (itself a real path)."""
    return _is_below(os.path.realpath(path), root)


def _is_below(real: str, root: Path) -> bool:
    base = str(root)
    return real == base or real.startswith(base.rstrip(os.sep) + os.sep)


def _spelled(entries: Sequence[os.DirEntry[str]]) -> Iterable[tuple[os.DirEntry[str], str]]:
    """Entries with their NFC names; of those that share one, only the first (exact NFC before others) gets it."""
    if all(entry.name.isascii() for entry in entries):
        return [(entry, entry.name) for entry in entries]
    exact = {entry.name for entry in entries}
    given: set[str] = set()
    spelled: list[tuple[os.DirEntry[str], str]] = []
    for entry in entries:
        name = _nfc(entry.name)
        if name != entry.name and (name in exact or name in given):
            name = entry.name
        given.add(name)
        spelled.append((entry, name))
    return spelled


def _is_link(path: Path) -> bool:
    return path.is_symlink()


def _is_junction(entry: os.DirEntry[str]) -> bool:
    tag = getattr(entry.stat(follow_symlinks=False), "st_reparse_tag", 0) if os.name == "nt" else 0
    return tag == getattr(stat, "IO_REPARSE_TAG_MOUNT_POINT", -1)


def _is_same(one: Path, other: Path) -> bool:
    try:
        return one.samefile(other)
    except OSError:
        return False


def _is_text(name: str) -> bool:
    try:
        name.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def _readable(name: str) -> str:
    return os.fsencode(name).decode("utf-8", "replace")


def _nfc(path: str) -> str:
    return path if path.isascii() else unicodedata.normalize("NFC", path)


def _words(error: OSError) -> str:
    return error.strerror.lower() if error.strerror else str(error)
