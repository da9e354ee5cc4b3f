"""Patterns in .gitignore syntax, matched byte for byte as git matches them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, field

from bookwheel.domain.messages import Message
from bookwheel.library.sources.pattern_syntax import MeaninglessPattern, longest_literal, read_tokens, to_regex

LONGEST_PATTERN_BYTES = 65_536
"""No path is longer than that; git gives up far below."""

_PLAIN = re.compile(rb"[^*?\[\\]*")


@dataclass(frozen=True, slots=True)
class Fault:
    """A pattern that can match nothing: its line from 1, its text, and why."""

    line: int
    pattern: str
    reason: Message


@dataclass(frozen=True, slots=True)
class _Rule:
    """What one line says. `number` grows with the line; the last rule that matches decides."""

    number: int
    is_negated: bool
    only_folders: bool


@dataclass(slots=True)
class _Wild:
    """A pattern with wildcards: `literal` stands in whatever it matches, and `regex` is made once that was seen."""

    rule: _Rule
    is_by_name: bool
    literal: bytes
    source: bytes
    regex: re.Pattern[bytes] | None = None

    def matches(self, path: bytes, name: bytes) -> bool:
        text = name if self.is_by_name else path
        if self.literal not in text:
            return False
        if self.regex is None:
            self.regex = re.compile(self.source, re.DOTALL)
        return self.regex.fullmatch(text) is not None


@dataclass(slots=True)
class Patterns:
    """The patterns of one .gitignore file or of one list. `faults` names those that can match nothing.

    Names, endings and paths without wildcards are looked up; only the rest is tried one by one, so that 100,000 lines
    cost little.
    """

    faults: list[Fault] = field(default_factory=list[Fault])
    _names: dict[bytes, list[_Rule]] = field(default_factory=dict[bytes, list[_Rule]])
    _paths: dict[bytes, list[_Rule]] = field(default_factory=dict[bytes, list[_Rule]])
    _endings: dict[bytes, list[_Rule]] = field(default_factory=dict[bytes, list[_Rule]])
    _ending_sizes: set[int] = field(default_factory=set[int])
    _wild: list[_Wild] = field(default_factory=list[_Wild])

    @classmethod
    def read(cls, content: bytes) -> Patterns:
        """Read the patterns of a .gitignore file."""
        lines = content.removeprefix(b"\xef\xbb\xbf").split(b"\n")
        return cls._of(line.removesuffix(b"\r") for line in lines)

    @classmethod
    def of(cls, patterns: Iterable[str]) -> Patterns:
        """Read a list of patterns."""
        return cls._of(pattern.encode("utf-8", "surrogatepass") for pattern in patterns)

    @classmethod
    def _of(cls, lines: Iterable[bytes]) -> Patterns:
        patterns = cls()
        for number, raw in enumerate(lines, 1):
            line = _trim(raw.partition(b"\0")[0])
            if not line or line.startswith(b"#"):
                continue
            try:
                patterns._add(number, _normalise(line))
            except MeaninglessPattern as error:
                patterns.faults.append(Fault(number, line[:80].decode("utf-8", "replace"), error.reason))
        return patterns

    @property
    def is_empty(self) -> bool:
        """Whether there is neither a pattern nor a fault."""
        return not (self._names or self._paths or self._endings or self._wild or self.faults)

    def verdict(self, path: str, *, is_folder: bool) -> bool | None:
        """Whether the last pattern that matches a path names it (True) or takes it back; None when none matches."""
        whole = path.encode("utf-8", "surrogatepass")
        name = whole.rpartition(b"/")[2]
        rules = [*self._names.get(name, ()), *self._paths.get(whole, ())]
        for size in self._ending_sizes:
            if size <= len(name):
                rules += self._endings.get(name[len(name) - size :], ())
        fitting = [rule for rule in rules if is_folder or not rule.only_folders]
        last = max(fitting, key=lambda rule: rule.number, default=None)
        for wild in reversed(self._wild):
            if last is not None and wild.rule.number < last.number:
                break
            if (is_folder or not wild.rule.only_folders) and wild.matches(whole, name):
                last = wild.rule
                break
        return None if last is None else not last.is_negated

    def covers(self, path: str) -> bool:
        """Whether a file or a folder above it is named, by the pattern that comes nearest to the file."""
        verdict = self.verdict(path, is_folder=False)
        while verdict is None and "/" in path:
            path = path.rpartition("/")[0]
            verdict = self.verdict(path, is_folder=True)
        return bool(verdict)

    def _add(self, number: int, line: bytes) -> None:
        if len(line) > LONGEST_PATTERN_BYTES:
            raise MeaninglessPattern(Message("it is longer than any path"))
        is_negated = line.startswith(b"!")
        text = line[1:] if is_negated else line
        only_folders = text.endswith(b"/")
        text = text[:-1] if only_folders else text
        is_by_name = b"/" not in text
        text = text.removeprefix(b"/")
        if not text:
            raise MeaninglessPattern(Message("it names no file or folder"))
        rule = _Rule(number, is_negated, only_folders)
        plain = _plain_start(text)
        if plain == text:
            (self._names if is_by_name else self._paths).setdefault(text, []).append(rule)
        elif is_by_name and text.startswith(b"*") and _plain_start(text[1:]) == text[1:]:
            self._endings.setdefault(text[1:], []).append(rule)
            self._ending_sizes.add(len(text) - 1)
        else:
            tokens = read_tokens(text[len(plain) :])
            source = re.escape(plain) + to_regex(tokens)
            self._wild.append(_Wild(rule, is_by_name, longest_literal(plain, tokens), source))


def _trim(line: bytes) -> bytes:
    """A line without the spaces at its end, but for one that a backslash keeps."""
    kept = line.rstrip(b" ")
    if kept == line:
        return line
    backslashes = len(kept) - len(kept.rstrip(b"\\"))
    return kept + b" " if backslashes % 2 else kept


def _normalise(line: bytes) -> bytes:
    """A line with its letters composed, as the paths of a collection are."""
    if line.isascii():
        return line
    try:
        return unicodedata.normalize("NFC", line.decode("utf-8")).encode("utf-8")
    except UnicodeDecodeError:
        return line


def _plain_start(text: bytes) -> bytes:
    found = _PLAIN.match(text)
    return found.group() if found is not None else b""
