"""What is kept up behind the calls."""

from __future__ import annotations

from pathlib import Path

import pytest

from bookwheel.domain.annotations.memory import RememberRequest
from bookwheel.domain.errors import IndexDamaged
from bookwheel.domain.search import Scope
from bookwheel.indexes.state import State
from bookwheel.library.library import Library
from bookwheel.paths import LibraryPaths
from bookwheel.service.events import Events
from bookwheel.service.memory_maintenance import MemoryKeeper
from bookwheel.settings import Settings


def test_memories_are_backed_up_when_links_cannot_be_kept_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    paths = LibraryPaths(tmp_path)
    state, library = State(paths.state, paths.state_backup), Library(paths, Settings(), lambda: ())
    keeper = MemoryKeeper(state, library, Settings, Events(0))

    def fail(*, is_last: bool) -> None:
        raise IndexDamaged("The catalogue is damaged.")

    monkeypatch.setattr(keeper.links, "settle", fail)
    library.memories.remember(RememberRequest("abracadabra"), Scope(client="scribe", may_remember=True))
    keeper.close()
    assert b"abracadabra" in paths.state_backup.read_bytes()
    library.close()
    state.close()
