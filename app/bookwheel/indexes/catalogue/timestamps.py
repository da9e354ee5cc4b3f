"""Times as the catalogue writes them."""

from __future__ import annotations

from datetime import UTC, datetime


def now() -> str:
    """This second, ISO 8601 in UTC."""
    return datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")


def iso_from_ns(modified_ns: int) -> str:
    """A file's time as ISO 8601 in UTC; the epoch for a time that no calendar holds."""
    try:
        moment = datetime.fromtimestamp(modified_ns / 1e9, UTC)
    except (ValueError, OverflowError, OSError):
        moment = datetime.fromtimestamp(0, UTC)
    return moment.isoformat(timespec="seconds").replace("+00:00", "Z")
