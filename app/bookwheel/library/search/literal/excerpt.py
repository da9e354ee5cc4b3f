"""What a hit shows of a literal match: the lines as they are written, with their numbers."""

from __future__ import annotations

import time
from dataclasses import dataclass

from bookwheel.library.search.literal.pattern import Pattern, Span

MOST_LINES = 3
"""Lines of a section that its hit shows."""

LONGEST_LINE = 160
"""Characters of a line that are shown."""

_MOST_MATCHES, _SECONDS = 200, 0.5


@dataclass(frozen=True, slots=True)
class Excerpt:
    """Lines as `12: text`, the matches in them as character ranges, and the number of the first line."""

    text: str
    spans: tuple[Span, ...]
    line: int


def excerpt(text: bytes, start: int, end: int, pattern: Pattern) -> Excerpt | None:
    """The first lines with a match between two bytes of a text; None where there is none."""
    lines: dict[tuple[int, int], list[Span]] = {}
    for count, (first, last) in enumerate(pattern.spans_in(text, start, time.monotonic() + _SECONDS)):
        if first >= end:
            break
        begin = text.rfind(b"\n", 0, first) + 1
        stop = text.find(b"\n", first)
        stop = len(text) if stop < 0 else stop
        if (begin, stop) not in lines and len(lines) == MOST_LINES or count > _MOST_MATCHES:
            break
        lines.setdefault((begin, stop), []).append((first - begin, min(last, stop) - begin))
    if not lines:
        return None
    shown = ""
    spans: list[Span] = []
    number, counted = 1 + text.count(b"\n", 0, next(iter(lines))[0]), next(iter(lines))[0]
    first_line = number
    for (begin, stop), marks in lines.items():
        number += text.count(b"\n", counted, begin)
        counted = begin
        piece, inside = _piece(text[begin:stop], marks)
        head = f"{number:,}: " if not shown else f"\n{number:,}: "
        spans += [(len(shown) + len(head) + one, len(shown) + len(head) + other) for one, other in inside]
        shown += head + piece
    return Excerpt(shown, tuple(spans), first_line)


def _piece(line: bytes, marks: list[Span]) -> tuple[str, list[Span]]:
    """A line without its indent, cut around its first match, and where the matches are in it."""
    cut: list[tuple[str, bool]] = []
    place = 0
    for first, last in marks:
        cut += [(_plain(line[place:first]), False), (_plain(line[first:last]), True)]
        place = last
    cut.append((_plain(line[place:]), False))
    before = cut[0][0].lstrip()
    if len(before) > LONGEST_LINE // 3:
        before = "… " + before[-LONGEST_LINE // 3 :].lstrip()
    cut[0] = (before, False)
    text = ""
    spans: list[Span] = []
    for part, is_match in cut:
        room = LONGEST_LINE - len(text)
        if room <= 0:
            break
        kept = part[:room]
        if is_match and kept:
            spans.append((len(text), len(text) + len(kept)))
        text += kept
    whole = sum(len(part) for part, _ in cut)
    return (text.rstrip() if whole <= LONGEST_LINE else text + " …"), spans


def _plain(raw: bytes) -> str:
    """Text of a line that shows as it is; spaces at its ends stay."""
    text = raw.decode("utf-8", "replace").replace("\t", " ")
    return text if text.isprintable() else "".join(letter if letter.isprintable() else " " for letter in text)
