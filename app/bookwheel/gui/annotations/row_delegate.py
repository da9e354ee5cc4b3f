"""How annotations are drawn in their pane: the passage beside its colour, then the note and where it stands."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPoint, QSize, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem, QWidget

from bookwheel.domain.annotations.annotation import AnnotationEntry, AnnotationKind
from bookwheel.gui.annotations.colours import colour_name, kind_name, swatch
from bookwheel.gui.i18n.file_places import name_place
from bookwheel.gui.i18n.translation import tr
from bookwheel.gui.theme import icons
from bookwheel.gui.theme.theme import Theme
from bookwheel.gui.widgets.row_delegate import paint_lines, paint_tint

ENTRY = Qt.ItemDataRole.UserRole + 9
"""The AnnotationEntry of a row."""
_HEIGHT, _LINE, _PAD, _ICON = 46, 18, 5, 16
Index = QModelIndex | QPersistentModelIndex


def title_of(entry: AnnotationEntry) -> str:
    """The passage in one line; of a whole section its title."""
    annotation = entry.annotation
    heading = annotation.heading_path[-1] if annotation.heading_path else ""
    return " ".join(annotation.quote.split()) or heading or entry.document_title


def describe(entry: AnnotationEntry) -> str:
    """The note, whether it is lost, and where it stands."""
    annotation = entry.annotation
    place = name_place(entry.place) if entry.place is not None else ""
    lost = tr("lost: the words are no longer there") if entry.is_lost else ""
    note = " ".join(annotation.note.split())
    title = entry.document_title if entry.document_title != title_of(entry) else ""
    return " · ".join(part for part in (lost, note, title, place) if part)


def spoken(entry: AnnotationEntry) -> str:
    """What is said of a row to who cannot see it."""
    annotation = entry.annotation
    colour = colour_name(annotation.colour) if annotation.colour else ""
    return ", ".join(part for part in (kind_name(annotation.kind), colour, describe(entry)) if part)


class AnnotationDelegate(QStyledItemDelegate):
    """Two lines beside a swatch, a ribbon or a pen."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:  # noqa: N802
        """Every row is as high as the next."""
        return QSize(option.rect.width(), _HEIGHT)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """One row."""
        entry: AnnotationEntry = index.data(ENTRY)
        colours = self._theme.colours
        painter.save()
        paint_tint(painter, option, option.rect.adjusted(0, 1, 0, -1), colours)
        rect = option.rect.adjusted(10, _PAD, -10, -_PAD)
        self._paint_sign(painter, entry, QPoint(rect.left(), rect.top() + 1))
        rect.setLeft(rect.left() + _ICON + 8)
        lines = ((title_of(entry), 13, "soft" if entry.is_lost else "text"), (describe(entry), 12, "soft"))
        paint_lines(painter, rect, _LINE, lines, colours)
        painter.restore()

    def _paint_sign(self, painter: QPainter, entry: AnnotationEntry, at: QPoint) -> None:
        annotation = entry.annotation
        if entry.is_lost:
            painter.drawPixmap(at, icons.pixmap("unlink", self._theme.colours["warm"]))
        elif annotation.kind is AnnotationKind.HIGHLIGHT and annotation.colour is not None:
            painter.drawPixmap(at, swatch(annotation.colour, self._theme).pixmap(_ICON, _ICON))
        else:
            name = "square-pen" if annotation.note else "bookmark"
            painter.drawPixmap(at, icons.pixmap(name, self._theme.colours["accent"]))
