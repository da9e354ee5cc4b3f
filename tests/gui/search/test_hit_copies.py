"""A hit says how many near-identical copies of it were left out, and opens them."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from bookwheel.gui.search.hits_model import COPIES
from bookwheel.gui.window.window import Window
from tests.gui.search.hit_parts import press
from tests.gui.shelves import write_shelves

TURNING = (
    "The spindle turns the wheel by a crank of ash, and a second person reads aloud from the page that comes up.\n"
)


@pytest.fixture(scope="module")
def shelves(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The usual documents, one page in three copies and one in two."""
    root = write_shelves(tmp_path_factory.mktemp("documents") / "shelves")
    for folder in ("v1", "v2", "v3"):
        (root / folder).mkdir()
        (root / folder / "turning.md").write_text(f"# Turning zylinders\n\n{TURNING}", "utf-8")
        if folder != "v3":
            (root / folder / "oiling.md").write_text(f"# Oiling zapfens\n\n{TURNING.replace('crank', 'rope')}", "utf-8")
    return root


def row_of(qtbot: QtBot, window: Window, words: str, title: str) -> int:
    window.toolbar.box.setText(words)
    search = window.search
    qtbot.waitUntil(
        lambda: search.words == words and search._is_final and title in titles(window), timeout=30_000
    )  # fmt: skip
    return titles(window).index(title)


def titles(window: Window) -> list[str]:
    model = window.search.model
    return [hit.title for row in range(model.rowCount()) if (hit := model.hit(row)) is not None]


def test_one_copy_opens_at_once(qtbot: QtBot, window: Window) -> None:
    row = row_of(qtbot, window, "zapfens", "Oiling zapfens")
    hit = window.search.model.hit(row)
    assert hit is not None and hit.doc == "shelves/v1/oiling.md"
    index = window.search.model.index(row, 0)
    assert index.data(COPIES) == "1 near-identical copy"
    assert "1 near-identical copy." in str(index.data(Qt.ItemDataRole.AccessibleDescriptionRole))
    with qtbot.waitSignal(window.reader.landed, timeout=30_000):
        press(qtbot, window, row, "copies")
    assert window.reader.here is not None and window.reader.here.doc == "shelves/v2/oiling.md"


def test_several_are_offered_and_the_menu_of_the_hit_has_them(qtbot: QtBot, window: Window) -> None:
    row = row_of(qtbot, window, "zylinders", "Turning zylinders")
    assert window.search.model.index(row, 0).data(COPIES) == "2 near-identical copies"
    menu = window.results_panel.build_menu(row)
    assert menu is not None
    copies = next(action.menu() for action in menu.actions() if action.text() == "Open copy")
    assert isinstance(copies, QMenu)
    assert [action.text().strip("\u2066\u2067\u2068\u2069") for action in copies.actions()] == [
        "shelves/v2/turning.md", "shelves/v3/turning.md",
    ]  # fmt: skip
    press(qtbot, window, row, "copies")
    qtbot.waitUntil(lambda: isinstance(QApplication.activePopupWidget(), QMenu), timeout=30_000)
    popup = QApplication.activePopupWidget()
    assert isinstance(popup, QMenu)
    with qtbot.waitSignal(window.reader.landed, timeout=30_000):
        popup.actions()[1].trigger()
    popup.close()
    assert window.reader.here is not None and window.reader.here.doc == "shelves/v3/turning.md"


def test_without_grouping_each_copy_is_a_hit(qtbot: QtBot, window: Window) -> None:
    row_of(qtbot, window, "zylinders", "Turning zylinders")
    window.results_panel.set_grouping(False)
    try:
        qtbot.waitUntil(lambda: titles(window).count("Turning zylinders") == 3, timeout=30_000)
        assert window.search.model.index(0, 0).data(COPIES) == ""
    finally:
        window.results_panel.set_grouping(True)
    qtbot.waitUntil(lambda: titles(window).count("Turning zylinders") == 1, timeout=30_000)
