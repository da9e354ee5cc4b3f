"""The words and signs of an RTF file, one after another."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_TOKEN = re.compile(
    rb"\\([A-Za-z]{1,32})(-?\d{1,10})? ?|\\'([0-9A-Fa-f]{2})|\\(.)|([{}])|([^\\{}\r\n]+)|[\r\n]+|\\\Z", re.DOTALL
)


@dataclass(frozen=True, slots=True)
class Token:
    """One of: a control word with its number (None for none), a sign after a backslash, a brace, or bytes of text."""

    word: str = ""
    number: int | None = None
    sign: str = ""
    brace: str = ""
    text: bytes = b""


def tokens(content: bytes) -> Iterator[Token]:
    """The tokens of a file; pictures' raw bytes are passed over."""
    at = 0
    while found := _TOKEN.match(content, at):
        at = found.end()
        word, number, code, sign, brace, text = found.groups()
        if word:
            value = int(number) if number else None
            if word == b"bin":
                at += max(0, value or 0)
            else:
                yield Token(word=word.decode("ascii"), number=value)
        elif code:
            yield Token(text=bytes((int(code, 16),)))
        elif sign:
            yield Token(sign=sign.decode("latin-1"))
        elif brace:
            yield Token(brace=brace.decode("ascii"))
        elif text:
            yield Token(text=text)
