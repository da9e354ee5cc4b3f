from __future__ import annotations

import psutil
import pytest

from bookwheel.service.sources import power
from bookwheel.settings import SourceSettings


@pytest.mark.parametrize(("answer", "is_metered"), [(0, False), (1, True), (2, False), (3, True), (4, False)])
def test_networkmanager_says_whether_a_connection_is_metered(
    monkeypatch: pytest.MonkeyPatch, answer: int, is_metered: bool
) -> None:
    monkeypatch.setattr(power.sys, "platform", "linux")
    monkeypatch.setattr(power, "_ask_linux", lambda: answer)
    assert power.is_metered() is is_metered


def test_where_nobody_can_tell_nothing_is_held_back(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> object:
        raise OSError("no bus")

    monkeypatch.setattr(power, "_ask_linux", fail)
    monkeypatch.setattr(psutil, "sensors_battery", fail, raising=False)
    assert power.may_refresh(SourceSettings())


def test_a_person_may_allow_refreshes_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(power, "is_on_battery", lambda: True)
    monkeypatch.setattr(power, "is_metered", lambda: True)
    assert not power.may_refresh(SourceSettings())
    assert not power.may_refresh(SourceSettings(on_battery=True))
    assert power.may_refresh(SourceSettings(on_battery=True, on_metered=True))
