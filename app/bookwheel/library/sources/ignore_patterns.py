"""Patterns in .gitignore syntax, matched byte for byte as git matches them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

LONGEST_PATTERN_BYTES = 65_536
"""No path is longer than that; git gives up far below."""

_PLAIN = re.compile(rb"[^*?\[\\]*")
_SLASH, _STAR, _GLOBSTAR = b"/", b"[^/]*", b".*"
_CLASSES = {
    b"alnum": b"0-9A-Za-z", b"alpha": b"A-Za-z", b"blank": rb" \t", b"cntrl": rb"\x00-\x1f\x7f", b"digit": b"0-9",
    b"graph": b"!-~", b"lower": b"a-z", b"print": b" -~", b"punct": rb"!-/:-@\[-`{-~", b"space": rb" \t\n\r",
    b"upper": b"A-Z", b"xdigit": b"0-9A-Fa-f",
}  # fmt: skip
_CLASS_MEMBERS = {
    name: frozenset(byte for byte in range(256) if re.match(b"[" + ranges + b"]", bytes((byte,)), re.DOTALL))
    for name, ranges in _CLASSES.items()
}


@dataclass(frozen=True, slots=True)
class Fault:
    """A pattern that can match nothing: its line from 1, its text, and why."""

    line: int
    pattern: str
    reason: str


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


class _Meaningless(Exception):
    """A pattern can match nothing, for the reason it carries."""


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
            except _Meaningless as error:
                patterns.faults.append(Fault(number, line[:80].decode("utf-8", "replace"), str(error)))
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
            raise _Meaningless("it is longer than any path")
        is_negated = line.startswith(b"!")
        text = line[1:] if is_negated else line
        only_folders = text.endswith(b"/")
        text = text[:-1] if only_folders else text
        is_by_name = b"/" not in text
        text = text.removeprefix(b"/")
        if not text:
            raise _Meaningless("it names nothing")
        rule = _Rule(number, is_negated, only_folders)
        plain = _plain_start(text)
        if plain == text:
            (self._names if is_by_name else self._paths).setdefault(text, []).append(rule)
        elif is_by_name and text.startswith(b"*") and _plain_start(text[1:]) == text[1:]:
            self._endings.setdefault(text[1:], []).append(rule)
            self._ending_sizes.add(len(text) - 1)
        else:
            tokens = _tokens(text[len(plain) :])
            source = re.escape(plain) + _regex(tokens)
            self._wild.append(_Wild(rule, is_by_name, _longest_literal(plain, tokens), source))


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


@dataclass(frozen=True, slots=True)
class _Token:
    """A piece of a pattern: the expression of one byte, a slash, a star, or a globstar that stands for folders.

    `letter` is the byte that a literal stands for. `needs_one` says that a globstar stands for one folder at least.
    """

    source: bytes
    letter: bytes = b""
    needs_one: bool = False


def _tokens(text: bytes) -> list[_Token]:
    """What a pattern consists of, after its plain start: git starts afresh there, so `a**/b` matches `a/x/b`."""
    tokens: list[_Token] = []
    index = 0
    while index < len(text):
        letter = text[index : index + 1]
        index += 1
        if letter == b"*":
            start = index - 1
            while text[index : index + 1] == b"*":
                index += 1
            is_alone = not tokens or tokens[-1].source == _SLASH
            after = text[index : index + 2]
            if index - start > 1 and is_alone and (not after or after[:1] == b"/" or after == b"\\/"):
                tokens.append(_Token(_GLOBSTAR, needs_one=after == b"\\/"))
            else:
                tokens.append(_Token(_STAR))
        elif letter == b"?":
            tokens.append(_Token(b"[^/]"))
        elif letter == b"[":
            members, index = _bracket(text, index)
            tokens.append(_Token(b"[" + b"".join(b"\\x%02x" % byte for byte in sorted(members)) + b"]"))
        else:
            if letter == b"\\":
                letter = text[index : index + 1]
                index += 1
                if not letter:
                    raise _Meaningless("it ends in a backslash")
            tokens.append(_Token(re.escape(letter), letter))
    return tokens


def _bracket(text: bytes, index: int) -> tuple[set[int], int]:
    """The bytes that brackets opened before `index` stand for, and the index after them, read as git reads them."""
    is_negated = text[index : index + 1] in (b"!", b"^")
    index += is_negated
    members: set[int] = set()
    previous = 0
    is_first = True
    while is_first or text[index : index + 1] != b"]":
        is_first = False
        byte, after = _byte(text, index), text[index + 1 : index + 2]
        if byte == ord("-") and previous and after and after != b"]":
            index += 1
            index += text[index : index + 1] == b"\\"
            members.update(range(previous, _byte(text, index) + 1))
            previous = 0
        elif byte == ord("[") and after == b":":
            end = text.find(b"]", index + 2)
            if end < 0:
                raise _Meaningless("a bracket is not closed")
            if end > index + 2 and text[end - 1 : end] == b":":
                name = text[index + 2 : end - 1]
                if name not in _CLASS_MEMBERS:
                    raise _Meaningless(f"there is no class [:{name.decode('utf-8', 'replace')}:]")
                members |= _CLASS_MEMBERS[name]
                index, previous = end, 0
            else:
                members.add(byte)
                previous = byte
        else:
            if byte == ord("\\"):
                index += 1
                byte = _byte(text, index)
            members.add(byte)
            previous = byte
        index += 1
    members = set(range(256)) - members if is_negated else members
    members.discard(ord("/"))
    if not members:
        raise _Meaningless("its brackets match no letter")
    return members, index + 1


def _byte(text: bytes, index: int) -> int:
    if index >= len(text):
        raise _Meaningless("a bracket is not closed")
    return text[index]


def _regex(tokens: Sequence[_Token]) -> bytes:
    """The expression of a pattern.

    What follows a star or a globstar is taken where it first fits (in an atomic group): where it ends first, whatever
    comes later has most room. So no pattern takes more than polynomial time, however many stars it has.
    """
    blocks: list[tuple[_Token | None, list[list[_Token]]]] = [(None, [[]])]
    for token in tokens:
        if token.source == _GLOBSTAR:
            blocks.append((token, [[]]))
        elif token.source == _SLASH:
            blocks[-1][1].append([])
        else:
            blocks[-1][1][-1].append(token)
    source = b"/".join(_component(component) for component in blocks[0][1])
    for globstar, components in blocks[1:]:
        if len(components) == 1:
            return source + _GLOBSTAR
        folders = b"(?:[^/]*/)+?" if globstar is not None and globstar.needs_one else b"(?:[^/]*/)*?"
        block = folders + b"/".join(_component(component) for component in components[1:])
        source += block if components is blocks[-1][1] else b"(?>" + block + b")"
    return source


def _component(tokens: Sequence[_Token]) -> bytes:
    """The expression of what stands between two slashes."""
    pieces: list[bytes] = [b""]
    for token in tokens:
        if token.source == _STAR:
            pieces.append(b"")
        else:
            pieces[-1] += token.source
    if len(pieces) == 1:
        return pieces[0]
    middle = b"".join(b"(?>[^/]*?" + piece + b")" for piece in pieces[1:-1])
    return pieces[0] + middle + _STAR + pieces[-1] + rb"(?=/|\Z)"


def _longest_literal(plain: bytes, tokens: Sequence[_Token]) -> bytes:
    runs = [plain]
    for token in tokens:
        if token.letter and token.letter != _SLASH:
            runs[-1] += token.letter
        else:
            runs.append(b"")
    return max(runs, key=len)
