"""What sheets share: windows of their own beside the main one, which ask the service and say how that went."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import ClassVar

from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLabel, QLineEdit, QPushButton, QSplitter, QVBoxLayout, QWidget

from bookwheel.client.connection import Client
from bookwheel.domain.errors import BookwheelError
from bookwheel.gui.backend.background_calls import BackgroundCalls
from bookwheel.gui.i18n.translation import tr
from bookwheel.gui.theme import fonts
from bookwheel.gui.widgets.manual_page import ManualButton, open_manual_on_f1
from bookwheel.gui.widgets.screen_fit import fit_to_screen
from bookwheel.gui.widgets.table import as_csv
from bookwheel.gui.widgets.wrapping_row import WrappingRow

_LEAST_WORDS = 200
"""Pixels that the quiet line keeps beside buttons; with less it has a line for itself."""
_HEARD_MS = 300
"""Rest after news that touch what a sheet shows, until it asks again."""


class Dialog(QDialog):
    """A title, the same or a `heading` on top of `column`, and `said`, a quiet line that each sheet places."""

    manual: ClassVar[str]
    """The page of the manual about it."""

    def __init__(self, calls: BackgroundCalls, title: str, size: QSize, parent: QWidget, heading: str = "") -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        fit_to_screen(self, size, parent)
        self._calls = calls
        self._client: Client | None = None
        self.said = QLabel()
        self.said.setObjectName("soft")
        self.said.setWordWrap(True)
        self.head = QLabel(heading or title)
        self.head.setFont(fonts.font(18, 600, fonts.SERIF))
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(24, 18, 24, 18)
        self.column.setSpacing(12)
        top = QHBoxLayout()
        top.addWidget(self.head, 1)
        top.addWidget(ManualButton(self))
        self.column.addLayout(top)
        open_manual_on_f1(self, self.manual)
        self._hearing = QTimer(self, singleShot=True, interval=_HEARD_MS)
        self._hearing.timeout.connect(self.refresh)

    def show_for(self, client: Client | None) -> None:
        """Come to the front and show what this client tells; None while the service is away."""
        self._client = client
        self.show()
        self.raise_()
        self.activateWindow()
        self.refresh()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Return presses the button that has the focus, as Space does."""
        button = self.focusWidget()
        if isinstance(button, QPushButton) and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            button.click()
            return
        super().keyPressEvent(event)

    def on_connected(self, client: Client) -> None:
        """The service is there again: ask it from now on."""
        self._client = client
        if self.isVisible():
            self.refresh()

    def refresh(self) -> None:
        """Ask again, or say that there is nobody to ask."""
        if self._client is None:
            self.said.setText(tr("Reconnecting to the background service…"))
        else:
            self._fetch(self._client)

    def _fetch(self, client: Client) -> None:
        """Ask for what is shown."""
        raise NotImplementedError

    def _fail(self, error: BookwheelError) -> None:
        self.said.setText(error.message)

    def _split(self, above: QWidget, below: QWidget, heights: tuple[int, int]) -> QSplitter:
        """Two widgets whose heights (pixels) can be dragged."""
        split = QSplitter(Qt.Orientation.Vertical)
        split.setChildrenCollapsible(False)
        split.setHandleWidth(12)
        split.setObjectName("bare")
        split.addWidget(above)
        split.addWidget(below)
        split.setSizes([*heights])
        return split

    def _write(self, file: Path, rows: Iterable[Sequence[object]]) -> None:
        """Write rows as CSV, and say so."""
        try:
            file.write_text(as_csv(rows), encoding="utf-8")
        except OSError as error:
            self.said.setText(tr("The file could not be written: {reason}.").format(reason=error.strerror or error))
        else:
            self.said.setText(tr("Rows exported to {file}.").format(file=file))

    def _narrowing(self, narrow: Callable[[str], object]) -> QLineEdit:
        """A box whose words narrow what is shown."""
        box = QLineEdit()
        box.setPlaceholderText(tr("Filter"))
        box.setAccessibleName(tr("Filter"))
        box.setClearButtonEnabled(True)
        box.setFixedWidth(210)
        box.textChanged.connect(narrow)
        return box

    def _foot(self, *buttons: QPushButton) -> WrappingRow:
        """`said`, and what can be done at its right."""
        foot = WrappingRow()
        foot.add(self.said, 1, _LEAST_WORDS)
        for button in buttons:
            foot.add(button)
        return foot

    def _button(self, words: str, act: Callable[[], object]) -> QPushButton:
        button = QPushButton(words)
        button.setAutoDefault(False)
        button.setMinimumHeight(30)
        button.clicked.connect(lambda _on=False: act())
        return button
