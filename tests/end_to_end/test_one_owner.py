from __future__ import annotations

import contextlib
import http.client
import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from bookwheel import paths, wire
from bookwheel.client import discovery
from bookwheel.client.connection import Client, connect
from bookwheel.domain.errors import ProtocolMismatch, ServiceUnavailable
from bookwheel.domain.search import SearchRequest
from bookwheel.domain.service.agents import AgentRequest
from bookwheel.domain.service.events import Event, EventKind
from bookwheel.domain.service.settings import SettingChange
from bookwheel.paths import LibraryPaths
from tests.waiting import until

from .conftest import Verb

needs_signals = pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL")


def test_twelve_starts_at_once_leave_one_owner_and_eleven_that_adopt(library: LibraryPaths):
    command = [sys.executable, "-m", "bookwheel", "serve", "--detach", "--json"]
    starts = [subprocess.Popen(command, stdout=subprocess.PIPE) for _ in range(12)]
    answers = [json.loads(start.communicate(timeout=60)[0]) for start in starts]
    assert [start.returncode for start in starts] == [0] * 12
    assert len({answer["pid"] for answer in answers}) == 1
    assert wire.announced(library.discovery) is not None


def test_second_serve_says_who_owns_the_library(client: Client):
    served = subprocess.run([sys.executable, "-m", "bookwheel", "serve"], capture_output=True, text=True, check=False)
    assert served.returncode == 0
    assert f"already served at {client.url} (process {client.pid})" in served.stdout


@needs_signals
def test_client_restarts_a_killed_service_and_its_port_stays(client: Client):
    pid, url = client.pid, client.url
    os.kill(pid, signal.SIGKILL)
    assert client.status().pid != pid
    assert client.url == url


def test_discovery_and_admin_token_are_private_and_apart(client: Client, library: LibraryPaths):
    token = discovery.token(library)
    assert token not in library.discovery.read_text("utf-8")
    if sys.platform != "win32":
        assert [path.stat().st_mode & 0o077 for path in (library.discovery, library.admin_token)] == [0, 0]


def test_stale_discovery_file_is_ignored(library: LibraryPaths):
    library.root.mkdir(exist_ok=True)
    stale = wire.Discovery(os.getpid(), "http://127.0.0.1:9", wire.PROTOCOL, "0", "2026-01-01T00:00:00+00:00")
    paths.make_private(library.admin_token, "x" * 40)
    paths.make_private(library.discovery, wire.encode(stale).decode())
    with pytest.raises(ServiceUnavailable):
        connect(library, client="cli", start=False)
    client = connect(library, client="cli")
    assert client.pid != os.getpid()
    client.close()


def test_client_of_another_protocol_is_told_so(client: Client, library: LibraryPaths):
    record = wire.announced(library.discovery)
    assert record is not None
    newer = wire.Discovery(record.pid, record.url, wire.PROTOCOL + 1, record.version, record.started_at)
    assert discovery._call(newer, library, "status", 5) == 426
    paths.make_private(library.discovery, wire.encode(newer).decode())
    with pytest.raises(ProtocolMismatch, match="newer Bookwheel"):
        connect(library, client="cli")
    paths.make_private(library.discovery, wire.encode(record).decode())


def test_newer_client_drains_the_older_service_and_starts_its_own(
    client: Client, library: LibraryPaths, monkeypatch: pytest.MonkeyPatch
):
    older = client.pid
    monkeypatch.setenv("PYTHONPATH", str(_newer(library.root.parent / "newer")))
    monkeypatch.setattr(wire, "PROTOCOL", wire.PROTOCOL + 1)
    newer = connect(library, client="cli")
    assert newer.pid != older
    assert newer.status().protocol == wire.PROTOCOL
    newer.stop(20)
    newer.close()


def _newer(folder: Path) -> Path:
    """The program as its next protocol would have it."""
    folder.mkdir(parents=True)
    source = Path(wire.__file__).parent
    package = folder / "bookwheel"
    package.mkdir()
    for part in source.iterdir():
        if part.name == "wire.py":
            text = part.read_text("utf-8").replace(f"PROTOCOL = {wire.PROTOCOL}\n", f"PROTOCOL = {wire.PROTOCOL + 1}\n")
            (package / "wire.py").write_text(text, "utf-8")
        elif part.name != "__pycache__":
            (package / part.name).symlink_to(part)
    return folder


def test_idle_service_ends_itself(client: Client, library: LibraryPaths):
    client.set(SettingChange("service.idle_minutes", "0.01"))
    client.close()
    assert discovery.wait_until_gone(library, 15)
    assert not library.discovery.exists()


def test_listener_keeps_the_service_up(client: Client, library: LibraryPaths):
    client.set(SettingChange("service.idle_minutes", "0.01"))
    with _listening(library):
        assert not discovery.wait_until_gone(library, 1.5)
    client.close()
    assert discovery.wait_until_gone(library, 15)


@contextlib.contextmanager
def _listening(library: LibraryPaths) -> Iterator[list[Event]]:
    """A client that follows the events until the end of the block."""
    listener = connect(library, client="window", start=False)
    seen: list[Event] = []
    thread = threading.Thread(target=lambda: seen.extend(iter(listener.events())), daemon=True)
    thread.start()
    yield seen
    listener.close()
    thread.join(10)
    assert not thread.is_alive()


@needs_signals
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_signals_drain_the_service_cleanly(library: LibraryPaths, number: signal.Signals):
    served = subprocess.Popen([sys.executable, "-m", "bookwheel", "serve"], stdout=subprocess.PIPE)
    until(lambda: wire.announced(library.discovery) is not None)
    connect(library, client="cli", start=False).close()
    served.send_signal(number)
    assert served.wait(15) == 0
    assert not library.discovery.exists()
    assert served.stdout is not None
    served.stdout.close()
    assert "Ended" in (library.log / "service.log").read_text("utf-8")


@needs_signals
def test_a_service_that_is_told_to_end_while_it_starts_ends(library: LibraryPaths):
    served = subprocess.Popen([sys.executable, "-m", "bookwheel", "serve"], stdout=subprocess.DEVNULL)
    until(library.state.exists)
    served.send_signal(signal.SIGTERM)  # the server is still being loaded
    assert served.wait(30) == 0
    assert not library.discovery.exists()


def test_stopping_says_so_to_listeners_and_starts_nothing(client: Client, library: LibraryPaths):
    with _listening(library) as seen:
        until(lambda: client.search(SearchRequest("anything")) and seen)
        assert client.stop(20)
        until(lambda: seen[-1].kind is EventKind.STOPPING)
        assert wire.announced(library.discovery) is None


def test_stopping_waits_for_its_service_and_not_for_the_one_after_it(client: Client, library: LibraryPaths, verb: Verb):
    follower = """
import time
from bookwheel import paths, wire
from bookwheel.client import discovery
library = paths.library()
print("ready", flush=True)
while discovery.is_locked(library) and wire.announced(library.discovery) is not None:
    time.sleep(0.001)
discovery.launch(library)
"""
    following = subprocess.Popen([sys.executable, "-c", follower], stdout=subprocess.PIPE)
    assert following.stdout is not None and following.stdout.readline()
    pid, stopped = client.pid, verb("stop")
    assert (stopped.returncode, f"(process {pid}) has stopped" in stopped.stdout) == (0, True), stopped.stderr
    following.communicate()
    until(lambda: (record := wire.announced(library.discovery)) is not None and record.pid != pid)


def test_an_agent_that_asks_an_ending_service_is_answered_at_once(client: Client, library: LibraryPaths):
    agent = client.agent(AgentRequest("near"))
    connection = http.client.HTTPConnection(*agent.url.split("/")[2].split(":"), timeout=60)  # type: ignore[arg-type]
    headers = {"Authorization": f"Bearer {agent.token}", "Content-Type": "application/json", "Accept": "*/*"}
    connection.request("POST", "/mcp", b'{"jsonrpc": "2.0", "id": 1, "method": "ping"}', headers)
    assert client.stop(60)  # what serves agents is still being loaded
    answer = connection.getresponse()
    assert answer.status in (200, 503)
    assert answer.status == 200 or (answer.getheader("Retry-After"), b"is stopping" in answer.read()) == ("1", True)
    connection.close()
    assert "timeout graceful shutdown exceeded" not in (library.log / "service.log").read_text("utf-8")
