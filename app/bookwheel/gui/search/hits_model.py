"""The hits of a search as rows of a list: by document with their further sections folded, or section by section."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    Signal,
)

from bookwheel.domain.search import Hit, HitGroup
from bookwheel.gui.i18n.bidi import isolated
from bookwheel.gui.i18n.file_places import name_place
from bookwheel.gui.i18n.language_names import language_name
from bookwheel.gui.i18n.translation import tr
from bookwheel.gui.search.score_reasons import list_reasons

Index = QModelIndex | QPersistentModelIndex


HIT = Qt.ItemDataRole.UserRole + 1
HEADING = Qt.ItemDataRole.UserRole + 2
"""What stands above a row that begins a group, and the number beside it; None elsewhere."""
FOLD = Qt.ItemDataRole.UserRole + 3
"""What leads to the further sections of a hit's document, and whether they are shown; None without any."""
ALSO_IN = Qt.ItemDataRole.UserRole + 5
"""The languages in which a hit's page stands too, in words; empty without any."""
COPIES = Qt.ItemDataRole.UserRole + 6
"""How many near-identical copies of a hit are left out, in words; empty without any."""
IS_BELOW = Qt.ItemDataRole.UserRole + 4
"""Whether a row is a further section of the document above."""


_NOWHERE = QModelIndex()
_LANGUAGES = 3
"""Languages of a page that are named."""


class HitsModel(QAbstractListModel):
    """Hits, best first, with more on demand."""

    more_wanted = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._hits: list[Hit] = []
        self._has_more = False
        self._groups: dict[bool, HitGroup] = {}
        self._below: dict[str, tuple[str, ...]] = {}
        """The sections shown below each hit that is unfolded, by its own."""
        self._are_below: set[str] = set()

    def set_hits(self, hits: tuple[Hit, ...], groups: Sequence[HitGroup] = (), *, has_more: bool) -> None:
        """Replace the list."""
        self.beginResetModel()
        self._hits = list(hits)
        self._has_more = has_more
        self._groups = {group.has_all_words: group for group in groups}
        self._below, self._are_below = {}, set()
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

    def listed(self) -> list[str]:
        """The sections of the list, without those unfolded below others."""
        return [hit.section for hit in self._hits if hit.section not in self._are_below]

    def is_unfolded(self, row: int) -> bool:
        """Whether the further sections of a hit's document are shown below it."""
        hit = self.hit(row)
        return hit is not None and hit.section in self._below

    def unfold(self, section: str, hits: Sequence[Hit]) -> None:
        """Show further sections below a hit, if it is still there."""
        row = next((row for row, hit in enumerate(self._hits) if hit.section == section), -1)
        further = [hit for hit in hits if hit.section != section]
        if row < 0 or section in self._below or not further:
            return
        self._below[section] = tuple(hit.section for hit in further)
        self._are_below.update(self._below[section])
        self.beginInsertRows(QModelIndex(), row + 1, row + len(further))
        self._hits[row + 1 : row + 1] = further
        self.endInsertRows()
        self.dataChanged.emit(self.index(row), self.index(row), [FOLD])

    def fold(self, row: int) -> int:
        """Hide the further sections of a row's document; the row of its first hit."""
        row = self._first_of(row)
        below = self._below.pop(self._hits[row].section, ())
        if below:
            self.beginRemoveRows(QModelIndex(), row + 1, row + len(below))
            del self._hits[row + 1 : row + 1 + len(below)]
            self._are_below.difference_update(below)
            self.endRemoveRows()
            self.dataChanged.emit(self.index(row), self.index(row), [FOLD])
        return row

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
        if role == HEADING:
            return self._heading(index.row())
        if role == FOLD:
            return self._fold(hit)
        if role == ALSO_IN:
            return _name_languages(hit)
        if role == COPIES:
            return _count_copies(hit)
        if role == IS_BELOW:
            return hit.section in self._are_below
        if role == Qt.ItemDataRole.DisplayRole:
            return hit.title
        if role == Qt.ItemDataRole.AccessibleDescriptionRole:
            heading, fold = self._heading(index.row()), self._fold(hit)
            begin = f"{' '.join(heading)}. " if heading is not None else ""
            foot = (fold[0] if fold is not None else "", _count_copies(hit), _name_languages(hit))
            end = "".join(f" {words}." for words in foot if words)
            return f"{begin}{' › '.join(_where(hit))}. {hit.snippet} {' '.join(list_reasons(hit))}{end}"
        if role == Qt.ItemDataRole.ToolTipRole:
            return "\n".join(list_reasons(hit))
        return None

    def _heading(self, row: int) -> tuple[str, str] | None:
        if not self._groups:
            return None
        group = self._group_of(row)
        if group is None or (row > 0 and self._group_of(row - 1) is group):
            return None
        words = tr("All words") if group.has_all_words else tr("Some words")
        return words, tr("%Ln document(s)", "", group.documents)

    def _group_of(self, row: int) -> HitGroup | None:
        return self._groups.get(self._hits[self._first_of(row)].has_all_words)

    def _first_of(self, row: int) -> int:
        """The row of the hit that a row is below, or the row itself."""
        while row > 0 and self._hits[row].section in self._are_below:
            row -= 1
        return row

    def _fold(self, hit: Hit) -> tuple[str, bool] | None:
        if not hit.others:
            return None
        below = self._below.get(hit.section)
        if below is not None:
            return tr("Hide %Ln section(s)", "", len(below)), True
        return tr("%Ln more section(s)", "", hit.others), False

    def canFetchMore(self, parent: Index) -> bool:  # noqa: N802
        """Whether the answer goes on."""
        return self._has_more and not parent.isValid()

    def fetchMore(self, parent: Index) -> None:  # noqa: N802
        """Ask for the next hits; they come later."""
        if self._has_more:
            self._has_more = False
            self.more_wanted.emit()


def _count_copies(hit: Hit) -> str:
    return tr("%Ln near-identical copy(s)", "", len(hit.copies)) if hit.copies else ""


def _name_languages(hit: Hit) -> str:
    names = [isolated(language_name(code)) for code, _ in hit.languages]
    if len(names) > _LANGUAGES:
        names = [*names[: _LANGUAGES - 1], f"+{len(names) - _LANGUAGES + 1}"]
    return tr("Also in {languages}").format(languages=", ".join(names)) if names else ""


def _where(hit: Hit) -> tuple[str, ...]:
    return (*hit.breadcrumb, name_place(hit.place)) if hit.place else hit.breadcrumb
