"""What every test gets: no screen, no network but loopback, and a library of its own."""

from __future__ import annotations

import gc
import ipaddress
import os
import socket
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from bookwheel import telemetry
from bookwheel.service.workers import priority
from tests import connections, processes

telemetry.turn_off()
processes.mark()
os.environ[priority.SWITCH] = "normal"  # beside other programs a child that gives way gets next to no time
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
for program in ("LIBREOFFICE", "TESSERACT"):  # what is installed here changes no test; tests/external asks for it
    os.environ[f"BOOKWHEEL_{program}"] = ""
os.environ["DBUS_SESSION_BUS_ADDRESS"] = "unix:path=/nonexistent/bus"  # no test touches the keyring of a person
os.environ["LANGUAGE"] = "en"  # what a window started by a test speaks
os.environ.setdefault("QTWEBENGINE_CHROMIUM_FLAGS", "--disable-gpu --disable-dev-shm-usage")
if hasattr(os, "geteuid") and os.geteuid() == 0:
    os.environ.setdefault("QTWEBENGINE_DISABLE_SANDBOX", "1")

for profile, examples in (("dev", 20), ("ci", 60), ("long", 1000)):
    settings.register_profile(
        profile, max_examples=examples, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
    )
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))


class NetworkReached(AssertionError):
    """A test tried to leave this computer."""


def _is_local(address: object) -> bool:
    if not isinstance(address, tuple):
        return True
    host = str(address[0])
    if host in ("", "localhost"):
        return True
    try:
        return ipaddress.ip_address(host.partition("%")[0]).is_loopback
    except ValueError:
        return False


def _refuse_network(event: str, arguments: tuple[object, ...]) -> None:
    if event == "socket.connect":
        connected, address = arguments
        is_internet = getattr(connected, "family", None) in (socket.AF_INET, socket.AF_INET6)
        if is_internet and not _is_local(address):
            raise NetworkReached(f"A test tried to connect to {address}.")
    elif event == "socket.getaddrinfo" and arguments[0] is not None and not _is_local((arguments[0],)):
        raise NetworkReached(f"A test tried to look up {arguments[0]!r}.")


sys.addaudithook(_refuse_network)
connections.trace()

_LONGEST_FIRST = ("end_to_end", "gui", "service", "library")
"""Rooms whose files take longest: one that began last would leave the other cores without work."""


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Return how many files run side by side: tests wait for a process or a timer a quarter of their time."""
    cores = os.cpu_count() or 1
    return cores + (cores + 1) // 2


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let the rooms with the longest files come first; the order within a room stays."""
    ranks = {room: rank for rank, room in enumerate(_LONGEST_FIRST)}
    own = Path(__file__).parent
    items.sort(key=lambda item: ranks.get(item.path.relative_to(own).parts[0], len(ranks)))


@pytest.fixture(autouse=True, scope="module")
def nothing_left_open() -> Iterator[None]:
    """Drop what nothing refers to after each module: a connection or file left open fails the module that left it."""
    yield
    gc.collect()


@pytest.fixture(autouse=True, scope="module")
def no_process_left() -> Iterator[None]:
    """Fail a module after which a process that it started is still there, and end that process."""
    before = processes.find_started()
    yield
    left = processes.wait_for_end(before.keys())
    named = [processes.describe(process) for process in left]
    processes.kill(left)
    assert not named, f"This module left processes behind: {'; '.join(named)}"


@pytest.fixture(autouse=True)
def library_folder(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A library's folder for this test alone, which every process started from it finds by BOOKWHEEL_LIBRARY."""
    folder = tmp_path_factory.mktemp("library")
    monkeypatch.setenv("BOOKWHEEL_LIBRARY", str(folder))
    return folder
