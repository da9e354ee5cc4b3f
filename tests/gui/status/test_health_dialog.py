"""How the library is, in words, with what helps."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from bookwheel.client.connection import Client
from bookwheel.domain.collection import CollectionCard, SkippedType
from bookwheel.domain.messages import Message
from bookwheel.domain.readiness import READ_IN_FULL, READ_SO_FAR
from bookwheel.domain.service.status import Embedding, Problem, ProblemsAnswer, Progress
from bookwheel.gui.status.health_lines import list_lines
from bookwheel.gui.window.window import Window


def test_what_is_coming_is_said_with_how_long_it_takes(served: Client) -> None:
    status = served.status()
    busy = Progress("indexing", files_done=30, files_total=400, files_per_s=90, time_left_s=4, current_file="a/b.md")
    said = {line.title: line for line in list_lines(replace(status, progress=busy))}
    assert said["Indexing"].tone == "warm"
    assert "30 of 400 files, 90 files per second, less than a minute left. Currently: a/b.md." in said["Indexing"].words
    said = {line.title: line for line in list_lines(replace(status, pending=None, progress=Progress("counting")))}
    assert said["Indexing"].tone == "warm" and said["Indexing"].words.endswith("Files are being counted.")
    assert said["Files"].words == READ_SO_FAR
    assert list_lines(replace(status, problems=0, skipped_types=()))[3].words == READ_IN_FULL
    skipped = (SkippedType(".pdf", 12, ("a.pdf",)),)
    assert list_lines(replace(status, problems=0, skipped_types=skipped))[3].words.endswith("type: 12 .pdf.")
    coming = Embedding("embedding", "small", 40, 100, time_left_s=120)
    said = {line.title: line for line in list_lines(replace(status, embedding=coming))}
    assert said["Semantic index"].words == "40 of 100 sections in the semantic index, 2 min left."
    for pace, words in ((85.4, "85 chunks per second"), (0.5, "30 chunks per minute"), (1.2, "1 chunk per second")):
        said = {line.title: line for line in list_lines(replace(status, embedding=replace(coming, chunks_per_s=pace)))}
        assert said["Semantic index"].words == f"40 of 100 sections in the semantic index, {words}, 2 min left."
    waiting = replace(coming, state="waiting", chunks_per_s=85, time_left_s=-1)
    said = {line.title: line for line in list_lines(replace(status, embedding=waiting))}
    assert (
        said["Semantic index"].words
        == "40 of 100 sections in the semantic index. Waiting until the computer is less busy."
    )


def test_what_failed_says_why_and_what_to_press(served: Client) -> None:
    failed = Embedding("failed", "small", 40, 100, problem=Message.verbatim("The model cannot be loaded."))
    status = replace(
        served.status(),
        embedding=failed,
        problems=2,
        agents_paused=True,
        notices=(Message.verbatim("The disk is full."),),
    )
    said = {line.title: line for line in list_lines(status)}
    assert (
        said["Semantic index"].tone == "bad"
        and "cannot be loaded" in said["Semantic index"].words
        and said["Semantic index"].advice
    )
    assert said["Files"].tone == "bad" and "2 files" in said["Files"].words and "Rescan" in said["Files"].words
    assert said["Agents"].tone == "warm" and said["Notice"].words == "The disk is full."


def test_an_index_that_is_built_again_asks_nothing_and_is_not_told_once_it_is_ready(served: Client) -> None:
    notices = (
        Message("The documents were indexed by another version of Bookwheel; they are being indexed again."),
        Message("The graph was built by another version of Bookwheel; it is being rebuilt."),
    )
    status = replace(served.status(), notices=notices)
    coming = replace(status, graph_revision=status.revision - 1)
    assert [line.tone for line in list_lines(coming) if line.title == "Notice"] == ["warm"] * len(notices)
    ready = replace(status, graph_revision=status.revision, embedding=Embedding("ready", "small", 4, 4))
    assert not [line for line in list_lines(ready) if line.title == "Notice"]


def test_the_library_s_health_is_shown_checked_and_paused(qtbot: QtBot, window: Window, served: Client) -> None:
    sheet = window.dialogs.show_health()
    qtbot.waitUntil(lambda: any("4 documents" in each for each in sheet.words), timeout=30_000)
    small = sheet.height()
    sheet.check.setFocus()
    qtbot.keyClick(sheet.check, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: "No problems" in sheet.said.text() or "Repair" in sheet.said.text(), timeout=30_000)
    qtbot.waitUntil(lambda: len(sheet.words) > 6 and sheet.height() > small, timeout=30_000)
    sheet.pause.click()
    qtbot.waitUntil(lambda: served.status().progress.is_paused, timeout=30_000)
    qtbot.waitUntil(lambda: sheet.pause.text() == "Resume indexing", timeout=30_000)
    sheet.pause.click()
    qtbot.waitUntil(lambda: not served.status().progress.is_paused, timeout=30_000)
    sheet.again.click()
    qtbot.waitUntil(lambda: "Rescanning" in sheet.said.text(), timeout=30_000)


def test_files_with_problems_are_listed_with_the_reason(qtbot: QtBot, window: Window, served: Client) -> None:
    sheet = window.dialogs.show_health()
    sheet._looking.stop()
    window.calls.drop("health")
    problem = Problem("shelves/x.md", "shelves", "x.md", "failed", Message.verbatim("It is torn."), "2026-11-22")
    sheet.show_status(replace(served.status(), problems=1), ProblemsAnswer((problem,), 1))
    assert sheet.list.isVisible() and sheet.list.item(0).text() == "x.md"
    assert "not read: It is torn." in sheet.list.item(0).toolTip()
    guessed = replace(problem, kind="warning", reason=Message("Not UTF-8; read as {encoding} (guessed).", encoding="x"))
    sheet.show_status(replace(served.status(), problems=1), ProblemsAnswer((guessed,), 1))
    assert "note: Not UTF-8; read as x (guessed)." in sheet.list.item(0).toolTip(), "it was read whole"
    assert all(each.height() >= 24 for each in (sheet.pause, sheet.again, sheet.rebuild, sheet.check, sheet.mend))


def test_files_of_other_types_are_named_and_lead_to_the_settings(
    qtbot: QtBot, window: Window, served: Client, tmp_path: Path
) -> None:
    folder = tmp_path / "machines of wood"
    folder.mkdir()
    (folder / "page.md").write_bytes(b"# Page\n\n\xff\xfe\xfa broken words\n")
    (folder / "wheel.py").write_text("def turn():\n    pass\n", encoding="utf-8")
    window.add_folder.add(str(folder))
    qtbot.waitUntil(lambda: any(card.name == folder.name and card.state == "ready" for card in cards_of(window)))
    health = window.dialogs.show_health()
    qtbot.waitUntil(lambda: any("Skipped because of their type:" in words for words in health.words))
    assert health.formats.isVisible()
    with qtbot.waitSignal(health.formats_wanted):
        health.formats.click()
    settings = window.dialogs.settings
    assert settings is not None and settings.isVisible()
    settings.hide()
    health.hide()


def cards_of(window: Window) -> list[CollectionCard]:
    return list(window.library_dock.model.cards().values())
