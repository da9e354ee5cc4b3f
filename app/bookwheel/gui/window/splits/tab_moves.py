"""Tabs moved within a strip, into another split, or into a split of their own."""

from __future__ import annotations

from enum import Enum

from bookwheel.gui.page.reader import Reader
from bookwheel.gui.window.splits.split_view import SplitView


class Side(Enum):
    """Where in a split a tab is dropped: among its tabs, or on a side, which makes a split there."""

    MIDDLE = "middle"
    LEFT = "left"
    RIGHT = "right"
    TOP = "top"
    BOTTOM = "bottom"


def move_tab(split_view: SplitView, source: Reader, row: int, target: Reader, to: int) -> None:
    """Move a tab with its history before another one, in its strip or in that of another split, and read it there."""
    if source is target:
        if to not in (row, row + 1):
            source.history.move(row, to)
        return
    source.remember()
    target.remember()
    trail = source.history.take(row)
    target.history.insert(to, trail)
    target.show_current()
    _follow(split_view, source, target)


def move_to_side(split_view: SplitView, source: Reader, row: int, target: Reader, side: Side) -> None:
    """Move a tab with its history into a split of its own on one side of another one."""
    if side is Side.MIDDLE:
        move_tab(split_view, source, row, target, len(target.places))
        return
    is_in_place = len(source.places) < 2
    if source is target and is_in_place:
        return  # it has a split of its own
    source.remember()
    trail = source.trails[row]
    is_column = side in (Side.TOP, Side.BOTTOM)
    is_before = side is Side.TOP or side is (Side.RIGHT if split_view.isRightToLeft() else Side.LEFT)
    made = split_view.add(trail, target, is_column=is_column, is_before=is_before, is_in_place=is_in_place)
    if made is not None:
        source.history.take(row)
        _follow(split_view, source, made)


def move_to_next(split_view: SplitView, by: int) -> None:
    """Move the tab that is read into the next split (1) or the one before (-1); with one split, into a new one."""
    reader, readers = split_view.reader, split_view.readers
    if reader.here is None:
        return
    row = max(0, reader.tabs.current)
    if len(readers) > 1:
        target = readers[(readers.index(reader) + by) % len(readers)]
        move_tab(split_view, reader, row, target, len(target.places))
    else:
        move_to_side(split_view, reader, row, reader, Side.RIGHT if by > 0 else Side.LEFT)


def _follow(split_view: SplitView, source: Reader, target: Reader) -> None:
    """Read on where the tab went; a split without tabs goes."""
    split_view.focus(target)
    target.setFocus()
    if source.here is None:
        split_view.remove(source, target)
    else:
        source.show_current()
