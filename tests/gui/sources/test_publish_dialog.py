"""Publishing in the window: previewed, written with progress, refused, cancelled, and remembered."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from bookwheel.client.connection import Client
from bookwheel.domain.jobs import ENDED, JobRequest, JobState
from bookwheel.domain.publications import PublisherKeyRequest
from bookwheel.gui.sources.publish_dialog import PublishDialog
from bookwheel.gui.window.window import Window
from tests.waiting import until

TIMEOUT = 60_000


def open_dialog(qtbot: QtBot, window: Window, target: Path | str = "") -> PublishDialog:
    dialog = window.dialogs.publish("shelves")
    qtbot.waitUntil(lambda: dialog.form.slug == "shelves", timeout=TIMEOUT)
    dialog.form.scope.line.clear()
    dialog.form.target.line.setText(str(target))
    return dialog


def press_publish(qtbot: QtBot, dialog: PublishDialog) -> None:
    qtbot.mouseClick(dialog.publish, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: bool(dialog.fingerprint.text()), timeout=TIMEOUT)


def test_a_preview_shows_what_would_go_out_and_writes_nothing(qtbot: QtBot, window: Window, tmp_path: Path) -> None:
    dialog = open_dialog(qtbot, window)
    assert not dialog.preview.isEnabled() and not dialog.publish.isEnabled() and not dialog.paths.isVisible()
    dialog.form.target.line.setText(str(tmp_path / "out"))
    dialog.form.scope.line.setText("path:machines/")
    qtbot.mouseClick(dialog.preview, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: bool(dialog.summary.text()), timeout=TIMEOUT)
    assert "document" in dialog.summary.text() and "held back" in dialog.summary.text()
    paths = dialog.paths.toPlainText().splitlines()
    assert paths and all(path.startswith("machines/") for path in paths)
    assert not (tmp_path / "out" / "collection.bookwheel").exists() and not dialog.fingerprint.isVisible()
    dialog.form.scope.line.setText("path:machines/ -tag:x")
    assert not dialog.summary.isVisible() and not dialog.paths.isVisible(), "it was of another filter"
    dialog.close()


def test_publishing_ends_with_the_fingerprint_for_subscribers(
    qtbot: QtBot, window: Window, served: Client, tmp_path: Path
) -> None:
    target = tmp_path / "out"
    until(lambda: served.status().embedding.state in ("off", "ready"))  # vectors that came later would be a change
    dialog = open_dialog(qtbot, window, target)
    dialog.form.publisher.setText("Docs team")
    press_publish(qtbot, dialog)
    assert (target / "collection.bookwheel").is_file()
    assert dialog.summary.text().startswith(f"Published “Shelves” to {target}: ")
    assert dialog.fingerprint.text() == served.publisher_key(PublisherKeyRequest()).fingerprint
    qtbot.mouseClick(dialog.copy, Qt.MouseButton.LeftButton)
    assert QGuiApplication.clipboard().text() == dialog.fingerprint.text()
    press = dialog.publish
    dialog.fingerprint.clear()
    qtbot.mouseClick(press, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: "is up to date" in dialog.summary.text(), timeout=TIMEOUT)
    dialog.close()
    again = window.dialogs.publish("shelves")
    qtbot.waitUntil(lambda: again.form.publisher.text() == "Docs team", timeout=TIMEOUT)
    assert again.form.target.text() == str(target)
    again.close()


def test_a_target_that_cannot_be_used_is_refused_with_a_sentence(qtbot: QtBot, window: Window, shelves: Path) -> None:
    dialog = open_dialog(qtbot, window)
    for target, said in (("some/where", "absolute folder"), (shelves, "its own folder")):
        dialog.form.target.line.setText(str(target))
        qtbot.mouseClick(dialog.publish, Qt.MouseButton.LeftButton)
        qtbot.waitUntil(lambda: dialog.publish.isEnabled() and bool(dialog.said.text()), timeout=TIMEOUT)
        assert said in dialog.said.text() and dialog.form.isEnabled()
    dialog.close()


def test_publishing_goes_on_without_the_dialog_and_the_window_says_how_it_ended(
    qtbot: QtBot, window: Window, tmp_path: Path
) -> None:
    dialog = open_dialog(qtbot, window, tmp_path / "out")
    qtbot.mouseClick(dialog.publish, Qt.MouseButton.LeftButton)
    assert dialog.cancel.isVisible() and dialog.bar.isVisible() and not dialog.form.isEnabled()
    dialog.close()
    bar = window.notification_bar
    qtbot.waitUntil(lambda: bar.sentence.startswith("Published “Shelves” to "), timeout=TIMEOUT)
    qtbot.mouseClick(bar.way, Qt.MouseButton.LeftButton)
    assert dialog.isVisible() and dialog.fingerprint.isVisible()
    dialog.close()


def test_publishing_is_cancelled(
    qtbot: QtBot, window: Window, served: Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    dialog = open_dialog(qtbot, window, tmp_path / "out")
    with monkeypatch.context() as held:
        held.setattr(dialog, "_check_job", lambda: None)  # so that no news of the end comes first
        qtbot.mouseClick(dialog.publish, Qt.MouseButton.LeftButton)
        qtbot.waitUntil(lambda: bool(dialog._job), timeout=TIMEOUT)
        id = dialog._job
        qtbot.mouseClick(dialog.cancel, Qt.MouseButton.LeftButton)
        qtbot.waitUntil(lambda: served.job(JobRequest(id)).state in ENDED, timeout=TIMEOUT)
    dialog._check_job()
    qtbot.waitUntil(lambda: dialog.form.isEnabled(), timeout=TIMEOUT)
    is_cancelled = served.job(JobRequest(id)).state is JobState.CANCELLED
    assert ("was cancelled" in dialog.said.text()) is is_cancelled
    dialog.close()


def test_the_menu_of_a_collection_and_the_command_offer_to_publish(qtbot: QtBot, window: Window) -> None:
    dock = window.library_dock
    at = dock.index_of("shelves")
    assert at is not None
    menu = dock.row_menu.build(dock.model.node(at), dock.model.cards()["shelves"])
    next(action for action in menu.actions() if action.text() == "Publish collection…").trigger()
    dialog = window.dialogs._publish
    assert dialog is not None and dialog.isVisible()
    qtbot.waitUntil(lambda: dialog.form.slug == "shelves", timeout=TIMEOUT)
    dialog.close()
    window.commands.find("Publish collection").trigger()
    assert dialog.isVisible()
    dialog.close()
