"""Annotations while the window is split: each page draws its own, and what is pressed on a page acts there."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from bookwheel.client.connection import Client
from bookwheel.domain.annotations.annotation import AnnotationRemoval, AnnotationsRequest
from bookwheel.gui.page.html.page_code import WORLD
from bookwheel.gui.page.reader import Reader
from bookwheel.gui.state.locations import Location
from bookwheel.gui.window.window import Window

TIMEOUT = 30_000
WHEEL, DESK = "shelves/machines/wheel.md", "shelves/machines/desk.md"
WORDS = "Each shelf hangs at the same slope"


@pytest.fixture(autouse=True)
def empty(served: Client) -> None:
    kept = served.annotations(AnnotationsRequest()).annotations
    served.remove_annotations(AnnotationRemoval(tuple(entry.annotation.id for entry in kept)))


def told(qtbot: QtBot, reader: Reader, source: str) -> object:
    """What a script answers on a split's page."""
    answers: list[object] = []
    assert reader.view is not None
    reader.view.web_page.runJavaScript(source, WORLD, answers.append)
    qtbot.waitUntil(lambda: bool(answers), timeout=TIMEOUT)
    return answers[0]


def drawn(qtbot: QtBot, reader: Reader) -> str:
    return str(told(qtbot, reader, "JSON.stringify(window.bookwheel?.annotations_drawn?.() ?? [])"))


def select(qtbot: QtBot, reader: Reader) -> None:
    source = (
        "(() => { const walker = document.createTreeWalker(document.getElementById('sheet'), NodeFilter.SHOW_TEXT);"
        f" while (walker.nextNode()) {{ const node = walker.currentNode, at = node.data.indexOf('{WORDS}');"
        f" if (at >= 0) {{ getSelection().setBaseAndExtent(node, at, node, at + {len(WORDS)}); return true; }} }}"
        " return false; })()"
    )
    assert told(qtbot, reader, source) is True


def test_every_split_draws_its_own_and_the_toolbar_acts_where_it_stands(
    qtbot: QtBot, window: Window, served: Client
) -> None:
    with qtbot.waitSignal(window.reader.landed, timeout=TIMEOUT):
        window.shell.open(Location(WHEEL))
    window.commands.find("Split right").trigger()
    left, right = window.split_view.readers
    qtbot.waitUntil(lambda: right.page is not None and not right.is_landing, timeout=TIMEOUT)
    with qtbot.waitSignal(right.landed, timeout=TIMEOUT):
        window.shell.open(Location(DESK))
    bar = window.page_tools.of(left).annotations.bar
    select(qtbot, left)
    qtbot.waitUntil(bar.isVisible, timeout=TIMEOUT)
    assert window.reader is right and not window.annotating.bar.isVisible()
    next(iter(bar.colours.values())).click()
    assert window.reader is left
    qtbot.waitUntil(lambda: WORDS in drawn(qtbot, left), timeout=TIMEOUT)
    [entry] = served.annotations(AnnotationsRequest()).annotations
    assert (entry.annotation.doc, entry.annotation.quote) == (WHEEL, WORDS)
    assert drawn(qtbot, right) == "[]"
    qtbot.waitUntil(lambda: not bar.isVisible(), timeout=TIMEOUT)

    window.commands.find("Go to split 2").trigger()
    with qtbot.waitSignal(right.landed, timeout=TIMEOUT):
        window.shell.open(Location(WHEEL))
    qtbot.waitUntil(lambda: WORDS in drawn(qtbot, right), timeout=TIMEOUT)
    window.page_tools.of(right).annotations.choose(entry.annotation.id)
    qtbot.waitUntil(lambda: window.annotating.dialog is not None, timeout=TIMEOUT)
    assert window.annotating.dialog is not None
    window.annotating.dialog.removed.emit()
    for reader in (left, right):
        qtbot.waitUntil(lambda reader=reader: drawn(qtbot, reader) == "[]", timeout=TIMEOUT)
