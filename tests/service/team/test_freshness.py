from __future__ import annotations

import shutil
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from bookwheel.domain.collection_source import Timetable
from bookwheel.domain.jobs import Job, JobKind, JobState
from bookwheel.domain.team import TeamCollection
from bookwheel.service.team.freshness import SLOW, compare, every
from tests import waiting
from tests.service.team.serving import serving, write_publications

NOW = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
STAFF, GUEST = "person:ada:staff", "person:guest:"


def _job(minutes: float, state: JobState, kind: JobKind = JobKind.REFRESH) -> Job:
    """A job that began so many minutes ago."""
    at = (NOW - timedelta(minutes=minutes)).isoformat()
    return Job(f"{minutes}", kind, "handbook", state, at, at)


def test_a_collection_is_as_old_as_the_start_of_its_last_refresh_that_succeeded() -> None:
    compared = compare((_job(9, JobState.DONE), _job(5, JobState.DONE)), NOW)
    assert compared.at == NOW - timedelta(minutes=5) and not compared.is_doubtful


def test_a_collection_whose_refresh_failed_or_hangs_may_be_old() -> None:
    done = _job(5, JobState.DONE)
    for later in (_job(2, JobState.FAILED), _job(2, JobState.RUNNING), _job(2, JobState.QUEUED)):
        compared = compare((done, later), NOW)
        assert compared.at == NOW - timedelta(minutes=5) and compared.is_doubtful
    short = _job(SLOW.total_seconds() / 60 - 0.1, JobState.RUNNING)
    assert not compare((done, short), NOW).is_doubtful


def test_a_collection_whose_refreshes_cannot_even_begin_may_be_old() -> None:
    done, minute = _job(5, JobState.DONE), timedelta(minutes=1)
    assert compare((done,), NOW, minute).is_doubtful
    assert not compare((done,), NOW, 3 * minute).is_doubtful and not compare((done,), NOW).is_doubtful
    collection = TeamCollection("Handbook", "/srv/handbook", "key", ())
    assert every(collection) == timedelta(days=1)
    assert every(replace(collection, refresh_minutes=5, timetable=Timetable.NEVER)) == 5 * minute
    assert every(replace(collection, timetable=Timetable.NEVER)) is None


def test_a_collection_that_was_never_refreshed_has_no_age() -> None:
    assert compare((), NOW).at is None and compare((_job(1, JobState.FAILED),), NOW).at is None


def test_callers_are_told_which_of_their_collections_may_be_old(tmp_path: Path) -> None:
    collections = write_publications(tmp_path)
    with serving(tmp_path / "library", collections[:2]) as served:
        parts = served.service._parts
        waiting.until(lambda: 'bookwheel_refresh_age_seconds{collection="Qumbra"}' in served.get("/metrics").text)
        text = served.get("/metrics").text
        assert 'bookwheel_publication_number{collection="Open"} 1' in text
        assert 'bookwheel_publication_age_seconds{collection="Open"}' in text
        assert served.rpc("status", {}, STAFF).json()["notices"] == []
        shutil.move(tmp_path / "qumbra", tmp_path / "gone")
        parts.refreshes.ask(parts.collections.find("team-qumbra"), "")
        waiting.until(lambda: served.rpc("status", {}, STAFF).json()["notices"])
        (notice,) = served.rpc("status", {}, STAFF).json()["notices"]
        assert notice["values"]["collection"] == "Qumbra" and "was last refreshed at" in notice["template"]
        assert str(tmp_path) not in str(notice)
        assert served.rpc("status", {}, GUEST).json()["notices"] == []
        assert served.rpc("status", {"name": "team-open"}, STAFF).json()["notices"] == []
        shutil.move(tmp_path / "gone", tmp_path / "qumbra")
        parts.refreshes.ask(parts.collections.find("team-qumbra"), "")
        waiting.until(lambda: served.rpc("status", {}, STAFF).json()["notices"] == [])
