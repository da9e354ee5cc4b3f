"""FictionBook: sections, verses, quotes, notes and pictures, by paragraph."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Iterator

from bookwheel.domain.errors import SkippedFile
from bookwheel.domain.places import PlaceKind
from bookwheel.parsing.formats import markdown_writer as md
from bookwheel.parsing.formats.converted import Converted
from bookwheel.parsing.formats.emphasis import BREAK, decided, emphasised, finished, without_marks
from bookwheel.parsing.formats.markdown_writer import Writer, one_line
from bookwheel.parsing.formats.markup import inline_text
from bookwheel.parsing.formats.xml_tree import Element, attribute, name_of, parse_xml
from bookwheel.parsing.formats.zip_parts import LARGEST_PICTURE, Parts

DEEPEST = 40
_ZIP = b"PK\x03\x04"
_MARKS = {"strong": "**", "emphasis": "*"}
_LINES = ("p", "v", "subtitle", "text-author", "date")


def read(content: bytes, path: str) -> Converted:
    """A book as Markdown, cited by its paragraphs.

    Raises:
        SkippedFile: for one that is damaged, or no book.
    """
    root = _root(content)
    bodies = [one for one in root if name_of(one) == "body"]
    if not bodies:
        raise SkippedFile("The file is not an e-book.")
    book = _Book(bodies)
    for body in bodies:
        if attribute(body, "name") not in ("notes", "comments", "footnotes"):
            book.write(body, 1, 0)
    book.write_notes()
    return Converted(book.writer.text, _fields(root), book.writer.places)


def picture(content: bytes, name: str) -> bytes:
    """A picture of the book by its id.

    Raises:
        SkippedFile: when there is none, or it is damaged or too large.
    """
    for one in _root(content):
        if name_of(one) == "binary" and attribute(one, "id") == name:
            words = one.text or ""
            if len(words) > LARGEST_PICTURE * 4 // 3:
                raise SkippedFile("The part {name} of the file is too large.", name=name)
            try:
                return base64.b64decode(words)
            except (binascii.Error, ValueError):
                raise SkippedFile("The part {name} of the file is damaged.", name=name) from None
    raise SkippedFile("The part {name} is missing in the file.", name=name)


def _root(content: bytes) -> Element:
    if content.startswith(_ZIP):
        parts = Parts(content)
        name = next((one for one in parts.names if one.lower().endswith(".fb2")), "")
        if not name:
            raise SkippedFile("The file is not an e-book.")
        content = parts.read(name)
    return parse_xml(content)


class _Book:
    """Writes the sections of a book; its paragraphs are counted through all of it."""

    def __init__(self, bodies: list[Element]) -> None:
        """Find the notes."""
        self.writer = Writer()
        self._number = 0
        self._notes = {
            attribute(section, "id"): section
            for body in bodies
            if attribute(body, "name") in ("notes", "comments", "footnotes")
            for section in body.iter()
            if name_of(section) == "section" and attribute(section, "id")
        }
        self._wanted: dict[str, int] = {}
        self._references: list[tuple[str, int]] = []
        self._noted = 0

    def write(self, element: Element, level: int, depth: int) -> None:
        """Write a body or a section; headings below it are a level deeper."""
        for child in element:
            name = name_of(child)
            if name == "title":
                self._title(child, level, attribute(element, "id"))
            elif name == "section" and depth < DEEPEST:
                self.write(child, level + 1 if element is not child and _has_title(element) else level, depth + 1)
            else:
                self._block(child, name, level, depth)

    def write_notes(self) -> None:
        """Write the notes of the section that ends, each cited by the paragraph that refers to it."""
        while self._noted < len(self._references):
            name, number = self._references[self._noted]
            self._noted += 1
            inside = [child for child in self._notes[name] if name_of(child) != "title"]
            lines = [one for child in inside for one in child.iter() if name_of(one) in ("p", "v")]
            said = " ".join(filter(None, (self._line(one) for one in lines)))
            self.writer.at(PlaceKind.PARAGRAPH, max(1, number))
            self.writer.add(f"[^{self._noted}]: {said or '…'}")

    def _title(self, title: Element, level: int, anchor: str) -> None:
        self.write_notes()
        self._number += 1
        lines = [self._line(one).replace(BREAK, " ") for one in title if name_of(one) == "p"]
        words = " ".join(filter(None, lines)).replace("**", "")
        if words:
            self._add(md.heading(level, words, anchor))

    def _block(self, element: Element, name: str, level: int, depth: int) -> None:
        if name in _LINES:
            self._number += 1
            line = self._line(element)
            self._add(f"**{line}**" if name == "subtitle" and line and "**" not in line else line)
        elif name == "image":
            self._add(_image(element))
        elif name == "table":
            self._number += 1
            self._add(md.table([[self._line(cell) for cell in row] for row in element if name_of(row) == "tr"]))
        elif name in ("poem", "cite", "epigraph", "annotation"):
            self._number += 1
            blocks = list(self._quote(element, depth))
            self._add(md.quoted("\n\n".join(blocks)) if blocks else "")

    def _quote(self, element: Element, depth: int) -> Iterator[str]:
        """The blocks of a quote or a poem; the lines of a verse stay lines."""
        for child in element:
            name = name_of(child)
            if name == "stanza":
                yield BREAK.join(filter(None, (self._line(line) for line in child if name_of(line) in _LINES)))
            elif name in ("poem", "cite", "title") and depth < DEEPEST:
                yield from self._quote(child, depth + 1)
            elif name in _LINES and (line := self._line(child)):
                yield line

    def _line(self, element: Element) -> str:
        return finished("".join(self._pieces(element, 0)))

    def _pieces(self, element: Element, depth: int) -> Iterator[str]:
        yield _words(element.text)
        for child in element:
            name = name_of(child)
            if depth < DEEPEST:
                yield self._piece(child, name, depth)
            yield _words(child.tail)

    def _piece(self, child: Element, name: str, depth: int) -> str:
        if name == "image":
            return _image(child)
        inner = "".join(self._pieces(child, depth + 1))
        if name in _MARKS and inner.strip():
            return emphasised(inner, _MARKS[name])
        if name == "a":
            target = attribute(child, "href")
            if target[1:] in self._notes:
                return f"[^{self._note(target[1:])}]"
            return md.link(decided(inner.strip()), target) if inner.strip() else ""
        if name == "strikethrough":
            return f"~~{inner.strip()}~~" if inner.strip() else inner
        if name in ("sup", "sub"):
            return inline_text.tag(name, inner)
        return md.code("".join(one for one in (child.text or "",))) if name == "code" and not len(child) else inner

    def _note(self, name: str) -> int:
        if name not in self._wanted:
            self._wanted[name] = len(self._wanted) + 1
            self._references.append((name, self._number))
        return self._wanted[name]

    def _add(self, block: str) -> None:
        if block:
            self.writer.at(PlaceKind.PARAGRAPH, max(1, self._number))
            self.writer.add(block)


def _has_title(element: Element) -> bool:
    return any(name_of(child) == "title" for child in element)


def _image(element: Element) -> str:
    name = attribute(element, "href").removeprefix("#")
    return md.image(attribute(element, "alt"), f"inner:{name}") if name else ""


def _words(text: str | None) -> str:
    return inline_text.words(without_marks(text)) if text else ""


def _fields(root: Element) -> dict[str, object]:
    """What the book says of itself: title, authors, language, date, genres."""
    described = next((one for one in root.iter() if name_of(one) == "title-info"), None)
    fields: dict[str, object] = {}
    authors: list[str] = []
    keywords: list[str] = []
    for one in () if described is None else described:
        name, value = name_of(one), one_line(one.text or "")
        if name == "author":
            words = {name_of(part): one_line(part.text or "") for part in one}
            whole = [words.get(key, "") for key in ("first-name", "middle-name", "last-name")]
            authors.append(" ".join(filter(None, whole)) or words.get("nickname", ""))
        elif name in ("genre", "keywords") and value:
            keywords += [word.strip() for word in value.split(",") if word.strip()]
        elif name in ("book-title", "lang", "date") and value:
            fields[{"book-title": "title", "lang": "language", "date": "date"}[name]] = value
    if named := [author for author in authors if author]:
        fields["author"] = named
    return fields | ({"keywords": keywords} if keywords else {})
