"""The sections of the settings: what each shows, where its values come from and where they go."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget
from shiboken6 import isValid

from bookwheel.client.connection import Client
from bookwheel.domain.collection import Collection, ConfigureAnswer, ConfigureRequest
from bookwheel.domain.document import Dialect
from bookwheel.domain.errors import BookwheelError
from bookwheel.domain.remote_images import ImageCacheAnswer, ImageCacheRequest
from bookwheel.domain.service.settings import Setting, SettingChange, SettingsAnswer
from bookwheel.gui.backend.background_calls import BackgroundCalls
from bookwheel.gui.i18n.translation import QT_TR_NOOP, number, tr
from bookwheel.gui.settings.setting_row import SettingRow
from bookwheel.gui.settings.shortcut_editor import ShortcutRow, refusal
from bookwheel.gui.shell.shortcuts import Shortcuts
from bookwheel.gui.state.preferences import LINES, Preferences, list_settings
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
    "query": (QT_TR_NOOP("SPARQL queries"), QT_TR_NOOP("Time and memory limits of SPARQL queries.")),
    "agents": (QT_TR_NOOP("Agents"), QT_TR_NOOP("Limits for each connected agent.")),
    "service": (
        QT_TR_NOOP("Background service"),
        QT_TR_NOOP("How long the background service keeps running when idle."),
    ),
}
"""Title and sentence of each group of the library's settings, by its name."""
_ROWS_AT_ONCE = 12


class Section(QWidget):
    """A heading, a sentence, and rows."""

    def __init__(self, title: str, about: str) -> None:
        super().__init__()
        self.title = title
        self.rows: list[SettingRow | ShortcutRow] = []
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

    def add(self, row: SettingRow | ShortcutRow) -> None:
        """Put a row at the end."""
        self.rows.append(row)
        self._column.addWidget(row)

    @property
    def is_growing(self) -> bool:
        """Whether rows are still to come."""
        return False

    def grow(self) -> None:
        """Make some of the rows that are still to come."""

    def filter(self, words: list[str]) -> bool:
        """Show the rows that hold every word, or all where the title does; whether any is shown."""
        whole = all(word in self.title.casefold() for word in words)
        shown = [row for row in self.rows if whole or row.fits(words)]
        for row in self.rows:
            row.setVisible(row in shown)
        return bool(shown)

    def reset(self) -> None:
        """Bring every default back."""
        for row in self.rows:
            if row.reset.isEnabled():
                row.reset.click()


class WindowSection(Section):
    """The window's own settings."""

    def __init__(self, theme: Theme, preferences: Preferences, guard: QObject) -> None:
        super().__init__(tr("This window"), tr("Saved in your user settings, for all libraries."))
        self._preferences = preferences
        for setting in list_settings(preferences.values):
            row = SettingRow(theme, setting, guard)
            row.changed.connect(partial(self._set, row))
            self.add(row)
        preferences.changed.connect(self._show)

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
        self._theme = theme
        self._to_come = list(shortcuts.usual_keys())
        self._sought: list[str] = []
        self.grow()
        preferences.changed.connect(self._show)

    @property
    def is_growing(self) -> bool:
        """See `Section`: a hundred rows at once hold the window up for 80 ms."""
        return bool(self._to_come)

    def grow(self) -> None:
        """See `Section`."""
        names, self._to_come = self._to_come[:_ROWS_AT_ONCE], self._to_come[_ROWS_AT_ONCE:]
        for name in names:
            row = ShortcutRow(self._theme, name, self._shortcuts.words_of(name))
            row.recorded.connect(partial(self._record, row))
            row.reset_wanted.connect(partial(self._reset, row))
            self.add(row)
            self._show_keys(row)
        if self._sought:
            self.filter(self._sought)

    def filter(self, words: list[str]) -> bool:
        """See `Section`."""
        self._sought = words
        return super().filter(words)

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
        for setting in [setting for name, setting in now.items() if name.startswith(f"{group}.")]:
            row = SettingRow(theme, setting, guard)
            row.changed.connect(partial(self._set, row))
            self.add(row)

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


class CollectionSection(Section):
    """How one collection is called, weighed and taken in; `now` has them all by slug, and takes in what is changed."""

    def __init__(
        self,
        theme: Theme,
        slug: str,
        now: dict[str, Collection],
        guard: QObject,
        calls: BackgroundCalls,
        client: Client,
    ) -> None:
        collection = now[slug]
        super().__init__(tr("Collection: {name}").format(name=collection.name), collection.root)
        self._slug, self._now, self._calls, self._client = slug, now, calls, client
        for setting in _settings_of(collection):
            row = SettingRow(theme, setting, guard)
            row.changed.connect(partial(self._set, row))
            self.add(row)

    def show_now(self) -> None:
        """Show what is in force."""
        if self._slug not in self._now:
            return
        now = {setting.name: setting for setting in _settings_of(self._now[self._slug])}
        for row in self.rows:
            if isinstance(row, SettingRow):
                row.show_setting(now[row.setting.name])

    def _set(self, row: SettingRow, name: str, text: str) -> None:
        def done(answer: ConfigureAnswer) -> None:
            self._now[self._slug] = answer.collection
            if isValid(self):  # the section may have been left meanwhile
                self.show_now()

        def fail(error: BookwheelError) -> None:
            if isValid(row):
                row.show_message(error.message)

        change = _change(self._slug, name.rpartition(":")[2], text)
        self._calls.ask(lambda: self._client.configure(change), done, fail)


def _settings_of(collection: Collection) -> tuple[Setting, ...]:
    slug = collection.slug
    plain = Collection("", collection.name, "")
    return (
        Setting(f"{slug}:name", collection.name, plain.name, "str", QT_TR_NOOP("Name of the collection.")),
        Setting(
            f"{slug}:weight",
            f"{collection.weight:g}",
            "1",
            "float",
            QT_TR_NOOP("Weight of its scores compared with other collections."),
            0,
            10,
        ),
        Setting(
            f"{slug}:ignore",
            "\n".join(collection.ignore),
            "",
            LINES,
            QT_TR_NOOP("Files to skip: one .gitignore pattern per line."),
        ),
        Setting(
            f"{slug}:include",
            "\n".join(collection.include),
            "",
            LINES,
            QT_TR_NOOP("Files to index whatever their format, even if a .gitignore excludes them."),
        ),
        Setting(
            f"{slug}:formats",
            "\n".join(collection.formats),
            "",
            LINES,
            QT_TR_NOOP(
                "Formats to switch on or off, to read as plain text, or with the words in pictures, one per line:"
                " code=on, rst=text, pdf=ocr."
            ),
        ),
        *_reading_of(collection),
    )


def _reading_of(collection: Collection) -> tuple[Setting, ...]:
    """How its documents are read and searched."""
    slug, dialects = collection.slug, tuple(dialect.value for dialect in Dialect if dialect is not Dialect.CONVERTED)
    return (
        Setting(
            f"{slug}:dialect",
            collection.dialect.value,
            Dialect.AUTO.value,
            "str",
            QT_TR_NOOP("Markdown dialect; “automatic” detects it. A change rebuilds the collection."),
            choices=dialects,
        ),
        Setting(
            f"{slug}:language",
            collection.language,
            "",
            "str",
            QT_TR_NOOP(
                "Language code (en, de, zh); if empty, Bookwheel detects the language of each document. "
                "A change rebuilds the collection."
            ),
        ),
        Setting(
            f"{slug}:in_search",
            "true" if collection.in_search else "false",
            "true",
            "bool",
            QT_TR_NOOP("Include it in searches of the whole library; if off, only searches in it find its documents."),
        ),
    )


def _change(slug: str, field: str, text: str) -> ConfigureRequest:
    lines = tuple(line.strip() for line in text.splitlines() if line.strip())
    made: dict[str, Callable[[], ConfigureRequest]] = {
        "name": lambda: ConfigureRequest(slug, name=text),
        "weight": lambda: ConfigureRequest(slug, weight=float(text)),
        "ignore": lambda: ConfigureRequest(slug, ignore=lines),
        "include": lambda: ConfigureRequest(slug, include=lines),
        "formats": lambda: ConfigureRequest(slug, formats=lines),
        "dialect": lambda: ConfigureRequest(slug, dialect=Dialect(text)),
        "language": lambda: ConfigureRequest(slug, language=text.strip()),
        "in_search": lambda: ConfigureRequest(slug, in_search=text == "true"),
    }
    return made[field]()
