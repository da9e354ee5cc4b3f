"""Reads Turtle (.ttl) and JSON-LD (.jsonld): a section for each subject, with what is stated of it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import pairwise
from urllib.parse import unquote

from bookwheel.domain.errors import SkippedFile
from bookwheel.domain.messages import Message
from bookwheel.domain.places import PlaceKind
from bookwheel.domain.things import LONGEST_LABEL, ThingKind, keyed_id
from bookwheel.parsing.encoding import decode
from bookwheel.parsing.formats.converted import Converted
from bookwheel.parsing.formats.graphs import words as terms
from bookwheel.parsing.formats.graphs.statements import (
    HERE,
    LARGEST,
    RDF,
    Statements,
    Subject,
    Value,
    read_json_ld,
    read_turtle,
)
from bookwheel.parsing.formats.graphs.subject_lines import json_lines, turtle_lines
from bookwheel.parsing.formats.markdown_writer import Writer, code, escaped, heading, id_of, link, one_line
from bookwheel.parsing.formats.records.entry_limit import warn_of_left_out
from bookwheel.parsing.formats.records.plain_words import blocks_of
from bookwheel.parsing.stated_things import StatedRelation, StatedThing

MOST_SUBJECTS = 5_000
"""Subjects of a file that become sections."""

MOST_VALUES, MOST_MEMBERS, DEEPEST = 500, 100, 3
"""Statements shown of a subject, members of a list, and nodes without a name within each other."""

LONGEST_VALUE = 5_000


def read(content: bytes, path: str) -> Converted:
    """A graph as Markdown; places are its lines.

    Raises:
        SkippedFile: for a file that is not valid, too large, or states nothing.
    """
    if len(content) > LARGEST:
        raise SkippedFile("This file is larger than {most} MB.", most=LARGEST // 1_000_000)
    decoded = decode(content)
    if path.lower().endswith(".jsonld"):
        found = read_json_ld(decoded.text, path)
        lines = json_lines(decoded.text, path, found.prefixes)
    else:
        found = read_turtle(decoded.text, path)
        lines = turtle_lines(decoded.text, path)
    page = _Page(found, lines, decoded.text.rstrip().count("\n") + 1)
    page.write()
    if not page.count:
        raise SkippedFile("This file contains no statements.")
    warnings: list[Message] = [*decoded.warnings, *found.warnings, *warn_of_left_out(page.count, MOST_SUBJECTS)]
    return Converted(page.writer.text, page.fields, page.writer.places, warnings, things=page.things)


class _Page:
    """The subjects of a file on their way into Markdown."""

    def __init__(self, found: Statements, lines: Mapping[str, int], end: int) -> None:
        self._found, self._lines = found, lines
        starts = sorted({*lines.values(), end + 1})
        self._last = {first: after - 1 for first, after in pairwise(starts)}
        self.writer, self.count = Writer(), 0
        self.fields: dict[str, object] = {}
        self.things: list[StatedThing] = []
        self._inner = {value.text for one in found.subjects.values() for _, value in one.statements if value.is_blank}
        self._anchors: dict[str, str] = {}

    def write(self) -> None:
        subjects = [(mark, one) for mark, one in self._found.subjects.items() if mark not in self._inner]
        self.count = len(subjects)
        taken: set[str] = set()
        for mark, subject in subjects[:MOST_SUBJECTS]:
            anchor = start = id_of(_local(subject.iri)) or "node"
            number = 1
            while anchor in taken:
                number += 1
                anchor = f"{start}-{number}"
            taken.add(anchor)
            self._anchors[mark] = anchor
        is_first = True
        for mark, subject in subjects[:MOST_SUBJECTS]:
            is_header = is_first and bool(terms.HEADERS & {value.text for _, value in _typed(subject)})
            is_first = False
            self._write(mark, subject, level=1 if is_header else 2)
            if is_header:
                self._take_fields(subject)

    def _write(self, mark: str, subject: Subject, level: int) -> None:
        writer, label = self.writer, _label(subject)
        if line := self._lines.get(subject.iri, 0):
            writer.at(PlaceKind.LINE, line, self._last.get(line, line))
        thing = self._thing(subject, label)
        writer.add(heading(level, escaped(one_line(label)), self._anchors[mark]))
        types = [_short(value.text, self._found.prefixes) for _, value in _typed(subject)]
        if types:
            writer.add(f"*{escaped(one_line(', '.join(types)))}*")
        for name, value in subject.statements:
            if name in terms.PROSE and not value.is_name and not value.is_blank:
                for block in blocks_of(value.text[:LONGEST_VALUE]):
                    writer.add(block)
        rows: list[str] = []
        for name, value in subject.statements:
            if name == terms.TYPE or (name in terms.PROSE and not value.is_name) or len(rows) >= MOST_VALUES:
                continue
            if name in terms.LABELS and value.text == label:
                continue
            shown = self._shown(value, 0)
            rows.append(f"- {escaped(one_line(_local(name)))}: {shown}")
            if thing is not None:
                self._relate(thing, name, value, writer.line + len(rows) - 1)
        writer.add("\n".join(rows))

    def _thing(self, subject: Subject, label: str) -> StatedThing | None:
        """The subject as a thing, unless it has no name or is a property: labels of these are everyday words."""
        types = {value.text for _, value in _typed(subject)}
        if not subject.iri or types & terms.PROPERTIES or types & terms.HEADERS:
            return None
        aliases = [
            value.text
            for name, value in subject.statements
            if name in terms.ALIASES and not value.is_name and len(value.text) <= LONGEST_LABEL and value.text != label
        ]
        made = StatedThing(_id(subject.iri), label[:LONGEST_LABEL], self.writer.line, aliases)
        made.properties += [("type", _local(one)) for one in sorted(types)]
        made.properties += [
            (_local(name), value.text)
            for name, value in subject.statements
            if not value.is_name and not value.is_blank and name not in terms.PROSE and name not in terms.LABELS
        ]
        self.things.append(made)
        return made

    def _relate(self, thing: StatedThing, name: str, value: Value, line: int) -> None:
        if not value.is_name or name in terms.LABELS:
            return
        relation, is_inverse = terms.RELATIONS.get(name, ("keyMatch", False))
        words = f"{_local(name)}: {_short(value.text, self._found.prefixes)}"
        thing.relations.append(StatedRelation(relation, _id(value.text), line, words, is_inverse))

    def _shown(self, value: Value, depth: int) -> str:
        """A value as Markdown on one line."""
        if not value.is_name and not value.is_blank:
            text = value.text if len(value.text) <= LONGEST_VALUE else f"{value.text[:LONGEST_VALUE]}…"
            tag = f" ({value.language})" if value.language else ""
            return f"{escaped(one_line(text))}{tag}"
        if value.is_name:
            return self._linked(value.text)
        if value.text in self._anchors:
            return self._linked(value.text)
        members = self._found.list_of(value.text, MOST_MEMBERS)
        if depth >= DEEPEST:
            return "…"
        if members is not None:
            return ", ".join(self._shown(one, depth + 1) for one in members)
        node = self._found.subjects.get(value.text)
        parts = [
            f"{escaped(one_line(_local(name)))} {self._shown(one, depth + 1)}"
            for name, one in (node.statements if node is not None else ())[:MOST_MEMBERS]
        ]
        return "; ".join(parts) or "…"

    def _linked(self, iri: str) -> str:
        subject = self._found.subjects.get(iri)
        if iri in self._anchors and subject is not None:
            return link(escaped(one_line(_label(subject))), f"#{self._anchors[iri]}")
        short = _short(iri, self._found.prefixes)
        if iri.startswith(("http://", "https://", "mailto:")):
            return link(escaped(one_line(short)), iri)
        return code(short)

    def _take_fields(self, subject: Subject) -> None:
        """What the subject that stands for the file says of it, as front matter would."""
        for name, value in subject.statements:
            field = terms.FIELDS.get(name)
            text = one_line(value.text)
            if field and text and not value.is_name and not value.is_blank:
                self.fields.setdefault(field, text)


def _typed(subject: Subject) -> Iterator[tuple[str, Value]]:
    return ((name, value) for name, value in subject.statements if name == terms.TYPE and value.is_name)


def _label(subject: Subject) -> str:
    """What a subject is called: in no language or in English first, else by the end of its name."""
    found = [
        (terms.LABELS[name], value.language not in ("", "en"), number, value.text.strip())
        for number, (name, value) in enumerate(subject.statements)
        if name in terms.LABELS and not value.is_name and not value.is_blank and value.text.strip()
    ]
    return one_line(min(found)[3])[:LONGEST_VALUE] if found else _local(subject.iri) or "(no name)"


def _id(iri: str) -> str:
    return keyed_id(ThingKind.ENTITY, iri.removeprefix(HERE), "resource") if len(iri) <= LONGEST_LABEL else ""


def _local(iri: str) -> str:
    """The end of a name: what stands after its last # or /."""
    plain = iri.removeprefix(HERE).rstrip("/#")
    return unquote(re.split(r"[#/:]", plain)[-1]) or plain


def _short(iri: str, prefixes: Mapping[str, str]) -> str:
    """A name with its prefix, if the file declares one."""
    if iri == f"{RDF}type":
        return "a"
    for prefix, start in prefixes.items():
        if start and iri.startswith(start) and len(iri) > len(start):
            return f"{prefix}:{unquote(iri[len(start) :])}" if prefix else unquote(iri[len(start) :])
    return unquote(iri.removeprefix(HERE))
