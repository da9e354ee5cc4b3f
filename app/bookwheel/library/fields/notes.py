"""The notes of a collection as queries see them: fields of front matter and text, tags, links, tasks."""

from __future__ import annotations

import json
import posixpath
import re
from bisect import bisect_right
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from itertools import islice
from typing import cast

from bookwheel.domain.formats import MARKDOWN
from bookwheel.domain.tasks import is_done
from bookwheel.indexes.catalogue import CatalogueReader, DocumentRow
from bookwheel.library.fields.queries.evaluation import canonical, field_in
from bookwheel.library.fields.queries.literals import field_value, inline_value, parse_date
from bookwheel.library.fields.queries.values import Link, Value, items_of
from bookwheel.parsing.list_items import fields_in, written_fields, written_items
from bookwheel.parsing.metadata import wikilink_in
from bookwheel.parsing.tags import inline_tags
from bookwheel.parsing.tasks import days_in

_MOST_ITEMS = 5_000
_MOST_FIELDS = 500
_DEEPEST = 8
_DAY = re.compile(r"(\d{4})-?(\d{2})-?(\d{2})")


@dataclass(eq=False)
class Note:
    """A document: its row, the fields of its front matter and of its text; links and items come when asked for."""

    row: DocumentRow
    header: Mapping[str, Value]
    inline: Mapping[str, Value]
    catalogue: CatalogueReader
    """Where its text is read when it is asked for."""
    links: list[Link] = field(default_factory=list[Link])
    embeds: list[Link] = field(default_factory=list[Link])
    backlinks: list[Link] = field(default_factory=list[Link])

    @property
    def identity(self) -> str:
        """What tells it from other notes."""
        return self.row.path

    @property
    def path(self) -> str:
        """Its path in the collection."""
        return self.row.path

    @cached_property
    def link(self) -> Link:
        """A link to it."""
        return Link(self.row.path)

    @cached_property
    def tags(self) -> tuple[str, ...]:
        """Its tags with `#`, as written."""
        return tuple(f"#{tag}" for tag in self.row.tags)

    @cached_property
    def fields(self) -> Mapping[str, Value]:
        """All fields by their names as written and in lower case with dashes."""
        found: dict[str, Value] = {}
        for source in (self.header, self.inline):
            for name, value in source.items():
                found[name] = _merged(found.get(name), value) if name in found else value
                if canonical(name) != name:
                    found.setdefault(canonical(name), value)
        return found

    @cached_property
    def file(self) -> NoteFile:
        """What `file` is in a query."""
        return NoteFile(self)

    @cached_property
    def items(self) -> list[Item]:
        """Its list items, with and without boxes."""
        return _items_of(self)

    def has_tag(self, tag: str) -> bool:
        """Whether it has this tag (with `#`) or one below it."""
        begin = f"{tag.casefold()}/"
        return any(f"{own.casefold()}/".startswith(begin) for own in self.tags)

    def get(self, name: str) -> Value:
        """A field; `file` is the file, `link` a link to the note."""
        if name == "file":
            return self.file
        found = field_in(self.fields, name)
        return self.link if found is None and name == "link" else found


class NoteFile:
    """What queries ask of a note's file."""

    def __init__(self, note: Note, *, is_in_base: bool = False) -> None:
        """Of this note; in a base its name has its ending."""
        self._note, self._is_in_base = note, is_in_base

    @property
    def note(self) -> Note:
        """The note that it is the file of."""
        return self._note

    @property
    def identity(self) -> str:
        """What tells it from other files."""
        return self._note.path

    @property
    def note_link(self) -> Link:
        """A link to it, by which it is compared with links."""
        return self._note.link

    def get(self, name: str) -> Value:
        """One of its properties, None for one that there is not."""
        getter = _OF_FILE.get("fullname" if self._is_in_base and name == "name" else name.lower())
        return getter(self._note) if getter is not None else None


class ThisNote:
    """What `this` is in a base: the document that shows it, with its properties."""

    def __init__(self, note: Note) -> None:
        """Of this note."""
        self.note = note

    @property
    def identity(self) -> str:
        """What tells it from other files."""
        return self.note.path

    @property
    def note_link(self) -> Link:
        """A link to it, by which it is compared with links."""
        return self.note.link

    def get(self, name: str) -> Value:
        """A property of it; `file` is its file, `note` all its properties."""
        match name:
            case "file":
                return NoteFile(self.note, is_in_base=True)
            case "note":
                return self.note.header
            case _:
                return field_in(self.note.header, name)


def _modified(note: Note) -> Value:
    try:
        found = datetime.fromisoformat(note.row.modified_at)
    except ValueError:
        return None
    return (found if found.tzinfo is None else found.astimezone().replace(tzinfo=None)).replace(microsecond=0)


def _modified_day(note: Note) -> Value:
    found = _modified(note)
    return found.replace(hour=0, minute=0, second=0) if isinstance(found, datetime) else None


def _day(note: Note) -> Value:
    match = _DAY.search(_stem(note))
    return parse_date("-".join(match.groups())) if match else None


def _stem(note: Note) -> str:
    return posixpath.splitext(posixpath.basename(note.path))[0]


def _all_tags(note: Note) -> Value:
    """Tags with those above them, as `#a/b` has `#a`."""
    found: dict[str, None] = {}
    for tag in note.tags:
        parts = tag.split("/")
        for count in range(1, len(parts) + 1):
            found["/".join(parts[:count])] = None
    return list(found)


_OF_FILE: Mapping[str, Callable[[Note], Value]] = {
    "name": _stem,
    "basename": _stem,
    "fullname": lambda note: posixpath.basename(note.path),
    "path": lambda note: note.path,
    "folder": lambda note: posixpath.dirname(note.path),
    "ext": lambda note: posixpath.splitext(note.path)[1].lstrip("."),
    "extension": lambda note: posixpath.splitext(note.path)[1].lstrip("."),
    "link": lambda note: note.link,
    "file": lambda note: note.link,
    "title": lambda note: note.row.title,
    "size": lambda note: note.row.size_bytes,
    "mtime": _modified,
    "mday": _modified_day,
    "ctime": _modified,
    "cday": _modified_day,
    "day": _day,
    "tags": _all_tags,
    "etags": lambda note: list(note.tags),
    "aliases": lambda note: list(note.row.aliases),
    "outlinks": lambda note: list(note.links),
    "links": lambda note: list(note.links),
    "embeds": lambda note: list(note.embeds),
    "inlinks": lambda note: list(note.backlinks),
    "backlinks": lambda note: list(note.backlinks),
    "tasks": lambda note: [item for item in note.items if item.mark],
    "lists": lambda note: list(note.items),
    "frontmatter": lambda note: note.header,
    "properties": lambda note: note.header,
    "starred": lambda _note: False,
}


@dataclass(eq=False)
class Item:
    """A list item or task of a note."""

    note: Note
    line: int
    mark: str
    text: str
    heading: str
    depth: int
    children: list[Item] = field(default_factory=list["Item"])
    parent: Item | None = None

    @property
    def identity(self) -> str:
        """What tells it from other items."""
        return f"{self.note.path}:{self.line}"

    @property
    def is_done(self) -> bool:
        """Whether its box says that nothing is left to do."""
        return bool(self.mark) and is_done(self.mark)

    @cached_property
    def _fields(self) -> Mapping[str, Value]:
        days = days_in(self.text)[0]
        found: dict[str, Value] = {name: parse_date(day) for name, day in days.items()}
        if "done" in found:
            found.setdefault("completion", found["done"])
        for name, value in fields_in(self.text):
            found[canonical(name)] = inline_value(value)
        return found

    def get(self, name: str) -> Value:
        """A field of the item, else one of its note."""
        match name.lower():
            case "text" | "visual":
                return self.text
            case "completed" | "checked":
                return self.is_done if name.lower() == "completed" else self.mark not in ("", " ")
            case "fullycompleted":
                return self.is_done and all(child.get("fullycompleted") is True for child in self.children)
            case "status":
                return self.mark
            case "task":
                return bool(self.mark)
            case "line":
                return self.line - 1
            case "section" | "header" | "link":
                return Link(self.note.path, "", self.heading)
            case "path":
                return self.note.path
            case "tags":
                return [f"#{tag}" for tag in inline_tags(self.text)]
            case "children":
                return list(self.children)
            case "parent":
                return self.parent.line - 1 if self.parent else None
            case "annotated":
                return bool(self._fields)
            case _:
                found = field_in(self._fields, name)
                return self.note.get(name) if found is None else found


def _items_of(note: Note) -> list[Item]:
    sections = note.catalogue.sections_of(note.row.key)
    lines = [section.start_line for section in sections]
    found: list[Item] = []
    open_items: list[tuple[int, int, Item]] = []
    for written in islice(written_items(note.catalogue.text_of(note.row.key)), _MOST_ITEMS):
        at = max(0, bisect_right(lines, written.line) - 1)
        heading = sections[at].title if sections and sections[at].level else ""
        while open_items and (open_items[-1][0] >= written.indent or written.line - open_items[-1][1] > 50):
            open_items.pop()
        parent = open_items[-1][2] if open_items else None
        item = Item(note, written.line, written.mark, written.text, heading, len(open_items), parent=parent)
        if parent is not None:
            parent.children.append(item)
        found.append(item)
        open_items.append((written.indent, written.line, item))
    return found


def _merged(one: Value, other: Value) -> Value:
    """Both values of a field that is stated twice."""
    first, second = items_of(one), items_of(other)
    return [*(first if first is not None else [one]), *(second if second is not None else [other])]


def note_of(catalogue: CatalogueReader, row: DocumentRow, text: str | None) -> Note:
    """A document as a note; `text` only where there may be inline fields in it."""
    inline: dict[str, Value] = {}
    if text is not None:
        for name, value in islice(written_fields(text), _MOST_FIELDS):
            found = inline_value(value)
            inline[name] = _merged(inline[name], found) if name in inline else found

    return Note(row, header_of(row.header_json), inline, catalogue)


def header_of(header_json: str) -> dict[str, Value]:
    """The front matter with dates, links and numbers in it as such."""
    try:
        loaded: object = json.loads(header_json) if header_json else {}
    except ValueError:
        return {}
    if not isinstance(loaded, dict):
        return {}
    return {name: _header_value(value, 0) for name, value in cast("dict[str, object]", loaded).items()}


def _header_value(value: object, depth: int) -> Value:
    if isinstance(value, str):
        return field_value(value)
    if value is None or isinstance(value, bool | int | float):
        return value
    if depth > _DEEPEST:
        return None
    if isinstance(value, list):
        row = cast("list[object]", value)
        link = wikilink_in(row)
        return field_value(link) if link else [_header_value(part, depth + 1) for part in row]
    if isinstance(value, dict):
        return {name: _header_value(part, depth + 1) for name, part in cast("dict[str, object]", value).items()}
    return str(value)


def is_note(row: DocumentRow) -> bool:
    """Whether Dataview sees a document: Markdown alone."""
    return row.format == MARKDOWN.name
