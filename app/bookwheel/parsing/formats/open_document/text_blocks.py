"""The paragraphs, lists and tables of an OpenDocument file as blocks of Markdown, its paragraphs counted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bookwheel.domain.places import PlaceKind
from bookwheel.parsing.formats import markdown_writer as md
from bookwheel.parsing.formats.emphasis import finished
from bookwheel.parsing.formats.markdown_writer import Writer
from bookwheel.parsing.formats.markup import inline_text
from bookwheel.parsing.formats.markup.list_entries import ListEntries
from bookwheel.parsing.formats.open_document.content import OpenDocument
from bookwheel.parsing.formats.open_document.inline import InlineReader, plain
from bookwheel.parsing.formats.xml_tree import Element, attribute, name_of

DEEPEST = 40
MOST_COLUMNS = 200
MOST_CELLS = 100_000
_INSIDE = frozenset((
    "section", "index-title", "text-box", "custom-shape", "rect", "ellipse", "polygon", "path", "connector",
    "line", "g", "a", "numbered-paragraph",
))  # fmt: skip


class TextBlocks:
    """Writes what stands in elements, one after another."""

    def __init__(self, document: OpenDocument, writer: Writer) -> None:
        """Write nothing yet."""
        self._document, self._writer = document, writer
        self._inline = InlineReader(document)
        self._number = 0
        self._code: list[str] = []
        self._code_start = 0
        self._has_title = False
        self._noted = 0

    @property
    def text(self) -> str:
        """All that was written so far."""
        return self._writer.text

    def write(self, elements: Iterable[Element]) -> None:
        """Write all that stands in these elements."""
        self._blocks(elements, 0)
        self._end_code()

    def write_notes(self) -> None:
        """Write the footnotes and endnotes of the section that ends, each cited by the paragraph that refers to it."""
        self._end_code()
        while self._noted < len(self._inline.notes):  # a note may hold another
            name, body, number = self._inline.notes[self._noted]
            self._noted += 1
            self._inline.number = number
            words = " ".join(
                filter(None, (self._inline.paragraph(one) for one in body.iter() if name_of(one) in ("p", "h")))
            )
            self._add(f"[^{name}]: {words or '…'}", number)

    def _next(self) -> int:
        self._number = self._inline.number = self._number + 1
        return self._number

    def _blocks(self, elements: Iterable[Element], depth: int) -> None:
        lists: list[Element] = []
        for element in elements:
            name = name_of(element)
            if name != "list" or not self._goes_on(element):
                self._lists(lists)
                lists.clear()
            if name == "list":
                lists.append(element)
                continue
            if name in ("p", "h"):
                self._paragraph(element, is_heading=name == "h")
            elif name == "table":
                self._table(element)
            elif name == "annotation":
                self._remark(element)
            elif name == "frame":
                self._frame(element, depth)
            elif name in _INSIDE and depth < DEEPEST:
                self._blocks(element, depth + 1)
        self._lists(lists)

    def _frame(self, frame: Element, depth: int) -> None:
        """What a frame shows: its text or table; else the table behind a chart, and its picture."""
        texts = [one for one in frame if name_of(one) in ("text-box", "table")]
        if texts and depth < DEEPEST:
            first = texts[0]
            self._blocks([first] if name_of(first) == "table" else first, depth + 1)
            return
        for one in frame:
            tree = self._document.inner(one) if name_of(one) == "object" else None
            for table in () if tree is None else [each for each in tree.iter() if name_of(each) == "table"][:20]:
                self._table(table)
        self._add(finished(self._inline.frame(frame)), self._number)

    def _paragraph(self, element: Element, *, is_heading: bool) -> None:
        number = self._next()
        style = self._document.style(attribute(element, "style-name"))
        if is_heading or (style.is_title and not self._has_title):
            self.write_notes()
        text = self._inline.paragraph(element)
        names = self._inline.taken_names()
        if is_heading and text:
            self._heading(text, _level(element) + self._has_title, names, number)
        elif text and style.is_title and not self._has_title:
            self._has_title = True
            self._heading(text, 1, names, number)
        elif text and style.is_code:
            self._code_start = self._code_start if self._code else number
            self._code.append(plain(element))
        elif text:
            self._add(md.quoted(text) if style.is_quote else text, number)
        self._waiting(number)

    def _heading(self, text: str, level: int, names: list[str], number: int) -> None:
        words = text.replace("\\\n", " ").replace("**", "")
        self._add(md.heading(level, words, names[0] if names else ""), number)

    def _waiting(self, number: int) -> None:
        """What hung on the paragraph: boxes of text, and remarks."""
        boxes, self._inline.boxes = self._inline.boxes, []
        for box in boxes[:100]:
            if self._inline.depth < 4:
                self._inline.depth += 1
                self._blocks(box, DEEPEST // 2)
                self._inline.depth -= 1
        remarks, self._inline.remarks = self._inline.remarks, []
        for remark in remarks:
            self._remark(remark)

    def _remark(self, element: Element) -> None:
        author = next((one.text or "" for one in element if name_of(one) == "creator"), "")
        words = " ".join(filter(None, (self._inline.paragraph(one) for one in element.iter() if name_of(one) == "p")))
        if words:
            name = inline_text.words(author.strip(), opens=True, closes=True)
            self._add(md.quoted(f"**{name}:** {words}" if name else words), self._number)

    def _goes_on(self, element: Element) -> bool:
        """Whether a list is more of the one right before it: on slides always, else one that begins deeper."""
        first = next(iter(next(iter(element), ())), None)
        return self._document.kind == "presentation" or (first is not None and name_of(first) == "list")

    def _lists(self, lists: list[Element]) -> None:
        """Lists that are one: programs write each depth as a list of its own."""
        if not lists:
            return
        entries, first = ListEntries(), self._number + 1
        for element in lists:
            for text, depth, is_ordered in self._entries(element, attribute(element, "style-name"), 0):
                entries.add(text, depth, is_ordered=is_ordered)
        if entries:
            self._end_code()
            is_even = len(entries) == self._number - first + 1
            self._writer.at(PlaceKind.PARAGRAPH, first, self._number, rises=is_even)
            self._writer.add(entries.taken())
        self._waiting(self._number)

    def _entries(self, element: Element, style: str, depth: int) -> Iterator[tuple[str, int, bool]]:
        """The text of each entry, its depth, and whether it is numbered; headings in lists are no entries."""
        is_ordered = self._document.is_ordered(style, depth)
        for entry in element:
            if name_of(entry) not in ("list-item", "list-header"):
                continue
            words: list[str] = []
            for child in entry:
                name = name_of(child)
                if name == "p":
                    self._next()
                    words.append(self._inline.paragraph(child))
                elif name == "h":
                    self._paragraph(child, is_heading=True)
                elif name == "list" and depth < DEEPEST:
                    if text := _joined(words):
                        yield text, depth, is_ordered
                    words = []
                    yield from self._entries(child, attribute(child, "style-name") or style, depth + 1)
            if text := _joined(words):
                yield text, depth, is_ordered

    def _table(self, element: Element) -> None:
        first = self._number + 1
        rows: list[list[str]] = []
        cells = 0
        for row in element.iter():
            if name_of(row) == "table-row" and cells < MOST_CELLS:
                made = self._row(row)
                cells += len(made)
                if any(made):
                    rows.append(made)
        if rows:
            self._end_code()
            self._writer.at(PlaceKind.PARAGRAPH, first, max(first, self._number))
            is_wide = max(map(len, rows)) > 1
            self._writer.add(md.table(rows) if is_wide else "\n\n".join(row[0] for row in rows))
        self._waiting(self._number)

    def _row(self, row: Element) -> list[str]:
        made: list[str] = []
        for cell in row:
            if name_of(cell) not in ("table-cell", "covered-table-cell") or len(made) >= MOST_COLUMNS:
                continue
            words: list[str] = []
            for one in cell.iter():
                if name_of(one) in ("p", "h"):
                    self._next()
                    words.append(self._inline.paragraph(one).replace("\\\n", " "))
            repeated = attribute(cell, "number-columns-repeated")
            times = int(repeated) if repeated.isdigit() and len(repeated) < 4 else 1
            made += [" ".join(filter(None, words))] * min(times, MOST_COLUMNS - len(made))
        while made and not made[-1]:
            made.pop()
        return made

    def _end_code(self) -> None:
        if self._code:
            lines, self._code = self._code, []
            self._writer.at(PlaceKind.PARAGRAPH, self._code_start, self._code_start + len(lines) - 1)
            self._writer.add(md.code_block("\n".join(lines)))

    def _add(self, block: str, number: int) -> None:
        if not block:
            return
        self._end_code()
        self._writer.at(PlaceKind.PARAGRAPH, max(1, number))
        self._writer.add(block)


def _level(element: Element) -> int:
    level = attribute(element, "outline-level")
    return int(level) if level in ("1", "2", "3", "4", "5", "6", "7", "8", "9") else 1


def _joined(words: list[str]) -> str:
    return "\\\n".join(filter(None, words))
