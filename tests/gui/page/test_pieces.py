"""Notebooks, slides and mail in the window: what is long is cut until it is wanted."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from bookwheel.client.connection import Client
from bookwheel.domain.collection import AddRequest, RemoveRequest
from bookwheel.gui.state.locations import Location
from bookwheel.gui.window.window import Window
from tests.gui.page.test_tables import evaluate
from tests.gui.window.test_window import go
from tests.waiting import until

pytestmark = pytest.mark.leaves_library

RIDES = "pieces/rides.ipynb"
SHORT = "document.querySelectorAll('.shortened.short').length"


@pytest.fixture(scope="module", autouse=True)
def pieces(served: Client, tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """A notebook with a long output and a short one."""
    folder: Path = tmp_path_factory.mktemp("more") / "pieces"
    folder.mkdir()
    outputs = ["".join(f"turn {number}\n" for number in range(90)), "done\n"]
    cells = [
        {
            "cell_type": "code",
            "source": "run()",
            "metadata": {},
            "execution_count": number,
            "outputs": [{"output_type": "stream", "name": "stdout", "text": text}],
        }
        for number, text in enumerate(outputs, 1)
    ]
    (folder / "rides.ipynb").write_text(json.dumps({"nbformat": 4, "metadata": {}, "cells": cells}), "utf-8")
    served.add(AddRequest(str(folder)))
    until(lambda: any(one.slug == "pieces" and one.documents == 1 for one in served.collections().collections))
    yield
    served.remove(RemoveRequest("pieces"))


def test_a_long_output_is_cut_until_its_button_is_pressed_by_key(qtbot: QtBot, window: Window) -> None:
    go(qtbot, window, Location(RIDES))
    assert evaluate(qtbot, window, SHORT) == 1
    assert evaluate(qtbot, window, "document.querySelectorAll('.cell-in, .cell-out').length") == 4
    view = window.reader.warm()
    view.setFocus()
    evaluate(qtbot, window, "document.querySelector('.show-all').focus()")
    target = view.focusProxy()
    assert target is not None
    QTest.keyClick(target, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: evaluate(qtbot, window, SHORT) == 0, timeout=30_000)
    button = "document.querySelector('.show-all')"
    assert evaluate(qtbot, window, f"[{button}.textContent, {button}.ariaExpanded]") == ["Show less", "true"]


def test_find_in_page_shows_all_of_what_it_finds_cut(qtbot: QtBot, window: Window) -> None:
    go(qtbot, window, Location(RIDES))
    assert evaluate(qtbot, window, SHORT) == 1
    window.reader.finder.open_bar()
    qtbot.keyClicks(window.reader.finder.box, "turn 80")
    qtbot.waitUntil(lambda: evaluate(qtbot, window, SHORT) == 0, timeout=30_000)
    window.reader.finder.dismiss()


def test_a_hit_shows_all_of_what_it_stands_in(qtbot: QtBot, window: Window) -> None:
    go(qtbot, window, Location(RIDES, query="turn 80"))
    qtbot.waitUntil(lambda: evaluate(qtbot, window, SHORT) == 0, timeout=30_000)
