"""A large document's page in parts, cut before headings, so that its first screen need not wait for its last."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from html import escape

from bookwheel.indexes.catalogue import SectionRow

LARGE = 200_000
"""Bytes from which on a document is set in parts."""
FIRST, USUAL = 30_000, 60_000
"""Bytes after which the next heading begins another part: of the first one, and of the others."""

_DEFINITION = re.compile(r"^ {0,3}\[(\^?[^\]\n]{1,200})\]:[^\n]*(?:\n(?:[ \t]*\n)?(?: {4}|\t)[^\n]+)*", re.MULTILINE)
_SIGNS = re.compile(
    r"<!--.*?-->|</?[a-zA-Z][^>\n]*>|\]\([^)\n]*\)|[*`\[\]]|(?<!\w)_+|_+(?!\w)|~~|^[ \t]*(?:>[ \t]*)+",
    re.DOTALL | re.MULTILINE,
)
_MARKED = re.compile("[\u00c0-\u024f\u0370-\u03ff\u1e00-\u1fff]")
_LABEL = re.compile(r"\[(\^?[^\[\]\n]{1,200})\]")


def parts_of(sections: Sequence[SectionRow]) -> list[Sequence[SectionRow]]:
    """The sections of each part, in order; one part for a document that is not large."""
    if not sections or sections[-1].end_byte - sections[0].start_byte < LARGE:
        return [sections]
    cuts = [0]
    for number, section in enumerate(sections):
        if section.start_byte - sections[cuts[-1]].start_byte >= (USUAL if len(cuts) > 1 else FIRST):
            cuts.append(number)
    return [sections[start:end] for start, end in zip(cuts, [*cuts[1:], len(sections)], strict=True)]


def source_of(text: str, part: Sequence[SectionRow]) -> str:
    """A part of a source, with what is defined elsewhere for its links and footnotes; its lines keep their numbers."""
    whole = text.encode()
    source = whole[part[0].start_byte : part[-1].end_byte].decode("utf-8", "replace")
    used = {_folded(label) for label in _LABEL.findall(source)}
    own = {_folded(definition[1]) for definition in _DEFINITION.finditer(source)}
    wanted = used - own
    elsewhere = (
        [definition[0] for definition in _DEFINITION.finditer(text) if _folded(definition[1]) in wanted]
        if wanted
        else []
    )
    return "\n" * (part[0].start_line - 1) + "\n\n".join([source.rstrip("\n"), *elsewhere]) + "\n"


def places_of(parts: Sequence[Sequence[SectionRow]]) -> str:
    """Empty places for all parts but the first, with the anchors of what will stand there and the bytes it has."""
    made: list[str] = []
    for number, part in enumerate(parts[1:], 1):
        anchors = "".join(f'<span id="{escape(section.anchor)}"></span>' for section in part)
        size = part[-1].end_byte - part[0].start_byte
        made.append(f'<div class="part" data-part="{number}" data-size="{size}">{anchors}</div>')
    return "".join(made)


def counts_of(text: str, parts: Sequence[Sequence[SectionRow]], words: str) -> list[int]:
    """How often words stand in the source of each part, whatever their case, accents, markup and line breaks."""
    wanted = _bare(words).split()
    if not wanted:
        return [0] * len(parts)
    whole, looked_for = text.encode(), re.compile(" +".join(map(re.escape, wanted)))
    counts: list[int] = []
    for part in parts:
        source = whole[part[0].start_byte : part[-1].end_byte].decode("utf-8", "replace") if part else text
        bare = _bare(source)
        if not all(word in bare for word in wanted):  # to take the markup out of 10 MB takes a second
            counts.append(0)
            continue
        plain = re.sub(r"[ \t]*\n[ \t]*(?=\S)", " ", re.sub(r"\n\s*\n", "\0", _SIGNS.sub("", bare)))
        counts.append(sum(1 for _ in looked_for.finditer(plain)))
    return counts


def _bare(text: str) -> str:
    """Lower case, and letters without their accents, as the page's own search takes them."""
    return _MARKED.sub(lambda found: unicodedata.normalize("NFD", found[0])[0], text).lower()


def _folded(label: str) -> str:
    return " ".join(label.split()).casefold()
