"""The port over the reader's own engine passes the contract."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import pytest

from bookwheel.service.workers.sparql_supervisor import Questions
from bookwheel.settings import QuerySettings
from tests.indexes.statements.contract import *  # noqa: F403 - the tests of the contract
from tests.indexes.statements.embedded import EmbeddedStatements


@pytest.fixture(scope="module")
def questions(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Questions]:
    folder = tmp_path_factory.mktemp("embedded")
    command = [sys.executable, "-m", "bookwheel", "child", "sparql", "--library", str(folder)]
    asked = Questions(command, folder / "log.txt", QuerySettings)
    yield asked
    asked.close()


@pytest.fixture
def statements(questions: Questions) -> EmbeddedStatements:
    return EmbeddedStatements(questions.ask)
