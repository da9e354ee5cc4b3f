"""The parts of a Word document: relations, styles, numbering, notes and comments."""

from __future__ import annotations

import re
from dataclasses import dataclass

from bookwheel.domain.errors import SkippedFile
from bookwheel.parsing.formats.office.relations import Relation, part_tree, related, relations_of
from bookwheel.parsing.formats.xml_tree import Element, attribute, parse_xml
from bookwheel.parsing.formats.zip_parts import Parts

W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"

_HEADING = re.compile(
    r"(?:heading|überschrift|titre|título|titolo|kop|rubrik|overskrift|otsikko|nagłówek|nadpis|заголовок|başlık|見出し|标题)"
    r"\s*([1-9])\b",
    re.IGNORECASE,
)
_CODE = re.compile(r"\b(?:code|source|listing|preformatted|html preformatted|plain text|macro)\b", re.IGNORECASE)
_QUOTE = re.compile(r"\b(?:quote|quotation|zitat|citation|cita|citazione)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Style:
    """What a paragraph's style means: a heading's level (1 to 9, 0 for none), the title, code, a quote, a list."""

    level: int = 0
    is_title: bool = False
    is_code: bool = False
    is_quote: bool = False
    numbering: str = ""
    depth: int = 0


PLAIN = Style()


class Package:
    """The document's parts, each read when it is first needed."""

    def __init__(self, parts: Parts) -> None:
        """Find the document itself.

        Raises:
            SkippedFile: when there is none.
        """
        self._parts = parts
        named = related(relations_of(parts, ""), "officeDocument")
        self.name = named if named in parts else "word/document.xml"
        if self.name not in parts:
            raise SkippedFile("The file is not a Word document.")
        self.document = parse_xml(parts.read(self.name))
        self._links = relations_of(parts, self.name)
        self._notes: dict[str, dict[str, Element]] = {}
        self.styles = self._styles()
        self._numbers = self._numbering()

    def target(self, identifier: str) -> tuple[str, bool]:
        """Where a relation leads, and whether it lies outside the file."""
        found = self._links.get(identifier, Relation())
        return found.target, found.is_outside

    def is_ordered(self, number: str, depth: int) -> bool:
        """Whether a list is numbered at a depth."""
        return self._numbers.get((number, depth), False)

    def notes(self, kind: str) -> dict[str, Element]:
        """Footnotes, endnotes or comments by their ids."""
        if kind not in self._notes:
            root = part_tree(self._parts, related(self._links, kind))
            notes = () if root is None else (note for note in root if attribute(note, "type") not in _SEPARATORS)
            self._notes[kind] = {attribute(note, "id"): note for note in notes}
        return self._notes[kind]

    def _styles(self) -> dict[str, Style]:
        root = part_tree(self._parts, related(self._links, "styles"))
        if root is None:
            return {}
        elements = {attribute(style, "styleId"): style for style in root.iter(f"{W}style")}
        return {key: _style(key, elements) for key in elements}

    def _numbering(self) -> dict[tuple[str, int], bool]:
        root = part_tree(self._parts, related(self._links, "numbering"))
        if root is None:
            return {}
        kinds: dict[str, dict[int, bool]] = {}
        for abstract in root.iter(f"{W}abstractNum"):
            kinds[attribute(abstract, "abstractNumId")] = {
                _number(attribute(level, "ilvl")): _value(level, "numFmt") not in ("bullet", "none", "")
                for level in abstract.iter(f"{W}lvl")
            }
        return {
            (attribute(number, "numId"), depth): is_ordered
            for number in root.iter(f"{W}num")
            for depth, is_ordered in kinds.get(_value(number, "abstractNumId"), {}).items()
        }


_SEPARATORS = ("separator", "continuationSeparator", "continuationNotice")


def _style(key: str, elements: dict[str, Element]) -> Style:
    names: list[str] = []
    level = depth = 0
    numbering = ""
    seen: set[str] = set()
    while key in elements and key not in seen:
        seen.add(key)
        element = elements[key]
        names += [key, _value(element, "name")]
        outline = element.find(f"{W}pPr/{W}outlineLvl")
        if not level and outline is not None:
            level = _number(attribute(outline, "val")) + 1
        numbered = element.find(f"{W}pPr/{W}numPr")
        if not numbering and numbered is not None:
            numbering, depth = _value(numbered, "numId"), _number(_value(numbered, "ilvl"))
        key = _value(element, "basedOn")
    own = " ".join(names)
    found = next((match for name in names if (match := _HEADING.fullmatch(name.strip()))), None)
    level = int(found[1]) if found else level if level < 10 else 0
    first = names[1].casefold() if len(names) > 1 else ""
    return Style(level, first in ("title", "titel", "titre", "título", "titolo"), bool(_CODE.search(own)),
                 bool(_QUOTE.search(own)), numbering, depth)  # fmt: skip


def _value(element: Element, name: str) -> str:
    child = element.find(f"{W}{name}")
    return attribute(child, "val") if child is not None else ""


def _number(text: str) -> int:
    return min(20, int(text)) if text.isascii() and text.isdigit() and len(text) < 6 else 0
