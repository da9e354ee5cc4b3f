"""Previews on the arrow keys, and four panes beside each other, each with a document of 1 MB: paint, frames, memory."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from bookwheel.domain.service.settings import SettingChange
from tests.bench import trees
from tests.bench.corpora import Corpora
from tests.bench.desk import desk, pause, tell, told, until
from tests.bench.figures import Figure, percentile
from tests.bench.running import service
from tests.bench.window import is_possible, on_screen

if TYPE_CHECKING:
    from bookwheel.gui.page.reader import Reader
    from bookwheel.gui.page.web_view import PageView
    from bookwheel.gui.window.window import Window

TREES = ("docs/k8s-docs-en", "docs/rust-rfcs", "docs/rust-book", "docs/obsidian-tasks", "docs/tldr")
QUERIES = ("pod security", "network policy", "volume claim", "list files")
PANES, FRAMES = 4, 120
_PAINTED = """
  (() => {
    window.painted_ = 0;
    requestAnimationFrame(() => {
      const channel = new MessageChannel();
      channel.port1.onmessage = () => { window.painted_ = performance.timeOrigin + performance.now(); };
      channel.port2.postMessage(0);
    });
  })()"""
_SCROLL = """
  (() => {
    window.frames_ = [];
    let last = performance.now();
    const step = (now) => {
      window.frames_.push(now - last);
      last = now;
      scrollBy({top: 60, behavior: 'instant'});
      if (window.frames_.length < %d) requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  })()"""


def measure(corpora: Corpora, scratch: Path) -> Iterator[Figure]:
    """A window on some 9,400 documents and four of 1 MB; in a folder named by BENCH_KEEP the library stays."""
    if not is_possible():
        return
    kept = Path(os.environ.get("BENCH_KEEP", scratch.parent / "kept-panes"))
    kept.mkdir(exist_ok=True)
    with service(kept / "panes") as running, on_screen() as display:
        if not running.client.collections().collections:
            running.client.set(SettingChange("meaning.enabled", "false"))
            for name in TREES:
                running.add_and_wait(corpora.tree(name))
            for number in range(PANES):
                trees.large(kept / f"large-{number}")
                (kept / f"large-{number}" / "10-mb.md").unlink()
                running.add_and_wait(kept / f"large-{number}")
        settings = {**os.environ, "DISPLAY": display, "QT_QPA_PLATFORM": "xcb"}
        command = [sys.executable, "-m", "tests.bench.panes", str(running.library.root)]
        done = subprocess.run(command, env=settings, stdout=subprocess.PIPE, check=True, text=True, timeout=900)
        for line in done.stdout.splitlines():
            name, value, unit, wanted = json.loads(line)
            yield Figure(name, value, unit, wanted)


def walk(library: Path) -> None:
    """Both in one window on this library."""
    with desk(library) as (window, stalls):
        until(lambda: window.library_dock.model.cards() and window.reader.view is not None)
        pause(3)
        with told("previews", stalls):
            _preview(window)
        with told("a split of four", stalls):
            _split(window)


def _preview(window: Window) -> None:
    from PySide6.QtCore import Qt  # noqa: PLC0415 - in the measuring process alone
    from PySide6.QtTest import QTest  # noqa: PLC0415 - in the measuring process alone

    took: list[float] = []
    view = window.results_panel.view
    for query in QUERIES:
        window.toolbar.box.setText(query)
        until(lambda query=query: window.search.words == query and not window.search.is_waiting)
        pause(1)
        view.setFocus()
        QTest.keyClick(view, Qt.Key.Key_Down)
        pause(1)
        for _ in range(14):
            landed: list[object] = []
            connection = window.reader.landed.connect(landed.append)
            start = time.time()
            QTest.keyClick(view, Qt.Key.Key_Down)
            web = window.reader.view
            assert web is not None
            if web.is_ready:  # the document is there already; its frame comes next
                _run(web, _PAINTED)
            else:
                until(lambda landed=landed: landed)
                _run(web, _PAINTED)
            until(lambda web=web: _ask(web, "window.painted_ || 0"))
            came = _ask(web, "window.painted_")
            assert isinstance(came, (int, float))
            took.append(came - start * 1000)
            until(lambda landed=landed: landed)
            window.reader.disconnect(connection)
            pause(0.5)
        window.toolbar.box.clear()
        pause(0.3)
    tell("an arrow key in the hits to the page painted, p50", percentile(took, 0.5), "ms")
    tell("an arrow key in the hits to the page painted, p95", percentile(took, 0.95), "ms", "80 ms")


def _split(window: Window) -> None:
    from bookwheel.gui.state.locations import Location  # noqa: PLC0415 - in the measuring process alone

    split_view = window.split_view
    _read(split_view.reader, Location("large-0/1-mb.md"))
    pause(5)  # until every part is there
    before = _memory_mb()
    for number in range(1, PANES):
        split_view.focus(split_view.readers[(number - 1) // 2])
        made = split_view.split(is_column=number > 1)
        assert made is not None
        _read(made, Location(f"large-{number}/1-mb.md"))
        pause(5)
    tell("a pane with a document of 1 MB, memory", (_memory_mb() - before) / (PANES - 1), "MB", "60 MB")
    views = [reader.view for reader in split_view.readers if reader.view is not None]
    for view in views:
        _run(view, _SCROLL % FRAMES)
    until(lambda: all(_ask(view, f"(window.frames_ || []).length >= {FRAMES}") for view in views))
    frames: list[float] = []
    for view in views:
        found = _ask(view, "window.frames_")
        assert isinstance(found, list)
        frames.extend(float(frame) for frame in found[2:])
    tell("four panes scrolled at once, a frame, p50", percentile(frames, 0.5), "ms", "17 ms")
    tell("four panes scrolled at once, a frame, p95", percentile(frames, 0.95), "ms")
    one = [window.reader.view]
    _run(one[0], _SCROLL % FRAMES)  # type: ignore[arg-type]
    until(lambda: _ask(one[0], f"window.frames_.length >= {FRAMES}"))  # type: ignore[arg-type]
    alone = _ask(one[0], "window.frames_")  # type: ignore[arg-type]
    assert isinstance(alone, list)
    tell("one of four panes scrolled, a frame, p50", percentile([float(frame) for frame in alone[2:]], 0.5), "ms")
    tell("one of four panes scrolled, a frame, p95", percentile([float(frame) for frame in alone[2:]], 0.95), "ms")


def _read(reader: Reader, place: object) -> None:
    landed: list[object] = []
    connection = reader.landed.connect(landed.append)
    reader.open(place)  # type: ignore[arg-type]
    until(lambda: landed)
    reader.disconnect(connection)


def _run(view: PageView, source: str) -> None:
    from bookwheel.gui.page.html import page_code  # noqa: PLC0415 - in the measuring process alone

    view.web_page.runJavaScript(source, page_code.WORLD)


def _ask(view: PageView, source: str) -> object:
    """What a script in the page's own world of ours says."""
    from bookwheel.gui.page.html import page_code  # noqa: PLC0415 - in the measuring process alone

    said: list[object] = []
    text = f"JSON.stringify({source})"
    view.web_page.runJavaScript(text, page_code.WORLD, lambda answer: said.append(json.loads(answer or "null")))
    until(lambda: said)
    return said[0]


def _memory_mb() -> float:
    """Proportional memory of this window and of Chromium's processes."""
    import psutil  # noqa: PLC0415 - in the measuring process alone

    own, total = psutil.Process(), 0.0
    for process in [own, *own.children(recursive=True)]:
        lines = Path(f"/proc/{process.pid}/smaps_rollup").read_text("ascii").splitlines()
        total += next(int(line.split()[1]) for line in lines if line.startswith("Pss:")) / 1000
    return total


if __name__ == "__main__":
    walk(Path(sys.argv[1]))
