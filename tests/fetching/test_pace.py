from __future__ import annotations

from datetime import UTC, datetime

import pytest

from bookwheel.fetching.pace import Pace, retry_after_s


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def sleep(self, seconds: float) -> None:
        self.now += seconds


def _pace(per_s: float) -> tuple[Pace, Clock]:
    clock = Clock()
    return Pace(per_s, lambda: clock.now, clock.sleep), clock


def test_a_host_is_asked_so_many_times_a_second_after_the_first_ones() -> None:
    pace, clock = _pace(10)
    for _ in range(120):
        pace.wait("a")
    assert clock.now == pytest.approx(10)
    pace.wait("b")
    assert clock.now == pytest.approx(10)


def test_a_delay_that_a_host_wants_is_left_between_all_requests() -> None:
    pace, clock = _pace(10)
    pace.delay("a", 2.0)
    for _ in range(3):
        pace.wait("a")
    assert clock.now == pytest.approx(6)
    pace.delay("b", 0.001)
    for _ in range(20):
        pace.wait("b")
    assert clock.now < 8


def test_a_pause_holds_one_host() -> None:
    pace, clock = _pace(10)
    pace.pause("a", 30)
    pace.wait("b")
    assert clock.now == 0
    pace.wait("a")
    assert clock.now == pytest.approx(30)


@pytest.mark.parametrize(
    ("written", "seconds"),
    [
        ("120", 120.0), (" 5 ", 5.0), ("Thu, 01 Jan 2026 00:01:00 GMT", 60.0), ("Wed, 31 Dec 2025 23:00:00 GMT", 0.0),
        ("soon", 0.0), ("", 0.0), ("-3", 0.0), ("9" * 40, 999999999.0), ("²", 0.0),
    ],
)  # fmt: skip
def test_retry_after_is_seconds_or_a_date(written: str, seconds: float) -> None:
    assert retry_after_s({"retry-after": written}, datetime(2026, 1, 1, tzinfo=UTC)) == seconds
