"""The window opens without what is not seen at first, and loads it before it is asked for."""

from __future__ import annotations

import importlib
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import bookwheel.gui
from bookwheel.gui.process import deferred_imports
from bookwheel.gui.process.code_prefetch import PrefetchingFinder

ROOM = Path(bookwheel.gui.__file__).parent


def loaded(script: str, **settings: str) -> set[str]:
    """The modules that are there after these statements, in a process of their own."""
    command = [sys.executable, "-c", f"{script}\nimport os, sys\nprint(*sys.modules, flush=True)\nos._exit(0)"]
    environment = {**os.environ, **settings}
    done = subprocess.run(command, capture_output=True, check=True, text=True, timeout=60, env=environment)
    return set(done.stdout.split())


def test_the_window_is_made_without_numpy_and_without_sheets() -> None:
    there = loaded(
        "from bookwheel.gui.page import url_scheme\nfrom bookwheel.gui.process import application\n"
        "from bookwheel.gui.window.window import Window"
    )
    assert "bookwheel.gui.window.window" in there
    assert not there & {"numpy", "pyqtgraph", "bookwheel.gui.map.scene", *deferred_imports.DIALOGS}


def test_what_is_said_to_be_loaded_by_then_is() -> None:
    said = re.compile(r"from (\S+) import .*# noqa: PLC0415 - deferred_imports has loaded it")
    named = {name for file in ROOM.rglob("*.py") for name in said.findall(file.read_text("utf-8"))}
    assert named == set(deferred_imports.DIALOGS)
    assert all(importlib.import_module(name) for name in named)


def test_sheets_are_loaded_once_the_window_has_come_to_rest() -> None:
    script = (
        "from bookwheel.gui.process import deferred_imports as later\n"
        "from PySide6.QtCore import QCoreApplication, QTimer\nimport sys\n"
        "import threading\nclass Watch:\n  def find_spec(self, name, *more):\n"
        "    is_here = threading.current_thread() is threading.main_thread()\n"
        "    if not is_here and name.startswith(('bookwheel.', 'pyqtgraph', 'PySide6')):\n"
        "      raise SystemError(f'{name} in a thread')\nsys.meta_path.insert(0, Watch())\n"
        "app = QCoreApplication([])\nlater.prepare(app)\nbefore = set(sys.modules)\nlook = QTimer(interval=20)\n"
        "look.timeout.connect(lambda: app.quit() if set(later.DIALOGS) <= set(sys.modules) else None)\nlook.start()\n"
        "assert not before & set(later.DIALOGS)\napp.exec()"
    )
    assert set(deferred_imports.DIALOGS) <= loaded(script)


def test_no_source_of_what_is_imported_is_read() -> None:
    kept = (
        "import linecache\nfrom bookwheel.gui.process import application\n"
        "application.open_window([], {library!r})\nimport sys\n"
        "sys.modules.update((f'read:{{name}}', None) for name in linecache.cache)"
    )
    with tempfile.TemporaryDirectory() as folder:
        there = loaded(kept.format(library=folder), QT_QPA_PLATFORM="offscreen", XDG_CONFIG_HOME=folder)
    assert "bookwheel.gui.window.window" in there
    own = f"read:{Path(bookwheel.__file__).parent}"
    assert not [name for name in there if name.startswith(own)]


def test_code_that_was_read_ahead_is_run_when_it_is_asked_for_and_not_before(tmp_path: Path, monkeypatch):
    package = tmp_path / "readable"
    (package / "inner").mkdir(parents=True)
    (package / "__init__.py").write_text("from readable.inner.deep import WORD\n")
    (package / "inner" / "__init__.py").write_text("")
    (package / "inner" / "deep.py").write_text("WORD = 'read'\n")
    (package / "torn.py").write_text("WORD = \n")
    (package / "left.py").write_text("WORD = 'read'\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr("sys.dont_write_bytecode", True)
    ahead = PrefetchingFinder()
    monkeypatch.setattr(sys, "meta_path", [ahead, *sys.meta_path])
    ahead.read("readable", {"left"})
    ahead.read("nothing_of_this_name")
    assert not [name for name in sys.modules if name.startswith("readable")]
    for path in package.rglob("*.py"):
        path.write_text("WORD = 'found'\n")
    try:
        readable, left = (importlib.import_module(name) for name in ("readable", "readable.left"))
        assert (readable.WORD, left.WORD) == ("read", "found")
        assert importlib.import_module("readable.torn").WORD == "found"
        assert readable.__file__ == str(package / "__init__.py")
        deep = sys.modules["readable.inner.deep"]
        assert importlib.reload(deep).WORD == "found"
    finally:
        for name in [name for name in sys.modules if name.startswith("readable")]:
            del sys.modules[name]
