"""A hit says in which languages its page stands too, and opens them."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from bookwheel.gui.search.hits_model import ALSO_IN
from bookwheel.gui.window.window import Window
from tests.gui.search.hit_parts import press
from tests.gui.shelves import write_shelves
from tests.library.search.test_hit_languages import TEXTS


@pytest.fixture(scope="module")
def shelves(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The usual documents, one page in three languages and one in two."""
    root = write_shelves(tmp_path_factory.mktemp("documents") / "shelves")
    for language, text in TEXTS.items():
        (root / f"content/{language}").mkdir(parents=True)
        (root / f"content/{language}/pods.md").write_text(text, "utf-8")
        if language != "ja":
            (root / f"content/{language}/nodes.md").write_text(text.replace("ods", "ylons"), "utf-8")
    return root


def first_row(qtbot: QtBot, window: Window, words: str, doc: str) -> int:
    window.toolbar.box.setText(words)
    search = window.search
    qtbot.waitUntil(lambda: search.words == words and search._is_final and doc in _docs(window), timeout=30_000)
    return _docs(window).index(doc)


def _docs(window: Window) -> list[str]:
    model = window.search.model
    return [hit.doc for row in range(model.rowCount()) if (hit := model.hit(row)) is not None]


def test_one_other_language_opens_at_once(qtbot: QtBot, window: Window) -> None:
    row = first_row(qtbot, window, "pylons", "shelves/content/en/nodes.md")
    assert "Deutsch" in window.search.model.index(row, 0).data(ALSO_IN)
    with qtbot.waitSignal(window.reader.landed, timeout=30_000):
        press(qtbot, window, row, "languages")
    assert window.reader.here is not None and window.reader.here.doc == "shelves/content/de/nodes.md"


def test_several_are_offered_and_the_menu_of_the_hit_has_them(qtbot: QtBot, window: Window) -> None:
    row = first_row(qtbot, window, "pods", "shelves/content/en/pods.md")
    said = window.search.model.index(row, 0).data(ALSO_IN)
    assert "Deutsch" in said and "日本語" in said
    described = window.search.model.index(row, 0).data(Qt.ItemDataRole.AccessibleDescriptionRole)
    assert said in str(described)
    menu = window.results_panel.build_menu(row)
    assert menu is not None
    languages = next(action.menu() for action in menu.actions() if action.text() == "Open in language")
    texts = [action.text() for action in languages.actions()]  # type: ignore[union-attr]
    assert len(texts) == 2 and "Deutsch" in texts[0]
    with qtbot.waitSignal(window.reader.landed, timeout=30_000):
        languages.actions()[1].trigger()  # type: ignore[union-attr]
    assert window.reader.here is not None and window.reader.here.doc == "shelves/content/ja/pods.md"


def test_a_page_in_one_language_says_nothing(qtbot: QtBot, window: Window) -> None:
    row = first_row(qtbot, window, "apples", "shelves/notes.txt")
    assert window.search.model.index(row, 0).data(ALSO_IN) == ""
