"""Long paths lose folders in the middle first, and the document's name last."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bookwheel.gui.widgets.path_elision import elide_parts, elide_path

PATH = "concepts/workloads/controllers/deployment.md"


def _fits(count: int) -> Callable[[str], bool]:
    return lambda text: len(text) <= count


@pytest.mark.parametrize(
    ("count", "shown"),
    [
        (44, PATH),
        (43, "concepts/…/controllers/deployment.md"),
        (35, "concepts/…/deployment.md"),
        (23, "…/deployment.md"),
        (3, "…/deployment.md"),
    ],
)
def test_folders_go_from_the_second_on_and_the_name_stays(count: int, shown: str) -> None:
    assert elide_path(PATH, _fits(count)) == shown


def test_headings_behind_the_name_go_before_the_first_part() -> None:
    parts = ("Docs", "Concepts", "Pods", "Phases", "Waiting")
    assert elide_parts(parts, _fits(20), separator=" › ", name_at=2) == ("Docs", "…", "Pods", "…")
    assert elide_parts(parts, _fits(8), separator=" › ", name_at=2) == ("…", "Pods", "…")


def test_a_name_without_folders_and_no_parts_at_all_stay() -> None:
    assert elide_path("deployment.md", _fits(3)) == "deployment.md"
    assert elide_parts((), _fits(3)) == ()
