"""What hits shall be like, as a person chose it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Likeness:
    """A passage by its id or its text, what it is called, and for a text the section that it was taken from."""

    like: str
    name: str
    taken_from: str = ""
