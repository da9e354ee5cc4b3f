"""Times of calendars in words: dates, durations and rules of recurrence, which are never carried out."""

from __future__ import annotations

import re
from datetime import date, timedelta

from bookwheel.parsing.formats.markdown_writer import code

_TIME = re.compile(r"(\d{4})-?(\d\d)-?(\d\d)(?:T(\d\d):?(\d\d)(?::?\d\d)?(Z)?)?")
_DURATION = re.compile(r"\+?P(?:(\d{1,4})W)?(?:(\d{1,4})D)?(?:T(?:(\d{1,4})H)?(?:(\d{1,4})M)?(?:\d{1,6}S)?)?")
_UNITS = {"DAILY": "day", "WEEKLY": "week", "MONTHLY": "month", "YEARLY": "year", "HOURLY": "hour"}
_DAYS = {
    "MO": "Monday",
    "TU": "Tuesday",
    "WE": "Wednesday",
    "TH": "Thursday",
    "FR": "Friday",
    "SA": "Saturday",
    "SU": "Sunday",
}
_ORDINALS = {"1": "first", "2": "second", "3": "third", "4": "fourth", "5": "fifth", "-1": "last", "-2": "second last"}
_MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
)  # fmt: skip
_BY_DAY = re.compile(r"([+-]?\d{1,2})?([A-Z]{2})")
_SIMPLE = frozenset(("FREQ", "INTERVAL", "BYDAY", "BYMONTHDAY", "BYMONTH", "COUNT", "UNTIL", "WKST"))


def iso_time(value: str) -> str:
    """A calendar's time as ISO text with date and minutes, or its date alone; empty for what is none."""
    found = _TIME.match(value.strip())
    if found is None:
        return ""
    day = f"{found[1]}-{found[2]}-{found[3]}"
    return f"{day} {found[4]}:{found[5]}{' UTC' if found[6] else ''}" if found[4] else day


def span(start: str, end: str, duration: str, zone: str) -> str:
    """When something is: `2024-07-14 10:00–11:30 (Europe/Berlin)`; the last day of whole days is included."""
    begin, until = iso_time(start), iso_time(end)
    if not begin:
        return until
    if until and len(until) == 10:
        until = _day_before(until)
    if until == begin:
        until = ""
    if until[:10] == begin[:10] and len(until) > 10:
        begin, until = begin.removesuffix(" UTC"), until[11:]
    place = f" ({zone})" if zone and len(begin) > 10 else ""
    joint = "–" if until and len(until) < 10 or "UTC" in until[5:9] else " – "
    shown = f"{begin}{joint}{until}" if until else begin
    lasting = lasts(duration)
    return shown + (f", {lasting}" if lasting and not end else "") + place


def lasts(duration: str) -> str:
    """A duration in words, such as `1 h 30 min`; empty for none."""
    found = _DURATION.fullmatch(duration.strip())
    if found is None:
        return ""
    weeks, days, hours, minutes = (int(part or 0) for part in found.groups())
    parts = (
        _counted(weeks, "week") if weeks else "",
        _counted(days, "day") if days else "",
        f"{hours} h" if hours else "",
        f"{minutes} min" if minutes else "",
    )
    return " ".join(part for part in parts if part)


def recurrence(rule: str) -> str:
    """A rule in words as Markdown, such as `every 2 weeks on Monday until 2024-09-14`; others as they are written."""
    divided = (part.upper().partition("=") for part in rule.split(";")[:50])
    parts = {name: value for name, _, value in divided if name}
    unit = _UNITS.get(parts.get("FREQ", ""))
    if unit is None or not parts.keys() <= _SIMPLE:
        return code(rule[:500])
    interval = parts.get("INTERVAL", "1")
    text = f"every {unit}" if interval in ("", "1") else f"every {interval} {unit}s"
    days = [_day(day) for day in parts.get("BYDAY", "").split(",")[:14] if day]
    dates = parts.get("BYMONTHDAY", "").split(",")[:31]
    numbers = [number.zfill(2) for number in parts.get("BYMONTH", "").split(",")[:12]]
    months = [month for at, month in enumerate(_MONTHS, start=1) if f"{at:02}" in numbers]
    if days:
        text += f" on {', '.join(days)}"
    if dates != [""]:
        text += f" on day {', '.join(dates)}"
    if months:
        text += f" in {', '.join(months)}"
    if parts.get("COUNT"):
        text += f", {parts['COUNT'][:9]} times"
    until = iso_time(parts.get("UNTIL", ""))
    return text + (f" until {until[:10]}" if until else "")


def _day(day: str) -> str:
    found = _BY_DAY.fullmatch(day)
    if found is None or found[2] not in _DAYS:
        return day.lower()
    number = (found[1] or "").removeprefix("+")
    return f"the {_ORDINALS.get(number, number + '.')} {_DAYS[found[2]]}" if number else _DAYS[found[2]]


def _day_before(day: str) -> str:
    try:
        return (date.fromisoformat(day) - timedelta(days=1)).isoformat()
    except (ValueError, OverflowError):
        return day


def _counted(number: int, unit: str) -> str:
    return f"{number} {unit}{'s' * (number != 1)}"
