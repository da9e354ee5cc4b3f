"""Journeys through real libraries in a real window: what holds its thread up, how soon it answers, what it weighs.

A stall is time in which the window could not have taken a key, less the waits for a processor that others used.
"""

from __future__ import annotations

import json
import os
import random
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from bookwheel.domain.collection import RemoveRequest
from bookwheel.domain.service.events import EventKind
from bookwheel.domain.service.settings import SettingChange
from tests.bench import trees
from tests.bench.corpora import Corpora
from tests.bench.desk import desk, pause, tell, told, until
from tests.bench.figures import Figure, percentile
from tests.bench.running import Running, service
from tests.bench.window import is_possible, on_screen

if TYPE_CHECKING:
    from bookwheel.gui.window.window import Window
    from tests.stalls import Stalls

TREES = ("docs/k8s-docs-en", "docs/rust-book", "docs/obsidian-tasks", "docs/tldr")
SECTIONS = 75_000
DOCUMENTS, FLAT = 100_000, 10_000
QUERIES = ("pod security policy", "drain a node safely", "list running containers", "lifetime of a reference")
PAGES = (
    "k8s-docs-en/docs/concepts/workloads/pods/_index.md",
    "k8s-docs-en/docs/concepts/overview/kubernetes-api.md",
    "k8s-docs-en/docs/reference/kubectl/cheatsheet.md",
    "k8s-docs-en/docs/setup/production-environment/tools/kubeadm/high-availability.md",
)
LARGE = {"10 KB": "", "1 MB": "", "10 MB": "1000 ms"}
"""What is wanted of the first paint, by the size of the document."""
DRAWN = """# Drawn

```mermaid
graph LR
  a[axle] --> b[basin]
  b --> c[crank]
```

And $x^2 + y^2 = z^2$ set.
"""


def measure(corpora: Corpora, scratch: Path) -> Iterator[Figure]:
    """Every journey through 75,000 sections of real and made up documents, and through a tree of 100,000.

    Both libraries are made once for all runs; in a folder named by BENCH_KEEP they stay, for it takes minutes.
    """
    if not is_possible():
        return
    kept = Path(os.environ.get("BENCH_KEEP", scratch.parent / "kept"))
    kept.mkdir(exist_ok=True)
    with service(kept / "library") as running, on_screen() as display:
        if not running.client.collections().collections:
            _furnish(running, corpora, kept)
        late = scratch / "late"
        shutil.copytree(corpora.tree("docs/rust-book"), late)
        try:
            yield from _child(display, "walk", running.library.root, late)
        finally:
            if any(card.slug == late.name for card in running.client.collections().collections):
                running.client.remove(RemoveRequest(late.name))
    with service(kept / "many") as running, on_screen() as display:
        if not running.client.collections().collections:
            running.client.set(SettingChange("meaning.enabled", "false"))
            running.add_and_wait(trees.many(kept / "few", 20, 10))
            running.add_and_wait(trees.many(kept / "hundred-thousand", DOCUMENTS, FLAT))
        yield from _child(display, "browse", running.library.root)


def _furnish(running: Running, corpora: Corpora, scratch: Path) -> None:
    running.client.set(SettingChange("meaning.enabled", "false"))
    for name in TREES:
        running.add_and_wait(corpora.tree(name))
    trees.large(scratch / "large")
    (scratch / "drawn").mkdir()
    (scratch / "drawn" / "drawn.md").write_text(DRAWN, "utf-8")
    held = sum(card.sections for card in running.client.collections().collections)
    for folder in (scratch / "large", scratch / "drawn", trees.sections(scratch / "volumes", SECTIONS - held)):
        running.add_and_wait(folder)


def _child(display: str, *words: str | Path) -> Iterator[Figure]:
    settings = {**os.environ, "DISPLAY": display, "QT_QPA_PLATFORM": "xcb"}
    command = [sys.executable, "-m", "tests.bench.journeys", *map(str, words)]
    done = subprocess.run(command, env=settings, stdout=subprocess.PIPE, check=True, text=True, timeout=900)
    for line in done.stdout.splitlines():
        name, value, unit, wanted = json.loads(line)
        yield Figure(name, value, unit, wanted)


def walk(library: Path, late: Path) -> None:
    """Every journey in one window on this library; `late` is a folder that is added and indexed meanwhile."""
    with desk(library) as (window, stalls):
        with told("start", stalls):
            until(lambda: window.library_dock.model.cards() and window.reader.view is not None)
            pause(5)  # what is not seen is loaded as well
        _read(window, PAGES[0])
        pause(3)
        _tell_memory()
        pause(0.5)
        with told("opening trees", stalls):
            for slug in window.library_dock.model.cards():
                _open_tree(window, slug)
        _search(window, stalls)
        with told("opening pages", stalls):
            for doc in PAGES:
                _read(window, doc)
                pause(0.5)
        _documents(window, stalls)
        with told("a page with maths and a diagram", stalls):
            _read(window, "drawn/drawn.md")
            until(lambda: _asked(window, "typesetting.tally()") == [1, 1, 0])
        with told("tabs", stalls):
            _tabs(window)
        with told("outline", stalls):
            _outline(window)
        with told("graph", stalls):
            _graph(window)
        with told("map", stalls):
            _map(window)
        with told("settings", stalls):
            _settings(window)
        with told("palettes", stalls):
            _palettes(window)
        with told("themes", stalls):
            for _ in range(4):
                window.theme.toggle()
                pause(0.5)
        with told("all of this while documents are indexed", stalls):
            _index(window, late)


def browse(library: Path) -> None:
    """A tree of a hundred thousand documents: opened, gone through, searched by name."""
    from PySide6.QtTest import QTest  # noqa: PLC0415 - in the measuring process alone

    with desk(library) as (window, stalls):
        until(lambda: window.library_dock.model.cards() and window.reader.view is not None)
        pause(2)
        model = window.library_dock.model
        slug = max(model.cards(), key=lambda each: model.cards()[each].documents)
        with told("a tree of 100,000 documents", stalls):
            start = time.perf_counter()
            window.library_dock.focus_collection(slug)
            until(lambda: slug in model.filled())
            tell("a tree of 100,000 documents, opened", (time.perf_counter() - start) * 1000, "ms", "200 ms")
            until(lambda: len(model.pages_of(slug)) == DOCUMENTS)
            tell("a tree of 100,000 documents, all of it", (time.perf_counter() - start) * 1000, "ms")
            _open_tree(window, slug)
        _filter_tree(window, stalls)
        took: list[float] = []
        rows: list[float] = []
        choices = window.command_palette.view.model()
        choices.modelReset.connect(lambda: rows.append(time.perf_counter()))
        with told("finding among 100,000 documents by name", stalls):
            window.quick_open.show_documents()
            pause(1)
            for letter in "wheel 77":
                pause(0.3)
                rows.clear()
                start = time.perf_counter()
                QTest.keyClicks(window.command_palette.box, letter)
                if letter != " ":
                    until(lambda: rows)
                    took.append((rows[0] - start) * 1000)
        tell("100,000 documents, found by name, a key, p50", percentile(took, 0.5), "ms", "200 ms")
        tell("100,000 documents, found by name, a key, p95", percentile(took, 0.95), "ms", "200 ms")


def _filter_tree(window: Window, stalls: Stalls) -> None:
    """The tree narrowed letter by letter: from each key to the rows that fit, folders and all."""
    from PySide6.QtTest import QTest  # noqa: PLC0415 - in the measuring process alone

    took: list[float] = []
    shown: list[float] = []
    narrow = window.library_dock.filter
    narrow.narrowed.connect(lambda is_narrow: shown.append(time.perf_counter()) if is_narrow else None)
    with told("filtering the tree of 100,000 documents", stalls):
        window.library_dock.show_filter()
        for letter in "wheel 77":
            pause(0.3)
            shown.clear()
            start = time.perf_counter()
            QTest.keyClicks(narrow.box, letter)
            until(lambda: shown)
            QTest.qWait(0)
            took.append((time.perf_counter() - start) * 1000)
    tell("a tree of 100,000 documents, filtered by a key, p50", percentile(took, 0.5), "ms", "200 ms")
    tell("a tree of 100,000 documents, filtered by a key, p95", percentile(took, 0.95), "ms", "200 ms")
    narrow.end()


def _tell_memory() -> None:
    """Memory in MB of this window and of Chromium's processes, with one page open, as if no other program ran.

    Proportional shares (PSS) would shrink with every other window on the computer that maps the same libraries: what
    several processes of this one share counts once, what they do not share counts for each.
    """
    import psutil  # noqa: PLC0415 - in the measuring process alone

    parts = {"the window itself": 0.0, "the page's process": 0.0, "Chromium's other processes": 0.0}
    shared: dict[tuple[str, ...], float] = {}
    own = psutil.Process()
    for process in [own, *own.children(recursive=True)]:
        is_page = process.ppid() != own.pid  # forked by the process that waits to be one
        part = "the window itself" if process == own else list(parts)[1 if is_page else 2]
        mapping: tuple[str, ...] = ()
        for line in Path(f"/proc/{process.pid}/smaps").read_text("utf-8", "replace").splitlines():
            words = line.split()
            if not words[0].endswith(":"):
                mapping = (*words[2:5], *words[5:]) if words[4] != "0" else (str(process.pid), words[0])
            elif words[0] in ("Private_Clean:", "Private_Dirty:"):
                parts[part] += int(words[1]) / 1000
            elif words[0] in ("Shared_Clean:", "Shared_Dirty:"):
                key = (words[0], *mapping)
                shared[key] = max(shared.get(key, 0.0), int(words[1]) / 1000)
    parts["what they share"] = sum(shared.values())
    for part, size in parts.items():
        tell(f"memory with one page: {part}", size, "MB")
    tell("memory with one page: all of it", sum(parts.values()), "MB", "420 MB")


def _documents(window: Window, stalls: Stalls) -> None:
    """Documents of each size: from asking to the first paint, then scrolled a screen a frame."""
    painted = "(performance.getEntriesByName('first-contentful-paint')[0] || {startTime: -1}).startTime"
    for size, wanted in LARGE.items():
        with told(f"a document of {size}", stalls):
            start = time.time()
            _read(window, f"large/{size.replace(' ', '-').lower()}.md")
            until(lambda: _asked(window, painted) != -1)
            came = _asked(window, f"performance.timeOrigin + {painted}")
            assert isinstance(came, (int, float))
            pause(1)
            frames = _frames(window)
        tell(f"a document of {size}, opened to its first paint", came - start * 1000, "ms", wanted)
        tell(f"a document of {size}, scrolled, a frame, p50", percentile(frames, 0.5), "ms")
        tell(f"a document of {size}, scrolled, a frame, p95", percentile(frames, 0.95), "ms")


def _frames(window: Window) -> list[float]:
    """Milliseconds between frames while the page moves by 600 pixels in each."""
    _asked(
        window,
        """(() => {
          window.frames_ = [];
          let last = performance.now();
          const step = (now) => {
            window.frames_.push(now - last);
            last = now;
            scrollBy({top: 600, behavior: 'instant'});
            if (window.frames_.length < 90) requestAnimationFrame(step);
          };
          requestAnimationFrame(step);
        })()""",
    )
    until(lambda: _asked(window, "window.frames_.length") == 90)
    frames = _asked(window, "window.frames_")
    assert isinstance(frames, list)
    return [float(each) for each in frames[2:]]


def _open_tree(window: Window, slug: str) -> None:
    tree, model = window.library_dock.tree, window.library_dock.model
    at = window.library_dock.index_of(slug)
    assert at is not None
    tree.expand(at)
    until(lambda: slug in model.filled())
    pause(0.2)
    for row in range(min(20, model.rowCount(at))):
        tree.expand(model.index(row, 0, at))
        pause(0.02)
    bar = tree.verticalScrollBar()
    for share in (0.3, 0.6, 1.0, 0.0):
        bar.setValue(int(share * bar.maximum()))
        pause(0.05)
    tree.collapse(at)
    pause(0.1)


def _search(window: Window, stalls: Stalls) -> None:
    from PySide6.QtTest import QTest  # noqa: PLC0415 - in the measuring process alone

    box = window.toolbar.box
    took: list[float] = []
    shown: list[float] = []
    window.search.answered.connect(lambda _answer: shown.append(time.perf_counter()))
    with told("search as you type", stalls):
        for query in QUERIES:
            for letter in query:
                shown.clear()
                start = time.perf_counter()
                QTest.keyClicks(box, letter)
                if letter != " ":
                    until(lambda: shown)
                    took.append((shown[0] - start) * 1000)
                pause(0.08)
            pause(0.5)
            box.clear()
            pause(0.1)
    tell("key press to first results, p50", percentile(took, 0.5), "ms", "100 ms")
    tell("key press to first results, p95", percentile(took, 0.95), "ms", "100 ms")


def _read(window: Window, doc: str, *, in_new_tab: bool = False) -> None:
    from bookwheel.gui.state.locations import Location  # noqa: PLC0415 - in the measuring process alone

    landed: list[object] = []
    connection = window.reader.landed.connect(landed.append)
    window.shell.open(Location(doc), in_new_tab=in_new_tab)
    until(lambda: landed)
    window.reader.disconnect(connection)


def _asked(window: Window, source: str) -> object:
    """What a script in the page's own world of ours says."""
    from PySide6.QtWebEngineCore import QWebEngineScript  # noqa: PLC0415 - in the measuring process alone

    said: list[object] = []
    view = window.reader.view
    assert view is not None
    world = QWebEngineScript.ScriptWorldId.ApplicationWorld.value
    view.web_page.runJavaScript(
        f"JSON.stringify({source})", world, lambda text: said.append(json.loads(text or "null"))
    )
    until(lambda: said)
    return said[0]


def _tabs(window: Window) -> None:
    for doc in PAGES:
        _read(window, doc, in_new_tab=True)
        pause(0.2)
    for _ in range(len(PAGES)):
        window.tabs.step(1)
        pause(0.6)
    for _ in PAGES:
        window.reader.close_tab()
        pause(0.4)


def _outline(window: Window) -> None:
    _read(window, "large/1-mb.md")
    pause(0.5)
    for entry in random.Random(4).sample(window.outline_dock.model.entries(), 6):
        window.reader.jump(entry.section.partition("#")[2])
        pause(0.3)
    for share in (0.2, 0.5, 0.9):
        window.outline_dock.view.verticalScrollBar().setValue(
            int(share * window.outline_dock.view.verticalScrollBar().maximum())
        )
        pause(0.1)


def _graph(window: Window) -> None:
    window.related_docks.show_graph()
    until(lambda: window.graph_dock.canvas is not None)
    pause(1.5)
    for doc in PAGES:
        _read(window, doc)
        pause(1)
    window.related_docks.hide_graph()
    pause(0.3)


def _map(window: Window) -> None:
    drawn: list[int] = []
    window.map_tab.page.drawn.connect(lambda: drawn.append(1))
    window.map_tab.show()
    until(lambda: drawn, 300)
    pause(1)
    canvas = window.map_tab.page.views.canvas
    assert canvas is not None
    for number in range(20):
        canvas.zoom(1.3 if number < 10 else 1 / 1.3)
        canvas.move_by((-1) ** number * 40, 10)
        pause(0.05)
    window.map_tab.close()
    pause(0.3)


def _settings(window: Window) -> None:
    sheet = window.dialogs.show_settings()
    pause(1)
    sheet.close()
    window.dialogs.show_health()
    pause(1)
    window.dialogs.show_agents()
    pause(0.6)
    for each in window.findChildren(type(sheet).__mro__[1]):
        if each.isVisible() and each.isWindow():
            each.close()
    pause(0.2)


def _palettes(window: Window) -> None:
    from PySide6.QtTest import QTest  # noqa: PLC0415 - in the measuring process alone

    for show, words in (
        (window.quick_open.show_documents, "pod"),
        (window.commands.find("Command palette").trigger, "graph"),
        (window.commands.find("Go to heading").trigger, "a"),
    ):
        show()
        pause(0.3)
        for letter in words:
            QTest.keyClicks(window.command_palette.box, letter)
            pause(0.2)
        window.command_palette.dismiss()
        pause(0.1)


def _index(window: Window, late: Path) -> None:
    from PySide6.QtTest import QTest  # noqa: PLC0415 - in the measuring process alone

    is_over: list[int] = []
    window.connection.event_received.connect(
        lambda event: is_over.append(1) if event.kind is EventKind.PROJECTED else None
    )  # the graph comes last
    window.add_folder.add(str(late))
    end = time.perf_counter() + 60
    for number in range(1000):
        query, doc = QUERIES[number % len(QUERIES)], PAGES[number % len(PAGES)]
        for letter in query:
            QTest.keyClicks(window.toolbar.box, letter)
            pause(0.05)
        pause(0.3)
        window.toolbar.box.clear()
        _read(window, doc)
        if (number > 2 and is_over) or time.perf_counter() > end:
            break
    pause(1)


if __name__ == "__main__":
    {"walk": walk, "browse": browse}[sys.argv[1]](*map(Path, sys.argv[2:]))
