"""Programs of others are confined: within limits, without a network, and nothing of them is left."""

from __future__ import annotations

import os
import sys
import tempfile
import time
from pathlib import Path

import psutil
import pytest

from bookwheel.domain.errors import SkippedFile
from bookwheel.parsing.outside import confinement, programs
from bookwheel.parsing.outside.confinement import Bounds, run, work_folder

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the programs that stand in are shell scripts")
_BOUNDS = Bounds(cpu_s=5, wall_s=30, memory_mb=200, written_mb=4)


def _run(script: str, folder: Path, bounds: Bounds = _BOUNDS) -> int:
    return run(["/bin/sh", "-c", script], folder, bounds, "Tester")


def _running(mark: str) -> list[int]:
    return [one.pid for one in psutil.process_iter(["cmdline"]) if mark in " ".join(one.info["cmdline"] or [])]


@pytest.fixture(params=["wrapped", "bare"])
def folder(request, monkeypatch):
    """A folder to work in, with what confines programs here, and without."""
    if request.param == "bare":
        monkeypatch.setattr(confinement, "_wrapper", lambda _folder, _program: ())
    with work_folder() as made:
        yield made
    assert not made.exists()


def test_a_program_gets_a_home_of_its_own_and_no_way_out(folder):
    assert _run('pwd > here; echo "$HOME $https_proxy $BOOKWHEEL_LIBRARY" > said; cat /proc/net/dev > net', folder) == 0
    assert (folder / "here").read_text().strip() == str(folder)
    assert (folder / "said").read_text().split() == [str(folder), "http://127.0.0.1:9"]
    if confinement._wrapper(str(folder), "/bin"):
        assert {line.split(":")[0].strip() for line in (folder / "net").read_text().split("\n")[2:] if line} == {"lo"}


def test_bubblewrap_hides_the_persons_files(folder, tmp_path):
    if "bwrap" not in " ".join(confinement._wrapper(str(folder), "/bin")):
        pytest.skip("bubblewrap is not installed here")
    (tmp_path / "diary.txt").write_text("secret", encoding="utf-8")
    assert _run(f"cat {tmp_path}/diary.txt > stolen; touch /usr/bin/x 2>/dev/null", folder) != 0
    assert (folder / "stolen").read_text() == ""


def test_one_that_hangs_is_ended_with_all_that_it_started(folder):
    begin = time.monotonic()
    with pytest.raises(SkippedFile, match=r"Tester took more than 5 s for the file and was stopped."):
        _run("sleep 98765 & sleep 98765", folder, Bounds(cpu_s=5, wall_s=1))
    assert time.monotonic() - begin < 20
    time.sleep(0.2)
    assert _running("sleep 98765") == []


def test_one_that_ends_leaves_nothing_running(folder):
    assert _run("sleep 98764 >/dev/null 2>&1 & exit 3", folder) == 3
    time.sleep(0.2)
    assert _running("sleep 98764") == []


def test_one_that_writes_without_end_is_ended(folder):
    bounds = Bounds(cpu_s=30, wall_s=60, written_mb=4)
    with pytest.raises(SkippedFile, match="wrote too much"):
        _run("for n in 1 2 3 4 5 6 7 8; do yes | head -c 3000000 > big$n; done; sleep 60", folder, bounds)


def test_one_that_computes_without_end_is_ended(folder):
    try:
        assert _run("while :; do :; done", folder, Bounds(cpu_s=1, wall_s=60)) != 0
    except SkippedFile as skipped:
        assert "took more than 1 s" in str(skipped)


def test_one_that_takes_much_memory_is_ended(folder):
    grow = "import time; a = bytearray(300 << 20); time.sleep(60)"
    base = Path(sys.executable).resolve()
    try:
        code = run([str(base), "-c", grow], folder, Bounds(cpu_s=20, wall_s=40, memory_mb=100), "Tester")
    except SkippedFile as skipped:
        assert "took more than 100 MB" in str(skipped)
    else:
        assert code != 0  # bubblewrap hides where this interpreter lies


def test_one_that_is_not_there_says_so(folder):
    try:
        assert run(["/nowhere/at/all"], folder, _BOUNDS, "Tester") != 0
    except SkippedFile as skipped:
        assert "could not be started" in str(skipped)


def test_folders_of_killed_processes_are_deleted():
    left = Path(tempfile.mkdtemp(prefix="bookwheel-outside-99999999-"))
    with work_folder() as own:
        assert not left.exists()
        assert own.is_dir()


def test_a_program_is_found_on_the_path_or_where_the_environment_says(monkeypatch, tmp_path):
    script = tmp_path / "soffice"
    script.write_text("#!/bin/sh\n", encoding="utf-8")
    script.chmod(0o755)
    monkeypatch.setenv("BOOKWHEEL_LIBREOFFICE", str(script))
    assert programs.find("LibreOffice") == str(script)
    monkeypatch.setenv("BOOKWHEEL_LIBREOFFICE", "")
    assert programs.find("LibreOffice") == ""
    monkeypatch.delenv("BOOKWHEEL_LIBREOFFICE")
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    assert programs.find("LibreOffice") == str(script)
