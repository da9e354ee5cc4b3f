"""What the start page shows, gathered from the service."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from bookwheel.client.connection import Client
from bookwheel.domain.annotations.pins import TrayEntry
from bookwheel.domain.annotations.reading_progress import ReadingEntry
from bookwheel.domain.search import DocumentCard, NamesRequest

_FIRST, MOST_COUNTED = 50, 2000
"""Documents changed last that are asked for, and those that are asked for where all of these are new."""
BEGUN = 0.005
"""Share of a document from which on it counts as begun: less would show as 0%."""


@dataclass(frozen=True, slots=True)
class StartContents:
    """Pinned passages, and what changed since the window was last used: the newest documents, and how many in which
    collection. `is_all` says that the counts are whole.
    """

    pinned: tuple[TrayEntry, ...] = ()
    changed: tuple[DocumentCard, ...] = ()
    counts: tuple[tuple[str, int], ...] = ()
    is_all: bool = True


def fetch_start_contents(client: Client, since: str) -> StartContents:
    """Ask for what the page shows; without a time `since` nothing counts as changed. Thread: not the window's."""
    pinned = tuple(entry for entry in client.tray().entries if not entry.is_lost)
    if not since:
        return StartContents(pinned)
    changed = _changed(client, since, _FIRST)
    if len(changed) == _FIRST:
        changed = _changed(client, since, MOST_COUNTED)
    counts = Counter(card.collection for card in changed).most_common()
    return StartContents(pinned, changed[:_FIRST], tuple(counts), len(changed) < MOST_COUNTED)


def _changed(client: Client, since: str, limit: int) -> tuple[DocumentCard, ...]:
    newest = client.names(NamesRequest("", limit)).documents
    return tuple(card for card in newest if card.modified_at >= since)


def list_continued(entries: Mapping[str, ReadingEntry]) -> list[ReadingEntry]:
    """The documents that were begun and not read to their end, the one left last first."""
    begun = [
        entry for entry in entries.values() if BEGUN <= entry.fraction < 1 and not entry.is_read and not entry.is_lost
    ]
    return sorted(begun, key=lambda entry: entry.left_at, reverse=True)


def list_recent(entries: Mapping[str, ReadingEntry]) -> list[ReadingEntry]:
    """The documents that were opened and are not to be continued, the one left last first."""
    continued = {entry.doc for entry in list_continued(entries)}
    others = [entry for entry in entries.values() if entry.left_at and entry.doc not in continued and not entry.is_lost]
    return sorted(others, key=lambda entry: entry.left_at, reverse=True)
