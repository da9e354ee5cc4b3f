"""Which rows of a tree need not move when others come and go among them."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

from bookwheel.gui.library_tree.node import Node


def find_kept_rows(old: Sequence[Node], wanted: Sequence[Node]) -> set[str]:
    """Names of the most rows that need not move: a longest run of the old ones whose places rise in what is wanted."""
    if [node.name for node in old] == [node.name for node in wanted]:
        return {node.name for node in old}
    place = {node.name: at for at, node in enumerate(wanted)}
    common = [node for node in old if node.name in place]
    ends: list[int] = []
    rows: list[int] = []
    before = [-1] * len(common)
    for row, node in enumerate(common):
        at = bisect_left(ends, place[node.name])
        before[row] = rows[at - 1] if at else -1
        ends[at : at + 1] = [place[node.name]]
        rows[at : at + 1] = [row]
    kept: set[str] = set()
    row = rows[-1] if rows else -1
    while row >= 0:
        kept.add(common[row].name)
        row = before[row]
    return kept


def count_runs(rows: Sequence[Node], keep: set[str]) -> int:
    """How many runs of rows are not kept."""
    is_kept = [node.name in keep for node in rows]
    return sum(not now and before for before, now in zip([True, *is_kept], is_kept, strict=False))
