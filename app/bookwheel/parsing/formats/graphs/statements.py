"""The statements of a Turtle or JSON-LD file, by subject in the order of the file. Nothing is fetched."""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import cast
from urllib.parse import quote

import pyoxigraph as ox

from bookwheel.domain.errors import SkippedFile
from bookwheel.domain.messages import Message

MOST_STATEMENTS = 200_000
LARGEST = 20_000_000
"""Bytes of a file at most: some 200,000 statements take a second and 100 MB."""

RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
HERE = "file:///"
"""Where names begin that a file gives relative to itself."""

_LONGEST_REASON = 200
_SCHEMA_ORG = re.compile(r"https?://(?:www\.)?schema\.org(?:/.*)?\Z")
_FIRST, _REST, _NIL = f"{RDF}first", f"{RDF}rest", f"{RDF}nil"


@dataclass(frozen=True, slots=True)
class Value:
    """What a statement leads to: a name (an IRI), a node without one (`is_blank`), or words with their language."""

    text: str
    is_name: bool = False
    is_blank: bool = False
    language: str = ""


@dataclass(slots=True)
class Subject:
    """A subject by its IRI, empty for a node without one, and what is stated of it, in order."""

    iri: str
    statements: list[tuple[str, Value]] = field(default_factory=list[tuple[str, Value]])


@dataclass(slots=True)
class Statements:
    """The subjects of a file by their IRI or the mark of a node without one, its prefixes, and what was left out."""

    subjects: dict[str, Subject]
    prefixes: dict[str, str]
    warnings: list[Message]

    def list_of(self, mark: str, most: int) -> list[Value] | None:
        """The members of a list that begins at a node, `most` at most; None for what is none."""
        found, seen = list[Value](), set[str]()
        while mark != _NIL:
            node = self.subjects.get(mark)
            first = next((value for name, value in node.statements if name == _FIRST), None) if node else None
            if node is None or first is None or mark in seen:
                return found or None
            seen.add(mark)
            found.append(first)
            rest = next((value.text for name, value in node.statements if name == _REST), _NIL)
            if len(found) >= most:
                break
            mark = rest
        return found


def read_turtle(text: str, path: str) -> Statements:
    """The statements of a Turtle file.

    Raises:
        SkippedFile: for a file that is not valid from its start; of one that is torn later, what comes before is read.
    """
    return _read(text, path, ox.RdfFormat.TURTLE, "Turtle", [])


def read_json_ld(text: str, path: str) -> Statements:
    """The statements of a JSON-LD file; terms of a context that is elsewhere keep their own names.

    Raises:
        SkippedFile: for a file that is not valid.
    """
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise SkippedFile("This file is not valid JSON ({reason}).", reason=_reason(error)) from None
    elsewhere: dict[str, None] = {}
    _localise(value, elsewhere)
    warnings = [
        Message("The context at {url} was not fetched, so its terms are read by their own names.", url=one[:200])
        for one in list(elsewhere)[:5]
    ]
    found = _read(json.dumps(value), path, ox.RdfFormat.JSON_LD, "JSON-LD", warnings)
    found.prefixes.update(_prefixes_in(value))
    return found


def _read(text: str, path: str, format: ox.RdfFormat, label: str, warnings: list[Message]) -> Statements:
    subjects: dict[str, Subject] = {}
    parser = ox.parse(input=text, format=format, base_iri=HERE + quote(path))
    count = 0
    try:
        for quad in itertools.islice(cast("Iterator[ox.Quad]", parser), MOST_STATEMENTS + 1):
            count += 1
            if count > MOST_STATEMENTS:
                break
            subject, object = quad.subject, quad.object
            mark = _mark(subject)
            value = _value(object)
            if mark and value is not None:
                iri = subject.value if isinstance(subject, ox.NamedNode) else ""
                subjects.setdefault(mark, Subject(iri)).statements.append((quad.predicate.value, value))
    except (SyntaxError, ValueError) as error:
        if not subjects:
            raise SkippedFile(
                "This file is not valid {format} ({reason}).", format=label, reason=_reason(error)
            ) from None
        warnings.append(
            Message(
                "The file is not valid {format} ({reason}); it was read up to there.",
                format=label,
                reason=_reason(error),
            )
        )
    if count > MOST_STATEMENTS:
        most = f"{MOST_STATEMENTS:,}"
        warnings.append(Message("Only the first {count} statements were read.", count=most))
    prefixes = dict(parser.prefixes) if format == ox.RdfFormat.TURTLE else {}
    return Statements(subjects, prefixes, warnings)


def _mark(node: object) -> str:
    if isinstance(node, ox.NamedNode):
        return node.value
    return f"_:{node.value}" if isinstance(node, ox.BlankNode) else ""


def _value(node: object) -> Value | None:
    if isinstance(node, ox.Literal):
        return Value(node.value, language=(node.language or "").lower())
    mark = _mark(node)
    return Value(mark, is_name=not mark.startswith("_:"), is_blank=mark.startswith("_:")) if mark else None


def _localise(value: object, elsewhere: dict[str, None]) -> None:
    """Put in place of contexts that are elsewhere what names their terms without them."""
    waiting = [value]
    while waiting:
        node = waiting.pop()
        if isinstance(node, dict):
            for name, inner in cast("dict[str, object]", node).items():
                if name == "@context":
                    cast("dict[str, object]", node)[name] = _local(inner, elsewhere)
                elif name == "@import":
                    elsewhere[str(inner)] = None
                    cast("dict[str, object]", node)[name] = {}
                else:
                    waiting.append(inner)
        elif isinstance(node, list):
            waiting += cast("list[object]", node)


def _local(context: object, elsewhere: dict[str, None]) -> object:
    if isinstance(context, str):
        if _SCHEMA_ORG.match(context):
            return {"@vocab": "https://schema.org/"}
        elsewhere[context] = None
        return {"@vocab": f"{HERE}terms#", "id": "@id", "type": "@type"}
    if isinstance(context, list):
        return [_local(one, elsewhere) for one in cast("list[object]", context)]
    if isinstance(context, dict):
        terms = cast("dict[str, object]", context)
        imported = terms.pop("@import", None)
        if imported is not None:
            elsewhere[str(imported)] = None
        _localise(list(terms.values()), elsewhere)
        return terms
    return context


def _prefixes_in(value: object) -> Iterator[tuple[str, str]]:
    """Short names that the outermost context declares."""
    context = cast("dict[str, object]", value).get("@context") if isinstance(value, dict) else None
    for one in cast("list[object]", context) if isinstance(context, list) else [context]:
        for name, iri in cast("dict[str, object]", one).items() if isinstance(one, dict) else ():
            if isinstance(iri, str) and iri.endswith(("/", "#", ":")):
                yield "" if name == "@vocab" else name, iri


def _reason(error: BaseException) -> str:
    said = " ".join(str(error).split()) or type(error).__name__
    return said[:_LONGEST_REASON]
