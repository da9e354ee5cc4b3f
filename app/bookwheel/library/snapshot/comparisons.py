"""Values of a field that are compared: `>3`, `<=2025-03`, `3..5`. Numbers compare as numbers, dates as dates."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

_WRITTEN = re.compile(r"(>=|<=|>|<)\s*(.+)|(.*?)\.\.(.*)")
_DATE = re.compile(r"(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?(?:[T ]\d.*)?")
_NUMBER = re.compile(r"[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d{1,3})?")
_NO_DATE = (0, 0)


@dataclass(frozen=True, slots=True)
class Bound:
    """One end of a comparison, as a number (not a number, where it is none) and as first and last day (0 for none)."""

    number: float
    days: tuple[int, int]

    @property
    def is_nothing(self) -> bool:
        """Whether nothing can be compared with it."""
        return math.isnan(self.number) and self.days == _NO_DATE


@dataclass(frozen=True, slots=True)
class Comparison:
    """What a value must lie between; an end that is None is open, and excluded ones do not belong to it."""

    low: Bound | None
    high: Bound | None
    is_low_excluded: bool = False
    is_high_excluded: bool = False

    def fits(self, value: str) -> bool:
        """Whether a value of a field lies between: as a number where both are numbers, else as a date."""
        own = bound_of(value)
        return self._lies_above(own) and self._lies_below(own) and not own.is_nothing

    def can_compare(self, value: str) -> bool:
        """Whether a value is a number or a date as the ends are."""
        own = bound_of(value)
        return all(_kind(own, end) for end in (self.low, self.high) if end is not None)

    def _lies_above(self, own: Bound) -> bool:
        if self.low is None:
            return True
        kind = _kind(own, self.low)
        if kind == "number":
            return own.number > self.low.number if self.is_low_excluded else own.number >= self.low.number
        above = own.days[0] > self.low.days[1] if self.is_low_excluded else own.days[0] >= self.low.days[0]
        return kind == "date" and above

    def _lies_below(self, own: Bound) -> bool:
        if self.high is None:
            return True
        kind = _kind(own, self.high)
        if kind == "number":
            return own.number < self.high.number if self.is_high_excluded else own.number <= self.high.number
        below = own.days[0] < self.high.days[0] if self.is_high_excluded else own.days[0] <= self.high.days[1]
        return kind == "date" and below


@lru_cache(512)
def comparison_of(text: str) -> Comparison | None:
    """The comparison that a value is written as; None for one that is written plainly, or with ends of no kind."""
    found = _WRITTEN.fullmatch(text.strip())
    if found is None:
        return None
    sign, end = found[1], found[2]
    if sign:
        bound = bound_of(end)
        if bound.is_nothing:
            return None
        if sign[0] == ">":
            return Comparison(bound, None, is_low_excluded=sign == ">")
        return Comparison(None, bound, is_high_excluded=sign == "<")
    ends = [bound_of(part) if part.strip() else None for part in (found[3], found[4])]
    if not any(ends) or any(bound is not None and bound.is_nothing for bound in ends):
        return None
    return Comparison(ends[0], ends[1])


def is_comparison(text: str) -> bool:
    """Whether a value is written as a comparison that has a meaning."""
    return comparison_of(text) is not None


def is_written_as_one(text: str) -> bool:
    """Whether a value begins as a comparison does, whatever follows."""
    return text.lstrip()[:1] in ("<", ">")


def fitting(labels: Sequence[str], wanted: Sequence[str]) -> list[bool]:
    """Which of a field's values fit one of the comparisons that are wanted; empty where none is one.

    What is written as a comparison but is a value of the field is that value alone.
    """
    asked = {value: comparison for value in wanted if (comparison := comparison_of(value))}
    asked = [comparison for value, comparison in asked.items() if value not in labels]
    return [any(comparison.fits(label) for comparison in asked) for label in labels] if asked else []


@lru_cache(4096)
def bound_of(text: str) -> Bound:
    """A written number or date; a year alone is both."""
    text = text.strip()
    number = float(text) if _NUMBER.fullmatch(text) else math.nan
    return Bound(number, _days(text))


def _days(text: str) -> tuple[int, int]:
    found = _DATE.fullmatch(text)
    if found is None:
        return _NO_DATE
    year, month, day = (int(part) if part else 0 for part in found.groups())
    if month > 12 or day > 31:
        return _NO_DATE
    first, last = (month or 1) * 100 + (day or 1), (month or 12) * 100 + (day or 31)
    return year * 10_000 + first, year * 10_000 + last


def _kind(own: Bound, other: Bound) -> str:
    """How two can be compared; empty where they cannot. A year is a number beside numbers, a date beside dates."""
    if not math.isnan(own.number) and not math.isnan(other.number):
        return "number"
    return "date" if own.days != _NO_DATE and other.days != _NO_DATE else ""
