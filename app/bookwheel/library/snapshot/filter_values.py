"""What filters mean: field names, nested labels, levels, dates, paths with wildcards, and what none leaves out."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from bookwheel.domain.collection import Collection
from bookwheel.domain.errors import BadRequest
from bookwheel.domain.search import Filter
from bookwheel.library.snapshot.comparisons import comparison_of

FIELD_ALIASES = {
    "tags": "tag",
    "categories": "category",
    "types": "type",
    "lang": "language",
    "folder": "path",
    "collections": "collection",
    "source": "collection",
}
DATED = ("before", "after")
NESTED = frozenset(("category", "tag"))
HELD = ("code", "table", "image", "link", "task", "note")
"""What a section can be asked to have; the position of each is its bit in the catalogue's `parts`, notes have none."""

NOTE = "note"

_DATE = re.compile(r"(\d{4})(?:-?(\d{2})(?:-?(\d{2}))?)?(?!\d)")

_PathTest = tuple[str, re.Pattern[str] | None]
"""The folded text of a path, and its pattern when it has wildcards."""


def field_of(field: str) -> str:
    """A field's own name, by any of its names."""
    return FIELD_ALIASES.get(field.lower(), field.lower())


def folded(name: str, value: str) -> str:
    """A field's value as it is compared: in one case, labels without their mark and outer slashes."""
    text = value.casefold().strip()
    return text.lstrip("#").strip("/") if name in NESTED else text


def branches(value: str) -> list[str]:
    """The values around a nested one, outermost first, and itself: a, a/b and a/b/c."""
    parts = value.split("/")
    return ["/".join(parts[: depth + 1]) for depth in range(len(parts))]


def level_of(value: str) -> int:
    """A heading's level, written as 2 or h2; BadRequest for what is none."""
    try:
        return int(value.lower().lstrip("h"))
    except ValueError:
        raise BadRequest("level needs a number from 0 to 6, not {text}.", text=value) from None


def levels_in(value: str) -> list[int]:
    """The levels that a value names: one, or those that a comparison leaves."""
    comparison = comparison_of(value)
    if comparison is None:
        return [level_of(value)]
    return [level for level in range(7) if comparison.fits(str(level))]


def parts_of(values: Sequence[str]) -> tuple[int, bool]:
    """What sections must have one of, as bits, and whether a note counts as well; BadRequest for what none has."""
    names = [value.strip().lower().removesuffix("s") for value in values]
    if not all(name in HELD for name in names):
        raise BadRequest("has needs one of {names}, not {text}.", names=", ".join(HELD), text=", ".join(values))
    return sum({1 << HELD.index(name) for name in names if name != NOTE}), NOTE in names


def check_filters(filters: Iterable[Filter]) -> None:
    """Pass filters that can be applied.

    Raises:
        BadRequest: for a level that is no number, a date that is none, and what no section has.
    """
    for wanted in filters:
        name = field_of(wanted.field.strip())
        if name == "level":
            for value in wanted.values:
                levels_in(value)
        elif name == "has":
            parts_of(wanted.values)
        elif name in DATED:
            days_of(name, wanted.values)


def days_of(name: str, values: Sequence[str]) -> list[int]:
    """Dates as numbers YYYYMMDD; BadRequest where one is none."""
    days = [day_of(value) for value in values]
    if not all(days):
        raise BadRequest("{name} needs a date such as 2025-03-31, not {text}.", name=name, text=", ".join(values))
    return days


def day_of(text: str) -> int:
    """A date as the number YYYYMMDD, its first day when month or day are missing; 0 when it is none."""
    found = _DATE.match(text.strip())
    if not found:
        return 0
    year, month, day = found.groups()
    return int(year) * 10000 + int(month or 1) * 100 + int(day or 1)


def fits_paths(places: Iterable[tuple[str, str, int]], values: Sequence[str]) -> list[bool]:
    """Whether each document (by collection, path and date) is at one of the paths, or below it."""
    tests = [_path_test(value) for value in values]
    return [_fits(place, tests) for place in places]


@lru_cache(256)
def _path_test(value: str) -> _PathTest:
    folded = value.strip().lstrip("/").casefold().removeprefix("./")
    if not any(mark in folded for mark in "*?["):
        return folded, None
    pieces = re.split(r"(\*\*/?|\*|\?)", folded)
    marks = {"**/": "(?:.*/)?", "**": ".*", "*": "[^/]*", "?": "[^/]"}
    pattern = "".join(marks.get(piece, re.escape(piece)) for piece in pieces)
    anchor = "" if "/" in folded else "(?:.*/)?"
    return folded, re.compile(anchor + pattern, re.DOTALL)


def _fits(place: tuple[str, str, int], tests: Sequence[_PathTest]) -> bool:
    path = place[1].casefold()
    whole = f"{place[0]}/{path}"
    return any(
        (pattern.fullmatch(path) or pattern.fullmatch(whole))
        if pattern
        else path.startswith(text) or whole.startswith(text) or (text and f"/{text.rstrip('/')}/" in f"/{path}")
        for text, pattern in tests
    )


def left_out(collections: Mapping[str, Collection], filters: Iterable[Filter]) -> Sequence[Filter]:
    """The filters that keep a search out of collections whose `in_search` is off; none where that is not wanted.

    A search that names a collection or a path looks where it was told to, and one in a library (or in a scope) that
    consists of such collections looks into them.
    """
    if any(field_of(chosen.field.strip()) in ("collection", "path") and not chosen.is_negated for chosen in filters):
        return ()
    slugs = tuple(slug for slug, collection in collections.items() if not collection.in_search)
    if not slugs or len(slugs) == len(collections):
        return ()
    return (Filter("collection", slugs, is_negated=True),)
