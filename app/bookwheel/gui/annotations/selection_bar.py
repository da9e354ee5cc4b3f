"""The small toolbar at a selection: four colours, a bookmark, a note."""

from __future__ import annotations

from PySide6.QtCore import QRect, Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QToolButton, QWidget

from bookwheel.domain.annotations.annotation import Colour
from bookwheel.gui.annotations.colours import colour_name, swatch
from bookwheel.gui.i18n.translation import tr
from bookwheel.gui.theme.theme import Theme
from bookwheel.gui.widgets.dock import IconButton

_GAP = 8


class SelectionBar(QFrame):
    """Floats over the page beside what is selected; the keyboard stays with the page."""

    colour_chosen = Signal(object)
    """A Colour."""
    bookmark_wanted = Signal()
    note_wanted = Signal()

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._page = parent
        self._theme = theme
        self.setObjectName("floating")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAccessibleName(tr("Annotate selection"))
        row = QHBoxLayout(self)
        row.setContentsMargins(4, 4, 4, 4)
        row.setSpacing(2)
        self.colours: dict[Colour, QToolButton] = {}
        for colour in Colour:
            button = QToolButton()
            words = tr("Highlight: {colour}").format(colour=colour_name(colour))
            button.setToolTip(words)
            button.setAccessibleName(words)
            button.clicked.connect(lambda _on=False, colour=colour: self.colour_chosen.emit(colour))
            self.colours[colour] = button
            row.addWidget(button)
        self.bookmark = IconButton(theme, "bookmark", tr("Bookmark"))
        self.bookmark.clicked.connect(self.bookmark_wanted)
        self.note = IconButton(theme, "square-pen", tr("Add note"))
        self.note.clicked.connect(self.note_wanted)
        for button in (self.bookmark, self.note):
            row.addWidget(button)
        for button in (*self.colours.values(), self.bookmark, self.note):
            button.setMinimumSize(28, 28)
            button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        theme.changed.connect(self._apply_theme)
        self._apply_theme()
        self.hide()

    def show_at(self, box: QRect) -> None:
        """Stand above a box of the parent, or below it where there is no room above."""
        self.adjustSize()
        room = self._page.rect()
        top = box.top() - self.height() - _GAP
        if top < 0:
            top = min(box.bottom() + _GAP, room.height() - self.height() - _GAP)
        left = min(max(_GAP, box.center().x() - self.width() // 2), room.width() - self.width() - _GAP)
        self.move(left, top)
        self.show()
        self.raise_()

    def _apply_theme(self, _is_dark: bool = False) -> None:
        for colour, button in self.colours.items():
            button.setIcon(swatch(colour, self._theme))
