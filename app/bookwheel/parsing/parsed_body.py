"""What the readers of Markdown and plain text hand over: pieces of a body before they become a Document."""

from __future__ import annotations

from dataclasses import dataclass, field

from bookwheel.domain.document import Fence, Link
from bookwheel.domain.messages import Message


@dataclass(slots=True)
class Piece:
    """A section in the making: level 0 for the text before the first heading; `start` in bytes of the body."""

    level: int
    title: str
    anchor: str
    start: int
    line: int
    prose: str = ""
    code: str = ""


@dataclass(slots=True)
class Reading:
    """A body's pieces in order, its links and fences (lines count in the body from 0), tags and first HTML heading."""

    pieces: list[Piece] = field(default_factory=list[Piece])
    links: list[Link] = field(default_factory=list[Link])
    fences: list[Fence] = field(default_factory=list[Fence])
    tags: list[str] = field(default_factory=list[str])
    html_heading: str = ""
    warnings: list[Message] = field(default_factory=list[Message])
