"""The palette finds commands by other programs' words, and headings, tags and settings by a sign at the beginning."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from bookwheel.gui.i18n import translation
from bookwheel.gui.search.command_synonyms import SYNONYMS, synonyms_of
from bookwheel.gui.search.palette_prefixes import SETTINGS, split_prefix
from bookwheel.gui.state.locations import Location
from bookwheel.gui.widgets.palette import Choice, filter_choices
from bookwheel.gui.window.window import Window

pytestmark = pytest.mark.leaves_library

WHEEL = "shelves/machines/wheel.md"
ELSEWHERE = {
    "todo": "Tasks",
    "annotate": "Highlight selection",
    "recent files": "Quick open",
    "bookmark": "Pin for agents",
    "backlinks": "Toggle right sidebar",
    "split": "Split right",
    "preferences": "Settings",
    "options": "Settings",
    "zoom": "Zoom in",
    "bigger": "Zoom in",
    "export": "Save as PDF…",
    "statistics": "Library health",
    "word count": "Library health",
    "dark mode": "Theme: dark",
    "night mode": "Theme: dark",
    "light mode": "Theme: light",
    "appearance": "Theme: dark",
    "quick switcher": "Quick open",
    "go to file": "Quick open",
    "go to symbol": "Go to heading",
    "table of contents": "Go to heading",
    "graph view": "Graph",
    "global graph": "Map",
    "hotkeys": "Keyboard shortcuts",
    "key bindings": "Keyboard shortcuts",
    "edit": "Open in editor",
    "open in editor": "Open in editor",
    "show in explorer": "Reveal in folder",
    "permalink": "Copy link to section",
    "cite": "Copy citation",
    "refresh": "Reload",
    "zen mode": "Full screen",
    "fullscreen": "Full screen",
    "search history": "Saved and recent searches",
    "find in files": "Search",
    "broken links": "Link report",
    "orphans": "Link report",
    "duplicates": "Worth a look",
    "help": "Manual",
    "tutorial": "Start tour",
    "exit": "Quit",
    "open folder": "Add folder…",
    "file explorer": "Toggle left sidebar",
    "collapse all": "Outline: one level",
    "raw": "Show source",
    "peek": "Preview link",
    "mcp": "Manage agents",
    "chat": "Ask",
}
"""What a person types who knows another program, and the command that is among the first three rows."""


def _type(qtbot: QtBot, window: Window, text: str) -> list[str]:
    """The rows, once they answer what is typed."""
    palette = window.command_palette
    palette.box.setText(text)
    qtbot.waitUntil(lambda: not palette._awaits_rows and palette.box.text() == text, timeout=30_000)
    return palette.words


def test_other_programs_words_find_commands(window: Window) -> None:
    named = window.commands.list_named()
    rows = [Choice(words, action.trigger, also=synonyms_of(action.objectName())) for words, action in named]
    first = {typed: [row.words for row in filter_choices(rows, typed)][:3] for typed in ELSEWHERE}
    assert {typed: found for typed, found in first.items() if ELSEWHERE[typed] not in found} == {}
    assert set(SYNONYMS) <= {action.objectName() for _, action in named}


def test_german_words_find_commands_and_english_ones_do_too(window: Window, qapp: QApplication) -> None:
    names = [action.objectName() for _, action in window.commands.list_named()]
    translation.speak(qapp, "de")
    try:
        rows = [Choice(translation.tr(name), lambda: None, also=synonyms_of(name)) for name in names]
        wanted = {
            "lesezeichen": "Pin for agents",
            "optionen": "Settings",
            "preferences": "Settings",
            "nachtmodus": "Theme: dark",
            "statistik": "Library health",
            "exportieren": "Save as PDF",
            "rückverweise": "Toggle right sidebar",
            "hilfe": "Manual",
        }
        for typed, name in wanted.items():
            found = filter_choices(rows, typed)[:3]
            assert any(row.also.startswith(name) for row in found), typed
    finally:
        translation.speak(qapp, "en")


@pytest.mark.parametrize("text", [",font", "settings: font", "Settings:font"])
def test_settings_are_looked_for_after_a_comma_or_in_words(text: str) -> None:
    assert split_prefix(text) == (SETTINGS, "font")


def test_a_sign_at_the_beginning_looks_elsewhere(qtbot: QtBot, window: Window) -> None:
    with qtbot.waitSignal(window.reader.landed, timeout=30_000):
        window.shell.open(Location(WHEEL))
    qtbot.waitUntil(lambda: len(window.outline_dock.headings()) > 1, timeout=30_000)
    window.quick_open.show_documents()
    assert _type(qtbot, window, "the desk")[:1] == ["The desk"]
    assert _type(qtbot, window, ">reload")[:1] == ["Reload"]
    assert [row.strip() for row in _type(qtbot, window, "@who used")] == ["Who used it"]
    assert _type(qtbot, window, "#")
    assert len(_type(qtbot, window, "?")) == 4
    with_library = _type(qtbot, window, ",weight of words in code")
    assert with_library == ["Weight of words in code"]
    qtbot.keyClick(window.command_palette.box, Qt.Key.Key_Return)
    dialog = window.dialogs.show_settings("", "Weight of words in code.")
    visible = lambda: [row for section in dialog.area.sections for row in section.rows if row.isVisible()]  # noqa: E731
    qtbot.waitUntil(lambda: len(visible()) == 1, timeout=30_000)
    dialog.close()


def test_a_tag_is_searched_for(qtbot: QtBot, window: Window) -> None:
    window.quick_open.show_documents("#")
    rows = _type(qtbot, window, "#")
    with qtbot.waitSignal(window.search.answered, timeout=30_000):
        qtbot.keyClick(window.command_palette.box, Qt.Key.Key_Return)
    assert window.search.words == f"tag:{rows[0]}"
    window.toolbar.box.clear()
