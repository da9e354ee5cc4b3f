"""What a query has found in a document: the words that the service marked in its text, to be marked on its pages."""

from __future__ import annotations

import re
from html import unescape

from bookwheel.gui.pdf.page_text import folded_query

_MARK = re.compile(r'<mark class="(hit|more)[^"]*">(.*?)</mark>', re.DOTALL)
_MARKUP = re.compile(r"<[^>]*>")
_MOST = 300
"""Different words of one query; a page with more is marked with the first of them."""


def hit_words(html: str) -> tuple[str, ...]:
    """The words that are marked in a page's HTML, each once, folded; pieces of one match make one."""
    found: list[str] = []
    for kind, inner in _MARK.findall(html):
        words = unescape(_MARKUP.sub("", inner))
        if kind == "more" and found:
            found[-1] += f" {words}"
        else:
            found.append(words)
    return tuple(dict.fromkeys(filter(None, map(folded_query, found))))[:_MOST]


def hit_pattern(words: tuple[str, ...]) -> re.Pattern[str] | None:
    """What finds these words, whole, in the folded text of a page; the longest first. None without words."""
    if not words:
        return None
    longest_first = sorted(words, key=len, reverse=True)
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest_first))})(?!\w)")
