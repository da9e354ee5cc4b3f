"""The sections of the settings: what each shows, where its values come from and where they go."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget
from shiboken6 import isValid

from bookwheel.client.connection import Client
from bookwheel.domain.errors import BookwheelError
from bookwheel.domain.remote_images import ImageCacheAnswer, ImageCacheRequest
from bookwheel.domain.service.settings import Setting, SettingChange, SettingsAnswer
from bookwheel.gui.backend.background_calls import BackgroundCalls
from bookwheel.gui.i18n.translation import QT_TR_NOOP, number, tr
from bookwheel.gui.settings.setting_row import SettingRow
from bookwheel.gui.settings.shortcut_editor import ShortcutRow, refusal
from bookwheel.gui.shell.shortcuts import Shortcuts
from bookwheel.gui.state.preferences import Preferences, list_settings
from bookwheel.gui.theme import fonts
from bookwheel.gui.theme.theme import Theme
from bookwheel.gui.widgets.manual_page import set_manual_page

TITLES = {
    "keyword": (QT_TR_NOOP("Keyword search"), QT_TR_NOOP("How much a word counts, depending on where it occurs.")),
    "meaning": (QT_TR_NOOP("Semantic search"), QT_TR_NOOP("Embedding model, and how much of the computer it may use.")),
    "fusion": (QT_TR_NOOP("Ranking"), QT_TR_NOOP("How keyword, semantic and graph search are combined.")),
    "indexing": (QT_TR_NOOP("Indexing"), QT_TR_NOOP("How folders are indexed and watched.")),
    "notes": (QT_TR_NOOP("New notes"), QT_TR_NOOP("Whether Bookwheel may create files in your folders.")),
    "images": (
        QT_TR_NOOP("Remote images"),
        QT_TR_NOOP(
            "Images on other computers are fetched only when you ask, or from hosts and collections listed here."
        ),
    ),
    "sources": (QT_TR_NOOP("Sources"), QT_TR_NOOP("When sites and feeds are not refreshed by themselves.")),
    "query": (QT_TR_NOOP("SPARQL queries"), QT_TR_NOOP("Time and memory limits of SPARQL queries.")),
    "agents": (QT_TR_NOOP("Agents"), QT_TR_NOOP("Limits for each connected agent.")),
    "service": (
        QT_TR_NOOP("Background service"),
        QT_TR_NOOP("How long the background service keeps running when idle."),
    ),
}
"""Title and sentence of each group of the library's settings, by its name."""
_ROWS_AT_ONCE = 6
"""A hundred rows made at once hold the window up for 80 ms."""

_ABOVE = 4
"""What a section has above its rows: title, space, sentence, space."""

Row = SettingRow | ShortcutRow


class Section(QWidget):
    """A heading, a sentence, and rows, of which the first are there at once."""

    def __init__(self, title: str, about: str) -> None:
        super().__init__()
        self.title = title
        self.rows: list[Row] = []
        self._to_come: list[Callable[[], Row]] = []
        self._sought: list[str] = []
        head = QLabel(title)
        head.setFont(fonts.font(18, 600, fonts.SERIF))
        soft = QLabel(about)
        soft.setObjectName("soft")
        soft.setWordWrap(True)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 18)
        self._column.setSpacing(0)
        self._column.addWidget(head)
        self._column.addSpacing(2)
        self._column.addWidget(soft)
        self._column.addSpacing(8)

    def begin(self, makers: Iterable[Callable[[], Row]]) -> None:
        """Make the first of these rows; `grow` makes the others."""
        self._to_come = list(makers)
        self.grow()

    @property
    def is_growing(self) -> bool:
        """Whether rows are still to come."""
        return bool(self._to_come)

    def grow(self) -> None:
        """Make some of the rows that are still to come, below those that are there."""
        now, self._to_come = self._to_come[:_ROWS_AT_ONCE], self._to_come[_ROWS_AT_ONCE:]
        for make in now:
            row = make()
            self._column.insertWidget(_ABOVE + len(self.rows), row)
            self.rows.append(row)
        if self._sought:
            self.filter(self._sought)

    def filter(self, words: list[str]) -> bool:
        """Show the rows that hold every word, or all where the title does; whether any is shown."""
        self._sought = words
        whole = all(word in self.title.casefold() for word in words)
        shown = [row for row in self.rows if whole or row.fits(words)]
        for row in self.rows:
            row.setVisible(row in shown)
        return bool(shown)

    def reset(self) -> None:
        """Bring every default back."""
        while self.is_growing:
            self.grow()
        for row in self.rows:
            if row.reset.isEnabled():
                row.reset.click()


class WindowSection(Section):
    """The window's own settings."""

    def __init__(self, theme: Theme, preferences: Preferences, guard: QObject) -> None:
        super().__init__(tr("This window"), tr("Saved in your user settings, for all libraries."))
        self._preferences = preferences
        self.begin(partial(self._row, theme, setting, guard) for setting in list_settings(preferences.values))
        preferences.changed.connect(self._show)

    def _row(self, theme: Theme, setting: Setting, guard: QObject) -> SettingRow:
        row = SettingRow(theme, setting, guard)
        row.changed.connect(partial(self._set, row))
        return row

    def _set(self, row: SettingRow, name: str, text: str) -> None:
        try:
            self._preferences.set(name, text)
        except BookwheelError as error:
            row.show_message(error.message)

    def _show(self) -> None:
        now = {setting.name: setting for setting in list_settings(self._preferences.values)}
        for row in self.rows:
            if isinstance(row, SettingRow):
                row.show_setting(now[row.setting.name])


class KeysSection(Section):
    """Every action with its keys."""

    def __init__(self, theme: Theme, preferences: Preferences, shortcuts: Shortcuts) -> None:
        super().__init__(
            tr("Keyboard shortcuts"),
            tr("Click a shortcut, then press the new keys. Backspace removes the shortcut, Escape cancels."),
        )
        set_manual_page(self, "keys.md")
        self._preferences = preferences
        self._shortcuts = shortcuts
        self.begin(partial(self._row, theme, name) for name in shortcuts.usual_keys())
        preferences.changed.connect(self._show)

    def _row(self, theme: Theme, name: str) -> ShortcutRow:
        row = ShortcutRow(theme, name, self._shortcuts.words_of(name))
        row.recorded.connect(partial(self._record, row))
        row.reset_wanted.connect(partial(self._reset, row))
        self._show_keys(row)
        return row

    def reset(self) -> None:
        """Bring all the usual keys back at once, so that none stands in another's way."""
        self._preferences.set_keys({})

    def _record(self, row: ShortcutRow, name: str, keys: str) -> None:
        self._give(row, name, (keys,) if keys else ())

    def _reset(self, row: ShortcutRow, name: str) -> None:
        self._give(row, name, self._shortcuts.usual_keys()[name])

    def _give(self, row: ShortcutRow, name: str, keys: tuple[str, ...]) -> None:
        for key in keys:
            sentence = refusal(key, name, self._shortcuts)
            if sentence:
                row.show_message(sentence)
                return
        own = {command: kept for command, kept in self._preferences.values.keys.items() if command != name}
        if keys != self._shortcuts.usual_keys()[name]:
            own[name] = keys
        self._preferences.set_keys(own)
        row.show_keys(keys, self._shortcuts.usual_keys()[name])

    def _show(self) -> None:
        for row in self.rows:
            if isinstance(row, ShortcutRow) and not row.recorder.is_waiting:
                self._show_keys(row)

    def _show_keys(self, row: ShortcutRow) -> None:
        row.show_keys(self._shortcuts.keys_of(row.name), self._shortcuts.usual_keys()[row.name])


class GroupSection(Section):
    """One group of the library's settings; `now` has them all by name, and takes in what is changed."""

    def __init__(
        self, theme: Theme, group: str, now: dict[str, Setting], guard: QObject, calls: BackgroundCalls, client: Client
    ) -> None:
        title, about = TITLES.get(group, (group.title(), ""))
        super().__init__(tr(title), tr(about) if about else "")
        self._now, self._calls, self._client = now, calls, client
        names = [name for name in now if name.startswith(f"{group}.")]
        self.begin(partial(self._row, theme, name, guard) for name in names)

    def _row(self, theme: Theme, name: str, guard: QObject) -> SettingRow:
        row = SettingRow(theme, self._now[name], guard)
        row.changed.connect(partial(self._set, row))
        return row

    def show_now(self) -> None:
        """Show what is in force."""
        for row in self.rows:
            if isinstance(row, SettingRow) and row.setting.name in self._now and not row.field.hasFocus():
                row.show_setting(self._now[row.setting.name])

    def _set(self, row: SettingRow, name: str, text: str) -> None:
        def done(answer: SettingsAnswer) -> None:
            self._now[name] = answer.settings[0]
            if isValid(row):  # the section may have been left meanwhile
                row.show_setting(answer.settings[0])

        def fail(error: BookwheelError) -> None:
            if isValid(row):
                row.show_message(error.message)

        change = SettingChange(name, text)
        self._calls.ask(lambda: self._client.set(change), done, fail)


class ImagesSection(GroupSection):
    """The choices on remote images, and the cache that they lie in."""

    def __init__(
        self, theme: Theme, now: dict[str, Setting], guard: QObject, calls: BackgroundCalls, client: Client
    ) -> None:
        super().__init__(theme, "images", now, guard, calls, client)
        self.clear = QPushButton(tr("Clear cache"))
        self.clear.setAutoDefault(False)
        self.clear.setMinimumHeight(30)
        self.clear.clicked.connect(lambda: self._measure(is_cleared=True))
        self.measured = QLabel()
        self.measured.setObjectName("soft")
        line = QHBoxLayout()
        line.setContentsMargins(0, 12, 0, 12)
        line.addWidget(self.measured, 1)
        line.addWidget(self.clear)
        self._column.addLayout(line)
        self._measure(is_cleared=False)

    def show_now(self) -> None:
        """Show what is in force, and how large the cache is."""
        super().show_now()
        self._measure(is_cleared=False)

    def _measure(self, *, is_cleared: bool) -> None:
        def done(answer: ImageCacheAnswer) -> None:
            if isValid(self):
                size = number(answer.size_bytes / 1_000_000, 1)
                self.measured.setText(tr("%Ln image(s) in the cache, {size} MB", "", answer.count).format(size=size))
                self.clear.setEnabled(answer.count > 0)

        def fail(error: BookwheelError) -> None:
            if isValid(self):
                self.measured.setText(error.message)

        self._calls.ask(lambda: self._client.image_cache(ImageCacheRequest(is_cleared)), done, fail)
