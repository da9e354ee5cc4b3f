"""The hits of a search as rows of a list."""

from __future__ import annotations

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    Signal,
)

from bookwheel.domain.search import Hit
from bookwheel.gui.i18n.file_places import name_place
from bookwheel.gui.search.score_reasons import list_reasons

Index = QModelIndex | QPersistentModelIndex


HIT = Qt.ItemDataRole.UserRole + 1


_NOWHERE = QModelIndex()


class HitsModel(QAbstractListModel):
    """Hits, best first, with more on demand."""

    more_wanted = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._hits: list[Hit] = []
        self._has_more = False

    def set_hits(self, hits: tuple[Hit, ...], *, has_more: bool) -> None:
        """Replace the list."""
        self.beginResetModel()
        self._hits = list(hits)
        self._has_more = has_more
        self.endResetModel()

    def add_hits(self, hits: tuple[Hit, ...], *, has_more: bool) -> None:
        """Continue the list."""
        self._has_more = has_more
        if hits:
            self.beginInsertRows(QModelIndex(), len(self._hits), len(self._hits) + len(hits) - 1)
            self._hits.extend(hits)
            self.endInsertRows()

    def hit(self, row: int) -> Hit | None:
        """The hit of a row, None beyond the end."""
        return self._hits[row] if 0 <= row < len(self._hits) else None

    def rowCount(self, parent: Index = _NOWHERE) -> int:  # noqa: N802
        """See Qt."""
        return 0 if parent.isValid() else len(self._hits)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """A hit; its title and snippet as words for screen readers."""
        hit = self.hit(index.row()) if index.isValid() else None
        if hit is None:
            return None
        if role == HIT:
            return hit
        if role == Qt.ItemDataRole.DisplayRole:
            return hit.title
        if role == Qt.ItemDataRole.AccessibleDescriptionRole:
            return f"{' › '.join(_where(hit))}. {hit.snippet} {' '.join(list_reasons(hit))}"
        if role == Qt.ItemDataRole.ToolTipRole:
            return "\n".join(list_reasons(hit))
        return None

    def canFetchMore(self, parent: Index) -> bool:  # noqa: N802
        """Whether the answer goes on."""
        return self._has_more and not parent.isValid()

    def fetchMore(self, parent: Index) -> None:  # noqa: N802
        """Ask for the next hits; they come later."""
        if self._has_more:
            self._has_more = False
            self.more_wanted.emit()


def _where(hit: Hit) -> tuple[str, ...]:
    return (*hit.breadcrumb, name_place(hit.place)) if hit.place else hit.breadcrumb
