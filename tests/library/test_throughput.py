"""The time left is a range by the pace of the last minutes, told once that is steady."""

from __future__ import annotations

import pytest

from bookwheel.library.throughput import Rates


def test_nothing_is_said_before_the_pace_is_known() -> None:
    rates = Rates()
    for second in range(15):
        rates.mark(second, second * 10, 0)
    assert rates.time_left(1000) == (-1.0, -1.0)


def test_a_steady_pace_gives_a_narrow_range_around_the_truth() -> None:
    rates = Rates()
    for second in range(60):
        rates.mark(second, second * 10, 0)
    least, most = rates.time_left(1000)
    assert least <= 100 + 1 and most >= 100 - 1 and most < 1.05 * least
    assert rates.time_left(0) == (-1.0, -1.0)


def test_a_burst_of_seconds_does_not_change_what_the_minutes_say() -> None:
    rates, said = Rates(), []
    done = 0
    for second in range(240):
        done += 100 if second % 40 == 39 else 8 + second % 5
        rates.mark(second, done, 0)
        if second > 120:
            said.append(rates.time_left(5000))
    assert all(least > 0 for least, _ in said)
    assert max(most for _, most in said) < 2 * min(most for _, most in said)
    assert max(least for least, _ in said) < 2 * min(least for least, _ in said)


def test_a_pace_that_stalls_is_not_said_until_it_is_steady_again() -> None:
    rates = Rates()
    for second in range(60):
        rates.mark(second, second * 100, 0)
    for second in range(60, 150):
        rates.mark(second, 6000, 0)
    assert rates.time_left(1000) == (-1.0, -1.0)


def test_a_pause_counts_as_no_work_and_forgets_no_pace() -> None:
    rates = Rates()
    for second in range(60):
        rates.mark(second, second * 10, 0)
    rates.clear()
    assert rates.per_second() == (0.0, 0.0)
    for second in range(5):
        rates.mark(1000 + second, 590 + second * 10, 0)
    assert rates.time_left(100) == pytest.approx((10, 10), rel=0.2)


def test_other_work_begins_without_a_pace() -> None:
    rates = Rates()
    for second in range(60):
        rates.mark(second, second * 10, 0)
    rates.mark(61, 3, 0)
    assert rates.time_left(100) == (-1.0, -1.0)
