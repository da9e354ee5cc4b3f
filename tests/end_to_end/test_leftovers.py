"""A service removes once what an earlier version's telemetry left behind."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from bookwheel.paths import LibraryPaths
from tests.end_to_end.conftest import Verb

pytestmark = pytest.mark.skipif(
    sys.platform != "linux", reason="the folder of cached files is named by the environment"
)


@pytest.fixture
def device_id(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where ONNX Runtime keeps the device id, in a folder of the test's own."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    path = tmp_path / "cache" / "Microsoft" / "DeveloperTools" / ".onnxruntime" / "deviceid"
    path.parent.mkdir(parents=True)
    path.write_text("x", "utf-8")
    return path


def serve_once(verb: Verb) -> None:
    assert verb("serve", "--detach").returncode == 0
    assert verb("stop").returncode == 0


def test_a_library_of_an_earlier_version_has_it_removed_once(library: LibraryPaths, verb: Verb, device_id: Path):
    library.root.mkdir(exist_ok=True)
    library.vectors.touch()
    serve_once(verb)
    assert not device_id.exists()
    device_id.parent.mkdir(parents=True, exist_ok=True)
    device_id.write_text("of another program", "utf-8")
    serve_once(verb)
    assert device_id.exists()


def test_a_new_library_leaves_what_other_programs_wrote(library: LibraryPaths, verb: Verb, device_id: Path):
    serve_once(verb)
    serve_once(verb)
    assert device_id.exists()
