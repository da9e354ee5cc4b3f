"""Programs that write down what they are called with, alone on the path."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from bookwheel.gui.window.window import Window

_WRITE = """#!{python}
import json, pathlib, sys
with open({file!r}, "a") as out:
    out.write(json.dumps(sys.argv[1:]) + "\\n")
sys.stderr.write({said!r})
sys.exit({code})
"""


class Programs:
    """A folder of programs, alone on the path, that write down what they are called with."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.log = folder, folder / "calls.jsonl"

    def put(self, name: str, said: str = "", code: int = 0) -> None:
        file = self.folder / name
        file.write_text(_WRITE.format(python=sys.executable, file=str(self.log), said=said, code=code))
        file.chmod(0o755)

    @property
    def calls(self) -> list[list[str]]:
        return [json.loads(line) for line in self.log.read_text().splitlines()] if self.log.exists() else []


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Programs:
    (tmp_path / "bin").mkdir()
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    for name in ("EDITOR", "VISUAL", "TERMINAL"):
        monkeypatch.delenv(name, raising=False)
    return Programs(tmp_path / "bin")


def use(window: Window, editor: str, command: str = "") -> None:
    window.session.preferences.set("editor_command", command)
    window.session.preferences.set("editor", editor)
