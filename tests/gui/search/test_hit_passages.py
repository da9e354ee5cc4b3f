"""A long section's passages below its hit, each of which leads to its own place on the page."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from bookwheel.gui.page.html import page_code
from bookwheel.gui.search.hits_model import FOLD, IS_BELOW, IS_PASSAGE
from bookwheel.gui.window.window import Window
from tests.gui.search.hit_parts import press
from tests.gui.shelves import write_shelves

FILLER = "Nothing of note happens in this line of the page, which only makes it long.\n\n" * 20
LOG = "shelves/log.md"
PLACES = ("lantern of the pump", "lantern was ordered", "lantern were tried")
HERE = "document.querySelector('mark.hit.here')?.closest('p').textContent"


@pytest.fixture(scope="module")
def shelves(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The usual documents, and a long one with a word in three places."""
    root = write_shelves(tmp_path_factory.mktemp("documents") / "shelves")
    first, second, third = PLACES
    text = f"The {first} *leaks*.\n\n{FILLER}A **{second}**.\n\n{FILLER}The pump and [its](http://a.example) {third}.\n"
    (root / "log.md").write_text(
        f"# The log of the lantern\n\n{text}\n## Short\n\n{FILLER}A lantern.\n", encoding="utf-8"
    )
    return root


def _search(qtbot: QtBot, window: Window) -> None:
    window.toolbar.box.setText("lantern")
    search = window.search
    qtbot.waitUntil(lambda: search.words == "lantern" and not search.is_waiting and search._is_final, timeout=30_000)
    qtbot.waitUntil(lambda: _row(window, FOLD) is not None, timeout=30_000)


def _row(window: Window, role: int, row: int = 0) -> object:
    return window.search.model.index(row, 0).data(role)


def _here(qtbot: QtBot, window: Window) -> str:
    got: list[str] = []
    view = window.reader.view
    assert view is not None
    view.web_page.runJavaScript(f"{HERE} || ''", page_code.WORLD, got.append)
    qtbot.waitUntil(lambda: bool(got), timeout=30_000)
    return got[0]


def test_passages_and_sections_unfold_below_a_hit_and_lead_to_their_places(qtbot: QtBot, window: Window) -> None:
    _search(qtbot, window)
    model, view = window.search.model, window.results_panel.view
    hit = model.hit(0)
    assert hit is not None and hit.doc == LOG and len(hit.further) == 2
    assert _row(window, FOLD) == ("2 more passages · 1 more section", False)
    view.setCurrentIndex(model.index(0, 0))
    view.setFocus()
    qtbot.keyClick(view, Qt.Key.Key_Right)
    qtbot.waitUntil(lambda: model.rowCount() >= 4 and _row(window, IS_BELOW, 3) is True, timeout=30_000)
    assert [_row(window, IS_PASSAGE, row) for row in range(4)] == [False, True, True, False]
    assert _row(window, FOLD) == ("Show less", True) and _row(window, FOLD, 1) is None
    seen: list[str] = []
    for row in (1, 2):
        with qtbot.waitSignal(window.reader.landed, timeout=30_000):
            qtbot.keyClick(view, Qt.Key.Key_Down)
        shown = model.hit(row)
        assert shown is not None and window.reader.here is not None and window.reader.here.doc == LOG
        words = next(words for words in PLACES if words in shown.snippet)
        qtbot.waitUntil(lambda words=words: words in _here(qtbot, window), timeout=30_000)
        seen.append(words)
    assert len(set(seen)) == 2, "each passage leads to its own place"
    qtbot.keyClick(view, Qt.Key.Key_Left)
    assert view.currentIndex().row() == 0 and _row(window, IS_BELOW, 1) is not True


def test_sections_one_by_one_unfold_their_passages_by_the_mouse(qtbot: QtBot, window: Window) -> None:
    window.results_panel.set_grouping(False)
    _search(qtbot, window)
    model = window.search.model
    qtbot.waitUntil(lambda: _row(window, FOLD) == ("2 more passages", False), timeout=30_000)
    press(qtbot, window, 0, "fold")
    qtbot.waitUntil(lambda: model.is_unfolded(0), timeout=30_000)
    assert [_row(window, IS_PASSAGE, row) for row in (1, 2)] == [True, True]
    press(qtbot, window, 0, "fold")
    assert not model.is_unfolded(0)
