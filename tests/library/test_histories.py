"""The same files give the same answers, whatever came before."""

from __future__ import annotations

import itertools
import os
import shutil
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings

from bookwheel.library.indexing import indexer

from .conftest import Shelf
from .histories import History, Step, differences, finished, in_words, steps, untouched

EXAMPLES = int(os.environ.get("HISTORIES", "4"))
"""Histories that are tried; `make torture` tries more."""

SCAN: Step = ("index", "scan", "")
TAKEN_BACK: list[Step] = [("write", "a.md", "9"), SCAN, ("write", "one/a.md", "9"), SCAN, ("write", "a.md", "0"), SCAN]
RENAMED: list[Step] = [("move", "one/a.md", "one/b.md"), SCAN, ("move folder", "two", "three"), SCAN]
RESPELLED: list[Step] = [("write", "a.md", "3"), SCAN, ("write", "a.md", "4"), ("remove", "one/a.md"), SCAN]
WITHOUT_PICTURE: list[Step] = [("write", "one/a.md", "3"), ("picture",), SCAN, ("picture",)]
LISTED: list[Step] = [("write", "a.md", "8"), SCAN, ("write", "SUMMARY.md", "7"), ("index", "changed", "written")]
UNLISTED: list[Step] = [("write", "a.md", "8"), ("write", "SUMMARY.md", "7"), SCAN, ("move", "SUMMARY.md", "two/c.md")]
NOTHING_TO_EMBED: list[Step] = [("write", "a.md", "0"), ("write", "one/a.md", "11")]
HALF_DONE: list[Step] = [
    *(("write", "b.md", "5"), ("index", "changed", "written"), ("write", "b.md", "6"), ("index", "merge", "applied")),
    *(("move", "b.md", "a.md"), ("index", "scan", "published"), ("remove", "a.md"), ("index", "scan", "stated")),
]


@pytest.fixture
def numbers() -> itertools.count[int]:
    return itertools.count()


@settings(
    max_examples=EXAMPLES,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(history=steps())
@example(history=TAKEN_BACK)
@example(history=RENAMED)
@example(history=RESPELLED)
@example(history=WITHOUT_PICTURE)
@example(history=LISTED)
@example(history=UNLISTED)
@example(history=HALF_DONE)
@example(history=NOTHING_TO_EMBED)
@pytest.mark.timeout(1800)
def test_any_history_ends_as_a_clean_build(
    history: list[Step], tmp_path: Path, numbers: itertools.count[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(indexer, "MERGE_AFTER_S", 0.0)
    folder = tmp_path / str(next(numbers))
    folder.mkdir()
    lived = Shelf(folder)
    root = lived.add()
    clean = untouched(lived, folder / "clean")
    try:
        past = History(lived, root)
        past.begin()
        for step in history:
            past.take(step)
        differing = differences(finished(lived), finished(clean))
        assert not differing, f"{in_words(history)}\n" + "\n".join(differing[:4])
    finally:
        lived.close()
        clean.close()
        shutil.rmtree(folder, ignore_errors=True)
