"""The window of all settings: sections on the left, rows on the right, and a box that finds by words."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QMessageBox,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from bookwheel.client.connection import Client
from bookwheel.domain.collection import Collection, ConfigureRequest
from bookwheel.domain.errors import BookwheelError
from bookwheel.domain.service.settings import Setting, SettingRequest, SettingsAnswer
from bookwheel.gui.backend.background_calls import Calls
from bookwheel.gui.i18n.translation import tr
from bookwheel.gui.settings.sections import TITLES, CollectionSection, GroupSection, KeysSection, Section, WindowSection
from bookwheel.gui.shell.shortcuts import Shortcuts
from bookwheel.gui.state.preferences import Preferences
from bookwheel.gui.theme.theme import Theme
from bookwheel.gui.widgets.choice_box import NoWheel
from bookwheel.gui.widgets.dialog import ROOM
from bookwheel.gui.widgets.file_dialogs import ask_where, build_dialog
from bookwheel.gui.widgets.row_delegate import ICON, RowDelegate

_SIZE = QSize(920, 680)
_REST_MS = 60
_OWN = 2
"""Sections that are the window's own; the others come from the service."""


@dataclass(slots=True)
class _Part:
    """An entry of the list, and its section while that is shown or searched."""

    title: str
    short: str
    icon: str
    make: Callable[[], Section]
    slug: str = ""
    """The collection that it is about, if it is about one."""
    section: Section | None = None


class SettingsDialog(QDialog):
    """All settings. Only the section shown exists, for each widget makes a change of theme longer.

    A search makes the others, one a turn of the loop, so that the window stays awake.
    """

    def __init__(
        self, theme: Theme, calls: Calls, preferences: Preferences, shortcuts: Shortcuts, parent: QWidget
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Settings"))
        self.resize(_SIZE.boundedTo(parent.size() - ROOM))
        self._theme, self._calls, self._preferences, self._shortcuts = theme, calls, preferences, shortcuts
        self._client: Client | None = None
        self._wanted = ""
        self._guard = NoWheel(self)
        self._parts: list[_Part] = []
        self._now: dict[str, Setting] = {}
        self._collections: dict[str, Collection] = {}
        self._build()
        self._turn = QTimer(self, singleShot=True, interval=0)
        self._turn.timeout.connect(self._make_next)
        self._clearing = QTimer(self, singleShot=True, interval=0)
        self._clearing.timeout.connect(self._clear_next)
        self._rest = QTimer(self, singleShot=True, interval=_REST_MS)
        self._rest.timeout.connect(self._filter)
        self.box.textChanged.connect(lambda _text: self._rest.start())
        self._offer(
            _Part(
                tr("This window"),
                tr("This window"),
                "app-window",
                lambda: WindowSection(theme, preferences, self._guard),
            )
        )
        self._offer(
            _Part(
                tr("Keyboard shortcuts"),
                tr("Keyboard shortcuts"),
                "keyboard",
                lambda: KeysSection(theme, preferences, shortcuts),
            )
        )

    # --- building ----------------------------------------------------------------------------------------------

    def _build(self) -> None:
        self.box = QLineEdit()
        self.box.setPlaceholderText(tr("Search settings and shortcuts"))
        self.box.setAccessibleName(tr("Search settings and shortcuts"))
        self.box.setClearButtonEnabled(True)
        self.box.setMinimumHeight(30)
        self.list = QListWidget()
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setAccessibleName(tr("Settings sections"))
        self.list.setItemDelegate(RowDelegate(self._theme, self.list))
        self.list.setFixedWidth(224)
        self.list.setMouseTracking(True)
        self.list.currentRowChanged.connect(self._choose)
        self._build_area()
        self._lay_out()

    def _build_area(self) -> None:
        self._ground = QWidget()
        self._ground.setObjectName("settingsPage")
        self._column = QVBoxLayout(self._ground)
        self._column.setContentsMargins(26, 18, 18, 18)
        self._column.setSpacing(0)
        self.empty = QLabel()
        self.empty.setObjectName("soft")
        self.empty.hide()
        self._column.addWidget(self.empty)
        self._column.addStretch(1)
        self.area = QScrollArea()
        self.area.setObjectName("settingsScroll")
        self.area.setWidgetResizable(True)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.area.setWidget(self._ground)
        self.area.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def _lay_out(self) -> None:
        left = QVBoxLayout()
        left.setContentsMargins(12, 14, 8, 12)
        left.setSpacing(10)
        left.addWidget(self.box)
        left.addWidget(self.list, 1)
        foot = QHBoxLayout()
        foot.setContentsMargins(26, 8, 18, 12)
        foot.setSpacing(8)
        self.reset = QPushButton(tr("Reset section"))
        self.reset.clicked.connect(self.ask_to_reset)
        self.import_button = QPushButton(tr("Import…"))
        self.import_button.setToolTip(tr("Import window settings and shortcuts from a file"))
        self.import_button.clicked.connect(self._ask_for_import)
        self.give = QPushButton(tr("Export…"))
        self.give.setToolTip(tr("Export window settings and shortcuts to a file"))
        self.give.clicked.connect(self._ask_to_give)
        self.said = QLabel()
        self.said.setObjectName("soft")
        self.said.setWordWrap(True)
        foot.addWidget(self.said, 1)
        for button in (self.reset, self.import_button, self.give):
            button.setAutoDefault(False)
            button.setMinimumHeight(30)
            foot.addWidget(button)
        right = QVBoxLayout()
        right.setContentsMargins(0, 0, 0, 0)
        right.setSpacing(0)
        right.addWidget(self.area, 1)
        right.addLayout(foot)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addLayout(left)
        row.addLayout(right, 1)

    def _offer(self, part: _Part) -> None:
        self._parts.append(part)
        entry = QListWidgetItem(part.short)
        entry.setData(ICON, part.icon)
        self.list.addItem(entry)
        if self._words:
            self._turn.start()
        elif part.title == self._wanted or (not self._wanted and len(self._parts) == 1):
            self.list.setCurrentRow(len(self._parts) - 1)

    def _made(self, part: _Part) -> Section:
        if part.section is None:
            part.section = part.make()
            part.section.hide()
            above = sum(earlier.section is not None for earlier in self._parts[: self._parts.index(part)])
            self._column.insertWidget(1 + above, part.section)
            self._put_foot_last(part.section)
        return part.section

    def _put_foot_last(self, section: Section) -> None:
        """Tab reaches what is new in a section before the buttons below: Qt would put it after them."""
        usable = [widget for widget in section.findChildren(QWidget) if widget.focusPolicy() & Qt.FocusPolicy.TabFocus]
        foot = (self.reset, self.import_button, self.give)
        for last, then in zip([*usable[-1:], *foot], foot, strict=False):
            QWidget.setTabOrder(last, then)

    def _make_next(self) -> None:
        """While words are looked for, make a section that is not there and look in it too."""
        part = next((part for part in self._parts if part.section is None), None)
        if not self._words or part is None:
            return
        self._narrow(self._made(part))
        self._turn.start()

    def _clear_next(self) -> None:
        """While one section is shown, let another one go."""
        part = next((part for part in self._parts if part.section is not None and part.section.isHidden()), None)
        if self._words or part is None or part.section is None:
            return
        part.section.deleteLater()
        part.section = None
        self._clearing.start()

    # --- what is shown -----------------------------------------------------------------------------------------

    def set_client(self, client: Client | None) -> None:
        """Change the settings of this client's library."""
        if client is not None and client is not self._client:
            self._client = client
            self.refresh()

    def leave(self) -> None:
        """Go for good once closed, a section in each turn of the loop, so that the window stays awake."""
        self._calls.drop("settings")
        self._turn.stop()
        self._clearing.stop()
        while self._parts:
            section = self._parts.pop().section
            if section is not None:
                section.deleteLater()
                QTimer.singleShot(0, self, self.leave)
                return
        self.deleteLater()

    @property
    def titles(self) -> list[str]:
        """The titles of all sections."""
        return [part.title for part in self._parts]

    @property
    def sections(self) -> list[Section]:
        """The sections that exist now."""
        return [part.section for part in self._parts if part.section is not None]

    def show_section(self, section: str = "") -> None:
        """Show the window, at a section by its title if one is named."""
        self._wanted = section
        self.box.clear()
        if section in self.titles:
            self.list.setCurrentRow(self.titles.index(section))
        self.show()
        self.raise_()
        self.activateWindow()
        self.box.setFocus()

    def refresh(self) -> None:
        """Ask what is in force now."""
        client = self._client
        if client is None:
            return

        def fetch() -> tuple[SettingsAnswer, tuple[Collection, ...]]:
            cards = client.collections().collections
            known = tuple(client.configure(ConfigureRequest(card.slug)).collection for card in cards)
            return client.settings(SettingRequest()), known

        self._calls.ask(fetch, lambda found: self._on_settings(client, *found), self._fail, slot="settings")

    def _on_settings(self, client: Client, answer: SettingsAnswer, collections: tuple[Collection, ...]) -> None:
        self._now.update((setting.name, setting) for setting in answer.settings)
        self._collections.clear()
        self._collections.update((collection.slug, collection) for collection in collections)
        is_first = len(self._parts) == _OWN
        for group in dict.fromkeys(name.partition(".")[0] for name in self._now) if is_first else ():
            title = tr(TITLES[group][0]) if group in TITLES else group.title()
            self._offer(_Part(title, title, "settings-2", partial(self._group, client, group)))
        for part in [part for part in self._parts if part.slug and part.slug not in self._collections]:
            self._drop(part)
        known = {part.slug for part in self._parts}
        for slug, one in self._collections.items():
            if slug not in known:
                title = tr("Collection: {name}").format(name=one.name)
                self._offer(_Part(title, one.name, "library", partial(self._collection, client, slug), slug))
        for section in self.sections:
            if isinstance(section, (GroupSection, CollectionSection)):
                section.show_now()

    def _group(self, client: Client, group: str) -> Section:
        return GroupSection(self._theme, group, self._now, self._guard, self._calls, client)

    def _collection(self, client: Client, slug: str) -> Section:
        return CollectionSection(self._theme, slug, self._collections, self._guard, self._calls, client)

    def _drop(self, part: _Part) -> None:
        row = self._parts.index(part)
        self._parts.remove(part)
        self.list.takeItem(row)
        if part.section is not None:
            part.section.deleteLater()

    def _fail(self, error: BookwheelError) -> None:
        self.said.setText(error.message)

    @property
    def _words(self) -> list[str]:
        return self.box.text().casefold().split()

    def _choose(self, row: int) -> None:
        if self._words or not 0 <= row < len(self._parts):
            return
        for section in self.sections:
            section.hide()
        chosen = self._made(self._parts[row])
        chosen.filter([])
        chosen.show()
        self._clearing.start()
        self.empty.hide()
        self.reset.setEnabled(True)
        self.area.verticalScrollBar().setValue(0)

    def _filter(self) -> None:
        if not self._words:
            self._choose(max(0, self.list.currentRow()))
            return
        self.empty.setText(tr("No settings or shortcuts match “{words}”.").format(words=self.box.text().strip()))
        for section in self.sections:
            self._narrow(section)
        self.reset.setEnabled(False)
        self._turn.start()

    def _narrow(self, section: Section) -> None:
        section.setVisible(section.filter(self._words))
        is_over = all(part.section is not None for part in self._parts)
        self.empty.setVisible(is_over and all(other.isHidden() for other in self.sections))

    # --- all at once -------------------------------------------------------------------------------------------

    def ask_to_reset(self) -> None:
        """Bring back the defaults of the section shown, once the person agrees."""
        row = self.list.currentRow()
        if not 0 <= row < len(self._parts):
            return
        section = self._made(self._parts[row])
        box = QMessageBox(self)
        box.setIcon(QMessageBox.Icon.NoIcon)
        box.setText(tr("Reset “{section}” to its defaults?").format(section=section.title))
        yes = box.addButton(tr("Reset"), QMessageBox.ButtonRole.AcceptRole)
        every = box.addButton(tr("Reset all sections"), QMessageBox.ButtonRole.DestructiveRole)
        box.setDefaultButton(box.addButton(QMessageBox.StandardButton.Cancel))
        box.setInformativeText(tr("You can also reset all sections, including keyboard shortcuts and collections."))
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.buttonClicked.connect(
            lambda button: self.reset_all() if button is every else section.reset() if button is yes else None
        )
        box.open()

    def reset_all(self) -> None:
        """Bring back every default."""
        for part in self._parts:
            self._made(part).reset()
        self._filter()

    def _ask_for_import(self) -> None:
        box = build_dialog(self, tr("Import window settings"))
        box.setNameFilter(tr("Settings ({pattern})").format(pattern="*.toml"))
        box.fileSelected.connect(self.import_file)
        box.open()

    def import_file(self, path: str) -> None:
        """Take the window's settings and keys from a file."""
        try:
            notices = self._preferences.import_file(Path(path))
        except BookwheelError as error:
            self.said.setText(tr("Nothing was changed. {reason}").format(reason=error.message))
            return
        self.said.setText(" ".join((tr("Settings imported."), *notices)))

    def _ask_to_give(self) -> None:
        kinds = {"toml": tr("Settings")}
        title = tr("Export window settings")
        ask_where(self, title, "bookwheel-window.toml", kinds, lambda file: self.give_file(str(file)))

    def give_file(self, path: str) -> None:
        """Write the window's settings and keys to a file."""
        try:
            self._preferences.give(Path(path))
        except BookwheelError as error:
            self.said.setText(error.message)
            return
        self.said.setText(tr("Saved to {file}.").format(file=Path(path).name))
