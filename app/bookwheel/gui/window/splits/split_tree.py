"""Splitters within splitters: panes put beside each other and taken away again."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QSplitter, QWidget

from bookwheel.gui.state.split_layout import SplitRow, SplitTabs, SplitTree

_HANDLE = 1
"""Pixels between two panes; Qt lets one take hold of such a line two pixels beside it too."""


def make_splitter(*, is_column: bool = False) -> QSplitter:
    """A row or a column of panes, none of which can be pushed away."""
    splitter = QSplitter(Qt.Orientation.Vertical if is_column else Qt.Orientation.Horizontal)
    splitter.setObjectName("splits")
    splitter.setChildrenCollapsible(False)
    splitter.setHandleWidth(_HANDLE)
    return splitter


def splitter_of(pane: QWidget) -> QSplitter:
    """The splitter that a pane stands in."""
    splitter = pane.parentWidget()
    assert isinstance(splitter, QSplitter)
    return splitter


def list_panes(splitter: QSplitter) -> list[QWidget]:
    """All panes below a splitter, in reading order."""
    return [
        pane for part in _parts_of(splitter) for pane in (list_panes(part) if isinstance(part, QSplitter) else [part])
    ]


def add_beside(pane: QWidget, new: QWidget, *, is_column: bool, is_before: bool) -> QSplitter | None:
    """Put a pane beside another one, which gives it half of its room; the splitter that was made for them, if any."""
    splitter = splitter_of(pane)
    wanted = Qt.Orientation.Vertical if is_column else Qt.Orientation.Horizontal
    if splitter.count() == 1:
        splitter.setOrientation(wanted)
    at = splitter.indexOf(pane)
    if splitter.orientation() is wanted:
        sizes = splitter.sizes() if splitter.count() > 1 else [1000]
        splitter.insertWidget(at + (not is_before), new)
        splitter.setSizes([*sizes[:at], *_halves(sizes[at]), *sizes[at + 1 :]])
        return None
    sizes = splitter.sizes()
    inner = make_splitter(is_column=is_column)
    splitter.insertWidget(at, inner)
    for part in (new, pane) if is_before else (pane, new):
        inner.addWidget(part)
    splitter.setSizes(sizes)
    inner.setSizes([1000, 1000])
    return inner


def take_out(pane: QWidget) -> None:
    """Take a pane away; its neighbours get its room, and a splitter of one pane goes."""
    splitter = splitter_of(pane)
    pane.hide()
    pane.setParent(None)
    outer = splitter.parentWidget()
    if splitter.count() != 1 or not isinstance(outer, QSplitter):
        return
    at, sizes = outer.indexOf(splitter), outer.sizes()
    outer.insertWidget(at, _parts_of(splitter)[0])
    splitter.setParent(None)
    splitter.deleteLater()
    outer.setSizes(sizes)


def even_out(splitter: QSplitter) -> None:
    """Give all panes of each row and column the same room."""
    splitter.setSizes([1000] * splitter.count())
    for part in _parts_of(splitter):
        if isinstance(part, QSplitter):
            even_out(part)


def describe(splitter: QSplitter, tabs_of: Callable[[QWidget], SplitTabs]) -> SplitTree:
    """The tree below a splitter as it is kept."""
    parts = [describe(part, tabs_of) if isinstance(part, QSplitter) else tabs_of(part) for part in _parts_of(splitter)]
    if len(parts) == 1:
        return parts[0]
    sizes = [max(1, size) for size in splitter.sizes()]
    shares = tuple(size / sum(sizes) for size in sizes)
    return SplitRow(tuple(parts), shares, splitter.orientation() is Qt.Orientation.Vertical)


def build(splitter: QSplitter, tree: SplitTree, make_pane: Callable[[SplitTabs], QWidget]) -> list[QSplitter]:
    """Fill an empty splitter with a tree; the splitters that were made for it."""
    if isinstance(tree, SplitTabs):
        splitter.addWidget(make_pane(tree))
        return []
    made: list[QSplitter] = []
    splitter.setOrientation(Qt.Orientation.Vertical if tree.is_column else Qt.Orientation.Horizontal)
    for part in tree.parts:
        if isinstance(part, SplitTabs):
            splitter.addWidget(make_pane(part))
        else:
            inner = make_splitter()
            splitter.addWidget(inner)
            made += [inner, *build(inner, part, make_pane)]
    splitter.setSizes([round(share * 10_000) for share in tree.shares])
    return made


def _parts_of(splitter: QSplitter) -> list[QWidget]:
    return [part for row in range(splitter.count()) if (part := splitter.widget(row)) is not None]


def _halves(size: int) -> tuple[int, int]:
    return size - size // 2, size // 2
