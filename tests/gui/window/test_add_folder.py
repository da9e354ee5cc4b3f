"""Taking folders and files into an empty library."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QMessageBox
from pytestqt.qtbot import QtBot

from bookwheel.client.connection import Client, connect
from bookwheel.domain.links.lone_files import lone_id
from bookwheel.gui.state.locations import Location
from bookwheel.gui.window import add_folder
from bookwheel.gui.window.window import Window
from tests.stalls import Stalls
from tests.words_only import turn_meaning_off


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    """A client of a real service that holds nothing."""
    library = turn_meaning_off(tmp_path_factory.mktemp("served"))
    client = connect(library, client="test")
    yield client
    client.close()
    # The service may be another by now: the window brings it back.
    last = connect(library, client="test")
    last.stop(10)
    last.close()


def test_the_sample_opens_in_one_click_and_can_be_searched_at_once(qtbot: QtBot, window: Window) -> None:
    assert window.empty_state.isVisible()
    with qtbot.waitSignal(window.reader.landed, timeout=30_000):
        window.empty_state.sample_wanted.emit()
    assert window.reader.page is not None and window.windowTitle().endswith("Bookwheel")
    assert not window.empty_state.isVisible()
    with qtbot.waitSignal(window.search.answered, timeout=30_000):
        window.toolbar.box.setText("bookwheel")
    assert window.search.model.rowCount() > 0


def test_files_of_one_folder_open_each_in_a_tab_and_nothing_is_asked(
    qtbot: QtBot, window: Window, tmp_path: Path
) -> None:
    folder = tmp_path / "sheaf"
    folder.mkdir()
    for name in ("straw", "reed"):
        (folder / f"{name}.md").write_text(f"# A {name}\n\nDry.\n", encoding="utf-8")
    window.add_folder.add(str(folder / "straw.md"), str(folder / "reed.md"))
    wanted = {lone_id(str(folder / "straw.md")), lone_id(str(folder / "reed.md"))}
    qtbot.waitUntil(lambda: {place.doc for place in window.reader.places} >= wanted, timeout=30_000)
    assert not window.findChildren(QMessageBox)


def test_the_service_may_die_and_the_window_goes_on(qtbot: QtBot, window: Window, served: Client) -> None:
    served.stop()
    with qtbot.waitSignal(window.search.answered, timeout=30_000):
        window.toolbar.box.setText("bookwheel")
    qtbot.waitUntil(lambda: window.search.model.rowCount() > 0, timeout=30_000)


def test_a_folder_that_is_dropped_opens_its_front_page_beside_what_is_read(
    qtbot: QtBot, window: Window, tmp_path: Path
) -> None:
    (tmp_path / "fresh").mkdir()
    (tmp_path / "fresh" / "index.md").write_text("# Fresh pages\n\nNew.\n", encoding="utf-8")
    with qtbot.waitSignal(window.reader.landed, timeout=30_000):
        window.shell.open(Location("the-craft-of-reading/start-here.md"))
    tabs = window.tabs.count()
    dropped = QMimeData()
    dropped.setUrls([QUrl.fromLocalFile(str(tmp_path / "fresh"))])
    copy, left, none = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    window.dragEnterEvent(QDragEnterEvent(QPoint(40, 40), copy, dropped, left, none))
    window.dropEvent(QDropEvent(QPointF(40, 40), copy, dropped, left, none))
    qtbot.waitUntil(lambda: "Fresh pages" in window.windowTitle(), timeout=30_000)
    assert window.tabs.count() == tabs + 1


def test_a_book_opens_at_its_first_page_though_others_are_read_before(
    qtbot: QtBot, window: Window, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(add_folder, "_LOOKS", 10_000)
    monkeypatch.setattr(add_folder, "_PATIENCE", 10_000)
    book = tmp_path / "book" / "src"
    book.mkdir(parents=True)
    names = [f"appendix-{number}" for number in range(300)]
    summary = ["- [Before](title-page.md)", *(f"- [{name}]({name}.md)" for name in names)]
    for name in (*names, "title-page"):
        (book / f"{name}.md").write_text(f"# Page {name}\n\nWords.\n", encoding="utf-8")
    (book / "SUMMARY.md").write_text("\n".join(summary), encoding="utf-8")
    with qtbot.waitSignal(window.reader.landed, timeout=30_000):
        window.add_folder.add(str(book.parent))
    assert window.reader.here is not None and window.reader.here.doc == "book/src/title-page.md"


def test_the_window_stays_awake_while_a_folder_is_read(qtbot: QtBot, window: Window, tmp_path: Path) -> None:
    folder = tmp_path / "many"
    folder.mkdir()
    for number in range(400):
        (folder / f"{number}.md").write_text(f"# Leaf {number}\n\n" + "Words to read here. " * 200, encoding="utf-8")
    window.reader.warm()
    watch, began = Stalls(), time.perf_counter()
    with watch.journey() as stalls:
        window.add_folder.add(str(folder))
        documents = window.library_dock.model.cards
        qtbot.waitUntil(lambda: any(card.documents == 400 for card in documents().values()), timeout=30_000)
    watch.end()
    # A window that is blocked while files are read misses most of the time; waits for a busy processor do not count.
    assert sum(stall.own_ms for stall in stalls) < (time.perf_counter() - began) * 1000 / 2


def test_a_folder_of_other_types_is_never_said_to_be_read(qtbot: QtBot, window: Window, tmp_path: Path) -> None:
    folder = tmp_path / "papers"
    folder.mkdir()
    for name in ("a.doc", "b.doc", "c.xyz"):
        (folder / name).write_bytes(b"other")
    window.add_folder.add(str(folder))
    bar = window.notification_bar
    qtbot.waitUntil(
        lambda: bar.isVisible() and "papers" in bar.sentence and "2 .doc, 1 .xyz" in bar.sentence, timeout=30_000
    )
    assert "has no files that can be read" in bar.sentence


def test_pictures_beside_documents_are_not_told_as_skipped(qtbot: QtBot, window: Window, tmp_path: Path) -> None:
    bar, cards = window.notification_bar, window.library_dock.model.cards
    for name, other in (("album", "wheel.png"), ("report", "figures.ppt")):
        folder = tmp_path / name
        folder.mkdir()
        (folder / "page.md").write_text("# Page\n\nWords.\n", encoding="utf-8")
        (folder / other).write_bytes(b"other")
        window.add_folder.add(str(folder))
        qtbot.waitUntil(
            lambda name=name: any(card.name == name and card.state == "ready" for card in cards().values()),
            timeout=30_000,
        )
        assert "album" not in bar.sentence
    qtbot.waitUntil(
        lambda: "“report”: Some files were skipped because of their type: 1 .ppt." in bar.sentence, timeout=30_000
    )


def test_many_files_with_words_that_were_skipped_are_told_and_can_be_indexed(
    qtbot: QtBot, window: Window, tmp_path: Path
) -> None:
    folder = tmp_path / "project"
    folder.mkdir()
    (folder / "page.md").write_text("# Page\n\nWords.\n", encoding="utf-8")
    (folder / "wheel.py").write_text("def turn():\n    pass\n", encoding="utf-8")
    window.add_folder.add(str(folder))
    bar, cards = window.notification_bar, window.library_dock.model.cards
    qtbot.waitUntil(lambda: "“project”: Some files were skipped because of their type: 1 .py." in bar.sentence)
    bar.way.click()
    qtbot.waitUntil(lambda: any(card.name == "project" and card.documents == 2 for card in cards().values()))
