"""The workflows pin what they run, ask for no more rights than they need, and call commands that are there."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.project.manual import ROOT

WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
USES = re.compile(r"uses: *(?P<action>[\w/.-]+)@(?P<ref>\S+)(?: # (?P<version>v\d+\.\d+\.\d+))?$", re.MULTILINE)
WRITES = {"release.yml": {"id-token", "contents"}}
"""What a workflow may write, in single jobs alone."""

pytestmark = pytest.mark.skipif(not WORKFLOWS, reason="this is no checkout of the repository")


def _read(path: Path) -> dict[str, Any]:
    # YAML 1.1 reads the key `on` as true.
    return yaml.safe_load(path.read_text("utf-8"))


def test_every_action_is_pinned_to_one_commit_with_its_version() -> None:
    pins: dict[str, set[tuple[str, str]]] = {}
    for path in WORKFLOWS:
        text = path.read_text("utf-8")
        assert len(USES.findall(text)) == text.count("uses:"), path.name
        for found in USES.finditer(text):
            assert re.fullmatch("[0-9a-f]{40}", found["ref"]) and found["version"], found[0]
            pins.setdefault(found["action"], set()).add((found["ref"], found["version"]))
    assert pins and all(len(versions) == 1 for versions in pins.values())


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_a_workflow_reads_only_and_single_jobs_write_what_they_must(path: Path) -> None:
    workflow = _read(path)
    assert workflow["permissions"] in ({}, {"contents": "read"})
    written: set[str] = set()
    for job in workflow["jobs"].values():
        rights = job.get("permissions", {})
        written |= {name for name, right in rights.items() if right == "write"}
        assert list(rights.values()).count("write") <= 1 and job["timeout-minutes"] <= 120
        for step in job["steps"]:
            if step.get("uses", "").startswith("actions/checkout@"):
                assert step["with"]["persist-credentials"] is False
    assert written == WRITES.get(path.name, set())


def test_every_command_and_file_that_a_workflow_names_is_there() -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    targets = set(re.findall(r"^([\w-]+):", makefile, re.MULTILINE))
    called: set[str] = set()
    for path in WORKFLOWS:
        text = path.read_text("utf-8")
        called |= set(re.findall(r"\bmake ([a-z][\w-]*)", text))
        for job in _read(path)["jobs"].values():
            called |= set(job.get("strategy", {}).get("matrix", {}).get("target", []))
        for name in re.findall(r"(?<![\w/])(?:packaging|tests)/[\w./-]+", text):
            assert (ROOT / name).exists(), name
    assert {"lint", "test", "dist", "conformance", "torture", "clients"} <= called <= targets


def test_dependabot_looks_where_packages_are_named() -> None:
    updates = _read(ROOT / ".github" / "dependabot.yml")["updates"]
    [npm] = [update for update in updates if update["package-ecosystem"] == "npm"]
    named = {path.parent for folder in ("packaging", "tests") for path in (ROOT / folder).rglob("package-lock.json")}
    assert {ROOT / folder.strip("/") for folder in npm["directories"]} == named
    assert {update["package-ecosystem"] for update in updates} == {"github-actions", "pip", "npm"}
