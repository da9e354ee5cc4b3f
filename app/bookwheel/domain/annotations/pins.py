"""The tray: passages that a person pinned for agents, in the order in which they shall be read."""

from __future__ import annotations

from dataclasses import dataclass

from bookwheel.domain.places import FilePlace

MOST_PINS = 200
"""Passages in the tray at most."""


@dataclass(frozen=True, slots=True)
class Pin:
    """What is kept of a pinned passage: where it stands, and what finds it again should its address change.

    `section` is the id of a document or section; with `is_branch` all below it belongs to the passage. `heading_path`
    ends with the section's own title, and `text_hash` is that of its text; both are empty for a whole document.
    """

    section: str
    is_branch: bool
    title: str
    heading_path: tuple[str, ...]
    text_hash: str
    pinned_at: str


@dataclass(frozen=True, slots=True)
class PinRequest:
    """Pin a document or section, last in the tray; one that lies there stays where it is."""

    section: str
    is_branch: bool = False


@dataclass(frozen=True, slots=True)
class UnpinRequest:
    """Take passages out of the tray by the ids under which they were pinned; all of them, when none is named."""

    sections: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class MovePinRequest:
    """Put a pinned passage at a place, counted from 0; a place past the end is the last."""

    section: str
    place: int


@dataclass(frozen=True, slots=True)
class TrayEntry:
    """A pinned passage as it stands now. `pin` is the id under which it was pinned, `section` where it is found.

    `tokens` are its text's characters / 4. One that is lost has neither lines nor tokens, and `section` is empty.
    `place` is where in its file it stands, for formats that are not read line by line.
    """

    pin: str
    section: str
    title: str
    document_title: str
    breadcrumb: tuple[str, ...]
    lines: tuple[int, int]
    tokens: int
    uri: str
    is_branch: bool = False
    is_lost: bool = False
    place: FilePlace | None = None


@dataclass(frozen=True, slots=True)
class TrayAnswer:
    """The tray in order, and the tokens of all of it."""

    entries: tuple[TrayEntry, ...]
    tokens: int
    revision: int
