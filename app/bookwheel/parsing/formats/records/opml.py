"""Reads outlines and lists of feeds (.opml): two levels as headings, what is below them as lists."""

from __future__ import annotations

from dataclasses import dataclass, field

from bookwheel.domain.errors import SkippedFile
from bookwheel.domain.places import PlaceKind
from bookwheel.parsing.formats.converted import Converted
from bookwheel.parsing.formats.markdown_writer import Writer, escaped, heading, link, one_line
from bookwheel.parsing.formats.records.entry_limit import warn_of_left_out
from bookwheel.parsing.formats.records.html_words import html_as_markdown
from bookwheel.parsing.formats.records.mail.headers import date_of
from bookwheel.parsing.formats.records.plain_words import blocks_of, linked
from bookwheel.parsing.formats.xml_tree import Element, parse_xml

_HEADING_LEVELS = 2
_DEEPEST_LIST = 10
_MOST_ENTRIES = 50_000


@dataclass(slots=True)
class _List:
    """Entries of a list in the making, with the line of the file that each came from."""

    lines: list[str] = field(default_factory=list[str])
    sources: list[tuple[int, int]] = field(default_factory=list[tuple[int, int]])

    def write(self, writer: Writer) -> None:
        for position, source in self.sources:
            writer.at(PlaceKind.LINE, source, below=position)
        writer.add("\n".join(self.lines))
        self.lines, self.sources = [], []


def read(content: bytes, path: str) -> Converted:
    """An outline as Markdown; places are its lines.

    Raises:
        SkippedFile: for a file without an outline.
    """
    root = parse_xml(content)
    body = root.find("body")
    if root.tag not in ("opml", "outlineDocument") or body is None:
        raise SkippedFile("This file contains no outline.")
    writer, entries = Writer(), _List()
    count = 0
    waiting = list(reversed(_children(body, 0)))
    while waiting:
        element, depth, is_heading = waiting.pop()
        count += 1
        if count > _MOST_ENTRIES:
            continue
        waiting += reversed(_children(element, depth + 1))
        if is_heading:
            entries.write(writer)
            _write_heading(writer, element, depth)
        else:
            _add_entry(entries, element, max(0, depth - _HEADING_LEVELS))
    entries.write(writer)
    return Converted(writer.text, _fields(root), writer.places, warn_of_left_out(count, _MOST_ENTRIES))


def _children(element: Element, depth: int) -> list[tuple[Element, int, bool]]:
    """The outlines inside an element with their depth, and whether they are headings.

    Headings are those of the first two levels that hold others, and what comes after them on their level.
    """
    found: list[tuple[Element, int, bool]] = []
    is_heading = False
    for child in element:
        if child.tag == "outline":
            is_heading = is_heading or (depth < _HEADING_LEVELS and len(child) > 0)
            found.append((child, depth, is_heading))
    return found


def _write_heading(writer: Writer, element: Element, depth: int) -> None:
    writer.at(PlaceKind.LINE, element.sourceline or 1)
    writer.add(heading(2 + depth, _words(element) or "(no title)"))
    writer.add(_links(element, ""))
    for block in blocks_of(element.get("_note", "")):
        writer.add(block)


def _add_entry(entries: _List, element: Element, depth: int) -> None:
    words = _words(element)
    shown = _links(element, words) or words
    note = linked(one_line(element.get("_note", "")))
    if not shown and not note:
        return
    entries.sources.append((len(entries.lines), element.sourceline or 1))
    pad = "  " * min(depth, _DEEPEST_LIST)
    entries.lines.append(f"{pad}- {' – '.join(part for part in (shown, note) if part)}")


def _words(element: Element) -> str:
    """The words of an outline as Markdown; some programs write HTML there."""
    text = element.get("text", "") or element.get("title", "")
    if "</" in text or "<br" in text:
        return one_line(html_as_markdown(text))
    return one_line(linked(one_line(text)))


def _links(element: Element, words: str) -> str:
    """An outline's page and feed as links; empty for one without any."""
    page, feed = element.get("htmlUrl", "") or element.get("url", ""), element.get("xmlUrl", "")
    if not page.strip() and not feed.strip():
        return ""
    label = words if words and not words.startswith("<") else escaped(one_line(page or feed))
    first = link(label, page or feed)
    return f"{first} ({link('feed', feed)})" if page.strip() and feed.strip() and feed != page else first


def _fields(root: Element) -> dict[str, object]:
    def of(name: str) -> str:
        found = root.find(f"head/{name}")
        return one_line(found.text or "") if found is not None else ""

    date = date_of(of("dateModified")) or date_of(of("dateCreated"))
    fields = {
        "title": of("title"),
        "author": of("ownerName"),
        "date": date.isoformat() if date else "",
        "description": of("description"),
    }
    return {name: value for name, value in fields.items() if value}
