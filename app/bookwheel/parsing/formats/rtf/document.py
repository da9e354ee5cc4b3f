"""RTF: headings, paragraphs, lists, tables, links, notes and pictures, by paragraph."""

from __future__ import annotations

import re
from collections.abc import Callable

from bookwheel.domain.errors import SkippedFile
from bookwheel.domain.messages import Message
from bookwheel.domain.places import PlaceKind
from bookwheel.parsing.formats import markdown_writer as md
from bookwheel.parsing.formats.converted import Converted
from bookwheel.parsing.formats.emphasis import BREAK, decided, emphasised, finished, without_marks
from bookwheel.parsing.formats.markdown_writer import Writer, one_line
from bookwheel.parsing.formats.markup import inline_text
from bookwheel.parsing.formats.markup.list_entries import ListEntries
from bookwheel.parsing.formats.rtf.groups import Event, Kind, Look, Rtf

MOST_COLUMNS = 200
_ADDRESS = re.compile(r'HYPERLINK\s+(\\l\s+)?"?([^"\s]+)"?')
_TYPED = re.compile(r"\s*([•·▪◦–-]|\(?[0-9a-zA-Z]{1,3}\\?[.)])\t\s*")
"""A bullet or number that was typed before the words, or written there by a program."""
_INDENT = 360
"""How far programs move a list to the right for each depth, in twentieths of a point."""
_NUMBER = re.compile(r"\s*\(?[0-9a-zA-Z]{1,4}\\?[.)]")
_FIELDS = {"title": "title", "author": "author", "subject": "subject", "doccomm": "description", "category": "category"}


def read(content: bytes, path: str) -> Converted:
    """An RTF file as Markdown, cited by its paragraphs.

    Raises:
        SkippedFile: for what is no RTF.
    """
    if not content.lstrip()[:5].startswith(b"{\\rtf"):
        raise SkippedFile("The file is not an RTF document.")
    source = Rtf(content)
    made = _Document(Writer())
    for event in source.events():
        made.take(event)
    made.finish()
    fields: dict[str, object] = {
        name: one_line(value) for key, name in _FIELDS.items() if (value := source.fields.get(key, "").strip())
    }
    if words := source.fields.get("keywords", ""):
        fields["keywords"] = [word.strip() for word in words.replace(";", ",").split(",") if word.strip()]
    is_torn = content.rstrip(b"\0\r\n\t ")[-1:] != b"}"
    warnings = [Message("The file ends early; it was read as far as it goes.")] if is_torn else []
    return Converted(made.writer.text, fields, made.writer.places, warnings)


def picture(content: bytes, name: str) -> bytes:
    """A picture of the file by its number.

    Raises:
        SkippedFile: when there is none.
    """
    source = Rtf(content)
    for event in source.events():
        if event.kind is Kind.PICTURE and event.words == name:
            return source.pictures[-1]
    raise SkippedFile("The part {name} is missing in the file.", name=name)


class _Document:
    """Puts the events of a file together into paragraphs, lists and tables."""

    def __init__(self, writer: Writer) -> None:
        """Nothing was taken yet."""
        self.writer = writer
        self._pieces: list[str] = []
        self._number = 1
        self._links: list[tuple[int, str]] = []
        self._mark = ""
        self._name = ""
        self._author = ""
        self._outer: list[tuple[str, list[str], list[tuple[int, str]]]] = []
        self._notes: list[tuple[str, int]] = []
        self._noted = 0
        self._remarks: list[str] = []
        self._entries = ListEntries()
        self._first = self._last = 1
        self._cells: list[str] = []
        self._cell: list[str] = []
        self._rows: list[list[str]] = []
        self._act: dict[Kind, Callable[[Event], None]] = {
            Kind.WORDS: lambda event: self._pieces.append(_styled(event.words, event.look)),
            Kind.PARAGRAPH: self._paragraph,
            Kind.CELL: self._end_cell,
            Kind.ROW: self._end_row,
            Kind.LINK: self._begin_link,
            Kind.LINK_END: lambda event: self._end_link(),
            Kind.NOTE: self._begin_note,
            Kind.NOTE_END: lambda event: self._end_note(),
            Kind.MARK: self._take_mark,
            Kind.NAME: self._take_name,
            Kind.REMARK: self._take_author,
            Kind.PICTURE: lambda event: self._pieces.append(md.image("", f"inner:{event.words}")),
        }

    def take(self, event: Event) -> None:
        """Take in what comes next."""
        self._act[event.kind](event)

    def finish(self) -> None:
        """Write what nothing ended, and the notes."""
        while self._outer:
            self._end_note()
        self._paragraph(Event(Kind.PARAGRAPH))
        self._end_table()
        self._end_list()
        self._write_notes(self._number)

    def _write_notes(self, before: int) -> None:
        """Write the notes of a section, which ends before a paragraph, each cited by the one that refers to it."""
        while self._noted < len(self._notes) and self._notes[self._noted][1] < before:
            words, number = self._notes[self._noted]
            self._noted += 1
            self._add(f"[^{self._noted}]: {words or '…'}", number)

    def _taken(self) -> str:
        while self._links:
            self._end_link()
        text, self._pieces = "".join(self._pieces), []
        if not self._mark and (found := _TYPED.match(text)):
            self._mark, text = found[1], text[found.end() :]
        return finished(text)

    def _paragraph(self, event: Event) -> None:
        if self._outer:  # a paragraph within a note
            self._pieces.append(" ")
            return
        number, look = self._number, event.look
        self._number += 1
        text = self._taken()
        mark, self._mark = self._mark, ""
        name, self._name = self._name, ""
        if look.is_in_table:
            self._cell.append(text)
            return
        self._end_table()
        if text and not look.level and (mark or look.is_in_list):
            if not self._entries:
                self._first = number
            depth = look.depth if look.is_in_list else look.indent // _INDENT - 1
            self._entries.add(text, min(max(0, depth), 8), is_ordered=bool(_NUMBER.match(mark)))
        elif text:
            self._end_list()
            if look.level:
                self._write_notes(number)
            words = text.replace(BREAK, " ").replace("**", "")
            self._add(md.heading(look.level, words, name) if look.level else text, number)
        self._write_remarks(number)

    def _end_cell(self, event: Event) -> None:
        self._cell.append(self._taken())
        self._last, self._mark = self._number, ""
        self._number += 1
        words = " ".join(filter(None, self._cell)).replace(BREAK, " ")
        self._cell = []
        if not self._rows and not self._cells:
            self._end_list()
            self._first = self._number - 1
        if len(self._cells) < MOST_COLUMNS:
            self._cells.append(words)

    def _end_row(self, event: Event) -> None:
        cells, self._cells = self._cells, []
        if any(cells):
            self._rows.append(cells)

    def _end_table(self) -> None:
        self._end_row(Event(Kind.ROW))
        rows, self._rows = self._rows, []
        if rows:
            is_wide = max(map(len, rows)) > 1
            self.writer.at(PlaceKind.PARAGRAPH, self._first, self._last)
            self.writer.add(md.table(rows) if is_wide else "\n\n".join(row[0] for row in rows))

    def _end_list(self) -> None:
        if self._entries:
            last = self._first + len(self._entries) - 1
            self.writer.at(PlaceKind.PARAGRAPH, self._first, last, rises=True)
            self.writer.add(self._entries.taken())

    def _begin_link(self, event: Event) -> None:
        found = _ADDRESS.search(event.words)
        target = (f"#{inline_text.anchor_id(found[2])}" if found[1] else found[2]) if found else ""
        self._links.append((len(self._pieces), target))

    def _end_link(self) -> None:
        if not self._links:
            return
        start, target = self._links.pop()
        inner = "".join(self._pieces[start:])
        if target and inner.strip():
            before, after = " " if inner[:1].isspace() else "", " " if inner[-1:].isspace() else ""
            made = md.link(decided(inner.replace(BREAK, " ").strip()), target)
            self._pieces[start:] = [f"{before}{made}{after}"]

    def _begin_note(self, event: Event) -> None:
        self._outer.append((event.words, self._pieces, self._links))
        self._pieces, self._links = [], []

    def _end_note(self) -> None:
        if not self._outer:
            return
        words = self._taken()
        kind, self._pieces, self._links = self._outer.pop()
        if kind == "footnote":
            self._notes.append((words.replace(BREAK, " "), self._number))
            self._pieces.append(f"[^{len(self._notes)}]")
        elif words:
            author = inline_text.words(self._author, opens=True, closes=True)
            self._remarks.append(f"**{author}:** {words}" if author else words)

    def _write_remarks(self, number: int) -> None:
        remarks, self._remarks = self._remarks, []
        for remark in remarks:
            self._end_list()
            self._add(md.quoted(remark), number)

    def _take_mark(self, event: Event) -> None:
        self._mark = event.words or "•"

    def _take_name(self, event: Event) -> None:
        self._name = self._name or event.words

    def _take_author(self, event: Event) -> None:
        self._author = event.words

    def _add(self, block: str, number: int) -> None:
        self.writer.at(PlaceKind.PARAGRAPH, number)
        self.writer.add(block)


def _styled(words: str, look: Look) -> str:
    """Words as Markdown with their look; line breaks stay."""
    text = BREAK.join(inline_text.words(without_marks(line)) for line in words.split("\n"))
    if not text.strip() or look.level:
        return text
    if look.raised:
        text = inline_text.tag(look.raised, text)
    if look.is_struck:
        text = f"~~{text.strip()}~~"
    if look.is_italic:
        text = emphasised(text, "*")
    return emphasised(text, "**") if look.is_bold else text
