"""Dates as a source states them, with the XSD type that lets SPARQL count and compare them."""

from __future__ import annotations

import re
from datetime import date, datetime

_DATE = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)
_MOMENT = re.compile(r"(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)(:\d\d(?:\.\d{1,6})?)? ?(Z|[+-]\d\d:\d\d)?", re.ASCII)
_MONTH = re.compile(r"\d{4}-\d\d", re.ASCII)
_YEAR = re.compile(r"\d{4}", re.ASCII)
_WIDEST_ZONE = 14

DATE_FIELDS = frozenset(
    """
    date created published created_at publishdate updated updated_at last_updated lastmod modified issued year month due
    start end started ended expires valid_from valid_until review_date last_reviewed effective_date released
    """.split()  # noqa: SIM905 - shorter than a list of strings
)
"""Fields of front matter in which four digits are a year."""


_NAMES = frozenset(("tag", "category", "type", "title", "alias", "aliases"))
"""Fields in which a day is a name."""


def xsd_type(text: str, *, is_date_field: bool) -> tuple[str, str]:
    """The text as XSD writes it and the local name of its type; no type for what is no date of the calendar.

    A year or a month alone is one only in a field that holds dates: elsewhere 1984 may count pages.
    """
    try:
        if _DATE.fullmatch(text):
            return date.fromisoformat(text).isoformat(), "date"
        if found := _MOMENT.fullmatch(text):
            day, minutes, seconds, zone = found.groups(default="")
            datetime.fromisoformat(f"{day}T{minutes}{seconds.partition('.')[0]}")
            if zone in ("", "Z") or _is_zone(zone):
                return f"{day}T{minutes}{seconds or ':00'}{zone}", "dateTime"
        elif is_date_field and _MONTH.fullmatch(text):
            date.fromisoformat(f"{text}-01")
            return text, "gYearMonth"
        elif is_date_field and _YEAR.fullmatch(text) and int(text):
            return text, "gYear"
    except ValueError:
        pass
    return text, ""


def stated_day(field: str, value: str) -> str:
    """The day or time that a field states, as XSD writes it; empty for none, and where a day is a name."""
    text, type = xsd_type(value.strip(), is_date_field=False)
    return text if type and field not in _NAMES else ""


def _is_zone(zone: str) -> bool:
    """Whether a distance from UTC is one that XSD knows."""
    hours, minutes = int(zone[1:3]), int(zone[4:])
    return minutes < 60 and hours * 60 + minutes <= _WIDEST_ZONE * 60
