"""The date of a manual page, which its author may write in several ways."""

from __future__ import annotations

import re

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_DAY = r"(\d{1,2})(?:st|nd|rd|th)?"
_WORDS = re.compile(rf"(?:{_DAY}\s+)?([A-Za-z]{{3,9}})\.?,?\s+(?:{_DAY},?\s+)?(\d{{4}})")
_SLASHES = re.compile(r"(\d{1,2})/(\d{1,2})/(\d{4})")


def fields_of_date(written: str) -> dict[str, object]:
    """The field `date`, as year, month and day; `edition` for words that say no day."""
    found = iso_of(" ".join(written.split()))
    return {"date": found} if found else {"edition": written} if written.strip() else {}


def iso_of(written: str) -> str:
    """The day that is meant; empty where there is none, or 10/07/2025 may be two."""
    if re.fullmatch(r"\d{4}-\d\d-\d\d", written):
        return written
    if words := _WORDS.fullmatch(written):
        month = words[2][:3].lower()
        day = words[1] or words[3]
        return _joined(words[4], _MONTHS.index(month) + 1, int(day)) if day and month in _MONTHS else ""
    if slashes := _SLASHES.fullmatch(written):
        first, second = int(slashes[1]), int(slashes[2])
        if first == second or second > 12:
            return _joined(slashes[3], first, second)
        return _joined(slashes[3], second, first) if first > 12 else ""
    return ""


def _joined(year: str, month: int, day: int) -> str:
    return f"{year}-{month:02}-{day:02}" if 1 <= month <= 12 and 1 <= day <= 31 else ""
