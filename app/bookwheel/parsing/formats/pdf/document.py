"""A PDF as Markdown, each block with its page and its box on it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from bookwheel.domain.errors import ProtectedFile, SkippedFile
from bookwheel.domain.formats import TESSERACT
from bookwheel.domain.messages import Message
from bookwheel.domain.places import PlaceKind
from bookwheel.parsing.formats import markdown_writer as md
from bookwheel.parsing.formats.converted import Converted
from bookwheel.parsing.formats.markdown_writer import Writer
from bookwheel.parsing.formats.pdf import annotations, headings
from bookwheel.parsing.formats.pdf.hyphenation import keep_hyphens
from bookwheel.parsing.formats.pdf.page_lines import Line, is_readable, lines_of
from bookwheel.parsing.formats.pdf.paragraphs import BULLET, Block, code_of
from bookwheel.parsing.formats.pdf.pdfium import File, Page
from bookwheel.parsing.formats.pdf.reading_order import in_reading_order
from bookwheel.parsing.formats.pdf.recognised import Recognised
from bookwheel.parsing.formats.pdf.running_heads import without_heads
from bookwheel.parsing.formats.pdf.tables import blocks_with_tables

MOST_PAGES = 20_000
_DATE = re.compile(r"D:(\d{4})(\d{2})?(\d{2})?")
_NAMES = (("Title", "title"), ("Author", "author"), ("Subject", "subject"), ("Keywords", "keywords"))
_NO_TITLE = re.compile(
    r"(?:untitled|\(?(?:anonymous|unspecified)\)?|microsoft word - .*|.*\.(?:docx?|tex|dvi|indd|qxd|pdf))\Z",
    re.IGNORECASE,
)


@dataclass(slots=True)
class _Seen:
    """What was read of all pages."""

    lines: list[list[Line]] = field(default_factory=list[list[Line]])
    heights: list[float] = field(default_factory=list[float])
    labels: list[str] = field(default_factory=list[str])
    links: list[list[tuple[str, str]]] = field(default_factory=list[list[tuple[str, str]]])
    remarks: list[list[tuple[str, str, str]]] = field(default_factory=list[list[tuple[str, str, str]]])
    scans: int = 0
    unreadable: int = 0
    recognised: Recognised = field(default_factory=Recognised)


def read(content: bytes, path: str, recognise: str = "") -> Converted:
    """A PDF as Markdown, cited by its pages; `recognise` names the language of words in scans, empty to leave these.

    Raises:
        SkippedFile: for one that is damaged; ProtectedFile for one that a password protects.
    """
    return read_protected(content, path, "", recognise)


def read_protected(content: bytes, path: str, password: str, recognise: str = "") -> Converted:
    """A PDF as `read` gives it, opened with a password.

    Raises:
        SkippedFile: for one that is damaged; ProtectedFile for one that this password does not open.
    """
    file = _open(content, password)
    try:
        outline = list(file.outline())
        fields = _fields(file)
        seen = _look(file, recognise)
        count = file.page_count
    finally:
        file.close()
    if seen.recognised.has_words:
        fields["recognised"] = TESSERACT
    writer = Writer()
    lines = without_heads(seen.lines, seen.heights)
    keep_hyphens(lines)
    pages = [in_reading_order(list(blocks_with_tables(own))) for own in lines]
    _write(writer, pages, outline, seen)
    return Converted(writer.text, fields, writer.places, _warnings(seen, count))


def try_password(content: bytes, password: str) -> None:
    """Return if the password opens the PDF, which does not open without.

    Raises:
        SkippedFile: for one that is damaged or not protected; ProtectedFile for a wrong password.
    """
    try:
        _open(content, "").close()
    except ProtectedFile:
        _open(content, password).close()
        return
    raise SkippedFile("The PDF opens without a password.")


def _open(content: bytes, password: str) -> File:
    start = content.find(b"%PDF-", 0, 1024)
    if start < 0:
        raise SkippedFile("The file is not a PDF.")
    return File(content[start:] if start else content, password)


def _look(file: File, recognise: str) -> _Seen:
    seen = _Seen(recognised=Recognised(recognise))
    for index in range(min(file.page_count, MOST_PAGES)):
        page = Page(file, index)
        try:
            words = page.words() if page.is_open else ""
            is_nonsense = not is_readable(page, words)
            lines = [] if is_nonsense or not words else lines_of(page, index, words)
            seen.unreadable += is_nonsense
            if is_nonsense:
                seen.recognised.look(page, index)
            elif page.is_open and not lines and page.has_pictures():
                seen.scans += 1
                seen.recognised.look(page, index)
            seen.lines.append(lines)
            seen.heights.append(page.height)
            seen.labels.append(file.label(index))
            seen.links.append(list(annotations.links_of(page)) if lines else [])
            seen.remarks.append(list(annotations.remarks_of(page)) if page.is_open else [])
        finally:
            page.close()
    return seen


def _write(
    writer: Writer, pages: Sequence[Sequence[Block]], outline: Sequence[tuple[int, str, int]], seen: _Seen
) -> None:
    levels, missing = headings.by_outline(pages, outline)
    if len(levels) + sum(map(len, missing.values())) < 2:
        levels, missing = headings.by_look(pages), {}
    for index, blocks in enumerate(pages):
        label = seen.labels[index] if seen.labels[index] != str(index + 1) else ""
        for level, title in missing.get(index, ()):
            writer.at(PlaceKind.PAGE, index + 1, label=label)
            writer.add(md.heading(level, md.escaped(md.one_line(title))))
        links = list(seen.links[index])
        for block in blocks:
            writer.at(PlaceKind.PAGE, index + 1, label=label, box=block.box)
            writer.add(_markdown(block, levels.get(id(block), 0), links))
        seen.recognised.write(writer, index, label)
        for marked, said, author in seen.remarks[index]:
            writer.at(PlaceKind.PAGE, index + 1, label=label)
            writer.add(_remark(marked, said, author))


def _markdown(block: Block, level: int, links: list[tuple[str, str]]) -> str:
    if level:
        return md.heading(level, md.escaped(block.text))
    if block.is_code and len(block.lines) > 1:
        return md.code_block(code_of(block).replace("\u00ad", "-"))
    if block.rows:
        return md.table([[_linked(md.escaped(cell), links) for cell in row] for row in block.rows])
    text = block.text
    bullet = BULLET.match(text)
    words = _linked(md.escaped(text[bullet.end() :] if bullet else text), links)
    return md.indented(words, "- ") if bullet and words else words


def _linked(words: str, links: list[tuple[str, str]]) -> str:
    """Words of Markdown with those of the page's links that stand in them, which leave the list."""
    for link in list(links):
        label, address = md.escaped(link[0]), link[1]
        if len(link[0]) > 1 and label in words and f"[{label}]" not in words:
            words = words.replace(label, md.link(label, address), 1)
            links.remove(link)
    return words


def _remark(marked: str, said: str, author: str) -> str:
    lines = [md.escaped(f"“{marked}”")] if marked else []
    who = f"**{md.escaped(author)}:** " if author else ""
    if said:
        lines.append(who + md.escaped(md.one_line(said)))
    return md.quoted("\n\n".join(lines))


def _fields(file: File) -> dict[str, object]:
    fields: dict[str, object] = {}
    for name, own in _NAMES:
        if value := md.one_line(file.said(name)):
            fields[own] = value
    if isinstance(title := fields.get("title"), str) and _NO_TITLE.match(title):
        del fields["title"]
    if isinstance(words := fields.get("keywords"), str):
        fields["keywords"] = [word.strip() for word in re.split(r"[,;]", words) if word.strip()]
    if found := _DATE.match(file.said("CreationDate")):
        fields["date"] = "-".join(part for part in found.groups() if part)
    return fields


def _warnings(seen: _Seen, count: int) -> list[Message]:
    made = seen.recognised.warnings(seen.scans, seen.unreadable, count)
    if count > MOST_PAGES:
        most = f"{MOST_PAGES:,}"
        made.append(Message("Only the first {most} of {count} pages were read.", most=most, count=f"{count:,}"))
    return made
