"""The rooms import only what they may."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import grimp
import pytest

ROOT = Path(__file__).resolve().parents[2]

THIRD_PARTIES = {
    "domain": set(),
    "paths": {"platformdirs"},
    "log": set(),
    "system_keyring": set(),
    "settings": set(),
    "settings_text": {"tomlkit"},
    "wire": {"msgspec"},
    "packing": {"msgspec"},
    "bridge": set(),
    "client": {"psutil", "filelock", "msgspec", "tomlkit"},
}
"""What the rooms that must start fast or stay plain may import from outside, besides the standard library."""


@pytest.fixture(scope="module")
def graph() -> grimp.ImportGraph:
    return grimp.build_graph("bookwheel", include_external_packages=True, cache_dir=None)


def test_every_import_contract_is_kept() -> None:
    done = subprocess.run(
        [sys.executable, "-c", "from importlinter.cli import lint_imports_command as run; run()", "--no-cache"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("room", THIRD_PARTIES)
def test_plain_rooms_import_only_their_third_parties(graph: grimp.ImportGraph, room: str) -> None:
    imported = {name for module in _inside(graph, room) for name in graph.find_modules_directly_imported_by(module)}
    outside = {name.partition(".")[0] for name in imported} - {"bookwheel"} - set(sys.stdlib_module_names)
    assert outside <= THIRD_PARTIES[room]


@pytest.mark.parametrize(
    ("room", "allowed"), [("bridge", {"paths"}), ("client", {"wire", "paths", "domain", "system_keyring"})]
)
def test_programs_that_must_start_at_once_import_few_rooms(
    graph: grimp.ImportGraph, room: str, allowed: set[str]
) -> None:
    inside = _inside(graph, room)
    imported = {name for module in inside for name in graph.find_modules_directly_imported_by(module)} - inside
    assert {name.split(".")[1] for name in imported if name.startswith("bookwheel.")} <= allowed


def _inside(graph: grimp.ImportGraph, room: str) -> set[str]:
    top = f"bookwheel.{room}"
    return {top} | graph.find_descendants(top)
