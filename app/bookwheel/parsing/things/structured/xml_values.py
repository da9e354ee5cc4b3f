"""XML as values with their lines: attributes and elements are the fields of an element, and its words are `text`."""

from __future__ import annotations

from dataclasses import dataclass, field
from xml.parsers import expat

from bookwheel.parsing.things.structured.values import Budget, Unreadable, Value

TEXT = "text"
"""The field of an element's own words, where it has fields besides."""


@dataclass(slots=True)
class _Open:
    """An element that is being read."""

    name: str
    line: int
    attributes: dict[str, Value]
    children: dict[str, list[Value]] = field(default_factory=dict[str, list[Value]])
    words: list[str] = field(default_factory=list[str])


def read_xml(text: str) -> Value:
    """The top element of a file, with elements of one name as a list; no entity is resolved and nothing is fetched.

    Raises:
        Unreadable: for what is no XML, declares entities, or is too much.
    """
    reading = _Reading()
    try:
        reading.parser.Parse(text.encode("utf-8"), True)
    except (expat.ExpatError, UnicodeEncodeError) as error:
        raise Unreadable from error
    if reading.top is None:
        raise Unreadable
    return reading.top


class _Reading:
    def __init__(self) -> None:
        self.top: Value | None = None
        self._open: list[_Open] = []
        self._budget = Budget()
        self.parser = parser = expat.ParserCreate("utf-8")
        parser.buffer_text = True
        parser.StartElementHandler = self._on_start
        parser.EndElementHandler = self._on_end
        parser.CharacterDataHandler = self._on_text
        parser.EntityDeclHandler = self._on_entity

    def _on_start(self, name: str, attributes: dict[str, str]) -> None:
        line = self.parser.CurrentLineNumber
        depth = len(self._open)
        self._budget.spend(depth)
        own: dict[str, Value] = {}
        for key, value in attributes.items():
            self._budget.spend(depth)
            if not key.startswith("xmlns"):
                own.setdefault(_local(key), Value(line, value))
        self._open.append(_Open(_local(name), line, own))

    def _on_text(self, words: str) -> None:
        if self._open:
            self._open[-1].words.append(words)

    def _on_entity(self, *_what: object) -> None:
        raise Unreadable

    def _on_end(self, _name: str) -> None:
        one = self._open.pop()
        words = " ".join("".join(one.words).split())
        made = _value(one, words)
        if self._open:
            self._open[-1].children.setdefault(one.name, []).append(made)
        else:
            self.top = made


def _value(one: _Open, words: str) -> Value:
    fields = dict(one.attributes)
    for name, found in one.children.items():
        fields.setdefault(name, found[0] if len(found) == 1 else Value(found[0].line, items=found))
    if not fields:
        return Value(one.line, words)
    if words:
        fields.setdefault(TEXT, Value(one.line, words))
    return Value(one.line, fields=fields)


def _local(name: str) -> str:
    return name.rpartition(":")[2]
