"""A small guide on the web, served from this computer."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.fetching.servers import Server, guide_page, web_server


@pytest.fixture
def site() -> Iterator[Server]:
    """Two pages below /guide/."""
    with web_server() as server:
        server.answers["/guide/"] = guide_page("Guide", "How a bookwheel is built.")
        server.answers["/guide/wheels.html"] = guide_page("Wheels", "Each wheel has a quagga axle.")
        yield server
