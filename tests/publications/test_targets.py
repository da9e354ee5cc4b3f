"""A folder that is published to holds whole files alone, and of two publishers at once one is told of the other."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from filelock import FileLock

from bookwheel.domain.errors import BadRequest, PublicationChanged, PublicationRefused, StorageUnavailable
from bookwheel.domain.publications import MANIFEST, SEGMENTS
from bookwheel.publications import targets
from bookwheel.publications.limits import MOST_SEGMENT_BYTES
from bookwheel.publications.targets import LOCK, FolderTarget
from tests import waiting

NAME = f"{SEGMENTS}/{'ab' * 32}"
is_posix = pytest.mark.skipif(os.name != "posix", reason="other systems have no such files")


@pytest.fixture
def target(tmp_path: Path) -> FolderTarget:
    return FolderTarget(tmp_path / "out" / "guide")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "out" / "guide"


def files(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()} - {LOCK}


def test_nothing_is_made_before_something_is_written(target: FolderTarget, folder: Path):
    assert target.read(MANIFEST, 10) is None and list(target.names(SEGMENTS)) == []
    target.delete(NAME)
    assert not folder.exists()


def test_a_file_is_read_as_it_was_written_up_to_its_bound(target: FolderTarget):
    assert target.write_new(NAME, b"content")
    stored = target.read(NAME, 7)
    assert stored is not None and stored.content == b"content"
    assert stored.version == hashlib.sha256(b"content").hexdigest()
    with pytest.raises(PublicationRefused, match="larger"):
        target.read(NAME, 6)


def test_a_huge_file_is_refused_without_reading_it(target: FolderTarget, folder: Path):
    target.write_new(NAME, b"")
    with (folder / NAME).open("wb") as file:
        file.truncate(1 << 40)
    with pytest.raises(PublicationRefused, match="larger"):
        target.read(NAME, MOST_SEGMENT_BYTES)


def test_a_file_that_is_there_is_not_written_again_but_is_young_again(target: FolderTarget, folder: Path):
    assert target.write_new(NAME, b"content")
    os.utime(folder / NAME, (1, 1))
    before = (folder / NAME).stat().st_ino
    assert not target.write_new(NAME, b"content")
    [(name, age_s)] = [(one.name, one.age_s) for one in target.names(SEGMENTS)]
    assert (folder / NAME).stat().st_ino == before and name == "ab" * 32 and age_s < 3600
    assert files(folder) == {NAME}


@pytest.mark.parametrize("torn", [b"", b"conten", b"c0ntent", b"\0" * 7])
def test_a_torn_file_is_written_again(target: FolderTarget, folder: Path, torn: bytes):
    target.write_new(NAME, b"content")
    (folder / NAME).write_bytes(torn)
    assert target.write_new(NAME, b"content") and (folder / NAME).read_bytes() == b"content"


def test_a_manifest_replaces_just_the_version_that_its_publisher_has_read(target: FolderTarget):
    target.replace(MANIFEST, b"one", "")
    first = target.read(MANIFEST, 100)
    assert first is not None
    target.replace(MANIFEST, b"two", first.version)
    for version in ("", first.version, "other"):
        with pytest.raises(PublicationChanged):
            target.replace(MANIFEST, b"three", version)
    second = target.read(MANIFEST, 100)
    assert second is not None and second.content == b"two"


def test_a_manifest_that_is_gone_is_another_version(target: FolderTarget):
    with pytest.raises(PublicationChanged):
        target.replace(MANIFEST, b"one", "some version")
    assert target.read(MANIFEST, 100) is None


def test_names_are_of_files_alone_and_sweeping_deletes_them(target: FolderTarget, folder: Path):
    for number in range(5):
        target.write_new(f"{SEGMENTS}/{number}", b"x")
    (folder / SEGMENTS / "folder").mkdir()
    names = sorted(one.name for one in target.names(SEGMENTS))
    assert names == ["0", "1", "2", "3", "4"]
    for name in names:
        target.delete(f"{SEGMENTS}/{name}")
    target.delete(f"{SEGMENTS}/0")
    assert list(target.names(SEGMENTS)) == []


@is_posix
def test_a_link_is_neither_read_nor_followed_when_writing(target: FolderTarget, folder: Path, tmp_path: Path):
    secret = tmp_path / "secret"
    secret.write_bytes(b"secret")
    (folder / SEGMENTS).mkdir(parents=True)
    for name in (MANIFEST, NAME):
        (folder / name).symlink_to(secret)
        with pytest.raises(BadRequest, match="cannot be read"):
            target.read(name, 100)
    assert list(target.names(SEGMENTS)) == []
    assert target.write_new(NAME, b"secret") and not (folder / NAME).is_symlink()
    with pytest.raises(BadRequest):
        target.replace(MANIFEST, b"new", "")
    assert secret.read_bytes() == b"secret"


@is_posix
def test_a_pipe_and_a_folder_are_refused_at_once(target: FolderTarget, folder: Path):
    (folder / NAME).mkdir(parents=True)
    os.mkfifo(folder / MANIFEST)
    for name in (NAME, MANIFEST):
        with pytest.raises(BadRequest, match="cannot be read"):
            target.read(name, 100)


def test_a_file_in_the_place_of_the_folder_says_so(tmp_path: Path):
    (tmp_path / "file").write_bytes(b"")
    target = FolderTarget(tmp_path / "file")
    with pytest.raises(BadRequest):
        target.read(MANIFEST, 100)
    for write in (lambda: target.write_new(NAME, b""), lambda: target.replace(MANIFEST, b"", "")):
        with pytest.raises(StorageUnavailable, match="cannot be written"):
            write()


def test_a_write_that_fails_leaves_the_file_before_it_and_no_draft(
    target: FolderTarget, folder: Path, monkeypatch: pytest.MonkeyPatch
):
    target.replace(MANIFEST, b"one", "")
    first = target.read(MANIFEST, 100)
    assert first is not None

    def fail(_source: object, _target: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", fail)
    with pytest.raises(StorageUnavailable, match="No space left"):
        target.replace(MANIFEST, b"two", first.version)
    assert target.read(MANIFEST, 100) == first and files(folder) == {MANIFEST}


def test_a_publisher_waits_for_another_one_and_then_gives_up(
    target: FolderTarget, folder: Path, monkeypatch: pytest.MonkeyPatch
):
    target.replace(MANIFEST, b"one", "")
    monkeypatch.setattr(targets, "LOCK_S", 0.2)
    with FileLock(folder / LOCK), pytest.raises(PublicationChanged, match="Another publisher"):
        target.replace(MANIFEST, b"two", hashlib.sha256(b"one").hexdigest())
    target.replace(MANIFEST, b"two", hashlib.sha256(b"one").hexdigest())


def test_of_publishers_in_threads_one_wins_each_time(folder: Path):
    FolderTarget(folder).replace(MANIFEST, b"0", "")
    for turn in range(10):
        start, version = threading.Barrier(8), hashlib.sha256(str(turn).encode()).hexdigest()

        def publish(_number: int, start: threading.Barrier = start, version: str = version, turn: int = turn) -> bool:
            target = FolderTarget(folder)
            start.wait()
            target.write_new(f"{SEGMENTS}/shared{turn}", b"same" * 10_000)
            try:
                target.replace(MANIFEST, str(turn + 1).encode(), version)
            except PublicationChanged:
                return False
            return True

        with ThreadPoolExecutor(8) as pool:
            assert list(pool.map(publish, range(8))).count(True) == 1
    assert files(folder) == {MANIFEST, *(f"{SEGMENTS}/shared{turn}" for turn in range(10))}


_PUBLISHER = """
import sys
from pathlib import Path
from bookwheel.domain.errors import PublicationChanged
from bookwheel.publications.targets import FolderTarget

folder, own, count = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
target, wins, losses = FolderTarget(folder), 0, 0
(folder / f"{own}.ready").write_text("")
while not (folder / "go").exists():
    pass
while wins < count:
    target.write_new(f"segments/{own}-{wins}", own.encode() * 1000)
    known = target.read("collection.bookwheel", 1_000_000)
    lines = known.content if known is not None else b""
    try:
        target.replace("collection.bookwheel", lines + f"{own} {wins}\\n".encode(), known.version if known else "")
        wins += 1
    except PublicationChanged:
        losses += 1
print(losses)
"""


def test_no_state_of_publishers_in_several_processes_is_lost(tmp_path: Path):
    count, names = 40, ("one", "two", "three")
    command = (sys.executable, "-c", _PUBLISHER, str(tmp_path))
    environment = os.environ | {"PYTHONPATH": str(Path(targets.__file__).parents[2])}
    running = [
        subprocess.Popen([*command, name, str(count)], env=environment, stdout=subprocess.PIPE, text=True)
        for name in names
    ]
    try:
        waiting.until(lambda: all((tmp_path / f"{name}.ready").exists() for name in names))
        (tmp_path / "go").write_text("")
        outputs = [process.communicate(timeout=120)[0] for process in running]
    finally:
        for process in running:
            process.kill()
            process.wait()
    assert [process.returncode for process in running] == [0, 0, 0] and all(int(output) >= 0 for output in outputs)
    lines = (tmp_path / MANIFEST).read_text("utf-8").splitlines()
    assert len(lines) == count * len(names)
    for name in names:
        assert [line for line in lines if line.startswith(f"{name} ")] == [
            f"{name} {number}" for number in range(count)
        ]
    assert not [one for one in FolderTarget(tmp_path).names(SEGMENTS) if one.name.startswith(".draft")]
