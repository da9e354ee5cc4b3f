"""Trails of tabs as they are kept between runs, in JSON."""

from __future__ import annotations

from dataclasses import asdict

from bookwheel.gui.state.locations import Location, Trail

_MOST_BEFORE, _MOST_AFTER = 40, 10
"""Places of a tab that are remembered before and after the one shown."""


def read_trail(kept: object) -> Trail | None:
    """A tab's trail as it was kept, or None where the place that it showed is no place."""
    if not isinstance(kept, dict) or not isinstance(kept.get("places"), list):
        return None
    places, at = [_place(place) for place in kept["places"]], kept.get("at")
    if not isinstance(at, int) or not 0 <= at < len(places) or places[at] is None:
        return None
    before = [place for place in places[:at] if place is not None]
    return Trail([*before, *(place for place in places[at:] if place is not None)], len(before))


def write_trail(trail: Trail) -> dict[str, object]:
    """A tab's trail as it is kept, with the places around the one that it shows."""
    first = max(0, trail.at - _MOST_BEFORE)
    places = trail.places[first : trail.at + 1 + _MOST_AFTER]
    return {"at": trail.at - first, "places": [asdict(place) for place in places]}


def _place(kept: object) -> Location | None:
    """A tab's place as it was kept, or None where that is no place."""
    if not isinstance(kept, dict) or not isinstance(kept.get("doc"), str):
        return None
    anchor, query, title, spot = (str(kept.get(name) or "") for name in ("anchor", "query", "title", "place"))
    is_source, is_text = (kept.get(name) is True for name in ("is_source", "is_text"))
    try:
        scroll, depth = float(kept.get("scroll", -1)), min(1.0, max(0.0, float(kept.get("depth") or 0)))
        return Location(kept["doc"], anchor, query, scroll, title, is_source, spot, is_text, depth)
    except (TypeError, ValueError):
        return None
