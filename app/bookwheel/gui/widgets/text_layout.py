"""Places in laid-out lines of text."""

from __future__ import annotations


def line_x(line: object, position: int) -> float:
    """Where a unit of a laid-out line stands, in pixels."""
    place = line.cursorToX(position)  # type: ignore[attr-defined]
    return float(place[0] if isinstance(place, tuple) else place)
