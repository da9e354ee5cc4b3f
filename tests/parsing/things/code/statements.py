"""What a source file states, as short pairs for the tests of every language."""

from __future__ import annotations

from bookwheel.domain.document import Document
from bookwheel.parsing.documents import parse
from bookwheel.parsing.things.code.home import CodeHome


def parsed(text: str, path: str, home: CodeHome | None = None) -> Document:
    """A source file of the collection `notes`."""
    return parse(text.encode(), path, home=home or CodeHome("notes", is_known=True))


def stated(document: Document, relation: str) -> set[tuple[str, str]]:
    """The keys of both ends of every statement of a relation, without the name of the language."""
    return {(_key(one.source), _key(one.target)) for one in document.statements if one.relation == relation}


def kinds(document: Document) -> dict[str, str]:
    """The kind of every definition by the name that it has in the file."""
    return {
        thing.label: dict(thing.properties)["kind"] for thing in document.things if "line" in dict(thing.properties)
    }


def _key(id: str) -> str:
    return id.partition("/")[2]
