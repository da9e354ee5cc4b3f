"""The state of a person's library passes the contract of memories."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from bookwheel.indexes.state import State, StateMemories
from tests.indexes.memories.contract import *  # noqa: F403 - the tests of the contract
from tests.indexes.memories.contract import Open


@pytest.fixture
def storage(tmp_path: Path) -> Iterator[Open]:
    opened: list[State] = []

    def open_state() -> StateMemories:
        for one in opened:
            one.close()
        opened[:] = [State(tmp_path / "state.sqlite", tmp_path / "state.backup.sqlite")]
        return StateMemories(opened[0])

    yield open_state
    opened[0].close()
