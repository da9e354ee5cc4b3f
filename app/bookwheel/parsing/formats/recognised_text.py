"""Writes words that were recognised in a picture as paragraphs, each line with its box on the page."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from bookwheel.domain.places import PlaceKind
from bookwheel.parsing.formats import markdown_writer as md
from bookwheel.parsing.formats.markdown_writer import Writer
from bookwheel.parsing.outside.tesseract import RecognisedLine


def write(writer: Writer, lines: Sequence[RecognisedLine], page: int, scale: float, label: str = "") -> None:
    """Add the lines of one page; `scale` makes points of the pixels of their boxes."""
    for _, paragraph in groupby(lines, key=lambda line: line.paragraph):
        own = list(paragraph)
        texts = _joined([line.text for line in own])
        shown = [(line, text) for line, text in zip(own, texts, strict=True) if text]
        for below, (line, _) in enumerate(shown):
            left, top, right, bottom = (round(side * scale, 1) for side in line.box)
            writer.at(PlaceKind.PAGE, page, label=label, box=(left, top, right, bottom), below=below)
        writer.add(md.escaped("\n".join(text for _, text in shown)))


def _joined(texts: Sequence[str]) -> list[str]:
    """The lines with words whole that a hyphen divides."""
    made = list(texts)
    for number in range(len(made) - 1):
        first, _, rest = made[number + 1].partition(" ")
        is_divided = made[number].endswith("-") and len(made[number]) > 2 and made[number][-2].isalpha()
        if is_divided and first[:1].islower():
            made[number] = made[number][:-1] + first
            made[number + 1] = rest
    return made
