"""PowerPoint: slides in their order with titles, text, tables, charts, pictures, notes and comments, by slide."""

from __future__ import annotations

from bookwheel.domain.errors import SkippedFile
from bookwheel.domain.messages import Message
from bookwheel.domain.places import PlaceKind
from bookwheel.parsing.formats import markdown_writer as md
from bookwheel.parsing.formats.converted import Converted
from bookwheel.parsing.formats.markdown_writer import Writer
from bookwheel.parsing.formats.office.properties import core_fields
from bookwheel.parsing.formats.slides.deck import Deck, Slide
from bookwheel.parsing.formats.slides.shapes import ShapeReader
from bookwheel.parsing.formats.zip_parts import Parts, picture_in

_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1"
_NO_TITLES = frozenset(("powerpoint presentation", "powerpoint-präsentation", "présentation powerpoint", "slide 1"))


def read(content: bytes, path: str) -> Converted:
    """A presentation as Markdown, cited by its slides.

    Raises:
        SkippedFile: for one that is damaged, protected by a password, or no presentation.
    """
    if content.startswith(_OLE):
        raise SkippedFile(
            "The presentation is protected by a password, or in PowerPoint's old format. Save it as .pptx."
        )
    parts = Parts(content)
    deck = Deck(parts)
    writer = Writer()
    left_out = sum(_write(deck, slide, writer) for slide in deck.slides)
    warnings: list[Message] = []
    if any(name.rpartition("/")[2].lower() == "vbaproject.bin" for name in parts.names):
        warnings.append(Message("The document contains macros; they are not run."))
    if left_out:
        warnings.append(Message("{count} embedded objects are not read.", count=left_out))
    if deck.unread:
        warnings.append(Message("{count} slides are damaged and were left out.", count=deck.unread))
    fields = core_fields(parts)
    if str(fields.get("title", "")).casefold() in _NO_TITLES:
        del fields["title"]
    return Converted(writer.text, fields, writer.places, warnings)


def picture(content: bytes, name: str) -> bytes:
    """A picture of the presentation by its part's name."""
    return picture_in(content, name)


def _write(deck: Deck, slide: Slide, writer: Writer) -> int:
    """Write a slide; return how many embedded objects of it were not read."""
    shapes = ShapeReader(deck.parts, slide.relations)
    title, blocks = shapes.slide(slide.tree)
    writer.at(PlaceKind.SLIDE, slide.number)
    if slide.section:
        writer.add(md.heading(2, md.escaped(slide.section)))
    level = 1 if slide.number == 1 and shapes.is_opening else 3 if deck.has_sections else 2
    writer.add(md.heading(level, title or f"Slide {slide.number}"))
    for block in blocks:
        writer.add(block)
    if notes := deck.notes_of(slide):
        writer.add(md.quoted("\n\n".join(["**Notes**", *notes])))
    for author, words in deck.comments_on(slide):
        writer.add(md.quoted(f"**{author}:** {words}" if author else words))
    return shapes.left_out
