"""The parts of a presentation: its slides in order, sections, speaker notes and comments."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from bookwheel.domain.errors import SkippedFile
from bookwheel.parsing.formats.markup import inline_text
from bookwheel.parsing.formats.office.relations import Relation, part_tree, related, relations_of
from bookwheel.parsing.formats.slides.shapes import ShapeReader
from bookwheel.parsing.formats.xml_tree import Element, attribute, name_of, parse_xml
from bookwheel.parsing.formats.zip_parts import Parts

MOST_SLIDES = 5_000


@dataclass(frozen=True, slots=True)
class Slide:
    """A slide with its number from 1; `section` is the name of the section that begins with it."""

    number: int
    tree: Element
    relations: dict[str, Relation]
    section: str


class Deck:
    """A presentation; `unread` counts slides that are missing or damaged."""

    def __init__(self, parts: Parts) -> None:
        """Find the presentation in the file.

        Raises:
            SkippedFile: when there is none.
        """
        self.parts = parts
        named = related(relations_of(parts, ""), "officeDocument")
        name = named if named in parts else "ppt/presentation.xml"
        if name not in parts:
            raise SkippedFile("The file is not a presentation.")
        self._root = parse_xml(parts.read(name))
        self._relations = relations_of(parts, name)
        self._sections = self._first_slides()
        self.has_sections = len(self._sections) > 1
        self.unread = 0

    @property
    def slides(self) -> Iterator[Slide]:
        """The slides in the order in which they are shown, hidden ones too."""
        listed = [one for one in self._root.iter() if name_of(one) == "sldId" and _relation_id(one)]
        for number, element in enumerate(listed[:MOST_SLIDES], 1):
            relation = self._relations.get(_relation_id(element), Relation())
            tree = part_tree(self.parts, relation.target)
            if tree is None:
                self.unread += 1
                continue
            section = self._sections.get(element.get("id", ""), "") if self.has_sections else ""
            yield Slide(number, tree, relations_of(self.parts, relation.target), section)
        self.unread += max(0, len(listed) - MOST_SLIDES)

    def notes_of(self, slide: Slide) -> list[str]:
        """The speaker's notes of a slide as blocks of Markdown."""
        name = related(slide.relations, "notesSlide")
        tree = part_tree(self.parts, name)
        return [] if tree is None else ShapeReader(self.parts, relations_of(self.parts, name)).notes(tree)

    def comments_on(self, slide: Slide) -> Iterator[tuple[str, str]]:
        """Author and words of each remark on a slide, both Markdown."""
        for relation in slide.relations.values():
            tree = part_tree(self.parts, relation.target) if relation.kind == "comments" else None
            for element in () if tree is None else tree.iter():
                if name_of(element) in ("cm", "reply") and (words := _words_of(element)):
                    author = self._authors().get(attribute(element, "authorId"), "")
                    yield inline_text.words(author, opens=True, closes=True), words

    def _authors(self) -> dict[str, str]:
        names = [
            relation.target for relation in self._relations.values() if relation.kind in ("commentAuthors", "authors")
        ]
        trees = [tree for name in names if (tree := part_tree(self.parts, name)) is not None]
        return {attribute(one, "id"): attribute(one, "name") for tree in trees for one in tree}

    def _first_slides(self) -> dict[str, str]:
        """The names of sections by the id of their first slide."""
        found: dict[str, str] = {}
        for section in self._root.iter():
            if name_of(section) == "section":
                first = next((one.get("id", "") for one in section.iter() if name_of(one) == "sldId"), "")
                if first:
                    found[first] = attribute(section, "name")
        return found


def _relation_id(element: Element) -> str:
    return next((value for key, value in element.items() if key.endswith("relationships}id")), "")


def _words_of(comment: Element) -> str:
    """What a remark says: one text, or paragraphs of runs that are not those of an answer to it."""
    said: list[str] = []
    waiting = list(comment)[::-1]
    while waiting:
        element = waiting.pop()
        name = name_of(element)
        if name in ("text", "t"):
            said.append(element.text or "")
        elif name not in ("reply", "replyLst"):
            waiting += list(element)[::-1]
            said += [" "] * (name == "p")
    return inline_text.words(" ".join("".join(said).split()), opens=True, closes=True)
