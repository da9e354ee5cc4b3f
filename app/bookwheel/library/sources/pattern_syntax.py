"""Translates one pattern of a .gitignore file into a regular expression over the bytes of a path."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from bookwheel.domain.messages import Message

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


class MeaninglessPattern(Exception):
    """A pattern can match nothing, for the reason it carries."""

    def __init__(self, reason: Message) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Token:
    """A piece of a pattern: the expression of one byte, a slash, a star, or a globstar that stands for folders.

    `letter` is the byte that a literal stands for. `needs_one` says that a globstar stands for one folder at least.
    """

    source: bytes
    letter: bytes = b""
    needs_one: bool = False


def read_tokens(text: bytes) -> list[Token]:
    """What a pattern consists of, after its plain start: git starts afresh there, so `a**/b` matches `a/x/b`."""
    tokens: list[Token] = []
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
                tokens.append(Token(_GLOBSTAR, needs_one=after == b"\\/"))
            else:
                tokens.append(Token(_STAR))
        elif letter == b"?":
            tokens.append(Token(b"[^/]"))
        elif letter == b"[":
            members, index = _bracket(text, index)
            tokens.append(Token(b"[" + b"".join(b"\\x%02x" % byte for byte in sorted(members)) + b"]"))
        else:
            if letter == b"\\":
                letter = text[index : index + 1]
                index += 1
                if not letter:
                    raise MeaninglessPattern(Message("it ends in a backslash"))
            tokens.append(Token(re.escape(letter), letter))
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
                raise MeaninglessPattern(Message("a bracket is not closed"))
            if end > index + 2 and text[end - 1 : end] == b":":
                name = text[index + 2 : end - 1]
                if name not in _CLASS_MEMBERS:
                    raise MeaninglessPattern(
                        Message("there is no class [:{name}:]", name=name.decode("utf-8", "replace"))
                    )
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
        raise MeaninglessPattern(Message("its brackets match no letter"))
    return members, index + 1


def _byte(text: bytes, index: int) -> int:
    if index >= len(text):
        raise MeaninglessPattern(Message("a bracket is not closed"))
    return text[index]


def to_regex(tokens: Sequence[Token]) -> bytes:
    """The expression of a pattern.

    What follows a star or a globstar is taken where it first fits (in an atomic group): where it ends first, whatever
    comes later has most room. So no pattern takes more than polynomial time, however many stars it has.
    """
    blocks: list[tuple[Token | None, list[list[Token]]]] = [(None, [[]])]
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


def _component(tokens: Sequence[Token]) -> bytes:
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


def longest_literal(plain: bytes, tokens: Sequence[Token]) -> bytes:
    """The longest run of bytes without a wildcard, which stands in all that the pattern matches."""
    runs = [plain]
    for token in tokens:
        if token.letter and token.letter != _SLASH:
            runs[-1] += token.letter
        else:
            runs.append(b"")
    return max(runs, key=len)
