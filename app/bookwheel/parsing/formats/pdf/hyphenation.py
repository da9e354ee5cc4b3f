"""Hyphens at the ends of lines: those that a compound has anyway are told from those of the line break."""

from __future__ import annotations

import re
from collections.abc import Sequence

from bookwheel.parsing.formats.pdf.page_lines import Line

KEPT_HYPHEN = "\u2011"
"""Ends a line whose hyphen stays when the next line is joined to it."""

_SOFT = re.compile(r"([^\W\d_]+)\u00ad([^\W\d_]+)")
"""A word broken over two lines that pdfium has put together."""
_HYPHENS = ("-", "\u00ad", "\u2010")
_END = re.compile(r"([^\W\d_]+)[-\u00ad\u2010]\Z")
_START = re.compile(r"[^\W\d_]+")
_WORDS = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_LEAST = 4
"""Letters of both parts of a compound that is known by its parts alone."""


def keep_hyphens(pages: Sequence[Sequence[Line]]) -> None:
    """Put back the hyphens of compounds that are broken over two lines, by what the document writes within its lines.

    A word that is written in one anywhere has no hyphen; else a compound that is written with one, or whose parts are
    words of the document, keeps it.
    """
    ends = [
        (line, end[1], start[0])
        for lines in pages
        for line, below in zip(lines, lines[1:], strict=False)
        if line.text.endswith(_HYPHENS)
        and (end := _END.search(line.text))
        and (start := _START.match(below.text))
        and below.text[:1].islower()
    ]
    inside = [line for lines in pages for line in lines if "\u00ad" in line.text]
    if not ends and not inside:
        return
    known = _whole_words(pages)
    for line in inside:
        line.text = _SOFT.sub(
            lambda word: f"{word[1]}{'-' * _is_compound(word[1], word[2], known)}{word[2]}", line.text
        )
    for line, before, after in ends:
        if _is_compound(before, after, known):
            line.text = line.text[:-1] + KEPT_HYPHEN


def _whole_words(pages: Sequence[Sequence[Line]]) -> set[str]:
    """The words that are not broken, in lower case."""
    known: set[str] = set()
    for lines in pages:
        is_rest = False
        for line in lines:
            text = _SOFT.sub(" ", line.text.casefold())
            if is_rest:
                text = _START.sub("", text, count=1)
            whole = _END.sub("", text) if text.endswith(_HYPHENS) else text
            is_rest = whole != text
            known.update(_WORDS.findall(whole))
    return known


def _is_compound(before: str, after: str, known: set[str]) -> bool:
    first, second = before.casefold(), after.casefold()
    is_of_words = min(len(first), len(second)) >= _LEAST and first in known and second in known
    return first + second not in known and (f"{first}-{second}" in known or is_of_words)
