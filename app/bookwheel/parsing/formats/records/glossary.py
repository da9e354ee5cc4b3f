"""Reads glossaries (glossary.json): a section for each term with its definition and its other names.

Three shapes are read: an object of terms, each with a text, a list of other names, or an object with `definition`,
`aliases` and `abbreviation`; a list of such objects with their `term`; and either one as the value of `terms`. A text
is another name where it is one word or spells an acronym out, else it is the definition.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass

from bookwheel.domain.errors import SkippedFile
from bookwheel.domain.messages import Message
from bookwheel.domain.places import PlaceKind
from bookwheel.domain.things import LONGEST_LABEL
from bookwheel.parsing.encoding import decode, storable
from bookwheel.parsing.formats.converted import Converted
from bookwheel.parsing.formats.markdown_writer import Writer, escaped, heading, one_line
from bookwheel.parsing.formats.records.entry_limit import warn_of_left_out
from bookwheel.parsing.formats.records.json_source import list_of, object_of, parse_json
from bookwheel.parsing.stated_things import StatedThing
from bookwheel.parsing.things.terms import spelt_out, term_id

MOST_TERMS = 5_000
MOST_OTHERS = 20
"""Other names of one term."""

LONGEST_TERM = 120
"""Characters of a term and of another name of one."""

_TERM = ("term", "name", "title", "label")
_TEXT = ("definition", "description", "meaning", "text")
_OTHERS = (
    "aliases", "alias", "abbreviation", "abbreviations", "acronym", "acronyms", "synonyms", "synonym", "aka",
    "other_names", "long", "expansion",
)  # fmt: skip
_HOLDERS = ("terms", "glossary", "entries")
_NAMED = 3
_MOST_MISSES = 20


@dataclass(frozen=True, slots=True)
class Entry:
    """A term with its definition, which may be empty, and its other names."""

    term: str
    definition: str
    others: tuple[str, ...]


def read(content: bytes, path: str) -> Converted:
    """A glossary as Markdown; places are its lines.

    Raises:
        SkippedFile: for what is not JSON, and for a file without a term.
    """
    entries: list[Entry] = []
    unusable: list[str] = []
    for name, value in _pairs(parse_json(content)):
        entry = _entry(name, value)
        if entry is None:
            unusable.append(name or "?")
        else:
            entries.append(entry)
    if not entries:
        raise SkippedFile(
            "This glossary has no terms. Write an object of terms, each with its definition or a list of other names."
        )
    decoded = decode(content)
    writer, things, lines = Writer(), list[StatedThing](), _Lines(decoded.text)
    for entry in entries[:MOST_TERMS]:
        line = lines.of(entry.term)
        writer.at(PlaceKind.LINE, line, line)
        values = [("definition", entry.definition)] if len(entry.definition) <= LONGEST_LABEL else []
        spelt = next((one for one in entry.others if len(one) > len(entry.term) and spelt_out(entry.term, one)), "")
        id = term_id(spelt or entry.term)  # as a text that explains the acronym has it
        things.append(StatedThing(id, entry.term, writer.line, [*entry.others], values))
        writer.add(heading(2, escaped(entry.term)))
        if entry.definition:
            writer.add(escaped(entry.definition))
        if entry.others:
            writer.add(f"Also: {escaped(', '.join(entry.others))}")
    warnings = [*decoded.warnings, *_warn_of(unusable), *warn_of_left_out(len(entries), MOST_TERMS)]
    return Converted(writer.text, places=writer.places, warnings=warnings, things=things)


def _pairs(value: object) -> Iterator[tuple[str, object]]:
    """Terms with what the glossary says of each; no name where it gives none."""
    held = object_of(value)
    for holder in _HOLDERS:
        inner: object = held.get(holder)
        if object_of(inner) or (list_of(inner) and not any(isinstance(one, str) for one in list_of(inner))):
            yield from _pairs(inner)
            return
    yield from held.items()
    for one in list_of(value):
        yield next((name for key in _TERM if isinstance(name := object_of(one).get(key), str)), ""), one


def _entry(name: str, value: object) -> Entry | None:
    """A term of a glossary; None where it cannot be used."""
    term = _name(name)
    fields = object_of(value)
    if not term:
        return None
    definition = _definition(value) or next((text for key in _TEXT if (text := _definition(fields.get(key)))), "")
    given = [*list_of(value), *(one for key in _OTHERS if key in fields for one in _listed(fields[key]))]
    if isinstance(value, str) and (spelt := _other_name(term, definition)):
        given, definition = [spelt], definition if spelt != definition else ""
    others = dict.fromkeys(other for one in given if isinstance(one, str) and (other := _name(one)) and other != term)
    if not definition and not others:
        return None
    return Entry(term, definition, tuple(others)[:MOST_OTHERS])


def _other_name(term: str, text: str) -> str:
    """The other name that a text begins with or is: one word, or what an acronym stands for; empty for none."""
    return text if len(text.split()) == 1 else spelt_out(term, text)


def _listed(value: object) -> list[object]:
    return [value] if isinstance(value, str) else list_of(value)


def _definition(value: object) -> str:
    return storable(value).strip() if isinstance(value, str) else ""


def _name(text: str) -> str:
    name = one_line(storable(text))
    return name if len(name) <= LONGEST_TERM else ""


def _warn_of(unusable: list[str]) -> list[Message]:
    if not unusable:
        return []
    names = ", ".join(one_line(storable(name))[:40] for name in unusable[:_NAMED])
    return [
        Message(
            "{count} entries of this glossary were left out, for they have no term, definition or other name: {names}.",
            count=f"{len(unusable):,}",
            names=names,
        )
    ]


class _Lines:
    """The lines of terms in a JSON text, looked for in order."""

    def __init__(self, text: str) -> None:
        self._text, self._at, self._line, self._misses = text, 0, 1, 0

    def of(self, term: str) -> int:
        """The line of a term; that of the one before where it is not found as it is."""
        if self._misses > _MOST_MISSES:
            return self._line
        found = min((at for name in _written(term) if (at := self._text.find(name, self._at)) >= 0), default=-1)
        if found < 0:
            self._misses += 1
            return self._line
        self._line += self._text.count("\n", self._at, found)
        self._at = found
        return self._line


def _written(term: str) -> tuple[str, str]:
    return json.dumps(term), json.dumps(term, ensure_ascii=False)
