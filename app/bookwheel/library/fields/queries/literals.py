"""Dates, durations, numbers and links as queries and fields write them."""

from __future__ import annotations

import re
from datetime import datetime, timedelta

from bookwheel.library.fields.queries.values import Duration, Link, Value

_UNIT_NAMES: dict[str, tuple[float, float]] = {}
for _names, _months, _seconds in (
    ("year years yr yrs y", 12, 0), ("month months mo mos M", 1, 0), ("week weeks wk wks w", 0, 604_800),
    ("day days d", 0, 86_400), ("hour hours hr hrs h", 0, 3600), ("minute minutes min mins m", 0, 60),
    ("second seconds sec secs s", 0, 1),
):  # fmt: skip
    for _name in _names.split():
        _UNIT_NAMES[_name] = (float(_months), float(_seconds))
UNIT = "|".join(sorted(_UNIT_NAMES, key=len, reverse=True))
DURATION = rf"\d+(?:\.\d+)?[ \t]*(?:{UNIT})(?![\w-])(?:[ \t]*,?[ \t]*\d+(?:\.\d+)?[ \t]*(?:{UNIT})(?![\w-]))*"
_PART = re.compile(rf"(\d+(?:\.\d+)?)[ \t]*({UNIT})")
_CLOSE = re.compile(rf"\s*-?(?:\d+(?:\.\d+)?[ \t]*(?:{UNIT})[ \t]*,?[ \t]*)+\Z")
_DATE = re.compile(
    r"(\d{4})-(\d{2})(?:-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?)?\Z"
)
_NUMBER = re.compile(r"-?\d{1,15}(?:\.\d{1,15})?\Z")
_LINK = re.compile(r"!?\[\[([^\[\]\n|]+)(?:\|([^\[\]\n]*))?\]\]\Z")


def parse_date(text: str) -> datetime | None:
    """A date in ISO 8601 (`2026-01`, `2026-01-31`, `2026-01-31T10:00`); None for anything else."""
    match = _DATE.match(text.strip())
    if match is None:
        return None
    year, month, day, hour, minute, second = (int(part or 0) for part in match.groups())
    try:
        return datetime(year, month, day or 1, hour, minute, second)
    except ValueError:
        return None


def parse_duration(text: str) -> Duration | None:
    """A duration such as `7 days` or `1yr, 2mo`; None for anything else."""
    if not _CLOSE.match(text):
        return None
    sign = -1 if text.lstrip().startswith("-") else 1
    months = seconds = 0.0
    for amount, unit in _PART.findall(text):
        in_months, in_seconds = _UNIT_NAMES[unit]
        months += sign * float(amount) * in_months
        seconds += sign * float(amount) * in_seconds
    return Duration(months, seconds)


def parse_number(text: str) -> int | float | None:
    """A number; None for anything else."""
    if not _NUMBER.match(text):
        return None
    return float(text) if "." in text else int(text)


def parse_link(text: str) -> Link | None:
    """A wikilink that is the whole text; None for anything else."""
    match = _LINK.match(text.strip())
    if match is None:
        return None
    path, _, anchor = match[1].strip().partition("#")
    return Link(path.strip(), (match[2] or "").strip(), anchor.strip())


def named_day(name: str, now: datetime) -> datetime | None:
    """A day by its name in Dataview: today, tomorrow, sow (start of the week), eom and so on; None for another word."""
    today = now.replace(hour=0, minute=0, second=0, microsecond=0)
    week = today - timedelta(days=today.weekday())
    next_month = (today.replace(day=28) + timedelta(days=4)).replace(day=1)
    day = timedelta(days=1)
    return {
        "now": now.replace(microsecond=0),
        "today": today,
        "tomorrow": today + day,
        "yesterday": today - day,
        "sow": week,
        "start-of-week": week,
        "eow": week + 6 * day,
        "end-of-week": week + 6 * day,
        "som": today.replace(day=1),
        "start-of-month": today.replace(day=1),
        "eom": next_month - day,
        "end-of-month": next_month - day,
        "soy": today.replace(month=1, day=1),
        "start-of-year": today.replace(month=1, day=1),
        "eoy": today.replace(month=12, day=31),
        "end-of-year": today.replace(month=12, day=31),
    }.get(name)


def field_value(text: str) -> Value:
    """What a field's text means: a number, a date, a duration, a link, true or false, else the text."""
    text = text.strip()
    if not text or len(text) > 200:
        return text or None
    if text in ("true", "false"):
        return text == "true"
    if len(text) > 1 and text[0] == text[-1] == '"':
        return text[1:-1]
    for parse in (parse_number, parse_date, parse_link, parse_duration):
        found = parse(text)
        if found is not None:
            return found
    return text


def inline_value(text: str) -> Value:
    """What an inline field means: as `field_value`, and a list where links or quoted texts stand between commas."""
    parts = [part.strip() for part in re.split(r",(?![^\[]*\]\])", text)]
    if len(parts) > 1 and all(parse_link(part) or (len(part) > 1 and part[0] == part[-1] == '"') for part in parts):
        return [field_value(part) for part in parts]
    return field_value(text)
