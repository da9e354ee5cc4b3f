from __future__ import annotations

import sys
from pathlib import Path

import pytest

import bookwheel
from tests.torture import ingest


@pytest.mark.skipif(sys.platform == "win32", reason="it has no SIGKILL")
def test_an_ingester_that_is_killed_loses_and_doubles_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("PYTHONPATH", str(Path(bookwheel.__file__).parents[1]))
    outcomes = [*ingest.run(tmp_path, kills=6)]
    assert len(outcomes) >= 6 and not [outcome for outcome in outcomes if outcome.failure]
