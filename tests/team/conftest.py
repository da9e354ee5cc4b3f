from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.team import postgres as server
from tests.team.postgres import Postgres


@pytest.fixture(scope="module")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL of the module's own."""
    with server.running() as running:
        yield running
