"""The window of all settings: sections on the left, rows on the right, and a box that finds by words."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtWidgets import (
    QDialog,
    QFileDialog,
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
from bookwheel.domain.service import SettingRequest, SettingsAnswer
from bookwheel.gui import look
from bookwheel.gui.actions import Actions
from bookwheel.gui.calls import Calls
from bookwheel.gui.language import tr
from bookwheel.gui.preferences import Preferences
from bookwheel.gui.rows import ICON, RowDelegate
from bookwheel.gui.settings.rows import NoWheel
from bookwheel.gui.settings.sections import CollectionSection, GroupSection, KeysSection, Section, WindowSection

_SIZE = QSize(920, 680)
_REST_MS = 60


class SettingsSheet(QDialog):
    """All settings. Sections are made one a turn of the loop, so that the window stays awake."""

    def __init__(
        self, skin: look.Look, calls: Calls, preferences: Preferences, actions: Actions, parent: QWidget
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Settings"))
        self.resize(_SIZE)
        self._skin, self._calls, self._preferences, self._actions = skin, calls, preferences, actions
        self._client: Client | None = None
        self._wanted = ""
        self._guard = NoWheel(self)
        self._making: list[Callable[[], Section]] = []
        self.sections: list[Section] = []
        self._build()
        self._turn = QTimer(self, singleShot=True, interval=0)
        self._turn.timeout.connect(self._make_next)
        self._rest = QTimer(self, singleShot=True, interval=_REST_MS)
        self._rest.timeout.connect(self._filter)
        self.box.textChanged.connect(lambda _text: self._rest.start())
        self._make(lambda: WindowSection(skin, preferences, self._guard))
        self._make(lambda: KeysSection(skin, preferences, actions))

    # --- building ----------------------------------------------------------------------------------------------

    def _build(self) -> None:
        self.box = QLineEdit()
        self.box.setPlaceholderText(tr("Search settings and keys"))
        self.box.setAccessibleName(tr("Search settings and keys"))
        self.box.setClearButtonEnabled(True)
        self.box.setMinimumHeight(30)
        self.list = QListWidget()
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setAccessibleName(tr("Sections of the settings"))
        self.list.setItemDelegate(RowDelegate(self._skin, self.list))
        self.list.setFixedWidth(224)
        self.list.setMouseTracking(True)
        self.list.currentRowChanged.connect(self._choose)
        self._ground = QWidget()
        self._ground.setObjectName("settingsPage")
        self._column = QVBoxLayout(self._ground)
        self._column.setContentsMargins(26, 18, 18, 18)
        self._column.setSpacing(0)
        self._empty = QLabel()
        self._empty.setObjectName("soft")
        self._empty.hide()
        self._column.addWidget(self._empty)
        self._column.addStretch(1)
        self.area = QScrollArea()
        self.area.setObjectName("settingsScroll")
        self.area.setWidgetResizable(True)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.area.setWidget(self._ground)
        self.area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        left = QVBoxLayout()
        left.setContentsMargins(12, 14, 8, 12)
        left.setSpacing(10)
        left.addWidget(self.box)
        left.addWidget(self.list, 1)
        foot = QHBoxLayout()
        foot.setContentsMargins(26, 8, 18, 12)
        foot.setSpacing(8)
        self.reset = QPushButton(tr("Reset this section"))
        self.reset.clicked.connect(self.ask_to_reset)
        self.bring = QPushButton(tr("Import…"))
        self.bring.setToolTip(tr("Take the window's settings and keys from a file"))
        self.bring.clicked.connect(self._ask_to_bring)
        self.give = QPushButton(tr("Export…"))
        self.give.setToolTip(tr("Write the window's settings and keys to a file"))
        self.give.clicked.connect(self._ask_to_give)
        self.said = QLabel()
        self.said.setObjectName("soft")
        self.said.setWordWrap(True)
        foot.addWidget(self.said, 1)
        for each in (self.reset, self.bring, self.give):
            each.setAutoDefault(False)
            each.setMinimumHeight(30)
            foot.addWidget(each)
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

    def _make(self, section: Callable[[], Section]) -> None:
        self._making.append(section)
        self._turn.start()

    def _make_next(self) -> None:
        if not self._making:
            return
        section = self._making.pop(0)()
        section.hide()
        self.sections.append(section)
        self._column.insertWidget(self._column.count() - 1, section)
        entry = QListWidgetItem(section.short)
        entry.setData(ICON, _icon_of(section))
        self.list.addItem(entry)
        if self.box.text().strip():
            self._filter()
        elif section.title == self._wanted or (not self._wanted and len(self.sections) == 1):
            self.list.setCurrentRow(len(self.sections) - 1)
        if self._making:
            self._turn.start()

    # --- what is shown -----------------------------------------------------------------------------------------

    def set_client(self, client: Client | None) -> None:
        """Change the settings of this client's library."""
        if client is not None and client is not self._client:
            self._client = client
            self.refresh()

    def leave(self) -> None:
        """Go for good once closed, a section in each turn of the loop, so that the window stays awake."""
        self._calls.drop("settings")
        self._making.clear()
        self._turn.stop()
        if not self.sections:
            self.deleteLater()
            return
        self.sections.pop().deleteLater()
        QTimer.singleShot(0, self, self.leave)

    def summon(self, section: str = "") -> None:
        """Show the window, at a section by its title if one is named."""
        self._wanted = section
        self.box.clear()
        for row, each in enumerate(self.sections):
            if each.title == section:
                self.list.setCurrentRow(row)
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

        self._calls.ask(fetch, lambda found: self._take(client, *found), self._fail, slot="settings")

    def _take(self, client: Client, answer: SettingsAnswer, collections: tuple[Collection, ...]) -> None:
        now = {setting.name: setting for setting in answer.settings}
        groups = [each for each in self.sections if isinstance(each, GroupSection)]
        for each in groups:
            each.show_settings(now)
        if not groups:
            for group in dict.fromkeys(name.partition(".")[0] for name in now):
                rows = [setting for name, setting in now.items() if name.startswith(f"{group}.")]
                self._make(lambda g=group, r=rows: GroupSection(self._skin, g, r, self._guard, self._calls, client))
        known = {each.slug: each for each in self.sections if isinstance(each, CollectionSection)}
        for collection in collections:
            if collection.slug in known:
                known[collection.slug].show_collection(collection)
            else:
                self._make(lambda one=collection: CollectionSection(self._skin, one, self._guard, self._calls, client))
        for slug in known.keys() - {collection.slug for collection in collections}:
            self._drop(known[slug])

    def _drop(self, section: Section) -> None:
        row = self.sections.index(section)
        self.sections.remove(section)
        self.list.takeItem(row)
        section.deleteLater()

    def _fail(self, error: BookwheelError) -> None:
        self.said.setText(error.message)

    def _choose(self, row: int) -> None:
        if self.box.text().strip() or not 0 <= row < len(self.sections):
            return
        for at, section in enumerate(self.sections):
            section.filter([])
            section.setVisible(at == row)
        self._empty.hide()
        self.reset.setEnabled(True)
        self.area.verticalScrollBar().setValue(0)

    def _filter(self) -> None:
        words = self.box.text().casefold().split()
        if not words:
            self._choose(max(0, self.list.currentRow()))
            return
        shown = [section for section in self.sections if section.filter(words)]
        for section in self.sections:
            section.setVisible(section in shown)
        self._empty.setText(tr("No setting and no key is about “{words}”.").format(words=self.box.text().strip()))
        self._empty.setVisible(not shown)
        self.reset.setEnabled(False)

    # --- all at once -------------------------------------------------------------------------------------------

    def ask_to_reset(self) -> None:
        """Bring back the defaults of the section shown, once the person agrees."""
        row = self.list.currentRow()
        if not 0 <= row < len(self.sections):
            return
        section = self.sections[row]
        box = QMessageBox(self)
        box.setIcon(QMessageBox.Icon.NoIcon)
        box.setText(tr("Bring back the defaults of “{section}”?").format(section=section.title))
        yes = box.addButton(tr("Reset"), QMessageBox.ButtonRole.AcceptRole)
        every = box.addButton(tr("Reset every section"), QMessageBox.ButtonRole.DestructiveRole)
        box.setDefaultButton(box.addButton(QMessageBox.StandardButton.Cancel))
        box.setInformativeText(tr("Or those of every section, keys and collections included."))
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.buttonClicked.connect(
            lambda button: self.reset_all() if button is every else section.reset() if button is yes else None
        )
        box.open()

    def reset_all(self) -> None:
        """Bring back every default."""
        for section in self.sections:
            section.reset()

    def _ask_to_bring(self) -> None:
        box = QFileDialog(self, tr("Import the window's settings"))
        box.setNameFilter(tr("Settings ({pattern})").format(pattern="*.toml"))
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.fileSelected.connect(self.bring_file)
        box.open()

    def bring_file(self, path: str) -> None:
        """Take the window's settings and keys from a file."""
        try:
            notices = self._preferences.bring(Path(path))
        except BookwheelError as error:
            self.said.setText(tr("Nothing was changed. {reason}").format(reason=error.message))
            return
        self.said.setText(" ".join((tr("Imported."), *notices)))

    def _ask_to_give(self) -> None:
        box = QFileDialog(self, tr("Export the window's settings"))
        box.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        box.setNameFilter(tr("Settings ({pattern})").format(pattern="*.toml"))
        box.setDefaultSuffix("toml")
        box.selectFile("bookwheel-window.toml")
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.fileSelected.connect(self.give_file)
        box.open()

    def give_file(self, path: str) -> None:
        """Write the window's settings and keys to a file."""
        try:
            self._preferences.give(Path(path))
        except BookwheelError as error:
            self.said.setText(error.message)
            return
        self.said.setText(tr("Written to {file}.").format(file=Path(path).name))


def _icon_of(section: Section) -> str:
    if isinstance(section, WindowSection):
        return "app-window"
    if isinstance(section, KeysSection):
        return "keyboard"
    return "library" if isinstance(section, CollectionSection) else "settings-2"
