"""The first hour, recorded from outside of the program: no packet leaves, no file is written where it should not be.

The guard of `tests/conftest.py` sees Python's sockets alone; this recorder sees what native code sends as well.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.first_hour import recorder
from tests.first_hour.__main__ import Hour, live, prepare
from tests.first_hour.recorder import RecorderUnavailable, Recording

SENDS = (
    "getent hosts collector.example > /dev/null; echo x > /dev/udp/198.51.100.9/99; echo x > /dev/udp/127.0.0.1/9;"
    " timeout 1 bash -c 'echo > /dev/tcp/198.51.100.9/80'; echo x > $HOME/left; echo x > $HOME/gone; rm $HOME/gone"
)
"""Native programs look a name up, send over UDP and TCP, send to this computer, and write two files."""

UNSWITCHED = "import glob, sys, onnxruntime; onnxruntime.InferenceSession(glob.glob(sys.argv[1])[0])"
MODEL = str(Path(recorder.__file__).parents[2] / "resources" / "models" / "*" / "model.onnx")

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="packets of native code are recorded on Linux alone")


@pytest.fixture
def hour(tmp_path: Path) -> Hour:
    return prepare(tmp_path / "hour")


def run(record: Callable[..., Recording], hour: Hour, *command: str) -> Recording:
    try:
        return record(command, hour.environment(), hour.root / "recorder")
    except RecorderUnavailable as reason:
        pytest.skip(str(reason))


@pytest.mark.timeout(600)
def test_a_first_hour_sends_nothing_and_writes_nothing_outside(hour: Hour):
    try:
        recording, outside = live(hour)
    except RecorderUnavailable as reason:
        pytest.skip(str(reason))
    assert recording.code == 0, "the hour did not come to its end"
    assert list(recording.packets) == []
    assert outside == []
    assert not recording.left, "processes outlived the hour"


@pytest.mark.parametrize("record", [recorder.record, recorder.record_by_strace])
def test_lookups_and_packets_of_native_code_are_seen_and_those_to_loopback_are_not(
    hour: Hour, record: Callable[..., Recording]
):
    if record is recorder.record_by_strace and shutil.which("strace") is None:
        pytest.skip("strace is not installed")
    recording = run(record, hour, "bash", "-c", SENDS)
    assert any("port 53" in packet for packet in recording.packets)
    assert {"UDP to 198.51.100.9 port 99", "TCP to 198.51.100.9 port 80"} <= set(recording.packets)
    assert not any("127.0.0.1" in packet for packet in recording.packets)
    if recording.way == "namespace":
        assert any(packet.endswith("port 53 asks for collector.example") for packet in recording.packets)
    if recording.files is not None:
        assert {path.name for path in recording.files if path.is_relative_to(hour.root / "home")} == {"left", "gone"}


def test_an_engine_whose_telemetry_is_on_is_seen(hour: Hour):
    recording = run(recorder.record, hour, sys.executable, "-c", UNSWITCHED, MODEL)
    found = {*hour.files(), *(recording.files or ())}
    assert any(file.endswith("/.onnxruntime/deviceid") for file in hour.outside(found))


def test_the_web_engine_reaches_no_host_even_without_our_guards(hour: Hour):
    recording = run(recorder.record, hour, sys.executable, "-m", "tests.first_hour.remote_page")
    assert recording.code == 0
    assert list(recording.packets) == []
