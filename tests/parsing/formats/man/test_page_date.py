"""Dates of manual pages are read as their authors write them, and none is guessed."""

from __future__ import annotations

import pytest

from bookwheel.parsing.formats.man.page_date import fields_of_date


@pytest.mark.parametrize(
    ("written", "fields"),
    [
        ("2020-07-13", {"date": "2020-07-13"}),
        ("July 13, 2020", {"date": "2020-07-13"}),
        ("February 19 2023", {"date": "2023-02-19"}),
        ("3rd Sept. 2019", {"date": "2019-09-03"}),
        ("10/27/2025", {"date": "2025-10-27"}),
        ("27/10/2025", {"date": "2025-10-27"}),
        ("10/07/2025", {"edition": "10/07/2025"}),
        ("April 2019", {"edition": "April 2019"}),
        ("Version 2.1", {"edition": "Version 2.1"}),
        ("July 45, 2020", {"edition": "July 45, 2020"}),
        ("", {}),
    ],
)
def test_a_date_is_read_in_the_ways_of_authors(written: str, fields: dict[str, object]) -> None:
    assert fields_of_date(written) == fields
