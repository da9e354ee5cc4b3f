"""The body of a Word document as blocks of Markdown, its paragraphs counted."""

from __future__ import annotations

from bookwheel.domain.places import PlaceKind
from bookwheel.parsing.formats import markdown_writer as md
from bookwheel.parsing.formats.emphasis import finished
from bookwheel.parsing.formats.markdown_writer import Writer
from bookwheel.parsing.formats.markup import inline_text
from bookwheel.parsing.formats.markup.list_entries import ListEntries
from bookwheel.parsing.formats.office.docx_inline import InlineReader
from bookwheel.parsing.formats.office.docx_parts import PLAIN, Package, Style, W
from bookwheel.parsing.formats.xml_tree import Element, attribute, name_of

DEEPEST = 12
MOST_COLUMNS = 200


class BodyWriter:
    """Writes the paragraphs, lists and tables of a document, and its notes below each section."""

    def __init__(self, package: Package, writer: Writer) -> None:
        """Write nothing yet."""
        self._package, self._writer = package, writer
        self._inline = InlineReader(package)
        self._number = 0
        self._list = ListEntries()
        self._list_start = 0
        self._code: list[str] = []
        self._has_title = False
        self._noted: set[str] = set()

    @property
    def left_out(self) -> int:
        """How many embedded objects were not read."""
        return self._inline.left_out

    def write(self) -> None:
        """Write all of the document."""
        body = next((child for child in self._package.document if name_of(child) == "body"), None)
        if body is None:
            return
        self._blocks(body, 0)
        self._write_notes()

    def _blocks(self, element: Element, depth: int) -> None:
        for child in element:
            name = name_of(child)
            if name == "p":
                self._paragraph(child)
            elif name == "tbl":
                self._table(child)
            elif name in ("sdt", "sdtContent", "customXml", "ins", "moveTo") and depth < DEEPEST:
                self._blocks(child, depth + 1)

    def _next(self) -> int:
        self._number = self._inline.number = self._number + 1
        return self._number

    def _paragraph(self, element: Element) -> None:
        number = self._next()
        style, numbering, depth = self._style(element)
        if self._is_heading(style):
            self._write_notes()
        text = finished(self._inline.pieces(element) + self._inline.close())
        names, self._inline.names = self._inline.names, []
        boxes, self._inline.boxes = self._inline.boxes, []
        if text:
            if style.is_code and not style.level:
                self._add_code(_plain(element), number)
            elif self._is_heading(style):
                self._heading(text, style, names, number)
            elif numbering:
                self._entry(text, numbering, depth, number)
            else:
                self._end_runs()
                self._add(md.quoted(text) if style.is_quote else text, number)
        for box in boxes:
            for paragraph in box.iter(f"{W}p"):
                if words := finished(self._inline.pieces(paragraph)):
                    self._add(words, number)
        self._comments(number)

    def _is_heading(self, style: Style) -> bool:
        return bool(style.level) or (style.is_title and not self._has_title)

    def _style(self, element: Element) -> tuple[Style, str, int]:
        """A paragraph's style, the number of its list (empty for none) and its depth in it."""
        properties = element.find(f"{W}pPr")
        if properties is None:
            return self._package.styles.get("Normal", PLAIN), "", 0
        named = properties.find(f"{W}pStyle")
        style = self._package.styles.get(attribute(named, "val"), PLAIN) if named is not None else PLAIN
        own = properties.find(f"{W}outlineLvl")
        if own is not None and attribute(own, "val").isdigit() and int(attribute(own, "val")) < 9:
            style = Style(int(attribute(own, "val")) + 1)
        numbered = properties.find(f"{W}numPr")
        numbering, depth = style.numbering, style.depth
        if numbered is not None:
            identifier, level = numbered.find(f"{W}numId"), numbered.find(f"{W}ilvl")
            numbering = attribute(identifier, "val") if identifier is not None else numbering
            depth = int(attribute(level, "val")) if level is not None and attribute(level, "val").isdigit() else depth
        return style, "" if numbering == "0" or style.level else numbering, min(depth, 8)

    def _heading(self, text: str, style: Style, names: list[str], number: int) -> None:
        self._end_runs()
        if style.is_title and not style.level:
            self._has_title, level = True, 1
        else:
            level = style.level + (1 if self._has_title else 0)
        words = text.replace("\\\n", " ").replace("**", "")
        name = next((name for name in names if name.startswith("_Toc")), names[0] if names else "")
        self._add(md.heading(level, words, name), number)

    def _entry(self, text: str, numbering: str, depth: int, number: int) -> None:
        self._end_code()
        if not self._list:
            self._list_start = number
        self._list.add(text, depth, is_ordered=self._package.is_ordered(numbering, depth))

    def _add_code(self, text: str, number: int) -> None:
        self._end_list()
        if not self._code:
            self._list_start = number
        self._code.append(text)

    def _end_runs(self) -> None:
        self._end_list()
        self._end_code()

    def _end_list(self) -> None:
        if self._list:
            self._writer.at(PlaceKind.PARAGRAPH, self._list_start, self._list_start + len(self._list) - 1, rises=True)
            self._writer.add(self._list.taken())

    def _end_code(self) -> None:
        if self._code:
            lines, self._code = self._code, []
            self._writer.at(PlaceKind.PARAGRAPH, self._list_start, self._list_start + len(lines) - 1)
            self._writer.add(md.code_block("\n".join(lines)))

    def _add(self, block: str, number: int) -> None:
        self._end_runs()
        self._writer.at(PlaceKind.PARAGRAPH, number)
        self._writer.add(block)

    def _table(self, element: Element) -> None:
        self._end_runs()
        first = self._number + 1
        rows: list[list[str]] = []
        for row in element.iter(f"{W}tr"):
            cells = [self._cell(cell) for cell in row if name_of(cell) == "tc"]
            rows.append([text for words, wide in cells for text in (words, *([""] * (wide - 1)))][:MOST_COLUMNS])
        if any(any(row) for row in rows):
            self._writer.at(PlaceKind.PARAGRAPH, first, max(first, self._number))
            self._writer.add(
                md.table(rows) if max(map(len, rows)) > 1 else "\n\n".join(row[0] for row in rows if row[0])
            )
        self._comments(self._number)

    def _cell(self, cell: Element) -> tuple[str, int]:
        """The words of a cell, and over how many columns it goes."""
        words: list[str] = []
        for paragraph in cell.iter(f"{W}p"):
            self._next()
            words.append(finished(self._inline.pieces(paragraph) + self._inline.close()).replace("\\\n", " "))
        self._inline.names = []
        span = cell.find(f"{W}tcPr/{W}gridSpan")
        wide = int(attribute(span, "val")) if span is not None and attribute(span, "val").isdigit() else 1
        merged = cell.find(f"{W}tcPr/{W}vMerge")
        is_below = merged is not None and attribute(merged, "val") != "restart"
        return ("" if is_below else " ".join(filter(None, words))), min(wide, MOST_COLUMNS)

    def _comments(self, number: int) -> None:
        """The comments on what was just written, as quotes."""
        wanted = [identifier for kind, identifier, _ in self._inline.notes if kind == "comment"]
        if not wanted:
            return
        self._inline.notes = [note for note in self._inline.notes if note[0] != "comment"]
        comments = self._package.notes("comments")
        for identifier in dict.fromkeys(wanted):
            note = comments.get(identifier)
            words = self._words_of(note) if note is not None else ""
            if words and note is not None:
                author = inline_text.words(attribute(note, "author"))
                self._add(md.quoted(f"**{author}:** {words}" if author.strip() else words), number)

    def _write_notes(self) -> None:
        """Write the footnotes and endnotes of the section that ends, each cited by the paragraph that refers to it."""
        self._end_runs()
        while self._inline.notes:  # a note may hold another
            waiting, self._inline.notes = self._inline.notes, []
            for kind, identifier, number in waiting:
                name = f"{kind[0]}{identifier}"
                if name in self._noted:
                    continue
                self._noted.add(name)
                self._inline.number = number
                note = self._package.notes(f"{kind}s").get(identifier)
                words = self._words_of(note) if note is not None else ""
                self._add(f"[^{name}]: {words or '…'}", number)

    def _words_of(self, note: Element) -> str:
        return " ".join(filter(None, (finished(self._inline.pieces(part)) for part in note.iter(f"{W}p"))))


def _plain(element: Element) -> str:
    return "".join(
        (part.text or "") if name_of(part) == "t" else "\t" if name_of(part) == "tab" else "\n"
        for part in element.iter(f"{W}t", f"{W}tab", f"{W}br")
    )
