"""One state of readiness, which is never ready before it is known to be."""

from __future__ import annotations

import pytest

from bookwheel.domain.collection import SkippedType
from bookwheel.domain.readiness import (
    NOTHING_TO_READ,
    READ_IN_FULL,
    READ_SO_FAR,
    Readiness,
    describe_reading,
    name_types,
)

SKIPPED = (SkippedType(".pdf", 1200), SkippedType("", 7), SkippedType(".png", 3))


def test_types_that_were_skipped_are_named_once_all_is_read():
    assert describe_reading(None, 5, SKIPPED) == describe_reading(2, 5, SKIPPED) == READ_SO_FAR
    assert describe_reading(0, 5, ()) == READ_IN_FULL
    said = describe_reading(0, 5, SKIPPED)
    assert said == ("All other files were read in full. Skipped because of their type: 1,200 .pdf, 3 .png, +7.")


def test_a_library_without_documents_was_not_read_in_full():
    assert describe_reading(0, 0, ()) == NOTHING_TO_READ
    assert describe_reading(0, 0, SKIPPED[:1]) == (
        "No readable files were found. Skipped because of their type: 1,200 .pdf."
    )


def test_only_the_most_frequent_types_are_named():
    many = tuple(SkippedType(f".{letter}", 9 - number) for number, letter in enumerate("abcdefg"))
    assert name_types(many) == "9 .a, 8 .b, 7 .c, 6 .d, +12"


def test_what_is_not_counted_is_unknown_and_not_zero():
    one = Readiness({"notes": 3}, is_busy=True)
    assert one.pending(("notes",)) == 3
    assert one.pending(("notes", "new")) is None
    assert one.state(("notes", "new")) == "counting"
    assert [one.state_of(slug, is_missing=False) for slug in ("notes", "new")] == ["indexing", "counting"]


def test_a_scope_waits_for_its_own_collections_alone():
    one = Readiness({"notes": 0})
    assert (one.pending(("notes",)), one.state(("notes",))) == (0, "ready")
    assert (one.pending(()), one.state(())) == (0, "ready")


@pytest.mark.parametrize(
    "one",
    [
        Readiness({"notes": 0}, is_busy=True),
        Readiness({"notes": 0}, linking=frozenset({"notes"})),
        Readiness({"notes": 1}),
        Readiness({}),
        Readiness({"notes": 0}, is_paused=True),
    ],
)
def test_nothing_is_ready_while_anything_is_left(one: Readiness):
    assert one.state(("notes",)) != "ready"


def test_a_missing_folder_is_said_once_it_was_looked_for():
    assert Readiness({}).state_of("notes", is_missing=True) == "counting"
    assert Readiness({"notes": 0}).state_of("notes", is_missing=True) == "missing"
    assert Readiness({}, is_paused=True).state_of("notes", is_missing=False) == "paused"


def test_a_library_whose_folders_nobody_follows_waits_for_nothing():
    assert Readiness().pending(("notes",)) == 0
    assert Readiness().state(("notes",)) == "ready"


def test_what_is_withheld_is_unknown_however_much_waits():
    for waiting in (None, {}, {"notes": 0}, {"notes": 3}):
        told = Readiness(waiting, frozenset(("notes",)), is_busy=True, is_withheld=True)
        assert (told.pending(("notes",)), told.notices(("notes",))) == (None, ())
        assert told.state_of("notes", is_missing=False) == "unknown"
        assert told.state_of("notes", is_missing=True) == "missing"
