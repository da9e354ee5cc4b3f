"""The window of all settings: sections on the left, rows on the right, and a box that finds by words."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QMessageBox,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from bookwheel.client.connection import Client
from bookwheel.domain.collection import Collection, ConfigureRequest
from bookwheel.domain.errors import BookwheelError
from bookwheel.domain.service.settings import Setting, SettingRequest, SettingsAnswer
from bookwheel.gui.backend.background_calls import BackgroundCalls
from bookwheel.gui.i18n.translation import tr
from bookwheel.gui.settings.collection_section import CollectionSection
from bookwheel.gui.settings.models_section import TITLE as MODELS
from bookwheel.gui.settings.models_section import ModelsSection
from bookwheel.gui.settings.section_area import SectionArea, SectionEntry
from bookwheel.gui.settings.sections import (
    TITLES,
    GroupSection,
    ImagesSection,
    KeysSection,
    Section,
    WindowSection,
)
from bookwheel.gui.shell.shortcuts import Shortcuts
from bookwheel.gui.state.preferences import Preferences
from bookwheel.gui.theme.theme import Theme
from bookwheel.gui.widgets.choice_box import NoWheel
from bookwheel.gui.widgets.file_dialogs import ask_where, build_dialog
from bookwheel.gui.widgets.manual_page import ManualButton, open_manual_on_f1
from bookwheel.gui.widgets.row_delegate import ICON, RowDelegate
from bookwheel.gui.widgets.screen_fit import fit_to_screen
from bookwheel.gui.widgets.wrapping_row import WrappingRow

_SIZE = QSize(920, 680)
_NARROW_LIST, _LIST = 140, 224
"""Pixels of the list of sections."""
_REST_MS = 60
_OWN = 2
"""Sections that are the window's own; the others come from the service."""


class SettingsDialog(QDialog):
    """All settings of the window, of the library and of its collections."""

    def __init__(
        self, theme: Theme, calls: BackgroundCalls, preferences: Preferences, shortcuts: Shortcuts, parent: QWidget
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Settings"))
        fit_to_screen(self, _SIZE, parent)
        self._theme, self._calls, self._preferences, self._shortcuts = theme, calls, preferences, shortcuts
        self._client: Client | None = None
        self._wanted = ""
        self._guard = NoWheel(self)
        open_manual_on_f1(self, "settings.md")
        self._now: dict[str, Setting] = {}
        self._collections: dict[str, Collection] = {}
        self._build()
        self._rest = QTimer(self, singleShot=True, interval=_REST_MS)
        self._rest.timeout.connect(self._filter)
        self.box.textChanged.connect(lambda _text: self._rest.start())
        window, keys = tr("This window"), tr("Keyboard shortcuts")
        self._offer(SectionEntry(window, window, "app-window", lambda: WindowSection(theme, preferences, self._guard)))
        self._offer(SectionEntry(keys, keys, "keyboard", lambda: KeysSection(theme, preferences, shortcuts)))

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
        self.list.setMouseTracking(True)
        self.list.currentRowChanged.connect(self._choose)
        self.area = SectionArea()
        self.area.section_made.connect(self._put_foot_last)
        self._lay_out()

    def _lay_out(self) -> None:
        left = QVBoxLayout()
        left.setContentsMargins(12, 14, 8, 12)
        left.setSpacing(10)
        left.addWidget(self.box)
        left.addWidget(self.list, 1)
        foot = WrappingRow()
        foot.setContentsMargins(26, 8, 18, 12)
        self.reset = QPushButton(tr("Reset section"))
        self.reset.clicked.connect(self.ask_to_reset)
        self.import_button = QPushButton(tr("Import…"))
        self.import_button.setToolTip(tr("Import window settings and shortcuts from a file"))
        self.import_button.clicked.connect(self._ask_for_import)
        self.export_button = QPushButton(tr("Export…"))
        self.export_button.setToolTip(tr("Export window settings and shortcuts to a file"))
        self.export_button.clicked.connect(self._ask_for_export)
        self.said = QLabel()
        self.said.setObjectName("soft")
        self.said.setWordWrap(True)
        foot.add(ManualButton())
        foot.add(self.said, 1)
        for button in (self.reset, self.import_button, self.export_button):
            button.setAutoDefault(False)
            button.setMinimumHeight(30)
            foot.add(button)
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

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """The list of sections is narrower where the settings need the width."""
        super().resizeEvent(event)
        self.list.setFixedWidth(max(_NARROW_LIST, min(_LIST, self.width() // 4)))

    def _offer(self, entry: SectionEntry) -> None:
        self.area.add(entry)
        row = QListWidgetItem(entry.short)
        row.setData(ICON, entry.icon)
        self.list.addItem(row)
        if not self._words and (entry.title == self._wanted or (not self._wanted and self.list.count() == 1)):
            self.list.setCurrentRow(self.list.count() - 1)

    def _put_foot_last(self, section: Section) -> None:
        """Tab reaches what is new in a section before the buttons below: Qt would put it after them."""
        usable = [widget for widget in section.findChildren(QWidget) if widget.focusPolicy() & Qt.FocusPolicy.TabFocus]
        foot = (self.reset, self.import_button, self.export_button)
        for last, then in zip([*usable[-1:], *foot], foot, strict=False):
            QWidget.setTabOrder(last, then)

    # --- what is shown -----------------------------------------------------------------------------------------

    def set_client(self, client: Client | None) -> None:
        """Change the settings of this client's library."""
        if client is not None and client is not self._client:
            self._client = client
            self.refresh()

    def leave(self) -> None:
        """Go for good once closed, a section in each turn of the loop, so that the window stays awake."""
        self._calls.drop("settings")
        if self.area.release_one():
            QTimer.singleShot(0, self, self.leave)
        else:
            self.deleteLater()

    def show_section(self, section: str = "", words: str = "") -> None:
        """Show the window, at a section by its title if one is named, or with the settings that hold these words."""
        self._wanted = section
        self.box.setText(words)
        if section in self.area.titles:
            self.list.setCurrentRow(self.area.titles.index(section))
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
            cards = [card for card in client.collections().collections if not card.team]
            known = tuple(client.configure(ConfigureRequest(card.slug)).collection for card in cards)
            return client.settings(SettingRequest()), known

        self._calls.ask(fetch, lambda found: self._on_settings(client, *found), self._fail, slot="settings")

    def _on_settings(self, client: Client, answer: SettingsAnswer, collections: tuple[Collection, ...]) -> None:
        self._now.update((setting.name, setting) for setting in answer.settings)
        self._collections.clear()
        self._collections.update((collection.slug, collection) for collection in collections)
        is_first = self.list.count() == _OWN
        for group in dict.fromkeys(name.partition(".")[0] for name in self._now) if is_first else ():
            title = tr(TITLES[group][0]) if group in TITLES else group.title()
            self._offer(SectionEntry(title, title, "settings-2", partial(self._group, client, group)))
            if group == "meaning":
                models = partial(ModelsSection, self._calls, client, self.refresh)
                self._offer(SectionEntry(tr(MODELS), tr(MODELS), "settings-2", models))
        for entry in [entry for entry in self.area.entries if entry.slug and entry.slug not in self._collections]:
            self.list.takeItem(self.area.remove(entry))
        known = {entry.slug for entry in self.area.entries}
        for slug, one in self._collections.items():
            if slug not in known:
                title = tr("Collection: {name}").format(name=one.name)
                self._offer(SectionEntry(title, one.name, "library", partial(self._collection, client, slug), slug))
        for section in self.area.sections:
            if isinstance(section, (GroupSection)):
                section.show_now()

    def _group(self, client: Client, group: str) -> Section:
        if group == "images":
            return ImagesSection(self._theme, self._now, self._guard, self._calls, client)
        return GroupSection(self._theme, group, self._now, self._guard, self._calls, client)

    def _collection(self, client: Client, slug: str) -> Section:
        return CollectionSection(self._theme, slug, self._collections, self._guard, self._calls, client)

    def _fail(self, error: BookwheelError) -> None:
        self.said.setText(error.message)

    @property
    def _words(self) -> list[str]:
        return self.box.text().casefold().split()

    def _choose(self, row: int) -> None:
        if not self._words and 0 <= row < len(self.area.entries):
            self.area.show_entry(self.area.entries[row])
            self.reset.setEnabled(True)

    def _filter(self) -> None:
        if not self._words:
            self._choose(max(0, self.list.currentRow()))
            return
        sentence = tr("No settings or shortcuts match “{words}”.").format(words=self.box.text().strip())
        self.area.search(self._words, sentence)
        self.reset.setEnabled(False)

    # --- all at once -------------------------------------------------------------------------------------------

    def ask_to_reset(self) -> None:
        """Bring back the defaults of the section shown, once the person agrees."""
        row = self.list.currentRow()
        if not 0 <= row < len(self.area.entries):
            return
        section = self.area.section_of(self.area.entries[row])
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
        for entry in self.area.entries:
            self.area.section_of(entry).reset()
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

    def _ask_for_export(self) -> None:
        kinds = {"toml": tr("Settings")}
        title = tr("Export window settings")
        ask_where(self, title, "bookwheel-window.toml", kinds, lambda file: self.export_file(str(file)))

    def export_file(self, path: str) -> None:
        """Write the window's settings and keys to a file."""
        try:
            self._preferences.export_file(Path(path))
        except BookwheelError as error:
            self.said.setText(error.message)
            return
        self.said.setText(tr("Saved to {file}.").format(file=Path(path).name))
