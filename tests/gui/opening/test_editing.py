"""The bridge to the editor: the line of what is read, chosen or linked, and what is said of editors that fail."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from bookwheel.client.connection import Client
from bookwheel.domain.diagnostics import InspectView, LinkFinding
from bookwheel.domain.messages import Message
from bookwheel.domain.service.status import Problem
from bookwheel.gui.links.model import ROW
from bookwheel.gui.opening.source_lines import find_line
from bookwheel.gui.platform import desktop
from bookwheel.gui.shell.edit_target import EditTarget
from bookwheel.gui.state.locations import Location
from bookwheel.gui.status.health_dialog import _entry
from bookwheel.gui.window.window import Window
from tests.gui.opening.conftest import Programs, use
from tests.gui.window.test_window import DESK, WHEEL, go

TIMEOUT = 30_000


def line_of(shelves: Path, doc: str, words: str) -> int:
    text = (shelves / doc.partition("/")[2]).read_text("utf-8")
    return next(number for number, line in enumerate(text.split("\n"), 1) if words in line)


def test_the_first_time_an_editor_is_chosen_and_then_it_opens_at_the_section_read(
    qtbot: QtBot, window: Window, programs: Programs, shelves: Path
) -> None:
    programs.put("code")
    programs.put("kate")
    go(qtbot, window, Location(WHEEL, "who-used-it"))
    qtbot.waitUntil(lambda: window.reader.anchor == "who-used-it", timeout=TIMEOUT)
    window.reader.setFocus()
    palette = window.command_palette
    qtbot.keyClick(window.reader, Qt.Key.Key_E, Qt.KeyboardModifier.ControlModifier)
    offered = ["Visual Studio Code", "Kate", "Default app of the system", "Custom command…"]
    qtbot.waitUntil(lambda: palette.isVisible() and palette.words == offered, timeout=TIMEOUT)
    qtbot.keyClicks(palette.box, "visual")
    qtbot.waitUntil(lambda: palette.words == ["Visual Studio Code"], timeout=TIMEOUT)
    qtbot.keyClick(palette.box, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: bool(programs.calls), timeout=TIMEOUT)
    assert window.session.preferences.values.editor == "vscode"
    [[option, at]] = programs.calls
    file, _, line = at.rpartition(":")
    assert (option, file) == ("--goto", str(shelves / "machines/wheel.md"))
    assert abs(int(line) - line_of(shelves, WHEEL, "## Who used it")) <= 4, "the heading, or the block above it on top"


def test_the_line_is_that_of_words_in_a_section(served: Client, shelves: Path) -> None:
    section = f"{WHEEL}#how-it-turns"
    line = line_of(shelves, WHEEL, "Each shelf hangs")
    assert find_line(served, EditTarget(WHEEL, section, words="Each shelf hangs at the same")) == line
    assert find_line(served, EditTarget(WHEEL, section, words="See the desk or outside")) == line
    assert find_line(served, EditTarget(WHEEL, section, words="words that are nowhere")) == line - 2
    assert find_line(served, EditTarget(WHEEL, f"{WHEEL}#gone", words="x")) == 1
    assert find_line(served, EditTarget(WHEEL, line=44)) == 44


def test_a_hit_a_row_of_the_tree_and_a_problem_open_in_the_editor(
    qtbot: QtBot, window: Window, programs: Programs, shelves: Path
) -> None:
    programs.put("kate")
    use(window, "kate")
    with qtbot.waitSignal(window.search.answered, timeout=TIMEOUT):
        window.toolbar.box.setText("gout zanzibar scholars")
    menu = window.results_panel.build_menu(0)
    assert menu is not None
    next(action for action in menu.actions() if action.text() == "Open in editor").trigger()
    qtbot.waitUntil(lambda: len(programs.calls) == 1, timeout=TIMEOUT)
    line = line_of(shelves, WHEEL, "Readers tormented by gout")
    assert programs.calls[0] == ["--line", str(line), str(shelves / "machines/wheel.md")]
    window.toolbar.box.clear()
    tree = window.library_dock.tree
    qtbot.waitUntil(lambda: window.library_dock.model.index_of(DESK).isValid(), timeout=TIMEOUT)
    tree.setFocus()
    tree.setCurrentIndex(window.library_dock.model.index_of(DESK))
    qtbot.waitUntil(tree.hasFocus, timeout=TIMEOUT)
    window.commands.find("Open in editor").trigger()
    qtbot.waitUntil(lambda: len(programs.calls) == 2, timeout=TIMEOUT)
    assert programs.calls[1] == ["--line", "1", str(shelves / "machines/desk.md")]
    health = window.dialogs.show_health()
    problem = Problem("shelves/notes.txt", "shelves", "notes.txt", "warning", Message.verbatim("x"), "")
    menu = health.build_menu(_entry(problem))
    next(action for action in menu.actions() if action.text() == "Open in editor").trigger()
    qtbot.waitUntil(lambda: len(programs.calls) == 3, timeout=TIMEOUT)
    assert programs.calls[2][-1].endswith("notes.txt")
    menu.deleteLater()
    health.close()


def test_backlinks_and_findings_open_at_the_line_of_the_link(
    qtbot: QtBot, window: Window, programs: Programs, shelves: Path
) -> None:
    programs.put("kate")
    use(window, "kate")
    window.links_dock.show()
    go(qtbot, window, Location(DESK))
    model, view = window.links_dock.model, window.links_dock.view
    qtbot.waitUntil(lambda: any(row.target is not None for row in model.rows), timeout=TIMEOUT)
    row = next(row for row in model.rows if row.target is not None and row.target.doc == WHEEL)
    menu = view.build_menu(row)
    assert menu is not None and [each.text() for each in menu.actions()] == [
        "Open in new tab",
        "More like this",
        "Open in editor",
    ]
    menu.actions()[2].trigger()
    qtbot.waitUntil(lambda: len(programs.calls) == 1, timeout=TIMEOUT)
    line = line_of(shelves, WHEEL, "[the desk]")
    assert programs.calls[0] == ["--line", str(line), str(shelves / "machines/wheel.md")]
    assert all(view.model().index(at, 0).data(ROW) is not None for at in range(view.model().rowCount()))
    report = window.dialogs._build_report(is_worth=False)
    report.table.show_findings(InspectView.BROKEN, (LinkFinding(DESK, "The desk", f"{DESK}#the-desk", 9, "x"),))
    menu = report.table.build_menu()
    assert menu is not None
    next(action for action in menu.actions() if action.text() == "Open in editor").trigger()
    qtbot.waitUntil(lambda: len(programs.calls) == 2, timeout=TIMEOUT)
    assert programs.calls[1] == ["--line", "9", str(shelves / "machines/desk.md")]
    report.close()


def test_an_editor_in_the_terminal_gets_one_or_it_is_said_that_there_is_none(
    qtbot: QtBot, window: Window, programs: Programs, shelves: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    programs.put("vim")
    use(window, "vim")
    edit = EditTarget("shelves/notes.txt", line=1)
    bar = window.notification_bar
    window.shell.edit(edit)
    qtbot.waitUntil(lambda: "Vim needs a terminal" in bar.sentence, timeout=TIMEOUT)
    assert bar.way.text() == "Choose editor…"
    programs.put("xterm")
    window.shell.edit(edit)
    qtbot.waitUntil(lambda: bool(programs.calls), timeout=TIMEOUT)
    vim = str(programs.folder / "vim")
    assert programs.calls == [["-e", vim, "+1", "--", str(shelves / "notes.txt")]]


def test_what_fails_is_said_with_what_to_do(
    qtbot: QtBot, window: Window, programs: Programs, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    bar, edit = window.notification_bar, EditTarget("shelves/notes.txt", line=1)
    use(window, "cursor")
    window.shell.edit(edit)
    qtbot.waitUntil(lambda: "Cursor was not found" in bar.sentence, timeout=TIMEOUT)
    programs.put("cursor", said="\ncannot open display {0}\n", code=3)
    window.shell.edit(edit)
    qtbot.waitUntil(lambda: "Cursor ended with an error: cannot open display {0}" in bar.sentence, timeout=TIMEOUT)
    assert bar.way.text() == "Choose editor…"
    programs.put("own", said="own: standard input is not a tty", code=1)
    use(window, "custom", "own +{line} {file}")
    window.shell.edit(edit)
    qtbot.waitUntil(lambda: "own: standard input is not a tty" in bar.sentence, timeout=TIMEOUT)
    assert bar.way.text() == "Open in terminal"
    programs.put("xterm")
    bar.way.click()
    qtbot.waitUntil(lambda: any(call[:1] == ["-e"] for call in programs.calls), timeout=TIMEOUT)
    window.shell.edit(EditTarget("shelves/gone.md", line=1))
    qtbot.waitUntil(lambda: "gone.md no longer exists." in bar.sentence, timeout=TIMEOUT)
    use(window, "custom", "missing-editor")
    window.shell.edit(edit)
    qtbot.waitUntil(lambda: "Correct it in the settings" in bar.sentence, timeout=TIMEOUT)


def test_what_is_no_text_opens_in_its_own_program(
    qtbot: QtBot, window: Window, programs: Programs, shelves: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    monkeypatch.setattr(desktop, "open_file", opened.append)
    (shelves / "paper.pdf").write_bytes(b"no pdf")
    use(window, "kate")
    window.shell.edit(EditTarget("shelves/paper.pdf"))
    qtbot.waitUntil(lambda: opened == [str(shelves / "paper.pdf")], timeout=TIMEOUT)
    use(window, "system")
    window.shell.edit(EditTarget("shelves/notes.txt"))
    qtbot.waitUntil(lambda: opened[1:] == [str(shelves / "notes.txt")], timeout=TIMEOUT)
    (shelves / "paper.pdf").unlink()
