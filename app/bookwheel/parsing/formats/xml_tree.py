"""XML from inside files as a tree, with entities, document types and the network off."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from typing import Any, Protocol, cast

from bookwheel.domain.errors import SkippedFile

# lxml has no type stubs; what is used of it stands in Element.
_etree = cast(Any, import_module("lxml.etree"))


class Element(Protocol):
    """An element as lxml has it; `tag` is `{namespace}name`, and no string for comments and instructions."""

    tag: object
    text: str | None
    tail: str | None
    sourceline: int | None

    def __iter__(self) -> Iterator[Element]:
        """The elements directly inside this one."""
        ...

    def __len__(self) -> int:
        """How many there are."""
        ...

    def get(self, key: str, default: str) -> str:
        """An attribute's value, or the default where the element has none."""
        ...

    def items(self) -> list[tuple[str, str]]:
        """The attributes with their names as `{namespace}name`."""
        ...

    def iter(self, *tags: str) -> Iterator[Element]:
        """This element and all below it in the order of the file, those with these tags alone."""
        ...

    def find(self, path: str) -> Element | None:
        """The first element on a path."""
        ...


def parse_xml(content: bytes) -> Element:
    """The root element of some XML; damaged XML is read as far as it goes.

    Entities stay unresolved, nothing is loaded, and trees deeper than 256 elements or with huge texts are cut.

    Raises:
        SkippedFile: for what has no element at all.
    """
    parser = _etree.XMLParser(
        resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False, recover=True, remove_pis=True,
        remove_comments=True,
    )  # fmt: skip
    try:
        root = _etree.fromstring(content, parser)
    except (_etree.XMLSyntaxError, ValueError):
        root = None
    if root is None:
        raise SkippedFile("This file is not valid XML.")
    return cast(Element, root)


def name_of(element: Element) -> str:
    """An element's name without its namespace; empty for an entity that was not filled in."""
    return element.tag.rpartition("}")[2] if isinstance(element.tag, str) else ""


def attribute(element: Element, name: str) -> str:
    """An attribute's value by its name without namespace, empty where it is missing."""
    for key, value in element.items():
        if key.rpartition("}")[2] == name:
            return value
    return ""
