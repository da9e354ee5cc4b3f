from __future__ import annotations

from collections.abc import Iterator

import pytest

from bookwheel.settings import AgentSettings, Settings
from tests import processes
from tests.service.agents.serving import Served, serving


@pytest.fixture(scope="session")
def _served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("agents")
    with processes.lasting(folder), serving(folder) as served:
        yield served


@pytest.fixture
def served(_served: Served) -> Served:
    """The service for agents, with nothing recorded and usual settings but for the rate."""
    _served.record.clear()
    _served.is_paused = False
    _served.settings = Settings(agents=AgentSettings(calls_per_s=100_000, concurrent_calls=32))
    return _served
