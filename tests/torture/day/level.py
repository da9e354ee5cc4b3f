"""The day level: makes its folders and its home, and lives it where packets, written files and processes are seen."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from bookwheel import paths
from tests.first_hour.__main__ import Hour
from tests.first_hour.recorder import RecorderUnavailable, Recording, record
from tests.torture.day.folders import Folder
from tests.torture.parsing import Outcome

MINUTES = 2.5

CORPORA = ("foam-docs", "rust-book", "obsidian-tasks", "k8s-docs-en")
FROM_MINUTES = (0, 0, 10, 20)
"""From how many minutes on each of them is part of the day."""

ENDING_S = 1800.0
"""Seconds that a day may take beyond its minutes: a fresh library is made in them."""


def run(root: Path, corpora: Path | None, minutes: float = MINUTES, seed: int = 1) -> Iterator[Outcome]:
    """Live a day below `root`, on copies of real documents or of the sample."""
    day = Hour(root)
    for name in ("home", "library", "tmp", "recorder", "documents", "twins"):
        (root / name).mkdir(parents=True)
    (root / "run").mkdir(mode=0o700)
    for source in _sources(corpora, minutes):
        Folder.copy(source, root / "documents" / source.name, root / "twins" / source.name)
    command = (sys.executable, "-m", "tests.torture.day.walk", str(root), str(minutes), str(seed))
    environment = day.environment() | {"BOOKWHEEL_CHILD_PRIORITY": "normal"}
    try:
        recording = record(command, environment, root / "recorder", timeout_s=minutes * 60 + ENDING_S)
    except RecorderUnavailable as reason:
        print(f"The day is lived without a look at packets and files: {reason}")
        code = subprocess.run(command, env=environment, timeout=minutes * 60 + ENDING_S, check=False).returncode
        recording = Recording("nothing", code, 0, (), None, None)
    yield from _told(root)
    yield Outcome("day: came to its end", f"it ended with {recording.code}" if recording.code else "")
    yield Outcome("day: no packet left", ", ".join(recording.packets[:5]))
    yield Outcome("day: no process was left", ", ".join(recording.left or ()))
    outside = _outside(day, set(recording.files or ()) | day.files())
    yield Outcome("day: no file was written outside", ", ".join(outside[:5]))


def _sources(corpora: Path | None, minutes: float) -> list[Path]:
    given = (
        [] if corpora is None else [corpora / name for name in CORPORA] + [corpora / "docs" / name for name in CORPORA]
    )
    ways = [path for path in given if path.is_dir() and minutes >= FROM_MINUTES[CORPORA.index(path.name)]]
    return ways or [paths.resources() / "sample"]


def _told(root: Path) -> Iterator[Outcome]:
    told = root / "outcomes.json"
    rows = json.loads(told.read_text("utf-8")) if told.is_file() else []
    outcomes = [Outcome(**row) for row in rows]
    yield from outcomes
    if not outcomes or any(outcome.failure for outcome in outcomes):
        kept = Path("build") / "day"
        shutil.rmtree(kept, ignore_errors=True)
        shutil.copytree(root, kept, ignore=shutil.ignore_patterns("twins", "run", "tmp"), dirs_exist_ok=True)
        print(f"The failed day is kept in {kept}; day.log tells its steps.")


def _outside(day: Hour, files: set[Path]) -> list[str]:
    """The files that neither Bookwheel nor the walk may write."""
    own = [
        day.root / name for name in ("documents", "twins", "newer", "fresh", "day.log", "outcomes.json", "window.err")
    ]
    return [file for file in day.outside(files) if not any(Path(file).is_relative_to(path) for path in own)]
