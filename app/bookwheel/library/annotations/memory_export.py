"""Memories as text for other programs and for people."""

from __future__ import annotations

from bookwheel import wire
from bookwheel.domain.annotations.memory import Memory


def line(memory: Memory) -> str:
    """A memory as a line of JSON."""
    return wire.encode(memory).decode() + "\n"


def paragraph(memory: Memory) -> str:
    """A memory as Markdown: a heading that says when, what and whose, its content, its tags."""
    tags = " ".join(f"#{tag.replace(' ', '-')}" for tag in memory.tags)
    when = memory.created_at[:16].replace("T", " ")
    session = f", session {memory.session}" if memory.session else ""
    head = f"## {when} {memory.type.value}, {memory.role.value} of {memory.agent}{session}"
    return "\n\n".join(part for part in (head, memory.content, tags) if part) + "\n\n"


FORMATS = {"jsonl": line, "markdown": paragraph}
"""What writes a memory, by the name of the format."""
