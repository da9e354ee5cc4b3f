"""OpenDocument presentations: slides with titles, text, tables, pictures and notes, by slide."""

from __future__ import annotations

from bookwheel.domain.places import PlaceKind
from bookwheel.parsing.formats import markdown_writer as md
from bookwheel.parsing.formats.converted import Converted
from bookwheel.parsing.formats.markdown_writer import Writer
from bookwheel.parsing.formats.open_document.content import OpenDocument
from bookwheel.parsing.formats.open_document.text_blocks import TextBlocks
from bookwheel.parsing.formats.xml_tree import Element, attribute, name_of
from bookwheel.parsing.formats.zip_parts import picture_in

MOST_SLIDES = 5_000
DEEPEST = 30
_NOT_READ = ("date-time", "footer", "header", "page-number", "page")


def read(content: bytes, path: str) -> Converted:
    """A presentation as Markdown, cited by its slides.

    Raises:
        SkippedFile: for one that is damaged, protected by a password, or no presentation.
    """
    document = OpenDocument(content, "presentation")
    writer = Writer()
    slides = [one for one in document.body if name_of(one) == "page"][:MOST_SLIDES]
    for number, slide in enumerate(slides, 1):
        writer.at(PlaceKind.SLIDE, number)
        for block in _slide(document, slide, number):
            writer.add(block)
    return Converted(writer.text, document.fields, writer.places, document.warnings)


def picture(content: bytes, name: str) -> bytes:
    """A picture of the presentation by its part's name."""
    return picture_in(content, name)


def _slide(document: OpenDocument, slide: Element, number: int) -> list[str]:
    """The blocks of a slide: its title as a heading, what stands on it, and its notes as a quote."""
    title = ""
    blocks: list[str] = []
    for frame in _frames(slide, 0):
        kind = attribute(frame, "class")
        if kind in _NOT_READ:
            continue
        made = _blocks(document, frame)
        if kind == "title" and not title:
            title = " ".join(made).replace("\\\n", " ").replace("**", "").replace("\n", " ")
        else:
            blocks += made
    for child in slide:
        if name_of(child) == "annotation":
            blocks += _blocks(document, [child])
    notes = [
        block
        for page in slide
        if name_of(page) == "notes"
        for frame in _frames(page, 0)
        if attribute(frame, "class") == "notes"
        for block in _blocks(document, frame)
    ]
    if notes:
        blocks.append(md.quoted("\n\n".join(["**Notes**", *notes])))
    return [md.heading(1 if number == 1 and title else 2, title or f"Slide {number}"), *blocks]


def _frames(element: Element, depth: int) -> list[Element]:
    """Frames and drawn shapes, those in groups too, in their order."""
    found: list[Element] = []
    for child in element:
        name = name_of(child)
        if name == "g" and depth < DEEPEST:
            found += _frames(child, depth + 1)
        elif name in ("frame", "custom-shape", "rect", "ellipse", "line", "connector", "polygon", "path"):
            found.append(child)
    return found


def _blocks(document: OpenDocument, element: Element | list[Element]) -> list[str]:
    inside = TextBlocks(document, Writer())
    inside.write([element] if not isinstance(element, list) and name_of(element) == "frame" else element)
    inside.write_notes()
    return [block for block in inside.text.rstrip("\n").split("\n\n") if block]
