"""Everyday journeys on the documents of `panes`: the longest stall of the window's thread in each."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from tests.bench.corpora import Corpora
from tests.bench.desk import desk, pause, told, until
from tests.bench.figures import Figure
from tests.bench.panes import QUERIES, TREES
from tests.bench.running import service
from tests.bench.window import is_possible, on_screen

if TYPE_CHECKING:
    from bookwheel.gui.window.window import Window

PAGES = (
    "k8s-docs-en/docs/concepts/overview/kubernetes-api.md",
    "k8s-docs-en/docs/reference/kubectl/cheatsheet.md",
)
PALETTES = (("Quick open", "pod li"), ("Command palette", "graph"), ("Go to heading", "a"))


def measure(corpora: Corpora, scratch: Path) -> Iterator[Figure]:
    """Each journey in one window; in a folder named by BENCH_KEEP the library stays."""
    if not is_possible():
        return
    kept = Path(os.environ.get("BENCH_KEEP", scratch.parent / "kept-panes"))
    kept.mkdir(exist_ok=True)
    with service(kept / "panes", has_meaning=False) as running, on_screen() as display:
        if not running.client.collections().collections:
            for name in TREES:
                running.add_and_wait(corpora.tree(name))
        settings = {**os.environ, "DISPLAY": display, "QT_QPA_PLATFORM": "xcb"}
        command = [sys.executable, "-m", "tests.bench.everyday", str(running.library.root)]
        done = subprocess.run(command, env=settings, stdout=subprocess.PIPE, check=True, text=True, timeout=900)
        for line in done.stdout.splitlines():
            name, value, unit, wanted = json.loads(line)
            yield Figure(name, value, unit, wanted)


def walk(library: Path) -> None:
    """Everything that a person opens in an hour, once."""
    with desk(library) as (window, stalls):
        with told("start, to rest", stalls):
            until(lambda: window.library_dock.model.cards() and window.reader.view is not None)
            pause(5)
        for name, journey in (
            ("search typed", _search),
            ("palettes", _palettes),
            ("compare", _compare),
            ("split", _split),
            ("annotations", _annotations),
            ("start page", _start_page),
            ("settings and health", _settings),
            ("map", _map),
        ):
            with told(name, stalls):
                journey(window)
                pause(0.5)


def _read(window: Window, doc: str) -> None:
    from bookwheel.gui.state.locations import Location  # noqa: PLC0415 - in the measuring process alone

    landed: list[object] = []
    connection = window.reader.landed.connect(landed.append)
    window.shell.open(Location(doc))
    until(lambda: landed)
    window.reader.disconnect(connection)


def _type(widget: object, text: str) -> None:
    from PySide6.QtTest import QTest  # noqa: PLC0415 - in the measuring process alone

    for letter in text:
        QTest.keyClicks(widget, letter)  # type: ignore[arg-type]
        pause(0.12)


def _search(window: Window) -> None:
    for query in QUERIES:
        _type(window.toolbar.box, query)
        pause(0.8)
        window.toolbar.box.clear()


def _palettes(window: Window) -> None:
    for command, text in PALETTES:
        window.commands.find(command).trigger()
        pause(0.4)
        _type(window.command_palette.box, text)
        window.command_palette.dismiss()
        pause(0.2)


def _compare(window: Window) -> None:
    from PySide6.QtCore import Qt  # noqa: PLC0415 - in the measuring process alone
    from PySide6.QtTest import QTest  # noqa: PLC0415 - in the measuring process alone

    _read(window, PAGES[0])
    window.commands.find("Compare with").trigger()
    pause(0.5)
    _type(window.command_palette.box, "network policies")
    QTest.keyClick(window.command_palette.box, Qt.Key.Key_Return)
    pause(2)


def _split(window: Window) -> None:
    _read(window, PAGES[0])
    made = window.split_view.split(is_column=False)
    pause(0.5)
    _read(window, PAGES[1])
    pause(0.5)
    assert made is not None
    window.commands.find("Close split").trigger()


def _annotations(window: Window) -> None:
    _read(window, PAGES[0])
    window.commands.find("Bookmark").trigger()
    pause(0.5)
    window.commands.find("Annotations").trigger()
    pause(1)
    window.commands.find("Bookmark").trigger()  # taken away again
    pause(0.5)


def _start_page(window: Window) -> None:
    window.commands.find("Start page").trigger()
    pause(1)


def _settings(window: Window) -> None:
    for show in (window.dialogs.show_settings, window.dialogs.show_health, window.dialogs.show_agents):
        dialog = show()
        pause(1)
        dialog.close()


def _map(window: Window) -> None:
    drawn: list[int] = []
    window.map_tab.page.drawn.connect(lambda: drawn.append(1))
    window.map_tab.show()
    until(lambda: drawn, 300)
    pause(2)
    window.map_tab.close()


if __name__ == "__main__":
    walk(Path(sys.argv[1]))
