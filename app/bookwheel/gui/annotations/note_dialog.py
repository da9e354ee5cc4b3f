"""One annotation to be written, recoloured or removed."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QButtonGroup,
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QLabel,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from bookwheel.domain.annotations.annotation import LONGEST_NOTE, Colour
from bookwheel.gui.annotations.colours import colour_name, swatch
from bookwheel.gui.i18n.translation import number, tr
from bookwheel.gui.theme import fonts
from bookwheel.gui.theme.theme import Theme
from bookwheel.gui.widgets.chip import chip
from bookwheel.gui.widgets.manual_page import ManualButton, open_manual_on_f1
from bookwheel.gui.widgets.screen_fit import fit_to_screen

_LONGEST_SHOWN = 400


class NoteDialog(QDialog):
    """The passage, its colour and the note; Ctrl+Return saves."""

    saved = Signal(str, object)
    """The note, and the Colour that was chosen or None."""
    removed = Signal()

    def __init__(
        self, theme: Theme, passage: str, note: str, colour: Colour | None, *, is_new: bool, parent: QWidget
    ) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Add note") if is_new else tr("Edit annotation"))
        fit_to_screen(self, QSize(520, 360), parent)
        head = QLabel(self.windowTitle())
        head.setFont(fonts.font(18, 600, fonts.SERIF))
        about = QLabel(passage if len(passage) <= _LONGEST_SHOWN else f"{passage[:_LONGEST_SHOWN]}…")
        about.setTextFormat(Qt.TextFormat.PlainText)
        about.setObjectName("soft")
        about.setWordWrap(True)
        about.setVisible(bool(passage))
        self.note = QPlainTextEdit(note)
        self.note.setAccessibleName(tr("Note"))
        self.note.setPlaceholderText(tr("Write a note"))
        self.note.setTabChangesFocus(True)
        self.note.textChanged.connect(self._check)
        self.said = QLabel()
        self.said.setWordWrap(True)
        self.said.hide()
        self.colours = QButtonGroup(self)
        self.colours.setExclusive(True)
        row = QHBoxLayout()
        for value in Colour:
            button = chip(colour_name(value), is_on=value is colour)
            button.setIcon(swatch(value, theme))
            self.colours.addButton(button, [*Colour].index(value))
            row.addWidget(button)
        row.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 18, 24, 18)
        column.setSpacing(12)
        for widget in (head, about):
            column.addWidget(widget)
        column.addWidget(self.note, 1)
        column.addLayout(row)
        column.addWidget(self.said)
        column.addWidget(self._build_buttons(is_new))
        save = QShortcut(QKeySequence("Ctrl+Return"), self)
        save.activated.connect(self.keep)
        open_manual_on_f1(self, "annotations.md")
        self.note.setFocus()

    @property
    def colour(self) -> Colour | None:
        """The colour that is chosen."""
        chosen = self.colours.checkedId()
        return [*Colour][chosen] if chosen >= 0 else None

    def keep(self) -> None:
        """Tell what was written, and close."""
        if self.save.isEnabled():
            self.saved.emit(self.note.toPlainText(), self.colour)
            self.accept()

    def _build_buttons(self, is_new: bool) -> QDialogButtonBox:
        box = QDialogButtonBox(QDialogButtonBox.StandardButton.Save | QDialogButtonBox.StandardButton.Cancel)
        self.save = box.button(QDialogButtonBox.StandardButton.Save)
        self.save.setObjectName("primary")
        self.remove = QPushButton(tr("Remove"))
        self.remove.clicked.connect(lambda: (self.removed.emit(), self.reject()))
        if not is_new:
            box.addButton(self.remove, QDialogButtonBox.ButtonRole.DestructiveRole)
        box.accepted.connect(self.keep)
        box.rejected.connect(self.reject)
        for button in box.buttons():
            button.setMinimumHeight(30)
        box.addButton(ManualButton(), QDialogButtonBox.ButtonRole.HelpRole)
        return box

    def _check(self) -> None:
        is_long = len(self.note.toPlainText()) > LONGEST_NOTE
        most = tr("A note can have at most {most} characters.").format(most=number(LONGEST_NOTE))
        self.said.setText(most if is_long else "")
        self.said.setVisible(is_long)
        self.save.setEnabled(not is_long)
