"""The line above a PDF's pages: which page is read, how large pages are, and the way to the text."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QMenu, QWidget

from bookwheel.gui.i18n.translation import number, tr
from bookwheel.gui.pdf.zoom import Zoom
from bookwheel.gui.theme.theme import Theme
from bookwheel.gui.widgets.dock import IconButton
from bookwheel.gui.widgets.menu_button import QuietButton

_FACTORS = (0.5, 0.75, 1.0, 1.25, 1.5, 2.0, 3.0)
_HEIGHT = 36


class _PageBox(QLineEdit):
    """The label of the page that is read, to be typed over; Escape leaves it as it was."""

    left = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Escape goes back to the pages."""
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
            return
        super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:  # noqa: N802
        """What stands there is chosen, to be typed over."""
        super().focusInEvent(event)
        self.selectAll()


class PdfBar(QWidget):
    """Shows where the reader is, and asks for other pages, sizes and the text."""

    page_wanted = Signal(str)
    """A label or a number, as it was typed."""
    zoom_wanted = Signal(object)
    zoom_stepped = Signal(int)
    text_wanted = Signal()
    dark_toggled = Signal(bool)
    left = Signal()

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._labels: Sequence[str] = ()
        self._page = -1
        self.setObjectName("crumbs")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAccessibleName(tr("Pages of the PDF"))
        self.setFixedHeight(_HEIGHT)
        self.box = _PageBox()
        self.box.setAccessibleName(tr("Go to page"))
        self.box.setToolTip(tr("Page number or label"))
        self.box.setFixedWidth(64)
        self.box.setMinimumHeight(26)
        self.box.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.box.returnPressed.connect(lambda: self.page_wanted.emit(self.box.text().strip()))
        self.box.left.connect(self._leave)
        self._count = QLabel()
        self._count.setObjectName("soft")
        self.smaller = IconButton(theme, "zoom-out", tr("Zoom out"))
        self.smaller.clicked.connect(lambda: self.zoom_stepped.emit(-1))
        self.larger = IconButton(theme, "zoom-in", tr("Zoom in"))
        self.larger.clicked.connect(lambda: self.zoom_stepped.emit(1))
        self.size_button = QuietButton(theme)
        self.size_button.setToolTip(tr("Page size"))
        self.size_button.setMenu(self._build_menu())
        self.dark = IconButton(theme, "moon", tr("Dark pages"))
        self.dark.setCheckable(True)
        self.dark.toggled.connect(self.dark_toggled)
        self.text = IconButton(theme, "file-text", tr("Show text"))
        self.text.setText(tr("Show text"))
        self.text.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.text.clicked.connect(lambda: self.text_wanted.emit())
        row = QHBoxLayout(self)
        row.setContentsMargins(14, 3, 8, 3)
        row.setSpacing(4)
        for widget in (self.box, self._count):
            row.addWidget(widget)
        row.addStretch(1)
        for widget in (self.smaller, self.size_button, self.larger, self.dark, self.text):
            row.addWidget(widget)

    @property
    def count(self) -> str:
        """What is said of how many pages there are."""
        return self._count.text()

    def set_labels(self, labels: Sequence[str]) -> None:
        """Show a document of pages with these labels."""
        self._labels = labels
        self._page = -1
        self.show_page(0)

    def show_page(self, page: int) -> None:
        """Say which page is read, from 0; what somebody is typing stays."""
        if page == self._page or not 0 <= page < len(self._labels):
            return
        self._page = page
        if not self.box.hasFocus():
            self.box.setText(self._labels[page])
        total = number(len(self._labels))
        is_plain = self._labels[page] == str(page + 1)
        both = tr("({at} of {total})").format(at=number(page + 1), total=total)
        self._count.setText(tr("of {total}").format(total=total) if is_plain else both)

    def show_zoom(self, zoom: Zoom, percent: int) -> None:
        """Say how large pages are."""
        words = {"width": tr("Fit width"), "page": tr("Fit page")}.get(zoom.fit, f"{percent} %")
        self.size_button.setText(words)
        about = tr("Page size")
        self.size_button.setAccessibleName(f"{about}: {words}")

    def show_dark(self, *, is_offered: bool, is_dark: bool) -> None:
        """Offer dark pages in the dark theme, and say whether they are."""
        with QSignalBlocker(self.dark):
            self.dark.setChecked(is_dark)
        self.dark.setVisible(is_offered)

    def focus_page(self) -> None:
        """Let the person type a page."""
        self.box.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.box.selectAll()

    def show_label(self) -> None:
        """Show the label of the page that is read in place of what was typed."""
        if 0 <= self._page < len(self._labels):
            self.box.setText(self._labels[self._page])

    def _leave(self) -> None:
        self.show_label()
        self.left.emit()

    def _build_menu(self) -> QMenu:
        menu = QMenu(self)
        for words, zoom in (
            (tr("Default size"), Zoom()),
            (tr("Fit width"), Zoom("width")),
            (tr("Fit page"), Zoom("page")),
        ):
            menu.addAction(words, lambda zoom=zoom: self.zoom_wanted.emit(zoom))
        menu.addSeparator()
        for factor in _FACTORS:
            menu.addAction(
                f"{factor:.0%}".replace("%", " %"), lambda x=factor: self.zoom_wanted.emit(Zoom("factor", x))
            )
        return menu


def page_named(labels: Sequence[str], name: str) -> int:
    """The number, from 0, of the page with a label, or else with that number; -1 where there is none."""
    wanted = name.strip().casefold()
    for page, label in enumerate(labels):
        if wanted and label.casefold() == wanted:
            return page
    page = int(wanted) - 1 if wanted.isdecimal() and len(wanted) < 8 else -1
    return page if 0 <= page < len(labels) else -1
