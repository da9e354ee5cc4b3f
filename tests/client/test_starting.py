from __future__ import annotations

import os
import socket
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from bookwheel import wire
from bookwheel.client import discovery
from bookwheel.client.connection import connect
from bookwheel.domain.errors import ServiceUnavailable
from bookwheel.paths import LibraryPaths
from tests.waiting import until

SOURCES = Path(__file__).parents[2] / "app"


@pytest.mark.skipif(os.name != "posix", reason="POSIX permissions")
def test_a_library_that_a_client_starts_can_be_opened_by_its_owner_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("PYTHONPATH", str(SOURCES))
    places = LibraryPaths(tmp_path / "person" / "library")
    client = connect(places, client="cli")
    try:
        assert places.root.stat().st_mode & 0o777 == 0o700
    finally:
        client.stop(10)
        client.close()


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="/proc")
def test_a_service_that_has_ended_is_gone_though_its_parent_has_not_noticed(tmp_path: Path):
    ended = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    record = wire.Discovery(ended.pid, "http://127.0.0.1:9", wire.PROTOCOL, "0", "")
    (tmp_path / "service.json").write_bytes(wire.encode(record))
    assert wire.announced(tmp_path / "service.json") == record
    ended.kill()
    until(lambda: wire.announced(tmp_path / "service.json") is None)
    ended.communicate()


def test_a_start_that_found_a_service_which_has_ended_since_is_tried_again(
    library_folder: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("PYTHONPATH", str(SOURCES))
    launch, ended = discovery.launch, subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    starts = [lambda paths: ended, launch]
    monkeypatch.setattr(discovery, "launch", lambda paths: starts.pop(0)(paths))
    client = connect(LibraryPaths(library_folder), client="cli")
    assert starts == []
    client.stop(10)
    client.close()


def test_a_client_whose_idle_connection_was_closed_can_end_the_service(
    library_folder: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("PYTHONPATH", str(SOURCES))
    client = connect(LibraryPaths(library_folder), client="cli")
    client.status()
    idle, _ = client._transport._own()
    idle.sock.shutdown(socket.SHUT_RDWR)
    assert client.stop(10)
    client.close()


def test_a_client_can_be_closed_while_it_looks_for_its_service(library_folder: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("PYTHONPATH", str(SOURCES))
    client = connect(LibraryPaths(library_folder), client="cli")
    client.stop(10)
    is_looking, is_closed = threading.Event(), threading.Event()

    def ensure(*_: object, **__: object) -> None:
        is_looking.set()
        is_closed.wait(10)
        raise ServiceUnavailable("It never came.")

    monkeypatch.setattr(discovery, "ensure", ensure)
    refused: list[BaseException] = []

    def ask() -> None:
        try:
            client.status()
        except ServiceUnavailable as error:
            refused.append(error)

    asking = threading.Thread(target=ask)
    asking.start()
    assert is_looking.wait(10)
    closing = threading.Thread(target=client.close)
    closing.start()
    closing.join(2)
    was_prompt = not closing.is_alive()
    is_closed.set()
    asking.join()
    closing.join()
    assert was_prompt and refused
