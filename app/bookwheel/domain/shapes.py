"""Shapes that statements must have: the library's own, and a person's for the front matter of a collection."""

from __future__ import annotations

from dataclasses import dataclass

from bookwheel.domain.messages import NO_MESSAGE, Message

SHAPES_FILE = ".bookwheel-shapes.ttl"
"""The file in a collection's folder with a person's own shapes."""


@dataclass(frozen=True, slots=True)
class ShapeTask:
    """What is to be checked: the whole library against its own shapes, or one collection's front matter.

    `shapes` is the text of the collection's shapes file, empty with no collection.
    """

    collection: str = ""
    shapes: str = ""


@dataclass(frozen=True, slots=True)
class ShapeFinding:
    """A statement that breaks a shape: the node it is about, and what is wrong with it."""

    node: str
    reason: Message


@dataclass(frozen=True, slots=True)
class ShapeReport:
    """What a check found: the first findings and how many there are.

    `documents` were checked out of `all_documents`. `fault` says why nothing could be checked,
    `checked_at` when (ISO 8601).
    """

    documents: int = 0
    all_documents: int = 0
    findings: tuple[ShapeFinding, ...] = ()
    total: int = 0
    fault: Message = NO_MESSAGE
    checked_at: str = ""
