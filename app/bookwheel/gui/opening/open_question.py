"""Asks before something opens outside the library, with what need not be asked again."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QCheckBox, QDialog, QDialogButtonBox, QLabel, QPushButton, QVBoxLayout, QWidget

from bookwheel.gui.i18n.translation import tr
from bookwheel.gui.theme import fonts
from bookwheel.gui.widgets.screen_fit import fit_to_screen

_WIDTH = 460
_LONGEST_WORD = 48
"""Characters after which a word can be broken: a link without spaces would make the dialog as wide as it is long."""


def with_breaks(text: str) -> str:
    """Return a text that looks the same, with places at which long words can go on in the next line."""
    parts = (text[at : at + _LONGEST_WORD] for at in range(0, len(text), _LONGEST_WORD))
    has_long = any(len(word) > _LONGEST_WORD for word in text.split())
    return "\u200b".join(parts) if has_long else text


class OpenQuestion(QDialog):
    """A question, what it is about word for word, and boxes of which at most one is on."""

    def __init__(
        self,
        parent: QWidget,
        question: str,
        detail: str,
        options: Sequence[str],
        answered: Callable[[int], object],
        copied: Callable[[], object],
        *,
        is_file: bool = False,
        extra: tuple[str, Callable[[], object]] | None = None,
    ) -> None:
        """`answered` gets which of the options is on (-1 for none) once the person agrees.

        `extra` is a further button, and what is done instead.
        """
        super().__init__(parent)
        self.setWindowTitle(question)
        self.setModal(True)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        fit_to_screen(self, QSize(_WIDTH, 0), parent)
        asked, about = QLabel(question), QLabel(with_breaks(detail))
        about.setAccessibleName(detail)
        asked.setFont(fonts.font(14, 600))
        about.setObjectName("soft")
        for label in (asked, about):
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setWordWrap(True)
        self.options = [QCheckBox(option) for option in options]
        for box in self.options:
            box.clicked.connect(lambda on, own=box: self._keep_one(own) if on else None)
        buttons = QDialogButtonBox()
        self.open_button = QPushButton(tr("Open"))
        self.open_button.setObjectName("primary")
        buttons.addButton(self.open_button, QDialogButtonBox.ButtonRole.AcceptRole)
        self.copy_button = QPushButton(tr("Copy path") if is_file else tr("Copy link"))
        buttons.addButton(self.copy_button, QDialogButtonBox.ButtonRole.ActionRole)
        if extra is not None:
            words, act = extra
            self.extra_button = QPushButton(words)
            buttons.addButton(self.extra_button, QDialogButtonBox.ButtonRole.ActionRole)
            self.extra_button.clicked.connect(lambda: (self.reject(), act()))
        buttons.addButton(QPushButton(tr("Cancel")), QDialogButtonBox.ButtonRole.RejectRole)
        self.open_button.setDefault(True)
        self.open_button.setFocus()
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        self.accepted.connect(
            lambda: answered(next((at for at, box in enumerate(self.options) if box.isChecked()), -1))
        )
        self.copy_button.clicked.connect(lambda: (copied(), self.reject()))
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 20, 24, 18)
        column.setSpacing(12)
        for widget in (asked, about, *self.options):
            column.addWidget(widget)
        column.addStretch(1)
        column.addWidget(buttons)

    def _keep_one(self, on: QCheckBox) -> None:
        for box in self.options:
            box.setChecked(box is on)
