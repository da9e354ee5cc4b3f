"""The tray of passages that a person pinned for agents: kept by address, found again, read in order."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from bookwheel.domain.annotations.pins import (
    MOST_PINS,
    MovePinRequest,
    Pin,
    PinRequest,
    TrayAnswer,
    TrayEntry,
    UnpinRequest,
)
from bookwheel.domain.errors import BadRequest
from bookwheel.domain.places import place_at
from bookwheel.domain.search import EVERYTHING, Scope
from bookwheel.indexes.catalogue import DocumentRow, SectionRow
from bookwheel.indexes.state import State
from bookwheel.library.snapshot.lookup import breadcrumb, find, find_section, uri_of
from bookwheel.library.snapshot.reanchor import anchored
from bookwheel.library.snapshot.section_tree import CHARACTERS_PER_TOKEN, branch_end
from bookwheel.library.snapshot.snapshot import Snapshot


@dataclass(frozen=True, slots=True)
class _Found:
    """Where a pin's passage stands now; `first` is None for a whole document."""

    row: DocumentRow
    sections: Sequence[SectionRow]
    first: int | None
    last: int

    @property
    def section(self) -> SectionRow | None:
        return None if self.first is None else self.sections[self.first]


class Tray:
    """The pins of a library; any thread. `changed` is told after every change."""

    def __init__(
        self, state: State, seen: Callable[[Scope], Snapshot | None], changed: Callable[[], None] = lambda: None
    ) -> None:
        """Keep pins in the state; `seen` gives the newest snapshot as a caller may see it."""
        self._state, self._seen, self._changed = state, seen, changed
        self._lock = threading.Lock()

    def listed(self) -> TrayAnswer:
        """The tray as the person sees it, what is lost included."""
        return self._answer(EVERYTHING, is_whole=True)[0]

    def shown(self, scope: Scope) -> tuple[TrayAnswer, tuple[str, ...]]:
        """The tray as an agent may see it, and each passage's text: what its scope hides, or is lost, is not there."""
        return self._answer(scope, is_whole=False)

    def pin(self, request: PinRequest) -> TrayAnswer:
        """Pin a passage, last in the tray; one that lies there stays where it is, with or without what is below it.

        Raises:
            NotFound: for an unknown document or section.
            BadRequest: when the tray is full.
        """
        made = self._made(request)
        with self._lock:
            pins = list(self._state.pins())
            place = next((at for at, pin in enumerate(pins) if pin.section == made.section), len(pins))
            if place >= MOST_PINS:
                raise BadRequest("The limit of {most} pinned passages is reached. Unpin some first.", most=MOST_PINS)
            pins[place : place + 1] = [made]
            self._state.put_pins(pins)
        self._changed()
        return self.listed()

    def unpin(self, request: UnpinRequest) -> TrayAnswer:
        """Take passages out; ids that are not in the tray are passed over."""
        with self._lock:
            pins = self._state.pins()
            kept = tuple(pin for pin in pins if pin.section not in request.sections) if request.sections else ()
            if kept != pins:
                self._state.put_pins(kept)
        if kept != pins:
            self._changed()
        return self.listed()

    def move(self, request: MovePinRequest) -> TrayAnswer:
        """Put a passage at another place.

        Raises:
            BadRequest: for one that is not in the tray.
        """
        with self._lock:
            pins = list(self._state.pins())
            pin = next((pinned for pinned in pins if pinned.section == request.section), None)
            if pin is None:
                raise BadRequest("This passage is not pinned.", next="pin it first")
            pins.remove(pin)
            pins.insert(max(0, request.place), pin)
            self._state.put_pins(pins)
        self._changed()
        return self.listed()

    def _made(self, request: PinRequest) -> Pin:
        snapshot = self._seen(EVERYTHING)
        if snapshot is None:
            raise BadRequest("The library is empty.", next="add a folder first")
        now = datetime.now(UTC).isoformat(timespec="seconds")
        with snapshot.catalogue.snapshot():
            row, anchor = find(snapshot, request.section, EVERYTHING)
            if not anchor:
                return Pin(row.doc, False, row.title, (), "", now)
            section = snapshot.catalogue.sections_of(row.key)[find_section(snapshot, row, anchor)]
        path = (*section.heading_path, section.title)
        return Pin(f"{row.doc}#{section.anchor}", request.is_branch, section.title, path, section.text_hash, now)

    def _answer(self, scope: Scope, *, is_whole: bool) -> tuple[TrayAnswer, tuple[str, ...]]:
        snapshot, entries, texts = self._seen(scope), list[TrayEntry](), list[str]()
        if snapshot is None:
            return TrayAnswer((), 0, 0), ()
        with snapshot.catalogue.snapshot():
            for pin in self._state.pins():
                found = _found(pin, snapshot)
                if found is not None:
                    entry, text = _entry(pin, found, snapshot)
                    entries.append(entry)
                    texts.append(text)
                elif is_whole:
                    entries.append(TrayEntry(pin.section, "", pin.title, "", (), (0, 0), 0, "", pin.is_branch, True))
        tokens = sum(entry.tokens for entry in entries)
        return TrayAnswer(tuple(entries), tokens, snapshot.told_revision), tuple(texts)


def _found(pin: Pin, snapshot: Snapshot) -> _Found | None:
    """The passage by its id, else by its headings, else by its text; None when it is lost."""
    found = anchored(snapshot.catalogue, pin.section, pin.heading_path, pin.text_hash)
    if found is None:
        return None
    row, sections, at = found
    if at is None:
        return _Found(row, sections, None, len(sections))
    return _Found(row, sections, at, branch_end(sections, at) if pin.is_branch else at + 1)


def _entry(pin: Pin, found: _Found, snapshot: Snapshot) -> tuple[TrayEntry, str]:
    text, lines = snapshot.catalogue.text_of(found.row.key), (1, 1)
    if found.sections:
        first, last = found.sections[found.first or 0], found.sections[found.last - 1]
        text = text.encode()[first.start_byte : last.end_byte].decode("utf-8", "replace")
        lines = (first.start_line, last.end_line)
    anchor = found.section.anchor if found.section else ""
    entry = TrayEntry(
        pin=pin.section,
        section=f"{found.row.doc}#{anchor}" if anchor else found.row.doc,
        title=found.section.title if found.section else found.row.title,
        document_title=found.row.title,
        breadcrumb=breadcrumb(snapshot, found.row, found.section),
        lines=lines,
        tokens=-(-len(text) // CHARACTERS_PER_TOKEN),
        uri=uri_of(found.row.doc, anchor),
    )
    place = place_at(snapshot.catalogue.places_of(found.row.key), lines)
    return replace(entry, is_branch=pin.is_branch, place=place), text
