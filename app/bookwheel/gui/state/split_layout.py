"""How the centre is split: a tree of rows and columns of splits, each with its tabs, as it is kept between runs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from bookwheel.gui.state.kept_trails import read_trail, write_trail
from bookwheel.gui.state.locations import Trail

MOST_SPLITS = 4
LEAST_ZOOM, MOST_ZOOM = 0.5, 4.0
"""How small and how large pages can be."""
_LEAST_SHARE = 0.05


@dataclass(frozen=True, slots=True)
class SplitTabs:
    """The tabs of one split, which of them is in front, and how large its text is shown."""

    trails: tuple[Trail, ...]
    current: int = 0
    zoom: float = 1.0


@dataclass(frozen=True, slots=True)
class SplitRow:
    """Splits beside each other, or below each other with `is_column`; their `shares` of the room add up to 1."""

    parts: tuple[SplitTree, ...]
    shares: tuple[float, ...]
    is_column: bool = False


SplitTree = SplitTabs | SplitRow


@dataclass(frozen=True, slots=True)
class SplitLayout:
    """A tree of splits, and which of them is focused, counted in reading order."""

    tree: SplitTree
    focused: int = 0

    @property
    def splits(self) -> list[SplitTabs]:
        """All splits, in reading order."""
        return _splits_of(self.tree)

    def only(self, is_kept: Callable[[str], bool]) -> SplitLayout | None:
        """The layout with the places alone whose documents are kept; None where no tab is left."""
        tree = _only(self.tree, is_kept)
        if tree is None:
            return None
        before = sum(_only(split, is_kept) is not None for split in self.splits[: self.focused])
        return SplitLayout(tree, min(before, len(_splits_of(tree)) - 1))


def read_layout(kept: object) -> SplitLayout | None:
    """A layout as it was kept, or None where that is none."""
    if not isinstance(kept, dict):
        return None
    tree = _read(kept.get("tree"), depth=0)
    if tree is None or len(_splits_of(tree)) > MOST_SPLITS:
        return None
    focused = kept.get("focused")
    most = len(_splits_of(tree)) - 1
    return SplitLayout(tree, max(0, min(focused, most)) if isinstance(focused, int) else 0)


def write_layout(layout: SplitLayout) -> dict[str, object]:
    """A layout as it is kept."""
    return {"tree": _write(layout.tree), "focused": layout.focused}


def _read(kept: object, depth: int) -> SplitTree | None:
    if not isinstance(kept, dict) or depth > MOST_SPLITS:
        return None
    if isinstance(kept.get("trails"), list):
        return read_tabs(kept)
    written, shares = kept.get("parts"), kept.get("shares")
    if not isinstance(written, list) or not isinstance(shares, list) or len(shares) != len(written):
        return None
    parts = [(part, share) for row, share in zip(written, shares, strict=True) if (part := _read(row, depth + 1))]
    return _row([part for part, _ in parts], [share for _, share in parts], kept.get("is_column") is True)


def read_tabs(kept: object) -> SplitTabs | None:
    """The tabs of a split as they were kept, or None where there are none."""
    if not isinstance(kept, dict) or not isinstance(kept.get("trails"), list):
        return None
    written, current, zoom = kept["trails"], kept.get("current"), kept.get("zoom")
    rows = [(row, trail) for row, text in enumerate(written) if (trail := read_trail(text)) is not None]
    if not rows:
        return None
    at = sum(row < current for row, _ in rows) if isinstance(current, int) else 0
    size = float(zoom) if isinstance(zoom, int | float) and LEAST_ZOOM <= zoom <= MOST_ZOOM else 1.0
    return SplitTabs(tuple(trail for _, trail in rows), min(at, len(rows) - 1), size)


def _write(tree: SplitTree) -> dict[str, object]:
    if isinstance(tree, SplitTabs):
        return {"trails": [write_trail(trail) for trail in tree.trails], "current": tree.current, "zoom": tree.zoom}
    parts = [_write(part) for part in tree.parts]
    return {"parts": parts, "shares": [round(share, 4) for share in tree.shares], "is_column": tree.is_column}


def _row(parts: list[SplitTree], shares: list[object], is_column: bool) -> SplitTree | None:
    """A row of what is left of its parts; a single one needs no row."""
    if len(parts) < 2:
        return parts[0] if parts else None
    sizes = [max(_LEAST_SHARE, min(1.0, share)) if isinstance(share, int | float) else 1.0 for share in shares]
    return SplitRow(tuple(parts), tuple(size / sum(sizes) for size in sizes), is_column)


def _splits_of(tree: SplitTree) -> list[SplitTabs]:
    return [tree] if isinstance(tree, SplitTabs) else [split for part in tree.parts for split in _splits_of(part)]


def _only(tree: SplitTree, is_kept: Callable[[str], bool]) -> SplitTree | None:
    if isinstance(tree, SplitTabs):
        rows = [(row, own) for row, trail in enumerate(tree.trails) if (own := trail.only(is_kept)) is not None]
        at = sum(row < tree.current for row, _ in rows)
        return replace(tree, trails=tuple(own for _, own in rows), current=min(at, len(rows) - 1)) if rows else None
    parts = [(part, share) for old, share in zip(tree.parts, tree.shares, strict=True) if (part := _only(old, is_kept))]
    shares: list[object] = [share for _, share in parts]
    return _row([part for part, _ in parts], shares, tree.is_column)
