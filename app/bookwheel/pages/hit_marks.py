"""Matches of a query marked in a finished page."""

from __future__ import annotations

import re
from bisect import bisect_right
from html import escape, unescape

from bookwheel.pages.types import Mark, Rendered

MOST = 5_000
"""Matches marked in one page at most."""

_SPLIT = re.compile(r"(<[^>]*>)")
_INLINE = re.compile(
    r"</?(?:a|abbr|b|bdi|bdo|cite|code|del|dfn|em|i|ins|kbd|mark|q|s|samp|small|span|strong|sub|sup|u|var|wbr)\b"
)


def mark_matches(html: str, mark: Mark) -> Rendered:
    """The page with its matches as `<mark class="hit">`; a match goes on across inline tags (as `<mark class="more">`).

    `html` must be well-formed, without `>` in attributes, as `finishing` leaves it.
    """
    pieces = _SPLIT.split(html)
    texts: list[tuple[int, int, str]] = []
    plain: list[str] = []
    length = 0
    for number, piece in enumerate(pieces):
        if number % 2:
            if plain and not _INLINE.match(piece) and not plain[-1].endswith("\n"):
                plain.append("\n")
                length += 1
        elif piece:
            text = unescape(piece)
            texts.append((number, length, text))
            plain.append(text)
            length += len(text)
    text = "".join(plain)
    spans = sorted(span for span in mark(text) if span[0] < span[1])
    spans = _joined(text, [start for _, start, _ in texts], spans)[:MOST]
    _cut(pieces, texts, spans)
    return Rendered("".join(pieces), len(spans))


def _joined(text: str, starts: list[int], spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Words that stand side by side as one match, for who goes from match to match.

    `starts` are the places in the text at which its pieces between tags begin: they keep matches apart.
    """
    joined: list[tuple[int, int]] = []
    for first, last in spans:
        before = joined[-1][1] if joined else 0
        is_beside = bool(joined) and before <= first and not text[before:first].strip()
        if is_beside and bisect_right(starts, before - 1) == bisect_right(starts, first):
            joined[-1] = (joined[-1][0], last)
        else:
            joined.append((first, last))
    return joined


def _cut(pieces: list[str], texts: list[tuple[int, int, str]], spans: list[tuple[int, int]]) -> None:
    at = 0
    for number, start, text in texts:
        end = start + len(text)
        while at < len(spans) and spans[at][1] <= start:
            at += 1
        if at == len(spans):
            return
        if spans[at][0] >= end:
            continue
        made: list[str] = []
        here = start
        for first, last in spans[at:]:
            if first >= end:
                break
            low, high = max(first, here), min(last, end)
            if low >= high:
                continue
            kind = "hit" if first >= start else "more"
            made.append(escape(text[here - start : low - start], quote=False))
            made.append(f'<mark class="{kind}">{escape(text[low - start : high - start], quote=False)}</mark>')
            here = high
        made.append(escape(text[here - start :], quote=False))
        pieces[number] = "".join(made)
