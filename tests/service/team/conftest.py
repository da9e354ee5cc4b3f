from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests import processes
from tests.service.team.serving import Served, serving, write_publications


@pytest.fixture(scope="package")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A reader of three publications, with all words in."""
    folder = tmp_path_factory.mktemp("team")
    with processes.lasting(folder), serving(folder / "library", write_publications(folder)) as running:
        yield running
