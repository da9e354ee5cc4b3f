"""Which files of a collection are taken in: by their kind, its own patterns, and what .gitignore files leave out."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePosixPath

from bookwheel.domain.collection import MOST_EXAMPLES, Collection, SkippedType
from bookwheel.domain.formats import Format, FormatUse, chosen_uses, format_of, use_of
from bookwheel.domain.left_out_names import LEFT_OUT_FOLDERS, is_secret
from bookwheel.domain.mapping_rules import MAPPING_FILE
from bookwheel.domain.messages import Message
from bookwheel.library.sources.ignore_patterns import Fault, Patterns
from bookwheel.library.sources.inside_root import describe, read_inside
from bookwheel.library.sources.path_text import readable
from bookwheel.parsing.outside import programs

LARGEST_IGNORE_BYTES = 16_000_000
MOST_NAMED = 5
"""Skipped patterns of a file that its problem names."""

_LONGEST_EXTENSION, _MOST_TYPES = 16, 200
"""Characters of a file's extension by which it is counted, and extensions that are told apart."""

IGNORE_OPTION, INCLUDE_OPTION = "--ignore", "--include"
"""Where the path stands, in a problem with a collection's own patterns."""

SECRET, IGNORED = "secret", "ignored"
"""Rules by which files are left out and counted."""

_SPECIAL = re.compile(r"([\\*?\[\]!#])")
_ESCAPED = r"\\\1"


@dataclass(frozen=True, slots=True)
class Refusal:
    """A path that could not be looked at, and why; a warning where something of it was."""

    path: str
    reason: Message
    kind: str = "failed"


@dataclass(frozen=True, slots=True)
class _Level:
    folder: str
    patterns: Patterns


@dataclass(slots=True)
class Rules:
    """What a collection takes in; keeps the .gitignore files that it has read until `forget_ignores`.

    `source` holds the collection's own patterns to ignore and to include, `uses` what it does with formats,
    `finds_names` whether names are looked for in running text. `warnings`
    says by file which patterns were skipped so far; `skipped_types` which files a walk left out because of their type,
    and `left_out` how many because they are ignored or secret, since `follow_root`; `programs` whether those of others
    that formats need are installed.
    """

    root: Path
    ignore: Patterns
    include: Patterns
    include_patterns: tuple[str, ...]
    source: tuple[tuple[str, ...], tuple[str, ...]]
    finds_names: bool = True
    uses: dict[str, FormatUse] = field(default_factory=dict[str, FormatUse])
    levels: dict[str, tuple[_Level, ...]] = field(default_factory=dict[str, "tuple[_Level, ...]"])
    warnings: dict[str, Refusal] = field(default_factory=dict[str, Refusal])
    skipped_types: dict[str, SkippedType] = field(default_factory=dict[str, SkippedType])
    left_out: dict[str, int] = field(default_factory=dict[str, int])
    programs: dict[str, bool] = field(default_factory=dict[str, bool])

    @classmethod
    def of(cls, collection: Collection, *, finds_names: bool = True) -> Rules:
        """The rules of a collection."""
        return cls(
            Path(os.path.realpath(collection.root)),
            Patterns.of(collection.ignore),
            Patterns.of(collection.include),
            tuple(pattern for pattern in collection.include if pattern and not pattern.startswith(("#", "!"))),
            (collection.ignore, collection.include),
            finds_names,
            chosen_uses(collection.formats),
        )

    def follow_root(self, root: str) -> None:
        """Find out again where the collection's root leads."""
        self.root = Path(os.path.realpath(root))
        self.skipped_types.clear()
        self.left_out.clear()
        self.programs.clear()
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
        if path == MAPPING_FILE:
            return False, False
        if is_secret(name):
            named = any(pattern.strip("/") in (name, path) for pattern in self.include_patterns)
            return named, named
        if self.ignore.verdict(path, is_folder=False):
            return False, False
        has_format = self.reads(path)
        if not (in_left_out or name.startswith(".")) and has_format and not self._is_git_ignored(path, is_folder=False):
            return True, False
        included = bool(self.include_patterns) and self.include.covers(path)
        if included and in_left_out:
            included = self._reaches(path)
        return included, included and not has_format

    def use_of(self, path: str) -> FormatUse:
        """What becomes of a file's format; off for one that there is not."""
        kind = format_of(path)
        return use_of(kind, self.uses) if kind else FormatUse.OFF

    def reads(self, path: str) -> bool:
        """Whether files of this name's format are read here: it is on, and the program that it needs is installed."""
        kind = format_of(path)
        return kind is not None and self.use_of(path) is not FormatUse.OFF and self._has_program(kind)

    def is_slow(self, path: str) -> bool:
        """Whether a program of others helps to read a file, which takes seconds; the others are read before."""
        kind = format_of(path)
        return kind is not None and (bool(kind.needs) or self.use_of(path) is FormatUse.OCR)

    def _has_program(self, kind: Format) -> bool:
        if kind.needs and kind.needs not in self.programs:
            self.programs[kind.needs] = bool(programs.find(kind.needs))
        return not kind.needs or self.programs[kind.needs]

    def note_skipped(self, path: str, *, in_left_out: bool) -> None:
        """Count a file that is not taken in: for its type, or because it is secret or ignored; not a hidden one."""
        name = path.rpartition("/")[2]
        if in_left_out:
            return
        if is_secret(name):
            self.left_out[SECRET] = self.left_out.get(SECRET, 0) + 1
        elif name.startswith("."):
            return
        elif self.ignore.verdict(path, is_folder=False) or self._is_git_ignored(path, is_folder=False):
            self.left_out[IGNORED] = self.left_out.get(IGNORED, 0) + 1
        elif not self.reads(path):
            self._note_type(path)

    def _note_type(self, path: str) -> None:
        extension = PurePosixPath(path).suffix.lower()[:_LONGEST_EXTENSION]
        if extension not in self.skipped_types and len(self.skipped_types) >= _MOST_TYPES:
            extension = ""
        before = self.skipped_types.get(extension, SkippedType(extension, 0))
        examples = (*before.examples, path)[:MOST_EXAMPLES]
        self.skipped_types[extension] = SkippedType(extension, before.count + 1, examples)

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
                raise OSError(Message("it is a symbolic link"))
            content, _ = read_inside(self.root, path, LARGEST_IGNORE_BYTES)
        except (FileNotFoundError, NotADirectoryError):
            return Patterns()
        except OSError as error:
            self.warnings[path] = Refusal(
                path, Message("The patterns in this file are not used: {reason}.", reason=describe(error)), "warning"
            )
            return Patterns()
        patterns = Patterns.read(content)
        if patterns.faults:
            self.warnings[path] = _warning(path, patterns.faults)
        return patterns


def _warning(path: str, faults: Sequence[Fault]) -> Refusal:
    lines = [
        Message(
            "line {line} ({pattern}): {reason}", line=fault.line, pattern=readable(fault.pattern), reason=fault.reason
        )
        for fault in faults[:MOST_NAMED]
    ]
    if len(faults) > MOST_NAMED:
        lines.append(Message("and {count} more", count=f"{len(faults) - MOST_NAMED:,}"))
    return Refusal(
        path,
        Message("Patterns that cannot match anything are ignored: {patterns}.", patterns=Message.joined(lines, "; ")),
        "warning",
    )


def with_missing_programs(skipped: Iterable[SkippedType], collection: Collection) -> tuple[SkippedType, ...]:
    """The skipped types with the programs that would read them, which are not installed now."""
    uses = chosen_uses(collection.formats)

    def needs(extension: str) -> str:
        kind = format_of(f"a{extension}") if extension else None
        is_on = kind is not None and bool(kind.needs) and use_of(kind, uses) is not FormatUse.OFF
        return kind.needs if kind and is_on and not programs.find(kind.needs) else ""

    return tuple(replace(kind, needs=needs(kind.extension)) for kind in skipped)


def without_inner(collection: Collection, others: Iterable[Collection]) -> Collection:
    """The collection without the folders in it that are collections of their own: no document is in two."""
    root = Path(os.path.realpath(collection.root))
    inner = [Path(os.path.realpath(other.root)) for other in others if other.slug != collection.slug]
    patterns = tuple(
        f"/{_SPECIAL.sub(_ESCAPED, path.relative_to(root).as_posix())}/"
        for path in inner
        if path != root and path.is_relative_to(root)
    )
    return replace(collection, ignore=(*collection.ignore, *patterns)) if patterns else collection
