"""What the window, its page and the service weigh together: after an hour's use, and while vectors are made."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import psutil

from bookwheel.domain.service.settings import SettingChange
from tests.bench.corpora import Corpora
from tests.bench.desk import desk, pause, tell, until
from tests.bench.figures import Figure
from tests.bench.panes import QUERIES, TREES
from tests.bench.running import service
from tests.bench.window import is_possible, on_screen

if TYPE_CHECKING:
    from bookwheel.gui.window.window import Window

FEW_TREES = ("docs/k8s-docs-en", "docs/rust-rfcs", "docs/rust-book", "docs/tldr")
AFTER_S = (10, 90)
"""Seconds after the last key at which memory is looked at."""


def measure(corpora: Corpora, scratch: Path) -> Iterator[Figure]:
    """A window on the documents of `panes`, used; in a folder named by BENCH_KEEP the library stays."""
    if not is_possible():
        return
    kept = Path(os.environ.get("BENCH_KEEP", scratch.parent / "kept-panes"))
    kept.mkdir(exist_ok=True)
    with service(kept / "panes", has_meaning=False) as running, on_screen() as display:
        if not running.client.collections().collections:
            for name in TREES:
                running.add_and_wait(corpora.tree(name))
        yield from _child(display, "use", running.library.root)
    with service(scratch / "few") as running, on_screen() as display:
        running.client.set(SettingChange("meaning.enabled", "false"))
        for name in FEW_TREES:
            running.add_and_wait(corpora.tree(name))
        yield from _child(display, "embed", running.library.root)


def _child(display: str, walk: str, library: Path) -> Iterator[Figure]:
    settings = {**os.environ, "DISPLAY": display, "QT_QPA_PLATFORM": "xcb"}
    command = [sys.executable, "-m", "tests.bench.memory", walk, str(library)]
    done = subprocess.run(command, env=settings, stdout=subprocess.PIPE, check=True, text=True, timeout=900)
    for line in done.stdout.splitlines():
        name, value, unit, wanted = json.loads(line)
        yield Figure(name, value, unit, wanted)


def use(library: Path) -> None:
    """Search, previews, quick open, trees, graph, map and settings, each as a person comes to them."""
    from PySide6.QtCore import Qt  # noqa: PLC0415 - in the measuring process alone
    from PySide6.QtTest import QTest  # noqa: PLC0415 - in the measuring process alone

    with desk(library) as (window, _):
        until(lambda: window.library_dock.model.cards() and window.reader.view is not None)
        pause(3)
        _tell_memory(window, "at the start")
        view = window.results_panel.view
        for query in QUERIES:
            window.toolbar.box.setText(query)
            until(lambda query=query: window.search.words == query and not window.search.is_waiting)
            pause(0.8)
            view.setFocus()
            for _ in range(10):
                QTest.keyClick(view, Qt.Key.Key_Down)
                pause(0.5)
        window.toolbar.box.clear()
        _tell_memory(window, "after searches and previews")
        window.quick_open.show_documents()
        pause(1)
        for letter in "pod sec":
            QTest.keyClicks(window.command_palette.box, letter)
            pause(0.25)
        window.command_palette.dismiss()
        for slug in list(window.library_dock.model.cards()):
            at = window.library_dock.index_of(slug)
            assert at is not None
            window.library_dock.tree.expand(at)
            until(lambda slug=slug: slug in window.library_dock.model.filled())
        _tell_memory(window, "after trees")
        window.related_docks.show_graph()
        pause(3)
        drawn: list[int] = []
        window.map_tab.page.drawn.connect(lambda: drawn.append(1))
        window.map_tab.show()
        until(lambda: drawn, 300)
        pause(2)
        window.map_tab.close()
        settings = window.dialogs.show_settings()
        pause(1.5)
        settings.close()
        before = 0
        for seconds in AFTER_S:
            pause(seconds - before)
            before = seconds
            _tell_memory(window, f"{seconds} s after use", "700 MB")


def embed(library: Path) -> None:
    """The most that a window weighs while the first vectors of a library are made."""
    with desk(library) as (window, _):
        until(lambda: window.library_dock.model.cards() and window.reader.view is not None)
        pause(3)
        client = window.connection.client
        assert client is not None
        client.set(SettingChange("meaning.enabled", "true"))
        start, most = time.monotonic(), Counter[str]()
        while time.monotonic() - start < 120:
            pause(5)
            now = _weigh(window)
            most = max(most, now, key=lambda counted: counted.total())
        _tell(most, "most while embedding", "650 MB")


def _tell_memory(window: Window, when: str, wanted: str = "") -> None:
    _tell(_weigh(window), when, wanted)


def _tell(weights: Counter[str], when: str, wanted: str) -> None:
    parts = ", ".join(f"{part} {size:.0f}" for part, size in weights.most_common())
    print(f"  {when}: {parts}", file=sys.stderr, flush=True)
    tell(f"memory {when}", weights.total(), "MB", wanted)


def _weigh(window: Window) -> Counter[str]:
    """Proportional memory (PSS), MB, of this window, the service and their children, by what each is."""
    client = window.connection.client
    assert client is not None
    own, its = psutil.Process(), psutil.Process(client.status().pid)
    weights: Counter[str] = Counter()  # type: ignore[assignment] - fractions are counted as well
    seen: set[int] = set()
    for root, name in ((its, "service"), (own, "window")):
        for process in [root, *root.children(recursive=True)]:
            try:
                if process.pid not in seen:
                    seen.add(process.pid)
                    weights[name if process == root else _kind(process)] += _pss_mb(process.pid)
            except (psutil.Error, OSError):
                continue
    return weights


def _kind(process: psutil.Process) -> str:
    line = process.cmdline()
    if "child" in line:
        return line[line.index("child") + 1]
    kinds = [word.partition("=")[2] for word in line if word.startswith("--type=")]
    if kinds:  # the page's process is a fork of the one that waits
        return "page" if process.parent() != psutil.Process() else f"Chromium's {kinds[0]}"
    return process.name()


def _pss_mb(pid: int) -> float:
    for line in Path(f"/proc/{pid}/smaps_rollup").read_text("ascii").splitlines():
        if line.startswith("Pss:"):
            return int(line.split()[1]) / 1000
    return 0.0


if __name__ == "__main__":
    {"use": use, "embed": embed}[sys.argv[1]](Path(sys.argv[2]))
