"""Record a first hour and print what left: `python -m tests.first_hour [SECONDS]`, or `make first-hour`."""

from __future__ import annotations

import os
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.first_hour.pages import write_pages
from tests.first_hour.recorder import Recording, record

ROOT = Path(__file__).resolve().parents[2]
SUPPRESSING = ("CI", "TF_BUILD", "GITHUB_ACTIONS", "GITLAB_CI", "CIRCLECI")
"""In continuous integration some telemetry is silent by itself, which would hide it from the recorder."""


@dataclass(frozen=True)
class Hour:
    """The folders of one recorded hour, all below `root`."""

    root: Path

    @property
    def own(self) -> tuple[Path, ...]:
        """Where Bookwheel may write: library, configuration, cache and user files of its own, and temporary folders."""
        home = self.root / "home"
        folders = (".config", ".cache", ".local/share", ".local/state")
        named = tuple(home / folder / name for folder in folders for name in ("bookwheel", "Bookwheel"))
        # All programs of a desktop share one cache of fonts, which fontconfig fills where the system has none: the
        # person's own, or for root the system's.
        fonts = (home / ".cache" / "fontconfig", Path("/var/cache/fontconfig"))
        return (self.root / "library", self.root / "tmp", self.root / "run", self.root / "recorder", *fonts, *named)

    def environment(self) -> dict[str, str]:
        """The environment of a home of its own, without what silences telemetry from outside."""
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("XDG_", "BOOKWHEEL_"))}
        for name in SUPPRESSING:
            kept.pop(name, None)
        kept.pop("ORT_DISABLE_TELEMETRY", None)
        return {
            **kept,
            "HOME": str(self.root / "home"),
            "TMPDIR": str(self.root / "tmp"),
            "XDG_RUNTIME_DIR": str(self.root / "run"),
            "BOOKWHEEL_LIBRARY": str(self.root / "library"),
            "PYTHONPATH": os.pathsep.join((str(ROOT), str(ROOT / "app"))),
            "PYTHONDONTWRITEBYTECODE": "1",
            "QT_QPA_PLATFORM": "offscreen",
        }

    def files(self) -> set[Path]:
        """All files that are there now."""
        return {path for path in self.root.rglob("*") if path.is_file()}

    def outside(self, files: set[Path]) -> list[str]:
        """Those of the files that lie where nothing should be written."""
        return sorted(str(file) for file in files if not any(file.is_relative_to(own) for own in self.own))


def prepare(root: Path) -> Hour:
    """Make the folders of an hour, with pages that reach for other computers."""
    for name in ("home", "library", "tmp", "recorder"):
        (root / name).mkdir(parents=True)
    (root / "run").mkdir(mode=0o700)
    write_pages(root / "documents")
    return Hour(root)


def live(hour: Hour, seconds: float = 0) -> tuple[Recording, list[str]]:
    """Record an hour of so many seconds at least; what left, and the files that were written outside."""
    before = hour.files()
    command = (sys.executable, "-m", "tests.first_hour.hour", str(hour.root), str(seconds))
    recording = record(command, hour.environment(), hour.root / "recorder", timeout_s=seconds + 280)
    files = {*(hour.files() - before), *(recording.files or ())}
    # The one document that the hour itself adds, and what devices give.
    files = {file for file in files if file.parent != hour.root / "documents" and file.parts[1] not in ("dev", "proc")}
    return recording, hour.outside(files)


def main(words: Sequence[str]) -> int:
    """Print the counts; 0 when nothing left and nothing was written outside."""
    with tempfile.TemporaryDirectory(prefix="first-hour-", ignore_cleanup_errors=True) as folder:
        recording, outside = live(prepare(Path(folder)), float(words[0]) if words else 0)
    print(f"{recording.seconds:.0f} s in a {recording.way}, ended with {recording.code}")
    print(f"{len(recording.packets)} packets left")
    for packet, count in Counter(recording.packets).most_common():
        print(f"  {count} x {packet}")
    wrote = "" if recording.files is None else f" of {len(recording.files)} written"
    print(f"{len(outside)} files{wrote} lie outside")
    for file in outside:
        print(f"  {file}")
    for process in recording.left or ():
        print(f"still running at the end: {process}")
    return int(bool(recording.code or recording.packets or outside or recording.left))


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
