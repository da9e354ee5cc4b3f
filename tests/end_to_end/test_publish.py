"""Collections published from the command line to a folder, and read by another library; private pages stay."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import pytest

from bookwheel.client.connection import Client
from bookwheel.domain.jobs import JobRequest, JobState
from bookwheel.domain.publications import MANIFEST, SEGMENTS, PublishRequest, SegmentKind
from bookwheel.paths import LibraryPaths
from bookwheel.publications import keys
from tests.publications.published import documents_at, manifest_at, plain_bytes, signed_at, state_of
from tests.waiting import until

from .conftest import Verb

PRIVATE = "---\nprivate: true\n---\n# Quagga plan\n\nZanzibar is secret.\n"


@pytest.fixture
def added(verb: Verb, notes: Path) -> Path:
    (notes / "plan.md").write_text(PRIVATE, "utf-8")
    assert verb("add", str(notes), "--wait", "all").returncode == 0
    return notes


@pytest.mark.usefixtures("meaning")
def test_a_collection_is_published_changed_and_published_again(
    verb: Verb, added: Path, tmp_path: Path, library: LibraryPaths
) -> None:
    target = tmp_path / "target"
    tried = verb("publish", "notes", str(target), "--dry-run")
    assert tried.returncode == 0, tried.stderr
    assert "12 documents in " in tried.stdout and "would be published" in tried.stdout and "page0.md" in tried.stdout
    assert "Held back: 1 document" in tried.stdout
    assert not target.exists() and not library.publishing_key.exists()

    done = verb("publish", "notes", str(target), "--publisher", "Docs team")
    assert (done.returncode, done.stderr) == (0, ""), done.stdout
    assert "Published 12 documents" in done.stdout and "number 1" in done.stdout
    fingerprint = keys.fingerprint(signed_at(target).key)
    assert f"Key: {fingerprint}" in done.stdout
    for word in (b"zanzibar", b"quagga", b"plan.md", str(added).encode()):
        assert word not in plain_bytes(target).lower()
    again = verb("publish", "notes", str(target))
    assert again.returncode == 0 and "Nothing changed since number 1" in again.stdout

    before = {entry.hash for entry in manifest_at(target).segments}
    (added / "page3.md").write_text("# Page 3\n\nOf okapi now.\n", "utf-8")
    until(lambda: verb("search", "okapi").returncode == 0)
    third = json.loads(verb("publish", "notes", str(target), "--json").stdout)
    assert (third["state"], third["publication"]["sequence"]) == ("done", 2)
    new = [entry.kind for entry in manifest_at(target).segments if entry.hash not in before]
    assert new.count(SegmentKind.DOCUMENTS) == 1 and len(new) == third["publication"]["new_segments"] <= 2
    assert "publish" in verb("jobs").stdout

    part = tmp_path / "part"
    assert verb("publish", "notes", str(part), "--scope=-path:page1*").returncode == 0
    assert sorted(documents_at(part)) == sorted(f"page{number}.md" for number in (0, 2, 3, 4, 5, 6, 7, 8, 9))
    refused = verb("publish", "notes", str(added / "public"))
    assert refused.returncode == 1 and "own folder" in refused.stdout and not (added / "public").exists()


@pytest.mark.usefixtures("meaning")
def test_another_library_finds_what_was_published(
    verb: Verb, added: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "target"
    (added / "lamp.png").write_bytes(b"\x89PNG\r\n\x1a\n" + b"\0" * 60)
    (added / "page0.md").write_text("# Page 0\n\nSpoke of okapi.\n\n![lamp](lamp.png)\n", "utf-8")
    until(lambda: verb("search", "okapi").returncode == 0)
    assert verb("publish", "notes", str(target), "--assets").returncode == 0
    key = keys.fingerprint(signed_at(target).key)
    reader = tmp_path / "reader"
    with monkeypatch.context() as other:
        other.setenv("BOOKWHEEL_LIBRARY", str(reader))
        try:
            subscribed = verb("subscribe", str(target), "--key", key)
            assert subscribed.returncode == 0 and "12 documents" in subscribed.stdout, subscribed.stdout
            assert "target/page0.md" in verb("search", "okapi").stdout
            assert verb("search", "zanzibar").returncode == 1
            assert (reader / "mirrors/target/documents/lamp.png").exists()
            denied = verb("publish", "target", str(tmp_path / "elsewhere"))
            assert denied.returncode != 0 and "published by somebody else" in denied.stderr
        finally:
            verb("stop")


def test_the_key_is_shown_replaced_and_withdrawn(verb: Verb, added: Path, tmp_path: Path) -> None:
    target = tmp_path / "target"
    none = verb("publishing-key")
    assert none.returncode == 1 and "no key yet" in none.stdout
    verb("publish", "notes", str(target))
    first = signed_at(target)
    shown = json.loads(verb("publishing-key", "show", "--json").stdout)
    assert shown == {"key": first.key, "fingerprint": keys.fingerprint(first.key)}
    rotated = verb("publishing-key", "rotate")
    assert rotated.returncode == 0 and "Made a new key" in rotated.stdout
    assert verb("publish", "notes", str(target)).returncode == 0
    second = signed_at(target)
    assert second.key != first.key
    assert keys.follow(first.manifest.id, first.key, second.manifest.rotations) == second.key
    revoked = verb("publishing-key", "revoke", str(target))
    assert revoked.returncode == 0 and "Withdrawn" in revoked.stdout
    assert manifest_at(target).is_revoked and not manifest_at(target).segments
    refused = verb("publish", "notes", str(target))
    assert refused.returncode == 1 and "withdrawn" in refused.stdout


def test_a_service_that_is_killed_while_it_publishes_says_so_when_it_is_back(
    verb: Verb, client: Client, added: Path, tmp_path: Path, library: LibraryPaths
) -> None:
    target = tmp_path / "target"
    assert client.job(JobRequest(client.publish(PublishRequest("notes", str(target))).id, wait_s=60)).publication
    before = state_of(target)[MANIFEST]
    for number in range(12):
        (added / f"page{number}.md").write_text(f"# Page {number}\n\nOf okapi.\n", "utf-8")
    until(lambda: verb("search", "okapi").returncode == 0)
    there = len(os.listdir(target / SEGMENTS))
    job = client.publish(PublishRequest("notes", str(target)))
    service = psutil.Process(client.pid)

    def is_begun() -> bool:
        is_child = any("publisher" in child.cmdline() for child in service.children())
        return client.job(JobRequest(job.id)).state is JobState.DONE or is_child

    until(is_begun)
    children = service.children(recursive=True)
    os.kill(service.pid, signal.SIGKILL)
    psutil.wait_procs([service, *children], timeout=30)
    ended = client.job(JobRequest(job.id, wait_s=60))
    assert ended.state in (JobState.FAILED, JobState.DONE)
    if ended.state is JobState.FAILED:
        assert "Publish it again" in ended.message
    assert state_of(target)[MANIFEST] == before or len(os.listdir(target / SEGMENTS)) > there
    assert len(documents_at(target)) == 12
    assert verb("publish", "notes", str(target)).returncode == 0
    assert all("okapi" in document.text for document in documents_at(target).values())


@pytest.fixture
def mount(tmp_path: Path) -> Iterator[Callable[[str], Path]]:
    """Mount a small file system with these options, or change the one that is there."""
    folder = tmp_path / "disk"
    folder.mkdir()
    is_mounted = False

    def mounted(options: str) -> Path:
        nonlocal is_mounted
        command = ["mount", "-t", "tmpfs", "-o", f"remount,{options}" if is_mounted else options, "tmpfs", str(folder)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            pytest.skip(f"a file system of the test's own cannot be mounted here: {done.stderr.strip()}")
        is_mounted = True
        return folder

    if sys.platform != "linux" or not shutil.which("mount") or os.geteuid():
        pytest.skip("only root on Linux may mount a file system of the test's own")
    yield mounted
    if is_mounted:
        subprocess.run(["umount", "-l", str(folder)], check=False)


def test_a_full_disk_and_one_that_cannot_be_written_keep_what_was_published(
    verb: Verb, added: Path, mount: Callable[[str], Path]
) -> None:
    target = mount("size=64k") / "target"
    assert verb("publish", "notes", str(target), "--scope", "path:page1.md").returncode == 0
    before = state_of(target)
    noise = "\n".join(" ".join(f"{os.urandom(6).hex()}" for _ in range(12)) for _ in range(800))
    (added / "page3.md").write_text(f"# Page 3\n\nOf okapi now.\n\n{noise}\n", "utf-8")
    until(lambda: verb("search", "okapi").returncode == 0)
    full = verb("publish", "notes", str(target))
    assert full.returncode == 1 and "free space" in full.stdout, full.stdout
    assert state_of(target)[MANIFEST] == before[MANIFEST] and sorted(documents_at(target)) == ["page1.md"]
    mount("ro")
    unwritable = verb("publish", "notes", str(target))
    assert unwritable.returncode == 1 and "cannot be written" in unwritable.stdout
    mount("rw,size=8m")
    assert verb("publish", "notes", str(target)).returncode == 0
    assert len(documents_at(target)) == 12
