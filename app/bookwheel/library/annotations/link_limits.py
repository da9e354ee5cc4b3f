"""What a manual link may be: its relation and note in order, which two links are one, and the room there is."""

from __future__ import annotations

import unicodedata

from bookwheel.domain.annotations.manual_links import LONGEST_NOTE, LONGEST_RELATION, ManualLink
from bookwheel.domain.errors import BadRequest, MemoryFull
from bookwheel.settings import AgentSettings

MOST_OF_PERSON = 10_000

_JOINERS = "\u200c\u200d"
"""The invisible letters that Persian and emoji need."""


def label_of(text: str) -> str:
    """A relation's name with single spaces.

    Raises:
        BadRequest: when it is empty, too long, says no word, or hides something.
    """
    label = " ".join(text.split())
    if not any(letter.isalnum() for letter in label):
        raise BadRequest("A relation is a word or a short phrase, such as “contradicts” or “is an example of”.")
    if len(label) > LONGEST_RELATION:
        raise BadRequest("A relation can have at most {most} characters. Use a note for more.", most=LONGEST_RELATION)
    if any(unicodedata.category(letter) in ("Cc", "Cf", "Cs") and letter not in _JOINERS for letter in label):
        raise BadRequest("A relation cannot contain control characters.")
    return label


def note_of(text: str) -> str:
    """A note without the space around it; BadRequest when it is too long."""
    note = text.strip()
    if len(note) > LONGEST_NOTE:
        raise BadRequest(
            "A note can have at most {most} characters, not {count}.",
            most=f"{LONGEST_NOTE:,}",
            count=f"{len(note):,}",
        )
    return note


def identity_of(link: ManualLink) -> tuple[str, str, str]:
    """What makes two links one: letters' case and signs of a relation do not count."""
    words = "".join(letter if letter.isalnum() else " " for letter in link.label.casefold()).split()
    return link.subject.id, " ".join(words), link.object.id


def check_room(count: int, client: str, limits: AgentSettings) -> None:
    """Raise MemoryFull when a client has as many links as it may; empty for the person."""
    most = limits.links if client else MOST_OF_PERSON
    if count >= most:
        raise MemoryFull(
            "The limit of {count} links is reached.",
            count=f"{count:,}",
            next="forget some by their id",
        )
