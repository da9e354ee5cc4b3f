"""The indexer's crashes, and the files that are left out for them."""

from __future__ import annotations

from bookwheel.domain.collection import Collection
from bookwheel.service.workers.indexer_crashes import CRASHES_BEFORE_SKIP, IndexerCrashes


def test_a_file_that_crashes_the_indexer_again_and_again_is_left_out_of_its_collection_alone():
    crashes = IndexerCrashes()
    problems = [crashes.add("notes", "a [1].md") for _ in range(CRASHES_BEFORE_SKIP + 1)]
    assert [problem is not None for problem in problems] == [False] * (CRASHES_BEFORE_SKIP - 1) + [True, False]
    notes, plans = Collection("notes", "Notes", "/notes"), Collection("plans", "Plans", "/plans")
    assert crashes.without_skipped(notes).ignore == ("/a\\ \\[1\\].md",)
    assert crashes.without_skipped(plans) == plans


def test_crashes_in_a_row_are_forgotten_once_the_work_is_done():
    crashes = IndexerCrashes()
    for _ in range(2):
        crashes.add("", "")
    assert crashes.is_failing and not crashes.problems
    crashes.end_row()
    assert not crashes.is_failing
