"""Every source file keeps the house style's sizes and names, and no committed file knows the machine it came from."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SOURCES = sorted(ROOT.joinpath("app").rglob("*.py"))
LONGEST = 400
FORBIDDEN = {
    *("data", "info", "manager", "handler", "helper", "processor", "util"),
    *("utils", "managers", "handlers", "helpers", "processors"),
}
ATTICS = FORBIDDEN | {"common", "misc"}
MACHINE = re.compile(r"(?<![\w.<])/(?:work|root|opt|home/\w+|tmp/dev|tmp/corpora)/\w|[A-Z]:\\{1,2}Users\\{1,2}\w")
UNFINISHED = re.compile(r"\b(?:TODO|FIXME|XXX)\b")
OVERRIDES = {
    "gui": {"data", "headerData", "mimeData"},
    "service": {"data_received"},
    "fetching": {"get_extra_info"},
}
"""Names that Qt, asyncio and httpcore give, by the room whose classes must bear them."""
DEFINED = re.compile(r"^\s*(?:class|def|async def)\s+(\w+)", re.MULTILINE)


def _committed() -> list[Path]:
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, encoding="utf-8", check=False
    )
    if listed.returncode != 0:
        pytest.skip("this is no checkout of the repository")
    return [ROOT / name for name in listed.stdout.split("\0") if name and (ROOT / name).is_file()]


def test_no_module_is_longer_than_it_may_be() -> None:
    long = {str(path.relative_to(ROOT)) for path in SOURCES if len(path.read_text("utf-8").splitlines()) > LONGEST}
    assert not long


def test_no_module_class_or_function_has_a_forbidden_name() -> None:
    found = {str(path.relative_to(ROOT)) for path in SOURCES if path.stem in ATTICS}
    for path in SOURCES:
        for name in DEFINED.findall(path.read_text("utf-8")):
            words = {word.lower() for word in re.findall(r"[A-Z]?[a-z]+", name)}
            is_override = any(name in names for room, names in OVERRIDES.items() if room in path.parts)
            if words & FORBIDDEN and not is_override:
                found.add(f"{path.relative_to(ROOT)}: {name}")
    assert not found


def test_nothing_is_left_unfinished_in_the_sources() -> None:
    assert not [str(path) for path in SOURCES if UNFINISHED.search(path.read_text("utf-8"))]


def test_no_committed_file_names_a_path_of_the_machine_it_was_written_on() -> None:
    named = set()
    for path in _committed():
        if path.suffix in {".png", ".woff2", ".ttf", ".ico", ".lock"} or path == Path(__file__):
            continue
        try:
            text = path.read_text("utf-8")
        except UnicodeDecodeError:
            continue
        if MACHINE.search(text):
            named.add(str(path.relative_to(ROOT)))
    assert not named


def test_lock_files_carry_hashes_and_no_host() -> None:
    for name in ("", "-dev", "-conformance", "-dist", "-manual"):
        text = (ROOT / "packaging" / f"requirements{name}.lock").read_text("utf-8")
        pinned = re.findall(r"^[\w.-]+==", text, re.MULTILINE)
        assert pinned and text.count("--hash=sha256:") >= len(pinned)
        assert "://" not in text and "--index-url" not in text and "--find-links" not in text


@pytest.mark.parametrize("folder", ["tests/conformance", "packaging/page-lint"])
def test_what_comes_from_npm_is_locked_with_hashes_and_no_host(folder: str) -> None:
    lock = json.loads((ROOT / folder / "package-lock.json").read_text("utf-8"))
    packages = [entry for name, entry in lock["packages"].items() if name]
    assert packages
    assert not [entry for entry in packages if "integrity" not in entry or "resolved" in entry]
