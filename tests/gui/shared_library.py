"""One library for all modules that leave it as it is: a service of its own takes seven seconds of a processor."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from bookwheel.client.connection import Client, connect
from bookwheel.domain.annotations.reading_progress import ReadingAction, ReadingChange, ReadingRequest
from bookwheel.domain.collection import AddRequest
from tests.waiting import until
from tests.words_only import turn_meaning_off

_MADE_AGAIN = ("topics", "map_places")
"""Tables that the service fills by itself in a quiet moment."""
_DISMISSED = "dismissed:"
"""The beginning of what the table `mark` says of the person; the rest the service notes for itself."""


def leaves_library(request: pytest.FixtureRequest) -> bool:
    """Whether a module says by its mark that it leaves the library as it is."""
    return request.node.get_closest_marker("leaves_library") is not None


@contextmanager
def serving(library: Path, shelves: Path) -> Iterator[Client]:
    """Serve a new library that has read a folder and searches it by words alone."""
    client = connect(turn_meaning_off(library), client="test")
    client.add(AddRequest(str(shelves), name="Shelves"))
    until(lambda: client.status().documents >= 4 and client.status().state == "ready")
    yield client
    client.stop()
    client.close()


@dataclass(frozen=True, slots=True)
class Shared:
    """A folder of documents and a client of the service that has read it."""

    shelves: Path
    client: Client

    def forget_reading(self) -> None:
        """Let no document be begun: a window keeps where one was left that was read for a while."""
        docs = tuple(entry.doc for entry in self.client.reading(ReadingRequest()).entries)
        for action in (ReadingAction.REMOVE, ReadingAction.UNREAD) if docs else ():
            self.client.change_reading(ReadingChange(action, docs))

    def kept(self) -> dict[str, object]:
        """What a module must leave as it is: documents, settings, agents and what the person made."""
        root = Path(self.client.status().library)
        files = [path for path in sorted(self.shelves.rglob("*")) if path.is_file()]
        kept: dict[str, object] = {str(path): path.read_bytes() for path in files}
        kept |= {"settings": (root / "settings.toml").read_bytes(), "agents": self.client.agents().agents}
        with closing(sqlite3.connect(root / "state.sqlite")) as state:
            tables = [name for (name,) in state.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
            rows = {name: state.execute(f"SELECT * FROM {name}").fetchall() for name in {*tables} - {*_MADE_AGAIN}}
        rows["mark"] = [row for row in rows["mark"] if row[0].startswith(_DISMISSED)]
        return kept | rows
