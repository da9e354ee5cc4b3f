"""Real processes on a library of the test's own; every service that a test starts is ended after it."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import bookwheel
from bookwheel import paths, wire
from bookwheel.client import discovery
from bookwheel.client.connection import Client, connect
from bookwheel.paths import LibraryPaths

Verb = Callable[..., "subprocess.CompletedProcess[str]"]

SOURCE = str(Path(bookwheel.__file__).parents[1])


@pytest.fixture(autouse=True)
def source(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let child processes find the program under test."""
    monkeypatch.setenv("PYTHONPATH", SOURCE)


@pytest.fixture
def library(library_folder: Path) -> Iterator[LibraryPaths]:
    """A library whose service is ended, however the test ends."""
    places = paths.library(library_folder)
    yield places
    record = wire.announced(places.discovery)
    if record is not None:
        discovery.drain(record, places)
    if not discovery.wait_until_gone(places, 10):
        record = record or wire.decode(places.discovery.read_bytes(), wire.Discovery)
        with contextlib.suppress(ProcessLookupError):
            os.kill(record.pid, signal.SIGKILL)
        raise AssertionError(f"The service did not end; its log is in {places.log}.")


@pytest.fixture
def client(library: LibraryPaths) -> Iterator[Client]:
    """A client whose service is its own."""
    one = connect(library, client="cli")
    yield one
    one.close()


@pytest.fixture
def verb(library: LibraryPaths) -> Verb:
    """Run a verb of the command line to its end."""

    def run(*words: str, input: str | None = None) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "bookwheel", *words]
        return subprocess.run(
            command, input=input, capture_output=True, text=True, encoding="utf-8", timeout=60, check=False
        )

    return run


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    """A small folder of documents."""
    folder = tmp_path / "notes"
    folder.mkdir()
    for number in range(12):
        text = f"# Page {number}\n\nThe wheel turns past page {number}.\n\n## Spokes\n\nSpoke{number} is made of ash.\n"
        (folder / f"page{number}.md").write_text(text, "utf-8")
    return folder
