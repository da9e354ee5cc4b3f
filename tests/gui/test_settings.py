"""All settings in one window: found by words, changed, refused, brought back, kept in a file of the person's."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QCheckBox, QDoubleSpinBox, QSpinBox, QWidget
from pytestqt.qtbot import QtBot

from bookwheel.client.connection import Client
from bookwheel.domain.collection import ConfigureRequest
from bookwheel.domain.errors import BadRequest
from bookwheel.domain.service.settings import SettingRequest
from bookwheel.gui.settings.dialog import SettingsDialog
from bookwheel.gui.settings.setting_row import SettingRow
from bookwheel.gui.settings.shortcut_editor import ShortcutRow, refusal
from bookwheel.gui.state.preferences import Preferences, WindowSettings, format_settings, parse_settings
from bookwheel.gui.theme import fonts
from bookwheel.gui.window.window import Window


def _open(qtbot: QtBot, window: Window, section: str = "") -> SettingsDialog:
    sheet = window.dialogs.show_settings(section)
    titles = {"This window", "Keyboard shortcuts", "Ranking", "Collection: Shelves"}
    qtbot.waitUntil(lambda: titles <= {*sheet.area.titles}, timeout=30_000)
    return sheet


def _row(sheet: SettingsDialog, name: str) -> SettingRow:
    """A row of whatever section has it."""
    for title in [sheet.area.titles[sheet.list.currentRow()], *sheet.area.titles]:
        sheet.show_section(title)
        rows = [row for each in sheet.area.sections for row in each.rows if isinstance(row, SettingRow)]
        found = [row for row in rows if row.setting.name == name]
        if found:
            return found[0]
    raise AssertionError(name)


def _keys(sheet: SettingsDialog, name: str) -> ShortcutRow:
    for section in sheet.area.sections:
        while section.is_growing:
            section.grow()
    rows = [row for each in sheet.area.sections for row in each.rows if isinstance(row, ShortcutRow)]
    return next(row for row in rows if row.name == name)


def test_own_settings_survive_their_file() -> None:
    keys = {"Search": ("Ctrl+J",)}
    first = ("de", "dark", "Noto Sans", 15, "Noto Serif", 20, 80, True)
    values = WindowSettings(*first, tree_order="name", link_previews=False, restore_session=False, keys=keys)
    assert parse_settings(format_settings(values)) == (values, ())
    assert format_settings(WindowSettings()) == ""


@pytest.mark.parametrize("text", ["theme = ", 'theme = "loud"', "page_size = 900", "keys = 3", "nothing = 1"])
def test_a_file_that_is_not_sound_is_kept_aside_and_the_rest_is_in_force(tmp_path: Path, text: str) -> None:
    path = tmp_path / "window.toml"
    for number in range(2):
        path.write_text(text, "utf-8")
        own = Preferences(path)
        assert own.values == WindowSettings() and own.notices
        own.set("page_size", f"{20 + number}")
    assert (tmp_path / "window.kept.toml").read_text("utf-8") == text
    assert (tmp_path / "window.kept-2.toml").read_text("utf-8") == text
    assert Preferences(path).values.page_size == 21


def test_a_torn_file_to_import_changes_nothing(tmp_path: Path) -> None:
    own = Preferences(tmp_path / "window.toml")
    own.set("theme", "dark")
    (tmp_path / "torn.toml").write_text("theme = [", "utf-8")
    with pytest.raises(BadRequest):
        own.import_file(tmp_path / "torn.toml")
    assert own.values.theme == "dark"


def test_a_library_setting_takes_effect_and_comes_back(qtbot: QtBot, window: Window, served: Client) -> None:
    sheet = _open(qtbot, window)
    row = _row(sheet, "keyword.title")
    assert isinstance(row.field, QDoubleSpinBox) and not row.reset.isEnabled()
    row.field.setValue(12)

    def value() -> str:
        return served.settings(SettingRequest("keyword.title")).settings[0].value

    qtbot.waitUntil(lambda: value() == "12", timeout=30_000)
    qtbot.waitUntil(row.reset.isEnabled, timeout=30_000)
    row.reset.click()
    qtbot.waitUntil(lambda: value() == "8", timeout=30_000)
    qtbot.waitUntil(lambda: row.field.value() == 8, timeout=30_000)  # type: ignore[attr-defined]


def test_a_refused_value_is_answered_by_a_sentence_and_undone(qtbot: QtBot, window: Window) -> None:
    sheet = _open(qtbot, window)
    row = _row(sheet, "meaning.models")
    row.changed.emit("meaning.models", "no equals sign")
    qtbot.waitUntil(lambda: "must be like" in row.trouble, timeout=30_000)
    assert row.field.text() == ""  # type: ignore[attr-defined]


def test_words_find_settings_keys_and_collections(qtbot: QtBot, window: Window) -> None:
    sheet = _open(qtbot, window)

    def shown() -> list[str]:
        rows = [row for section in sheet.area.sections for row in section.rows if row.isVisible()]
        return [row.setting.name if isinstance(row, SettingRow) else row.name for row in rows]

    qtbot.keyClicks(sheet.box, "weight tags")
    qtbot.waitUntil(lambda: shown() == ["keyword.tags"], timeout=30_000)
    sheet.box.setText("quick open")
    qtbot.waitUntil(lambda: shown() == ["Quick open"], timeout=30_000)
    sheet.box.setText("zzzz")
    qtbot.waitUntil(lambda: not shown() and sheet.area.empty.isVisible(), timeout=30_000)
    sheet.box.clear()
    qtbot.waitUntil(lambda: "theme" in shown(), timeout=30_000)
    qtbot.waitUntil(lambda: len(sheet.area.sections) == 1, timeout=30_000)


def test_a_sheet_is_no_larger_than_its_window(qtbot: QtBot, window: Window) -> None:
    window.resize(720, 450)
    sheet = _open(qtbot, window)
    assert sheet.width() < window.width() and sheet.height() < window.height()
    sheet.close()


def test_own_settings_change_window_and_page_at_once(qtbot: QtBot, window: Window) -> None:
    sheet = _open(qtbot, window)
    size, calm = _row(sheet, "interface_size").field, _row(sheet, "reduced_motion").field
    assert isinstance(size, QSpinBox) and isinstance(calm, QCheckBox)
    size.setValue(15)
    assert QApplication.font().pixelSize() == 15
    small = _row(sheet, "interface_size")._small
    assert small.font().pixelSize() == fonts.font(11.5).pixelSize() == 13
    calm.click()
    assert not QApplication.isEffectEnabled(Qt.UIEffect.UI_AnimateMenu)
    from tests.gui.window.test_window import WHEEL, Location, go  # noqa: PLC0415

    go(qtbot, window, Location(WHEEL))
    view = window.reader.warm()
    sizes: list[object] = []
    window.session.preferences.set("page_size", "24")
    view.web_page.runJavaScript("getComputedStyle(document.body).fontSize", 1, sizes.append)
    qtbot.waitUntil(lambda: sizes == ["24px"], timeout=30_000)
    with qtbot.waitSignal(window.reader.landed, timeout=30_000):
        window.shell.open(Location("shelves/index.md"))
    view.web_page.runJavaScript("getComputedStyle(document.body).fontSize", 1, sizes.append)
    qtbot.waitUntil(lambda: sizes == ["24px", "24px"], timeout=30_000)
    sheet.area.sections[0].reset()
    assert window.session.preferences.values == WindowSettings()
    assert QApplication.font().pixelSize() == 13
    assert small.font().pixelSize() == fonts.font(11.5).pixelSize()


def test_keys_are_recorded_kept_refused_and_brought_back(qtbot: QtBot, window: Window) -> None:
    sheet = _open(qtbot, window, "Keyboard shortcuts")
    row = _keys(sheet, "Quick open")
    qtbot.waitUntil(row.isVisible, timeout=30_000)
    row.recorder.click()
    assert row.recorder.is_waiting
    qtbot.keyClick(row.recorder, Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier)
    assert "already used for “Search”" in row.trouble and window.commands.keys_of("Quick open") == ("Ctrl+P",)
    row.recorder.click()
    qtbot.keyClick(row.recorder, Qt.Key.Key_H, Qt.KeyboardModifier.ControlModifier)
    assert window.commands.keys_of("Quick open") == ("Ctrl+H",)
    window.commands.find("Command palette").trigger()
    rights = {choice.words: choice.right for choice in window.command_palette._model.rows}
    assert rights["Quick open"] == "Ctrl+H"
    window.command_palette.dismiss()
    assert Preferences(window.session.preferences.path).values.keys == {"Quick open": ("Ctrl+H",)}
    row.recorder.click()
    qtbot.keyClick(row.recorder, Qt.Key.Key_Backspace)
    assert window.commands.keys_of("Quick open") == ()
    row.reset.click()
    assert window.commands.keys_of("Quick open") == ("Ctrl+P",) and not row.reset.isEnabled()


@pytest.mark.parametrize("keys", ["N", "Shift+N", "Tab", "Up", "Ctrl+C", "Ctrl+P", ""])
def test_keys_that_would_stand_in_the_way_are_refused(window: Window, keys: str) -> None:
    assert refusal(keys, "Search", window.commands)


@pytest.mark.parametrize("keys", ["F9", "Ctrl+Shift+F9", "Alt+8", "Ctrl+K"])
def test_keys_that_are_free_are_taken(window: Window, keys: str) -> None:
    assert not refusal(keys, "Search", window.commands)


def test_no_two_actions_have_the_same_usual_keys(window: Window) -> None:
    keys = [each for own in window.commands.usual_keys().values() for each in own]
    assert len(keys) == len(set(keys))


def test_a_closed_sheet_goes_and_another_one_comes(qtbot: QtBot, window: Window) -> None:
    sheet = _open(qtbot, window)
    sheet.close()
    with qtbot.waitSignal(sheet.destroyed, timeout=30_000):
        window.dialogs._release_settings()
    again = _open(qtbot, window)
    assert window.dialogs.settings is again and again.isVisible() and _row(again, "theme").isVisible()


def test_a_collection_is_renamed_and_weighed(qtbot: QtBot, window: Window, served: Client) -> None:
    sheet = _open(qtbot, window)
    row = _row(sheet, "shelves:weight")
    assert isinstance(row.field, QDoubleSpinBox)
    row.field.setValue(3)
    qtbot.waitUntil(lambda: served.configure(ConfigureRequest("shelves")).collection.weight == 3, timeout=30_000)
    qtbot.waitUntil(row.reset.isEnabled, timeout=30_000)
    row.reset.click()
    qtbot.waitUntil(lambda: served.configure(ConfigureRequest("shelves")).collection.weight == 1, timeout=30_000)


def test_settings_go_to_a_file_and_come_back(qtbot: QtBot, window: Window, tmp_path: Path) -> None:
    sheet = _open(qtbot, window)
    window.session.preferences.set("page_measure", "90")
    sheet.export_file(str(tmp_path / "mine.toml"))
    window.session.preferences.reset()
    sheet.import_file(str(tmp_path / "mine.toml"))
    assert window.session.preferences.values.page_measure == 90
    (tmp_path / "torn.toml").write_text("[", "utf-8")
    sheet.import_file(str(tmp_path / "torn.toml"))
    assert "Nothing was changed" in sheet.said.text()


def _tabs(start: QWidget, end: QWidget) -> int:
    """How far one lies after another in the order of Tab."""
    steps, here = 0, start
    while here is not end:
        steps, here = steps + 1, here.nextInFocusChain()
    return steps


def test_everything_in_the_settings_has_a_name_and_can_be_reached_by_keys(qtbot: QtBot, window: Window) -> None:
    sheet = _open(qtbot, window)
    for at in range(len(sheet.area.titles)):
        sheet.list.setCurrentRow(at)
        for row in [row for section in sheet.area.sections if section.isVisible() for row in section.rows]:
            own: list[QWidget] = [row.reset, row.field if isinstance(row, SettingRow) else row.recorder]
            for each in own:
                assert each.accessibleName() and each.focusPolicy() & Qt.FocusPolicy.TabFocus
                assert each.minimumHeight() >= 24
                assert _tabs(sheet.list, each) < _tabs(sheet.list, sheet.reset) < _tabs(sheet.list, sheet.export_button)


def test_keys_saved_under_the_old_name_of_a_command_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "window.toml"
    path.write_text('[keys]\n"Links to mend" = ["F9"]\n', "utf-8")
    assert Preferences(path).values.keys == {"Link report": ("F9",)}
