"""Days as front matter states them."""

from __future__ import annotations

import re
from calendar import monthrange
from datetime import date

_DAY = re.compile(r"(\d{4})(?:[-/.](\d{1,2})(?:[-/.](\d{1,2}))?)?(?:[T ]\d{1,2}:\d\d.*)?\Z", re.DOTALL)


def day_of(text: str, *, is_last: bool = False) -> date | None:
    """The day that a text states, year first; of a month or a year alone its first day, or its last; None for none."""
    found = _DAY.match(text.strip().strip("[]\"'"))
    if found is None:
        return None
    year, month, day = (int(part) if part else 0 for part in found.groups())
    try:
        month = month or (12 if is_last else 1)
        return date(year, month, day or (monthrange(year, month)[1] if is_last else 1))
    except ValueError:
        return None
