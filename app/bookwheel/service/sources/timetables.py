"""When sources are refreshed by themselves."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from bookwheel.domain.collection_source import Source, SourceKind, Timetable
from bookwheel.domain.jobs import ENDED, Job, JobState

INTERVALS = {Timetable.DAILY: timedelta(days=1), Timetable.WEEKLY: timedelta(days=7)}
"""The time between two refreshes of a source, for the timetables that name one."""
AGAIN_AFTER = timedelta(hours=1)
"""Time after a refresh that failed until the next try."""


def next_refresh(source: Source, last: Job | None, opened_at: datetime) -> datetime | None:
    """When a source is refreshed next by itself, at the earliest; None for never.

    `last` is its newest refresh, `opened_at` when the library was opened.
    """
    if source.is_paused or source.kind is SourceKind.DATASOURCE or source.timetable is Timetable.NEVER:
        return None
    if last is None:
        return opened_at
    if last.state not in ENDED:
        return None
    ended = read_time(last.ended_at) or opened_at
    if source.timetable is Timetable.ON_OPENING:
        return opened_at if ended < opened_at else None
    return ended + (AGAIN_AFTER if last.state is JobState.FAILED else INTERVALS[source.timetable])


def read_time(written: str) -> datetime | None:
    """A time as jobs have it; None where there is none. A clock that went back does not hold refreshes up for years."""
    try:
        found = datetime.fromisoformat(written)
    except ValueError:
        return None
    found = found if found.tzinfo else found.replace(tzinfo=UTC)
    return min(found, datetime.now(UTC))
