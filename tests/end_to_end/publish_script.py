"""The script by which builds of others publish, run as they run it."""

from __future__ import annotations

import os
import subprocess
import sysconfig
from pathlib import Path

from tests.project.manual import ROOT

SCRIPT = ROOT / "packaging" / "publish" / "publish.sh"
COMMAND = Path(sysconfig.get_path("scripts")) / "bookwheel"


def make_documents(folder: Path) -> Path:
    """A folder of two pages, one of which is private."""
    folder.mkdir()
    (folder / "wheels.md").write_text("# Wheels\n\nA bookwheel turns eight open books.\n", "utf-8")
    (folder / "draft.md").write_text("---\nprivate: true\n---\n# Draft\n\nNot yet.\n", "utf-8")
    return folder


def start(folder: Path, target: str, temporary: Path, *options: str, **environment: str) -> subprocess.Popen[str]:
    """Start it with its temporary files below a folder of the test."""
    temporary.mkdir(exist_ok=True)
    own = {"BOOKWHEEL": str(COMMAND), "TMPDIR": str(temporary)} | environment
    return subprocess.Popen(
        ["bash", str(SCRIPT), str(folder), target, *options],
        env=os.environ | own,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
    )


def run(folder: Path, target: str, temporary: Path, *options: str, **environment: str) -> tuple[int, str]:
    """Its exit code, and what it printed."""
    with start(folder, target, temporary, *options, **environment) as process:
        printed = process.communicate(timeout=280)[0]
    return process.returncode, printed
