"""Exact text in the window: a mode, expressions between slashes, marks on the page; and counts by fields."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from bookwheel.domain.search import Mode, Order
from bookwheel.gui.search.field_menu import FieldButton
from bookwheel.gui.window.window import Window
from tests.gui.shelves import write_shelves


@pytest.fixture(scope="module")
def shelves(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The usual documents, and one about a setting."""
    root = write_shelves(tmp_path_factory.mktemp("documents") / "shelves")
    (root / "setting.md").write_text(
        "---\nstatus: done\n---\n# Setting\n\nSet `max_log(5)` here.\n\n```ini\nmax_log = 7\n```\n", encoding="utf-8"
    )
    return root


def _hits(window: Window) -> list[str]:
    model = window.search.model
    return [hit.section for row in range(model.rowCount()) if (hit := model.hit(row)) is not None]


def _search(qtbot: QtBot, window: Window, words: str) -> None:
    search = window.search
    window.toolbar.box.setText(words)
    qtbot.waitUntil(lambda: search.words == words and not search.is_waiting and search._is_final, timeout=30_000)


def test_exact_text_is_found_and_marked_on_the_page(qtbot: QtBot, window: Window) -> None:
    window.results_panel.mode.choose(Mode.LITERAL)
    try:
        _search(qtbot, window, "MAX_log(5)")
        assert _hits(window) == ["shelves/setting.md#setting"]
        hit = window.search.model.hit(0)
        assert hit is not None and hit.snippet.startswith("6: Set `max_log(5)`") and hit.line == 6
        with qtbot.waitSignal(window.reader.landed, timeout=30_000):
            window.search.open()
        assert window.reader.here is not None and window.reader.here.doc == "shelves/setting.md"
        assert window.search.marked_words == r"/MAX\_log\(5\)/i"
    finally:
        window.results_panel.mode.choose(Mode.AUTO)
        window.results_panel.order.choose(Order.BEST)


def test_expression_between_slashes_is_one_in_every_mode_and_a_fault_is_named(qtbot: QtBot, window: Window) -> None:
    _search(qtbot, window, r"/max_log( = |\()\d/")
    assert _hits(window) == ["shelves/setting.md#setting"]
    with qtbot.waitSignal(window.search.failed, timeout=30_000):
        window.toolbar.box.setText("/max_log(/")
    assert "fault at character 8" in window.results_panel.empty.text()


def test_hits_are_counted_by_a_field_of_front_matter(qtbot: QtBot, window: Window) -> None:
    _search(qtbot, window, "setting")
    button = window.results_panel.fields
    assert isinstance(button, FieldButton)
    with qtbot.waitCallback(timeout=30_000) as asked:
        window.search.ask_fields(asked)
    menu = button.build_menu(asked.args[0])
    action = next(one for one in menu.actions() if one.data() == "status")
    assert "1" in action.text() and not action.isChecked()
    action.trigger()
    chips = window.results_panel.chips
    qtbot.waitUntil(lambda: any("status: done" in chip.text() for chip in chips.buttons), timeout=30_000)
    menu.close()
