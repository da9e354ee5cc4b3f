"""Whether the computer runs on battery, whatever the system says of it."""

from __future__ import annotations

from types import SimpleNamespace

import psutil
import pytest

from bookwheel.service.workers.power_source import PowerSource, is_on_battery


@pytest.mark.parametrize(("plugged", "wanted"), [(False, True), (True, False), (None, False)])
def test_only_a_battery_that_is_not_plugged_in_counts(monkeypatch: pytest.MonkeyPatch, plugged: object, wanted: bool):
    battery = SimpleNamespace(power_plugged=plugged)
    monkeypatch.setattr(psutil, "sensors_battery", lambda: battery, raising=False)
    assert is_on_battery() is wanted


def test_no_battery_a_torn_driver_and_a_system_that_does_not_say_are_no_battery(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(psutil, "sensors_battery", lambda: None, raising=False)
    assert not is_on_battery()

    def fail() -> object:
        raise OSError("no such device")

    monkeypatch.setattr(psutil, "sensors_battery", fail, raising=False)
    assert not is_on_battery()
    monkeypatch.delattr(psutil, "sensors_battery")
    assert not is_on_battery()


def test_the_system_is_asked_now_and_then():
    said = [True, False]
    source = PowerSource(lambda: said.pop(0), every_s=1000)
    assert source.is_battery and source.is_battery and len(said) == 1
    asked_always = PowerSource(lambda: said.pop(0), every_s=0)
    assert not asked_always.is_battery and not said
