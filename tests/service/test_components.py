from __future__ import annotations

import os
import time
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from bookwheel.domain.indexing import Report, ReportKind
from bookwheel.domain.jobs import JobKind, JobRequest, JobState
from bookwheel.domain.service.activity import Activity, ActivityRequest, UnansweredRequest
from bookwheel.indexes.state import State
from bookwheel.paths import LibraryPaths
from bookwheel.service.components import Parts
from bookwheel.service.sources.jobs import Jobs


def test_old_calls_and_an_old_backup_are_dealt_with_while_the_service_runs(tmp_path: Path):
    paths = LibraryPaths(tmp_path)
    parts = Parts(paths, State(paths.state, paths.state_backup), "http://127.0.0.1:1")
    call = Activity(0, "2020-01-01T00:00:00+00:00", "cli", "search", "wheel", (), 0, 0, 1.0)
    parts.activity.record(call)
    parts.activity.record(replace(call, at="", query="spoke"))
    parts.activity.flush()
    yesterday = time.time() - 90_000
    os.utime(paths.state_backup, (yesterday, yesterday))
    parts.tidy()
    assert [kept.query for kept in parts.activity.listed(ActivityRequest()).activity] == ["spoke"]
    assert paths.state_backup.stat().st_mtime > yesterday + 80_000
    parts.close()


def test_a_shorter_time_for_the_activity_list_drops_older_calls_at_once(tmp_path: Path):
    paths = LibraryPaths(tmp_path)
    parts = Parts(paths, State(paths.state, paths.state_backup), "http://127.0.0.1:1")
    now = datetime.now(UTC)
    for days in (40, 20, 5, 1):
        at = (now - timedelta(days=days)).isoformat()
        parts.activity.record(Activity(0, at, "planner", "search", f"{days} days ago", (), 0, 0, 1.0))

    def kept() -> list[str]:
        return [call.query for call in parts.activity.listed(ActivityRequest()).activity]

    def counted() -> set[str]:
        return {one.query for one in parts.activity.unanswered(UnansweredRequest(), 0).queries}

    parts.replace_settings("agents.activity_days", "30")
    assert kept() == ["1 days ago", "5 days ago", "20 days ago"] and counted() == set(kept())
    parts.replace_settings("agents.activity_days", "3")
    assert kept() == ["1 days ago"] and counted() == set(kept())
    parts.replace_settings("agents.activity_days", "0")
    assert kept() == [] and counted() == set()
    parts.close()


def test_what_the_watcher_says_of_a_folder_stands_until_it_takes_it_back(tmp_path: Path):
    paths = LibraryPaths(tmp_path)
    parts = Parts(paths, State(paths.state, paths.state_backup), "http://127.0.0.1:1")
    parts.open()
    intake = parts.wait(10).intake
    for slug, sentence in (("a", "A cannot be watched."), ("b", "B is far away."), ("a", "A is full."), ("c", "")):
        intake.watcher.on_report(Report(ReportKind.NOTICED, collection=slug, message=sentence))
    assert intake.notices == ("B is far away.", "A is full.")
    intake.watcher.on_report(Report(ReportKind.NOTICED, collection="a"))
    assert intake.notices == ("B is far away.",)
    intake.watcher.on_crash("", "")  # the next watcher looks for itself
    assert intake.notices == ()
    parts.close()


def test_a_service_opens_after_one_that_ended_while_it_published(tmp_path: Path):
    paths = LibraryPaths(tmp_path)
    state = State(paths.state, paths.state_backup)
    left = Jobs(state, lambda: None).create(JobKind.PUBLISH, "notes")
    parts = Parts(paths, state, "http://127.0.0.1:1")
    parts.publishing.start()
    assert parts.jobs.answer(JobRequest(left.id)).state is JobState.FAILED
    parts.close()
