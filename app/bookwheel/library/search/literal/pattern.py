"""What a literal search looks for, as a pattern that takes time in proportion to the text, whatever it is."""

# pyright: standard
# RE2's Python package leaves its types unsaid.

from __future__ import annotations

import math
import re
import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

import re2

from bookwheel.domain.errors import BadRequest
from bookwheel.domain.search import Mode, SearchRequest
from bookwheel.domain.typed_patterns import SLASHED

LONGEST = 2000
"""Characters of a pattern at most."""

_MOST_MEMORY = 32 << 20
"""Bytes that the automata of one pattern may take; beyond, they are built anew, which takes longer."""

_CHECKED = 64
"""Matches after which the clock is looked at."""

_MARKING_S = 1.0

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Pattern:
    """A text or a regular expression; `rest` is what was typed behind one in slashes: filters."""

    text: str
    is_regex: bool
    is_case_sensitive: bool
    rest: str = ""

    def spans_in(self, text: bytes, start: int = 0, until: float = math.inf) -> Iterator[Span]:
        """Where it stands in a UTF-8 text from a byte on, as bytes, in order and apart, until a moment has come.

        What has no length is passed over.
        """
        for count, (first, last) in enumerate(self._found(text, start)):
            if count % _CHECKED == 0 and time.monotonic() > until:
                return
            if last > first:
                yield first, last

    def _found(self, text: bytes, start: int) -> Iterator[Span]:
        if self.is_regex or not (self.is_case_sensitive or self.text.isascii()):
            return (found.span() for found in self._compiled().finditer(text, start))
        wanted = self.text.encode("utf-8", "replace")
        return _plain(wanted, text, start) if self.is_case_sensitive else _plain(wanted.lower(), text.lower(), start)

    def spans(self, text: str) -> list[Span]:
        """The same in characters."""
        until = time.monotonic() + _MARKING_S
        if text.isascii():
            return list(self.spans_in(text.encode(), 0, until))
        raw = text.encode("utf-8", "replace")
        place, length = 0, 0
        spans: list[Span] = []
        for start, end in self.spans_in(raw, 0, until):
            length += len(raw[place:start].decode("utf-8", "ignore"))
            first = length
            length += len(raw[start:end].decode("utf-8", "ignore"))
            spans.append((first, length))
            place = end
        return spans

    def is_in(self, text: str) -> bool:
        """Whether it stands in a text."""
        return next(self.spans_in(text.encode("utf-8", "replace")), None) is not None

    @property
    def is_readable(self) -> bool:
        """Whether it is no regular expression with a fault."""
        try:
            self.check()
        except BadRequest:
            return False
        return True

    def check(self) -> None:
        """Raise BadRequest for a regular expression that cannot be read, with the place of the fault."""
        self._compiled()

    def _compiled(self) -> re2._Regexp:
        return _compiled(self.text, self.is_regex, self.is_case_sensitive)


def pattern_of(request: SearchRequest) -> Pattern | None:
    """What a request looks for as it is written; None for words. `/…/` and `/…/i` are regular expressions everywhere.

    Raises:
        BadRequest: for a regular expression that cannot be read.
    """
    is_literal = request.mode is Mode.LITERAL or request.is_regex
    if is_literal and not request.query.strip():
        return None
    if is_literal:
        pattern = Pattern(request.query[:LONGEST], request.is_regex, request.is_case_sensitive)
    else:
        pattern = typed_pattern(request.query)
    if pattern is not None:
        pattern.check()
    return pattern


def typed_pattern(query: str) -> Pattern | None:
    """The regular expression that a query begins with, between slashes; None where it begins with none."""
    found = SLASHED.match(query[:LONGEST].strip())
    if found is None:
        return None
    return Pattern(found[1], True, not found[2], query.strip()[found.end() :].strip())


def _plain(wanted: bytes, text: bytes, start: int) -> Iterator[Span]:
    """Where some bytes stand; each match takes a twentieth of what it takes through RE2's Python package."""
    at = text.find(wanted, start)
    while at >= 0 and wanted:
        yield at, at + len(wanted)
        at = text.find(wanted, at + len(wanted))


@lru_cache(32)
def _compiled(text: str, is_regex: bool, is_case_sensitive: bool) -> re2._Regexp:
    options = re2.Options()
    options.case_sensitive = is_case_sensitive
    options.log_errors = False
    options.max_mem = _MOST_MEMORY
    options.literal = not is_regex
    source = f"(?m){text}" if is_regex else text
    try:
        return re2.compile(source.encode("utf-8", "replace"), options)
    except re2.error as error:
        raise _fault(text, error) from None


def _fault(text: str, error: Exception) -> BadRequest:
    """What is wrong with a regular expression, and where."""
    said = error.args[0] if error.args else b""
    said = said.decode("utf-8", "replace") if isinstance(said, bytes) else str(said)
    reason, _, part = said.partition(": ")
    part = part.removeprefix("(?m)")
    place = _place_of(text, part)
    hint = (
        "lookaround and backreferences are not supported" if reason.startswith(("invalid perl", "invalid esc")) else ""
    )
    return BadRequest(
        "The regular expression has a fault at character {place}: {reason}.",
        place=place + 1,
        reason=(f"{reason} {part}" if part != text else reason)[:80],
        next=hint,
    )


def _place_of(text: str, part: str) -> int:
    """Where the fault stands, from 0: as Python sees it where it sees one too, else where its words are."""
    try:
        re.compile(text)
    except re.error as error:
        return min(error.pos or 0, len(text))
    except (OverflowError, RecursionError):
        return 0
    return max(0, text.find(part)) if part else max(0, len(text) - 1)
