"""A running store of objects, and the variables of the environment by which it is found."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import processes
from tests.s3.server import WRITER, S3Server


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[S3Server]:
    """One server for all tests; each writes below a prefix of its own."""
    folder: Path = tmp_path_factory.mktemp("s3")
    started = S3Server(folder)
    with processes.lasting(folder):
        try:
            started.start()
            started.make_buckets()
            yield started
        finally:
            started.kill()


@pytest.fixture(autouse=True)
def environment(server: S3Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """The server and the writer's keys, as a person sets them, and nothing else."""
    for name in os.environ:
        if name.startswith("AWS_") or name.lower().endswith("_proxy"):
            monkeypatch.delenv(name)
    set_keys(monkeypatch, WRITER)
    monkeypatch.setenv("AWS_ENDPOINT_URL", server.endpoint)


def set_keys(monkeypatch: pytest.MonkeyPatch, keys: tuple[str, str]) -> None:
    """Use these keys from now on."""
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", keys[0])
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", keys[1])


@pytest.fixture
def prefix(request: pytest.FixtureRequest) -> str:
    """A prefix of the test's own."""
    return re.sub(r"\W+", "-", request.node.name, flags=re.ASCII).strip("-")
