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
from bookwheel.domain.collection import RemoveRequest
from bookwheel.domain.service.agents import PauseAgentsRequest
from bookwheel.domain.service.requests import NameRequest
from bookwheel.domain.service.settings import SettingChange, SettingRequest
from bookwheel.paths import LibraryPaths
from tests import processes
from tests.end_to_end import verb_server
from tests.waiting import until
from tests.words_only import turn_meaning_off

Verb = Callable[..., "subprocess.CompletedProcess[str]"]

_OWN_PROCESS = ("serve", "mcp", "--library")
"""What is more than a verb, and is looked for by its command line."""

SOURCE = str(Path(bookwheel.__file__).parents[1])


@pytest.fixture(autouse=True)
def source(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let child processes find the program under test."""
    monkeypatch.setenv("PYTHONPATH", SOURCE)


@pytest.fixture
def meaning() -> None:
    """Let the library of this test make vectors and be searched by meaning."""


@pytest.fixture(scope="module")
def shared_library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LibraryPaths]:
    """A library of words alone for all tests of a module marked `shares_service`."""
    places = turn_meaning_off(tmp_path_factory.mktemp("shared"))
    yield places
    end_service(places)


@pytest.fixture(autouse=True)
def library_folder(library_folder: Path, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of this test's library, which every process started from it finds by BOOKWHEEL_LIBRARY."""
    if request.node.get_closest_marker("shares_service") is None:
        return library_folder
    folder = request.getfixturevalue("shared_library").root
    monkeypatch.setenv("BOOKWHEEL_LIBRARY", str(folder))
    return folder


@pytest.fixture
def library(library_folder: Path, request: pytest.FixtureRequest) -> Iterator[LibraryPaths]:
    """A library whose service is ended, however the test ends; of words alone where `meaning` is not asked for.

    In a module marked `shares_service` the service stays, and what the test made is taken away.
    """
    places = paths.library(library_folder)
    if request.node.get_closest_marker("shares_service") is not None:
        yield places
        with contextlib.closing(connect(places, client="cli")) as one:
            _empty(one)
        return
    if "meaning" not in request.fixturenames:
        turn_meaning_off(places.root)
    yield places
    end_service(places)


def end_service(places: LibraryPaths) -> None:
    """End the service of a library, with force where it does not end by itself."""
    record = wire.announced(places.discovery)
    if record is not None:
        discovery.drain(record, places)
    if not discovery.wait_until_gone(places, 10):
        record = record or wire.decode(places.discovery.read_bytes(), wire.Discovery)
        with contextlib.suppress(ProcessLookupError):
            os.kill(record.pid, signal.SIGKILL)
        raise AssertionError(f"The service did not end; its log is in {places.log}.")


def _empty(client: Client) -> None:
    """Take a library's collections, agents and settings away."""
    client.resume()
    client.pause_agents(PauseAgentsRequest(False))
    for setting in client.settings(SettingRequest("")).settings:
        if setting.value != setting.default and setting.name != "meaning.enabled":
            client.set(SettingChange(setting.name, setting.default))
    for agent in client.agents().agents:
        client.revoke(NameRequest(agent.name))
    for collection in client.collections().collections:
        client.remove(RemoveRequest(collection.slug))
    until(lambda: (client.status().documents, client.status().state) == (0, "ready"))


@pytest.fixture
def client(library: LibraryPaths) -> Iterator[Client]:
    """A client whose service is its own."""
    one = connect(library, client="cli")
    yield one
    one.close()


@pytest.fixture(scope="session")
def verbs(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Where verbs are run in processes that need not import the program each time."""
    folder = tmp_path_factory.mktemp("verbs")
    with pytest.MonkeyPatch.context() as patch, processes.lasting(folder):
        patch.setenv("PYTHONPATH", SOURCE)
        with verb_server.running(folder) as address:
            yield address


@pytest.fixture
def verb(library: LibraryPaths, request: pytest.FixtureRequest) -> Verb:
    """Run a verb of the command line to its end."""

    def run(*words: str, input: str | None = None) -> subprocess.CompletedProcess[str]:
        if sys.platform == "linux" and words and words[0] not in _OWN_PROCESS:
            return verb_server.run(request.getfixturevalue("verbs"), words, input)
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
