"""Full disks: where workers publish, and where a reader keeps its library; each is a small file system of memory."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest

from bookwheel import wire
from tests.loopback import no_proxy  # noqa: F401 - a fixture of every test here
from tests.team.fleet import Fleet, answers, gathered, search, wait_for
from tests.team.postgres import Postgres
from tests.team.torture import Follower

pytestmark = [
    pytest.mark.timeout(1800),
    pytest.mark.skipif(os.geteuid() != 0, reason="Mounting needs root: run make test-team as root."),
]


@pytest.fixture
def fleet(tmp_path: Path, postgres: Postgres) -> Iterator[Fleet]:
    with ExitStack() as stack:
        for folder, megabytes in ((tmp_path / "targets", 4), (tmp_path / "libraries" / "reader", 200)):
            folder.mkdir(parents=True)
            command = ["mount", "-t", "tmpfs", "-o", f"size={megabytes}m,mode=700", "tmpfs", str(folder)]
            done = subprocess.run(command, capture_output=True, text=True)
            if done.returncode:
                pytest.skip(f"Mounting is not allowed here: {done.stderr.strip()}")
            stack.callback(subprocess.run, ["umount", "--lazy", str(folder)])
        (tmp_path / "libraries" / "reader" / "settings.toml").write_text("[meaning]\nenabled = false\n", "utf-8")
        yield stack.enter_context(gathered(tmp_path, postgres))


def _fill(folder: Path) -> Path:
    """Write a file into a folder until nothing more fits."""
    file = folder / "filler"
    with file.open("wb") as opened:
        opened.truncate(0)
        block = bytes(1 << 16)
        while shutil.disk_usage(folder).free >= len(block):
            opened.write(block)
            opened.flush()
    return file


def test_full_disks_of_the_target_and_of_a_reader_lose_nothing(fleet: Fleet) -> None:
    fleet.add("Handbook", {"a.md": "# Wheel\n\nThe wheel turns.\n"})
    worker = fleet.start_worker("one")
    wait_for(lambda: worker.is_ready() and fleet.finished("Handbook") == [1], fleet)
    reader = fleet.start_reader()
    wait_for(lambda: answers(reader, "/readyz"), fleet)
    follower = Follower(fleet, "Handbook")
    filler = _fill(fleet.folder / "targets")
    fleet.write("Handbook", "b.md", f"# Zorbword\n\n{random.Random(1).randbytes(300_000).hex(' ', 4)}\n")
    fleet.make_due()
    wait_for(lambda: "cannot be written" in _problem(fleet), fleet)
    assert follower.verify() == {"a.md"} and search(reader, "wheel") == ["team-handbook/a.md"]
    filler.unlink()
    filler = _fill(fleet.folder / "libraries" / "reader")
    fleet.make_due()
    wait_for(lambda: fleet.finished("Handbook") == [1, 2], fleet)
    assert follower.verify() == {"a.md", "b.md"}
    wait_for(lambda: "was last refreshed at" in _status(reader), fleet, 180)
    assert search(reader, "wheel") == ["team-handbook/a.md"] and search(reader, "zorbword") == []
    filler.unlink()
    wait_for(lambda: search(reader, "zorbword") == ["team-handbook/b.md"], fleet, 180)
    wait_for(lambda: "was last refreshed at" not in _status(reader), fleet, 180)
    follower.end()
    assert follower.faults == []


def _problem(fleet: Fleet) -> str:
    return str(fleet.postgres.ask("SELECT last_problem FROM bookwheel.jobs WHERE finished_at IS NULL")[0][0])


def _status(reader: str) -> str:
    headers = {"bookwheel-protocol": str(wire.PROTOCOL)}
    return httpx.post(f"{reader}/rpc/status", json={}, headers=headers, trust_env=False, timeout=60).text
