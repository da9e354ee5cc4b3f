"""A disk that is full, and one that cannot be written, with a real service on a small file system of its own."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from bookwheel import paths
from bookwheel.client.connection import Client, connect
from bookwheel.domain import storage
from bookwheel.domain.collection import AddRequest
from bookwheel.domain.errors import StorageUnavailable
from bookwheel.domain.search import Mode, SearchRequest
from bookwheel.domain.service.agents import AgentRequest
from bookwheel.domain.service.doctor import Check, DoctorRequest
from bookwheel.domain.service.settings import SettingChange
from bookwheel.paths import LibraryPaths
from tests.asking import asked
from tests.waiting import until

from .conftest import Verb

Mount = Callable[[str], None]


@pytest.fixture
def mount(tmp_path: Path) -> Iterator[Mount]:
    """Mount a file system in `tmp_path/disk` with these options, or change the one that is there."""
    folder = tmp_path / "disk"
    folder.mkdir()
    is_mounted = False

    def mounted(options: str) -> None:
        nonlocal is_mounted
        command = ["mount", "-t", "tmpfs", "-o", f"remount,{options}" if is_mounted else options, "tmpfs", str(folder)]
        if is_mounted:  # a service that has let go of the library may have its log open for a moment more
            until(lambda: not subprocess.run(command, capture_output=True, check=False).returncode, 10)
            return
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            pytest.skip(f"a file system of the test's own cannot be mounted here: {done.stderr.strip()}")
        is_mounted = True

    if sys.platform != "linux" or not shutil.which("mount") or os.geteuid():
        pytest.skip("only root on Linux may mount a file system of the test's own")
    yield mounted
    if is_mounted:
        subprocess.run(["umount", "-l", str(folder)], check=False)


@pytest.fixture
def library_folder(tmp_path: Path, mount: Mount, monkeypatch: pytest.MonkeyPatch) -> Path:
    mount("size=3m")
    folder = tmp_path / "disk" / "library"
    monkeypatch.setenv("BOOKWHEEL_LIBRARY", str(folder))
    return folder


@pytest.fixture
def pages(tmp_path: Path) -> Path:
    folder = tmp_path / "pages"
    folder.mkdir()
    for number in range(120):
        words = " ".join(f"spoke{number}x{word}" for word in range(700))
        (folder / f"p{number:03}.md").write_text(f"# Page {number}\n\nThe wheel turns.\n\n{words}\n", "utf-8")
    return folder


def _sections(client: Client) -> tuple[int, list[tuple[str, float]]]:
    answer = client.search(SearchRequest("wheel", mode=Mode.KEYWORD, limit=50))
    return answer.total, [(hit.section, hit.score) for hit in answer.hits]


def _disk(client: Client) -> Check:
    return next(check for check in client.doctor(DoctorRequest()).checks if check.name == "disk")


def test_a_full_disk_is_named_everywhere_and_indexing_ends_as_a_clean_build_once_there_is_room(
    client: Client, library: LibraryPaths, pages: Path, mount: Mount, verb: Verb, tmp_path: Path
) -> None:
    client.set(SettingChange("meaning.enabled", "false"))
    client.add(AddRequest(str(pages)))
    until(lambda: client.status().storage_problem)
    status = client.status()
    assert status.storage_problem == storage.FULL
    assert status.notices[0] == storage.FULL
    total, _ = _sections(client)
    assert total == status.documents
    assert client.search(SearchRequest("wheel")).notices[0] == storage.FULL
    assert _disk(client).state == "bad"
    assert storage.FULL in verb("status").stdout
    waiting = verb("add", str(pages), "--wait", "keyword")
    assert storage.FULL in waiting.stdout
    mount("size=200m")
    until(lambda: client.status().state == "ready" and not client.status().storage_problem)
    assert client.status().notices == ()
    assert not list(library.root.glob("*damaged*"))

    clean = connect(paths.library(tmp_path / "clean"), client="cli")
    try:
        clean.set(SettingChange("meaning.enabled", "false"))
        clean.add(AddRequest(str(pages)))
        until(lambda: clean.status().state == "ready" and clean.status().documents == 120)
        assert _sections(client) == _sections(clean)
    finally:
        clean.stop(30.0)
        clean.close()


def _fill(disk: Path) -> Path:
    """Leave no room on a file system; the file that takes it."""
    filler = disk / "filler"
    with filler.open("wb", buffering=0) as file, pytest.raises(OSError, match="No space"):
        while True:
            file.write(bytes(4096))
    return filler


def test_what_cannot_be_kept_is_refused_in_words_and_the_disk_is_named_until_it_has_room(
    client: Client, library: LibraryPaths, mount: Mount
) -> None:
    agent = client.agent(AgentRequest("keeper", may_remember=True))
    assert asked(library, "keeper", ("remember", {"content": "kept"}))[0]["id"]
    until(lambda: client.status().state == "ready")
    filler = _fill(library.root.parent)
    with pytest.raises(StorageUnavailable, match="is full"):
        client.set(SettingChange("agents.activity_days", "7"))
    assert client.status().storage_problem == storage.FULL
    assert storage.FULL in client.search(SearchRequest("wheel")).notices
    with pytest.raises(StorageUnavailable, match="is full"):
        client.agent(AgentRequest("second"))
    refused, found = asked(library, "keeper", ("remember", {"content": "x" * 4000}), ("search", {"query": "wheel"}))
    assert (refused["code"], refused["message"]) == ("storage_unavailable", storage.FULL)
    assert storage.FULL in found["notices"]
    filler.unlink()
    until(lambda: not client.status().storage_problem)
    client.set(SettingChange("agents.activity_days", "7"))
    assert asked(library, "keeper", ("recall", {}))[0]["memories"][0]["content"] == "kept"
    assert client.agent(AgentRequest("keeper", is_unasked=True)).token == agent.token


def test_a_service_that_finds_a_full_disk_says_so_and_loses_nothing(
    library: LibraryPaths, mount: Mount, verb: Verb, notes: Path
) -> None:
    assert verb("add", str(notes), "--wait", "keyword").returncode == 0
    assert verb("settings", "set", "keyword.title", "4").returncode == 0
    token = json.loads(verb("connect", "generic", "--client", "reader", "--http", "--json").stdout)["token"]
    assert verb("stop").returncode == 0
    before = {path.name for path in library.root.iterdir()}
    filler = _fill(library.root.parent)
    for words in (("serve", "--detach"), ("search", "wheel"), ("add", str(notes))):
        refused = verb(*words)
        assert (refused.returncode, refused.stderr.strip()) == (3, f"bookwheel: {storage.FULL_AT_START}")
    assert "(No space left on device). The disk" in verb("serve").stderr
    bridge = subprocess.run(
        [sys.executable, "-m", "bookwheel", "mcp", "--client", "reader"],
        input='{"jsonrpc": "2.0", "id": 1, "method": "ping"}\n',
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert json.loads(bridge.stdout)["error"]["message"] == storage.FULL_AT_START
    assert {path.name for path in library.root.iterdir()} == before
    filler.unlink()
    assert verb("search", "wheel").returncode == 0
    assert verb("settings", "get", "keyword.title", "--json").stdout.count('"value":"4"') == 1
    assert json.loads(verb("connect", "generic", "--client", "reader", "--http", "--json").stdout)["token"] == token
    with closing(connect(library, client="cli", start=False)) as client:
        until(lambda: client.status().state == "ready")
        assert (client.status().documents, client.status().notices) == (12, ())
        assert all(check.state == "good" for check in client.doctor(DoctorRequest()).checks if check.name != "disk")


def test_a_library_that_cannot_be_written_says_so_in_a_sentence(
    library: LibraryPaths, mount: Mount, verb: Verb, notes: Path
) -> None:
    assert verb("add", str(notes), "--wait", "keyword").returncode == 0
    assert verb("stop").returncode == 0
    mount("ro")
    try:
        answers = [verb(*words) for words in (("search", "wheel"), ("doctor",), ("serve",))]
    finally:
        mount("rw")
    for done in answers:
        assert done.returncode == 3
        assert len(done.stderr.strip().splitlines()) == 1
        assert "read-only" in done.stderr.lower()
    assert verb("search", "wheel").returncode == 0
