"""The hits of a search as rows: by document with further sections and passages folded, or section by section."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

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
"""What leads to further sections of a hit's document and passages of its section, and whether they are shown."""
ALSO_IN = Qt.ItemDataRole.UserRole + 5
"""The languages in which a hit's page stands too, in words; empty without any."""
COPIES = Qt.ItemDataRole.UserRole + 6
"""How many near-identical copies of a hit are left out, in words; empty without any."""
IS_BELOW = Qt.ItemDataRole.UserRole + 4
"""Whether a row is a further section of the document above, or a passage."""
IS_PASSAGE = Qt.ItemDataRole.UserRole + 7
"""Whether a row is a further passage of the section above."""


_NOWHERE = QModelIndex()
_LANGUAGES = 3
"""Languages of a page that are named."""


@dataclass(frozen=True, slots=True)
class _Row:
    """A hit, or what is unfolded below one; a passage is its section's hit with another snippet."""

    hit: Hit
    is_below: bool = False
    is_passage: bool = False


class HitsModel(QAbstractListModel):
    """Hits, best first, with more on demand."""

    more_wanted = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: list[_Row] = []
        self._has_more = False
        self._groups: dict[bool, HitGroup] = {}

    def set_hits(self, hits: tuple[Hit, ...], groups: Sequence[HitGroup] = (), *, has_more: bool) -> None:
        """Replace the list."""
        self.beginResetModel()
        self._rows = [_Row(hit) for hit in hits]
        self._has_more = has_more
        self._groups = {group.has_all_words: group for group in groups}
        self.endResetModel()

    def add_hits(self, hits: tuple[Hit, ...], *, has_more: bool) -> None:
        """Continue the list."""
        self._has_more = has_more
        if hits:
            self._insert(len(self._rows), (_Row(hit) for hit in hits))

    def continue_with(self, hits: Sequence[Hit], *, has_more: bool) -> bool:
        """Show hits that begin with those of the list, so that it need not begin anew; False where they do not."""
        rows = [at for at, row in enumerate(self._rows) if not row.is_below]
        told = [(self._rows[at].hit.section, self._rows[at].hit.others) for at in rows]
        if told != [(hit.section, hit.others) for hit in hits[: len(rows)]]:
            return False
        for at, hit in zip(rows, hits, strict=False):
            if hit.further != self._rows[at].hit.further:
                self._rows[at] = _Row(hit)
                self.dataChanged.emit(self.index(at), self.index(at))
        self.add_hits(tuple(hits[len(rows) :]), has_more=has_more)
        return True

    def hit(self, row: int) -> Hit | None:
        """The hit of a row, None beyond the end."""
        return self._rows[row].hit if 0 <= row < len(self._rows) else None

    def is_unfolded(self, row: int) -> bool:
        """Whether something is shown below a hit."""
        return 0 <= row < len(self._rows) and not self._rows[row].is_below and self._count_below(row) > 0

    def unfold(self, section: str, hits: Sequence[Hit]) -> None:
        """Show the passages of a hit and its document's further sections below it, if it is still there."""
        row = next((at for at, one in enumerate(self._rows) if one.hit.section == section and not one.is_below), -1)
        if row < 0 or self._count_below(row):
            return
        below = _passages(self._rows[row].hit)
        for hit in hits:
            if hit.section != section:
                below += [_Row(hit, is_below=True), *_passages(hit)]
        if below:
            self._insert(row + 1, below)
            self.dataChanged.emit(self.index(row), self.index(row), [FOLD])

    def fold(self, row: int) -> int:
        """Hide what is shown below a hit, which is in this row or above it; the row of the hit."""
        row = self._first_of(row)
        count = self._count_below(row)
        if count:
            self.beginRemoveRows(QModelIndex(), row + 1, row + count)
            del self._rows[row + 1 : row + 1 + count]
            self.endRemoveRows()
            self.dataChanged.emit(self.index(row), self.index(row), [FOLD])
        return row

    def _insert(self, at: int, rows: Iterable[_Row]) -> None:
        new = list(rows)
        self.beginInsertRows(QModelIndex(), at, at + len(new) - 1)
        self._rows[at:at] = new
        self.endInsertRows()

    def _count_below(self, row: int) -> int:
        end = row + 1
        while end < len(self._rows) and self._rows[end].is_below:
            end += 1
        return end - row - 1

    def rowCount(self, parent: Index = _NOWHERE) -> int:  # noqa: N802
        """See Qt."""
        return 0 if parent.isValid() else len(self._rows)

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
            return self._fold(index.row())
        if role == ALSO_IN:
            return _name_languages(hit)
        if role == COPIES:
            return _count_copies(hit)
        if role == IS_BELOW:
            return self._rows[index.row()].is_below
        if role == IS_PASSAGE:
            return self._rows[index.row()].is_passage
        if role == Qt.ItemDataRole.DisplayRole:
            return hit.title
        if role == Qt.ItemDataRole.AccessibleDescriptionRole:
            heading, fold = self._heading(index.row()), self._fold(index.row())
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
        return self._groups.get(self._rows[self._first_of(row)].hit.has_all_words)

    def _first_of(self, row: int) -> int:
        """The row of the hit that a row is below, or the row itself."""
        while row > 0 and self._rows[row].is_below:
            row -= 1
        return row

    def _fold(self, row: int) -> tuple[str, bool] | None:
        hit = self._rows[row].hit
        if self._rows[row].is_below or not (hit.others or hit.further):
            return None
        if self._count_below(row):
            return tr("Show less"), True
        sections = tr("%Ln more section(s)", "", hit.others) if hit.others else ""
        passages = tr("%Ln more passage(s)", "", len(hit.further)) if hit.further else ""
        return " · ".join(words for words in (passages, sections) if words), False

    def canFetchMore(self, parent: Index) -> bool:  # noqa: N802
        """Whether the answer goes on."""
        return self._has_more and not parent.isValid()

    def fetchMore(self, parent: Index) -> None:  # noqa: N802
        """Ask for the next hits; they come later."""
        if self._has_more:
            self._has_more = False
            self.more_wanted.emit()


def _passages(hit: Hit) -> list[_Row]:
    """A hit's further passages as hits of their own, which only say where they are."""
    plain = replace(hit, explanation=None, others=0, languages=(), further=(), copies=())
    hits = (replace(plain, snippet=one.snippet, spans=one.spans, line=one.line) for one in hit.further)
    return [_Row(hit, is_below=True, is_passage=True) for hit in hits]


def _count_copies(hit: Hit) -> str:
    return tr("%Ln near-identical copy(s)", "", len(hit.copies)) if hit.copies else ""


def _name_languages(hit: Hit) -> str:
    names = [isolated(language_name(code)) for code, _ in hit.languages]
    if len(names) > _LANGUAGES:
        names = [*names[: _LANGUAGES - 1], f"+{len(names) - _LANGUAGES + 1}"]
    return tr("Also in {languages}").format(languages=", ".join(names)) if names else ""


def _where(hit: Hit) -> tuple[str, ...]:
    return (*hit.breadcrumb, name_place(hit.told_place)) if hit.told_place else hit.breadcrumb
