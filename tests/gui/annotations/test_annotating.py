"""Bookmarks, highlights and notes in the window, against a real service."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from bookwheel.client.connection import Client
from bookwheel.domain.annotations.annotation import (
    AnnotateRequest,
    AnnotationEntry,
    AnnotationKind,
    AnnotationRemoval,
    AnnotationsRequest,
    Colour,
)
from bookwheel.gui.annotations.annotating import Annotating
from bookwheel.gui.page.html.page_code import WORLD
from bookwheel.gui.state.locations import Location
from bookwheel.gui.window.window import Window

TIMEOUT = 30_000
WORDS = "Each shelf hangs at the same slope"


def listed(served: Client, **asked: object) -> list[AnnotationEntry]:
    return [*served.annotations(AnnotationsRequest(**asked)).annotations]


@pytest.fixture(autouse=True)
def empty(served: Client) -> None:
    served.remove_annotations(AnnotationRemoval(tuple(entry.annotation.id for entry in listed(served))))


def told(qtbot: QtBot, window: Window, source: str) -> object:
    """What a script answers on the page."""
    answers: list[object] = []
    view = window.reader.view
    assert view is not None
    view.web_page.runJavaScript(source, WORLD, answers.append)
    qtbot.waitUntil(lambda: bool(answers), timeout=TIMEOUT)
    return answers[0]


def drawn(qtbot: QtBot, window: Window) -> str:
    return str(told(qtbot, window, "JSON.stringify(window.bookwheel?.annotations_drawn?.() ?? [])"))


def read(qtbot: QtBot, window: Window, doc: str = "shelves/machines/wheel.md") -> Annotating:
    with qtbot.waitSignal(window.reader.landed, timeout=TIMEOUT):
        window.shell.open(Location(doc))
    assert window.reader.page is not None and window.reader.page.doc == doc
    return window.annotating


def select(qtbot: QtBot, window: Window, words: str = WORDS) -> None:
    source = (
        "(() => { const walker = document.createTreeWalker(document.getElementById('sheet'), NodeFilter.SHOW_TEXT);"
        f" while (walker.nextNode()) {{ const node = walker.currentNode, at = node.data.indexOf('{words}');"
        f" if (at >= 0) {{ getSelection().setBaseAndExtent(node, at, node, at + {len(words)}); return true; }} }}"
        " return false; })()"
    )
    assert told(qtbot, window, source) is True


def test_selected_words_are_highlighted_in_the_page_and_stay_so(qtbot: QtBot, window: Window, served: Client) -> None:
    annotating = read(qtbot, window)
    select(qtbot, window)
    qtbot.waitUntil(annotating.bar.isVisible, timeout=TIMEOUT)
    annotating.bar.colours[Colour.BLUE].click()
    qtbot.waitUntil(lambda: len(listed(served)) == 1, timeout=TIMEOUT)
    [entry] = listed(served)
    assert (entry.annotation.quote, entry.annotation.colour) == (WORDS, Colour.BLUE)
    assert entry.section == "shelves/machines/wheel.md#how-it-turns" and not entry.is_lost
    qtbot.waitUntil(lambda: WORDS in drawn(qtbot, window), timeout=TIMEOUT)
    qtbot.waitUntil(lambda: not annotating.bar.isVisible(), timeout=TIMEOUT)
    read(qtbot, window, "shelves/machines/desk.md")
    qtbot.waitUntil(lambda: drawn(qtbot, window) == "[]", timeout=TIMEOUT)
    read(qtbot, window)
    qtbot.waitUntil(lambda: WORDS in drawn(qtbot, window), timeout=TIMEOUT)
    assert told(qtbot, window, "CSS.highlights.has('annotation-blue') && !CSS.highlights.has('annotation-yellow')")


def test_without_a_selection_the_section_is_bookmarked_and_nothing_highlighted(
    qtbot: QtBot, window: Window, served: Client
) -> None:
    annotating = read(qtbot, window)
    annotating.highlight()
    qtbot.waitUntil(lambda: "Select the words" in window.notification_bar.sentence, timeout=TIMEOUT)
    assert window.commands.keys_of("Bookmark") == ("Ctrl+D",)
    window.commands.find("Bookmark").trigger()
    qtbot.waitUntil(lambda: len(listed(served)) == 1, timeout=TIMEOUT)
    [entry] = listed(served)
    assert (entry.annotation.kind, entry.annotation.quote) == (AnnotationKind.BOOKMARK, "")
    marks = "document.querySelectorAll('a.margin-mark.bookmark').length"
    qtbot.waitUntil(lambda: told(qtbot, window, marks) == 1, timeout=TIMEOUT)
    window.resize(700, 600)
    is_whole = "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
    qtbot.waitUntil(lambda: told(qtbot, window, is_whole) is True, timeout=TIMEOUT)


def test_a_note_is_written_opened_by_its_mark_changed_removed_and_brought_back(
    qtbot: QtBot, window: Window, served: Client
) -> None:
    annotating = read(qtbot, window)
    select(qtbot, window)
    annotating.add_note()
    qtbot.waitUntil(lambda: annotating.dialog is not None and annotating.dialog.isVisible(), timeout=TIMEOUT)
    dialog = annotating.dialog
    assert dialog is not None
    dialog.note.setPlainText("Why the same?")
    dialog.keep()
    qtbot.waitUntil(lambda: [entry.annotation.note for entry in listed(served)] == ["Why the same?"], timeout=TIMEOUT)
    press = (
        "(() => { const mark = document.querySelector('a.margin-mark.note'); mark?.click(); return Boolean(mark); })()"
    )
    qtbot.waitUntil(lambda: told(qtbot, window, press) is True, timeout=TIMEOUT)
    qtbot.waitUntil(lambda: annotating.dialog is not dialog, timeout=TIMEOUT)
    again = annotating.dialog
    assert again is not None and again.note.toPlainText() == "Why the same?"
    again.note.setPlainText("Because of the gears.")
    again.colours.button(3).click()
    again.keep()
    qtbot.waitUntil(lambda: listed(served)[0].annotation.colour is Colour.PURPLE, timeout=TIMEOUT)
    annotation = listed(served)[0].annotation
    assert annotation.note == "Because of the gears."
    annotating.remove(annotation)
    qtbot.waitUntil(lambda: listed(served) == [], timeout=TIMEOUT)
    qtbot.waitUntil(lambda: window.notification_bar.way.isVisible(), timeout=TIMEOUT)
    window.notification_bar.way.click()
    qtbot.waitUntil(lambda: [entry.annotation for entry in listed(served)] == [annotation], timeout=TIMEOUT)


def test_the_pane_lists_filters_opens_and_removes(qtbot: QtBot, window: Window, served: Client, tmp_path: Path) -> None:
    wheel, desk = "shelves/machines/wheel.md", "shelves/machines/desk.md"
    served.annotate(AnnotateRequest(wheel, AnnotationKind.HIGHLIGHT, WORDS, colour=Colour.ORANGE))
    served.annotate(AnnotateRequest(f"{desk}#lectern"))
    served.annotate(AnnotateRequest(desk, AnnotationKind.NOTE, note="Ask Ada"))
    read(qtbot, window)
    window.commands.find("Annotations").trigger()
    dock = window._docks.annotations

    def shows(*kinds: str) -> bool:
        return [entry.annotation.kind.value for entry in dock.entries] == [*kinds]

    qtbot.waitUntil(lambda: shows("note", "bookmark", "highlight"), timeout=TIMEOUT)
    dock.box.setText("ada")
    qtbot.waitUntil(lambda: shows("note"), timeout=TIMEOUT)
    dock.box.clear()
    dock.colour.setCurrentIndex(3)
    qtbot.waitUntil(lambda: shows("highlight"), timeout=TIMEOUT)
    dock.colour.setCurrentIndex(0)
    dock.here.click()
    qtbot.waitUntil(lambda: shows("highlight"), timeout=TIMEOUT)
    dock.here.click()
    dock.kind.setCurrentIndex(1)
    qtbot.waitUntil(lambda: shows("bookmark"), timeout=TIMEOUT)
    dock.view.setCurrentRow(0)
    qtbot.keyClick(dock.view, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: window.reader.page is not None and window.reader.page.doc == desk, timeout=TIMEOUT)
    file = tmp_path / "annotations.md"
    window.annotating.export(file, dock.request)
    qtbot.waitUntil(lambda: file.is_file() and "Lectern" in file.read_text("utf-8"), timeout=TIMEOUT)
    qtbot.keyClick(dock.view, Qt.Key.Key_Delete)
    qtbot.waitUntil(lambda: shows(), timeout=TIMEOUT)
    assert len(listed(served)) == 2
    dock.kind.setCurrentIndex(0)
    dock.hide()


def test_a_highlight_over_changed_text_is_found_again_or_shown_as_lost(
    qtbot: QtBot, window: Window, served: Client, shelves: Path
) -> None:
    file = shelves / "machines" / "wheel.md"
    text = file.read_text("utf-8")
    served.annotate(AnnotateRequest("shelves/machines/wheel.md", AnnotationKind.HIGHLIGHT, WORDS))
    read(qtbot, window)
    qtbot.waitUntil(lambda: WORDS in drawn(qtbot, window), timeout=TIMEOUT)
    try:
        file.write_text(text.replace("Each shelf", "Anew: each shelf"), "utf-8")
        qtbot.waitUntil(lambda: "Anew" in (window.reader.page.html if window.reader.page else ""), timeout=TIMEOUT)
        qtbot.waitUntil(lambda: WORDS.lower() in drawn(qtbot, window).lower(), timeout=TIMEOUT)
        file.write_text(text.replace("hangs at the same", "leans at its own"), "utf-8")
        qtbot.waitUntil(lambda: listed(served)[0].is_lost, timeout=TIMEOUT)
        qtbot.waitUntil(lambda: drawn(qtbot, window) == "[]", timeout=TIMEOUT)
        window._docks.annotations.show()
        dock = window._docks.annotations
        qtbot.waitUntil(lambda: [entry.is_lost for entry in dock.entries] == [True], timeout=TIMEOUT)
        dock.hide()
    finally:
        file.write_text(text, "utf-8")
