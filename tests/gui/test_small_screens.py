"""Nothing is larger than a screen of 640 x 360 pixels, as one of 2560 x 1440 is at 400 per cent."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QPoint, QRect, QSize
from PySide6.QtWidgets import QApplication, QDialog, QScrollArea, QWidget
from pytestqt.qtbot import QtBot

from bookwheel.domain.service.agents import AgentRequest
from bookwheel.gui.annotations.note_dialog import NoteDialog
from bookwheel.gui.i18n import translation
from bookwheel.gui.opening.new_note_dialog import NewNoteDialog
from bookwheel.gui.opening.open_question import OpenQuestion
from bookwheel.gui.state.locations import Location
from bookwheel.gui.widgets import screen_fit
from bookwheel.gui.widgets.confirmation import ask_to_confirm
from bookwheel.gui.window import window as window_module
from bookwheel.gui.window.docks import dock_layout
from bookwheel.gui.window.window import Window
from tests.gui.window.test_window import WHEEL, go

ROOM = QSize(632, 320)
"""What a frame and a title leave of the screen."""
LONG_LINK = "https://example.org/" + "a" * 400


@pytest.fixture(params=["en", "de"])
def small(request: pytest.FixtureRequest, qapp: QApplication, monkeypatch: pytest.MonkeyPatch) -> object:
    """The screen, in each language of the window."""
    for module in (screen_fit, dock_layout, window_module):
        monkeypatch.setattr(module, "room_on_screen", lambda _widget: ROOM)
    translation.speak(qapp, request.param)
    yield None
    translation.speak(qapp, "en")


def dialogs(window: Window) -> dict[str, Callable[[], object]]:
    """What shows each dialog of the window."""
    shown, theme = window.dialogs, window.theme

    def new_note() -> None:
        NewNoteDialog(theme, window.calls, window).ask_for(window.connection.client, {"shelves": "Shelves"}, "shelves")

    return {
        "settings": shown.show_settings,
        "confirmation of the settings": lambda: shown.show_settings().ask_to_reset(),
        "health": shown.show_health,
        "password": lambda: shown.ask_password(WHEEL),
        "agents": shown.show_agents,
        "memories": shown.show_memories,
        "proposals": shown.show_proposals,
        "unanswered": shown.show_unanswered,
        "link report": shown.show_link_report,
        "worth a look": shown.show_worth_a_look,
        "sparql": shown.show_sparql,
        "ontology": shown.show_ontology,
        "path": shown.show_path,
        "mapping": shown.show_mapping,
        "manual links": window.manual_links.show_all,
        "new note": new_note,
        "note": lambda: NoteDialog(theme, "words " * 200, "", None, is_new=False, parent=window).open(),
        "open": lambda: OpenQuestion(window, "Open?", LONG_LINK, ["Always " * 9, "Never"], print, print).open(),
        "confirm": lambda: ask_to_confirm(window, "Revoke access?", "words " * 100, "Revoke access", print),
    }


def sheets(window: Window) -> list[QDialog]:
    """The dialogs that are shown."""
    tops = QApplication.topLevelWidgets()
    return [top for top in tops if isinstance(top, QDialog) and top.isVisible() and top is not window]


def too_large(widget: QWidget) -> bool:
    """Whether it is larger than the screen, or cuts what is in it without scrolling."""
    size, layout = widget.size(), widget.layout()
    needed = layout.totalMinimumHeightForWidth(size.width()) if layout is not None else 0
    is_wide = any(
        area.isVisible() and area.widgetResizable() and area.widget().minimumSizeHint().width() > area.width()
        for area in widget.findChildren(QScrollArea)
    )
    return size.width() > ROOM.width() or size.height() > ROOM.height() or needed > size.height() or is_wide


@pytest.mark.usefixtures("small")
def test_every_dialog_fits_a_small_screen(qtbot: QtBot, window: Window) -> None:
    go(qtbot, window, Location(WHEEL))
    window.resize(ROOM)
    client = window.connection.client
    assert client is not None
    client.agent(AgentRequest("claude-code"))
    cut = []
    for name, show in dialogs(window).items():
        show()
        qtbot.waitUntil(lambda: bool(sheets(window)), timeout=30_000)
        if name == "agents":
            agents = window.dialogs.show_agents()
            qtbot.waitUntil(lambda sheet=agents: sheet.list.count() > 0, timeout=30_000)
            agents.list.setCurrentRow(0)
            agents.show_change()
            qtbot.waitUntil(agents.shown.isVisible, timeout=30_000)
            qtbot.waitUntil(lambda sheet=agents: sheet.show_scope() is not None, timeout=30_000)
        QApplication.processEvents()
        cut += [(name, sheet.size().toTuple()) for sheet in sheets(window) if too_large(sheet)]
        for sheet in sheets(window):
            sheet.close()
    assert cut == []


@pytest.mark.usefixtures("small")
def test_the_window_fits_a_small_screen_with_whatever_it_shows(qtbot: QtBot, window: Window) -> None:
    go(qtbot, window, Location(WHEEL))
    window.resize(ROOM)
    layout = window.dock_layout
    qtbot.waitUntil(lambda: not window.outline_dock.isVisible() and window.library_dock.isVisible(), timeout=30_000)
    layout.toggle_right()
    qtbot.waitUntil(lambda: window.outline_dock.isVisible() and not window.library_dock.isVisible(), timeout=30_000)
    for show in (layout.toggle_left, window.related_docks.show_graph, layout.toggle_activity, layout.toggle_ask):
        show()
        qtbot.waitUntil(lambda: window.minimumSizeHint().width() <= ROOM.width(), timeout=30_000)
    with qtbot.waitSignal(window.search.answered, timeout=30_000):
        window.toolbar.box.setText("zanzibar")
    qtbot.waitUntil(window.results_panel.isVisible, timeout=30_000)
    qtbot.waitUntil(lambda: window.minimumSizeHint().width() <= ROOM.width(), timeout=30_000)
    qtbot.waitUntil(lambda: window.width() <= ROOM.width(), timeout=30_000)
    window.reader.finder.open_bar()
    window.map_tab.show()
    qtbot.waitUntil(lambda: window.minimumSizeHint().width() <= ROOM.width(), timeout=30_000)
    assert window.minimumSizeHint().height() <= ROOM.height()
    window.resize(ROOM)
    window.quick_open.show_commands()
    palette = window.command_palette
    qtbot.waitUntil(lambda: len(palette.words) > 20, timeout=30_000)
    assert window.rect().contains(QRect(palette.mapTo(window, QPoint()), palette.size()))
    palette.dismiss()
