"""Documents are chosen by name, wherever a feature asks for one."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from bookwheel.domain.search import DocumentCard
from bookwheel.gui.shell.document_picker import describe_path, pick_document
from bookwheel.gui.widgets.palette import Choice
from bookwheel.gui.window.window import Window

pytestmark = pytest.mark.leaves_library


def test_quick_open_names_the_alias_by_which_a_document_was_found() -> None:
    card = DocumentCard(
        *("d/w.md", "Bookwheel", "d", "w.md", "", "", (), "en", 1, 1, "", "", "", ""),
        aliases=("Reading engine", "Wheel"),
    )
    notes = [describe_path(card, typed) for typed in ("engine read", "wheel", "", "zzz")]
    assert notes == ["Reading engine · w.md", "w.md", "w.md", "w.md"]


def test_a_document_is_picked_by_name_and_one_is_left_out(qtbot: QtBot, window: Window) -> None:
    palette = window.command_palette
    chosen: list[tuple[str, str]] = []
    pick_document(window.shell, "Pick", "Which?", lambda doc, title: chosen.append((doc, title)))
    qtbot.waitUntil(lambda: "The bookwheel" in palette.words, timeout=30_000)
    first = palette.words[0]
    qtbot.keyClicks(palette.box, "bookwheel")
    qtbot.waitUntil(lambda: palette.words[:1] == ["The bookwheel"], timeout=30_000)
    palette.view.clicked.emit(palette.view.model().index(0, 0))
    assert first and [title for _, title in chosen] == ["The bookwheel"]
    doc = chosen[0][0]
    pick_document(window.shell, "Pick", "Which?", lambda doc, title: chosen.append((doc, title)), without=doc)
    qtbot.waitUntil(lambda: len(palette.words) > 0, timeout=30_000)
    assert "The bookwheel" not in palette.words


def test_where_no_document_fits_other_rows_are_offered(qtbot: QtBot, window: Window) -> None:
    palette = window.command_palette
    pick_document(
        window.shell,
        "Pick",
        "Which?",
        lambda _doc, _title: None,
        rows_if_none=lambda text: [Choice(text, lambda: None)],
    )
    qtbot.keyClicks(palette.box, "zzzqx")
    qtbot.waitUntil(lambda: palette.words == ["zzzqx"], timeout=30_000)
