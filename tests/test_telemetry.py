"""No dependency sends anything by itself, and what telemetry left behind is removed with nothing beside it."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

import bookwheel
from bookwheel import telemetry

SOURCE = str(Path(bookwheel.__file__).parents[1])
FOLDER = Path("Microsoft", "DeveloperTools", ".onnxruntime")


def run_python(code: str, **variables: str) -> list[str]:
    """Run code in an interpreter whose environment says the contrary of every switch."""
    contrary = dict.fromkeys(telemetry.SWITCHES, "0")
    # In continuous integration ONNX Runtime sends nothing by itself.
    usual = {name: value for name, value in os.environ.items() if name not in ("CI", "GITHUB_ACTIONS", "TF_BUILD")}
    environment = {**usual, **contrary, "PYTHONPATH": SOURCE, **variables}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


def test_importing_any_part_of_the_program_turns_telemetry_off_against_the_environment():
    code = f"import bookwheel.paths, os, json; print(*(os.environ[name] for name in {list(telemetry.SWITCHES)!r}))"
    assert run_python(code) == list(telemetry.SWITCHES.values())


def test_every_way_in_imports_no_dependency_before_the_switches_are_set():
    code = (
        "import sys\n"
        "class Watch:\n"
        "    def find_spec(self, name, *_):\n"
        "        import os\n"
        "        room = name.partition('.')[0]\n"
        "        if room not in sys.stdlib_module_names and room != 'bookwheel':\n"
        "            assert os.environ['ORT_DISABLE_TELEMETRY'] == '1', name\n"
        "sys.meta_path.insert(0, Watch())\n"
        "import runpy\n"
        "sys.argv = ['bookwheel', '--version']\n"
        "try:\n"
        "    runpy.run_module('bookwheel', run_name='__main__')\n"
        "except SystemExit as end:\n"
        "    assert not end.code\n"
    )
    assert run_python(code)


def test_the_embedding_engine_leaves_no_file_in_an_empty_home(tmp_path: Path):
    code = (
        "from bookwheel.indexes.embedding import load\n"
        "load().encode(['a wheel'])\n"
        "import onnxruntime\n"
        "print(onnxruntime.__version__)\n"
    )
    home = tmp_path / "home"
    home.mkdir()
    own = {"HOME": str(home), "LOCALAPPDATA": str(home), "XDG_CACHE_HOME": str(home / ".cache"), "TMPDIR": str(home)}
    assert run_python(code, **own)
    assert list(home.rglob("*")) == []


@pytest.fixture
def cache_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of cached files in which every file of the telemetry lies."""
    monkeypatch.setattr(telemetry, "_cache_folder", lambda: tmp_path / "cache")
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    folder = tmp_path / "cache" / FOLDER
    folder.mkdir(parents=True)
    for name in ("deviceid", "onnxruntime.db", "onnxruntime.db-wal"):
        (folder / name).write_text("x", "utf-8")
    (tmp_path / ".ses").write_text("1795416786050\n31f3262e-baa4-7f4e-d22b-3f61c4685498\n", "ascii")
    return tmp_path / "cache"


def test_what_telemetry_left_is_removed_with_its_empty_folders(cache_folder: Path):
    telemetry.remove_leftovers()
    assert list(cache_folder.iterdir()) == []
    assert not (cache_folder.parent / ".ses").exists()
    telemetry.remove_leftovers()  # nothing is there any more


def test_files_of_other_programs_beside_it_stay(cache_folder: Path):
    others = [cache_folder / FOLDER / "mine", cache_folder / "Microsoft" / "DeveloperTools" / "deviceid"]
    for other in others:
        other.write_text("x", "utf-8")
    session = cache_folder.parent / ".ses"
    session.write_text("a session of another program\n", "utf-8")
    telemetry.remove_leftovers()
    assert sorted(path for path in cache_folder.rglob("*") if path.is_file()) == sorted(others)
    assert session.exists()
