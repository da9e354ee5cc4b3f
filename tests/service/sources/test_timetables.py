from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from bookwheel.domain.collection_source import Source, SourceKind, Timetable
from bookwheel.domain.jobs import Job, JobKind, JobState
from bookwheel.service.sources.timetables import next_refresh, read_time

OPENED = datetime(2026, 5, 1, 12, tzinfo=UTC)


def _source(timetable: Timetable, *, is_paused: bool = False) -> Source:
    return Source(SourceKind.SITE, "https://e.org/", timetable, is_paused=is_paused)


def _job(ended: datetime, state: JobState = JobState.DONE) -> Job:
    return Job("a", JobKind.REFRESH, "s", state, "", ended_at=ended.isoformat())


@pytest.mark.parametrize(
    ("timetable", "due"),
    [
        (Timetable.DAILY, OPENED + timedelta(hours=23)),
        (Timetable.WEEKLY, OPENED + timedelta(days=6, hours=23)),
        (Timetable.ON_OPENING, OPENED),
        (Timetable.NEVER, None),
    ],
)
def test_a_source_is_due_by_its_timetable(timetable: Timetable, due: datetime | None) -> None:
    assert next_refresh(_source(timetable), _job(OPENED - timedelta(hours=1)), OPENED) == due


def test_on_opening_a_source_is_refreshed_once() -> None:
    assert next_refresh(_source(Timetable.ON_OPENING), _job(OPENED + timedelta(minutes=1)), OPENED) is None


def test_what_failed_is_tried_again_after_an_hour_and_what_runs_is_left_alone() -> None:
    daily = _source(Timetable.DAILY)
    assert next_refresh(daily, _job(OPENED, JobState.FAILED), OPENED) == OPENED + timedelta(hours=1)
    assert next_refresh(daily, _job(OPENED, JobState.RUNNING), OPENED) is None
    assert next_refresh(daily, None, OPENED) == OPENED


def test_a_paused_source_is_never_due() -> None:
    assert next_refresh(_source(Timetable.DAILY, is_paused=True), None, OPENED) is None


def test_times_of_a_clock_that_was_wrong_do_not_hold_refreshes_up() -> None:
    found = read_time("2999-01-01T00:00:00+00:00")
    assert found is not None and found <= datetime.now(UTC)
    assert read_time("") is None
    assert read_time("soon") is None
