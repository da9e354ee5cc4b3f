"""A document's sections in source order, without those that are folded away or do not fit what is typed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtWidgets import QWidget

from bookwheel.domain.document import TOP
from bookwheel.domain.reading import OutlineAnswer, OutlineEntry
from bookwheel.gui.i18n.translation import number
from bookwheel.gui.widgets.row_delegate import COUNT, IS_HERE

Index = QModelIndex | QPersistentModelIndex
DEPTH = Qt.ItemDataRole.UserRole + 10
FOLDED = Qt.ItemDataRole.UserRole + 11
"""Whether what is below a row is folded away; None for a row with nothing below."""
_NOWHERE = QModelIndex()


class OutlineModel(QAbstractListModel):
    """Sections indented by depth, one of them being read."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._entries: tuple[OutlineEntry, ...] = ()
        self._places: dict[str, int] = {}
        self._shown: list[int] = []
        self._rows: dict[int, int] = {}
        self._words: tuple[str, ...] = ()
        self._anchor = ""
        self.folded: frozenset[str] = frozenset()
        """Anchors of the sections whose branches are folded away."""

    def set_outline(self, answer: OutlineAnswer | None, folded: frozenset[str] = frozenset()) -> None:
        """Show a document's sections, some of them folded."""
        self.beginResetModel()
        self._entries = _without_its_name_twice(answer.sections if answer is not None else ())
        self._places = {_anchor(entry): place for place, entry in enumerate(self._entries)}
        self._anchor = ""
        self.folded = folded
        self._sift()
        self.endResetModel()

    def set_words(self, text: str) -> None:
        """Keep the sections whose titles hold every word, and those above them; all when there is none."""
        words = tuple(text.casefold().split())
        if words != self._words:
            self.beginResetModel()
            self._words = words
            self._sift()
            self.endResetModel()

    def fold(self, folded: Iterable[str]) -> None:
        """Fold these sections' branches away, and open all others."""
        wanted = frozenset(folded)
        if wanted != self.folded:
            self.beginResetModel()
            self.folded = wanted
            self._sift()
            self.endResetModel()

    def at_level(self, level: int) -> frozenset[str]:
        """What is folded when `level` levels are shown, nothing for 0; a title above everything is no level."""
        if not level:
            return frozenset()
        first = 1 if sum(entry.depth == 0 for entry in self._entries) == 1 else 0
        return frozenset(
            _anchor(entry)
            for place, entry in enumerate(self._entries)
            if entry.depth >= first + level - 1 and self._has_below(place)
        )

    def set_here(self, anchor: str) -> QModelIndex:
        """Note which section is read; the index of its row or of the nearest one above it that is shown."""
        before = self._here()
        self._anchor = anchor
        after = self._here()
        if before != after:
            for row in (before, after):
                if row >= 0:
                    self.dataChanged.emit(self.index(row), self.index(row), [IS_HERE])
        return self.index(after) if after >= 0 else QModelIndex()

    @property
    def here(self) -> QModelIndex:
        """The row of the section that is read, or of the nearest one above it that is shown."""
        row = self._here()
        return self.index(row) if row >= 0 else QModelIndex()

    def entries(self) -> tuple[OutlineEntry, ...]:
        """All sections, shown or not, but for an empty one before a heading that says the same."""
        return self._entries

    def anchor(self, at: Index) -> str:
        """The anchor of a row's section."""
        return _anchor(self._entries[self._shown[at.row()]])

    def row_of(self, anchor: str) -> int:
        """The row of a section, -1 while it is not shown."""
        return self._rows.get(self._places.get(anchor, -1), -1)

    def first_fit(self) -> str:
        """The anchor of the first section whose own title holds what is typed, empty for none."""
        for place in self._shown:
            title = self._entries[place].title.casefold()
            if all(word in title for word in self._words):
                return _anchor(self._entries[place])
        return ""

    def above(self, at: Index) -> QModelIndex:
        """The row of the section in which a row's section lies, invalid at the top."""
        depth = self._entries[self._shown[at.row()]].depth
        for row in range(at.row() - 1, -1, -1):
            if self._entries[self._shown[row]].depth < depth:
                return self.index(row)
        return QModelIndex()

    def rowCount(self, parent: Index = _NOWHERE) -> int:  # noqa: N802
        """See Qt."""
        return 0 if parent.isValid() else len(self._shown)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """A section's title, words and depth."""
        if not index.isValid():
            return None
        place = self._shown[index.row()]
        entry = self._entries[place]
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return entry.title
        if role == COUNT:
            words = entry.branch_words if _anchor(entry) in self.folded else entry.words
            return number(words) if words else ""
        if role == DEPTH:
            return entry.depth
        if role == FOLDED:
            return _anchor(entry) in self.folded and not self._words if self._has_below(place) else None
        if role == IS_HERE:
            return index.row() == self._here()
        return None

    def _here(self) -> int:
        place = self._places.get(self._anchor, 0 if self._anchor == TOP and self._entries else -1)
        while place >= 0 and place not in self._rows:
            place -= 1
        return self._rows.get(place, -1)

    def _has_below(self, place: int) -> bool:
        return place + 1 < len(self._entries) and self._entries[place + 1].depth > self._entries[place].depth

    def _sift(self) -> None:
        self._shown = list(self._fitting() if self._words else self._unfolded())
        self._rows = {place: row for row, place in enumerate(self._shown)}

    def _unfolded(self) -> Iterator[int]:
        hidden_below = -1
        for place, entry in enumerate(self._entries):
            if hidden_below >= 0 and entry.depth > hidden_below:
                continue
            hidden_below = entry.depth if _anchor(entry) in self.folded else -1
            yield place

    def _fitting(self) -> Iterator[int]:
        kept: set[int] = set()
        path: list[int] = []
        for place, entry in enumerate(self._entries):
            while path and self._entries[path[-1]].depth >= entry.depth:
                path.pop()
            path.append(place)
            title = entry.title.casefold()
            if all(word in title for word in self._words):
                kept.update(path)
        yield from sorted(kept)


def _without_its_name_twice(entries: tuple[OutlineEntry, ...]) -> tuple[OutlineEntry, ...]:
    """The sections without an empty beginning (comments, anchors) where the first heading has the document's title."""
    if len(entries) > 1 and not entries[0].level and not entries[0].words and entries[0].title == entries[1].title:
        return entries[1:]
    return entries


def _anchor(entry: OutlineEntry) -> str:
    return entry.section.partition("#")[2]
