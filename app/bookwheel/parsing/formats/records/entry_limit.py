"""How many entries of a file are read at the most, and what is said of the others."""

from __future__ import annotations

from bookwheel.domain.messages import Message


def warn_of_left_out(count: int, most: int) -> list[Message]:
    """A warning for a file with `count` entries, where more than `most` are not read."""
    if count <= most:
        return []
    return [
        Message("Only the first {count} entries were read; {more} more were left out.", count=most, more=count - most)
    ]
