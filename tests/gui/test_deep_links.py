"""What leads to a passage from outside: a sentence that was copied, and links."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWebEngineCore import QWebEngineScript
from pytestqt.qtbot import QtBot

from bookwheel.gui.window import Window

TIMEOUT = 30_000
WORLD = QWebEngineScript.ScriptWorldId.ApplicationWorld.value
SENTENCE = "Each shelf hangs at the same slope throughout the turn."
WHEEL = "shelves/machines/wheel.md"
MARKED = "[...document.querySelectorAll('mark.hit')].map((each) => each.textContent).join('|')"


def marked(qtbot: QtBot, window: Window) -> list[str]:
    """What is marked on the page."""
    got: list[str] = []
    window.reader.warm().own.runJavaScript(MARKED, WORLD, got.append)
    qtbot.waitUntil(lambda: bool(got), timeout=TIMEOUT)
    return got[0].split("|")


@pytest.mark.parametrize(
    "pasted", [SENTENCE, f"“{SENTENCE}”", "Each **shelf** hangs at the same\n slope throughout the turn"]
)
def test_a_pasted_sentence_opens_its_source_with_the_sentence_marked(qtbot: QtBot, window: Window, pasted: str) -> None:
    box = window.bar.box
    QGuiApplication.clipboard().setText(pasted)
    box.setFocus()
    box.paste()
    with qtbot.waitSignal(window.reader.landed, timeout=TIMEOUT):
        qtbot.keyClick(box, Qt.Key.Key_Return)
    here = window.reader.here
    assert here is not None and (here.doc, here.anchor) == (WHEEL, "how-it-turns")
    assert marked(qtbot, window) == [SENTENCE.rstrip(".")]
    qtbot.waitUntil(lambda: window.reader.anchor == "how-it-turns", timeout=TIMEOUT)
    box.clear()
