"""The example for builds of others pins what it runs, gives the key to one step alone, and uses what is there."""

from __future__ import annotations

import re
from typing import Any

import pytest
import yaml

from tests.project.manual import ROOT
from tests.project.test_workflows import USES, WORKFLOWS

FOLDER = ROOT / "packaging" / "publish"
STEP_KEYS = {"name", "uses", "with", "run", "env", "working-directory"}
JOB_KEYS = {"name", "if", "runs-on", "timeout-minutes", "permissions", "steps"}


def _jobs() -> dict[str, Any]:
    workflow = yaml.safe_load((FOLDER / "publish.yml").read_text("utf-8"))
    # YAML 1.1 reads the key `on` as true.
    assert set(workflow) == {"name", True, "permissions", "concurrency", "jobs"} and workflow["permissions"] == {}
    return workflow["jobs"]


def test_its_jobs_are_those_of_a_workflow_and_ask_for_one_right():
    for job in _jobs().values():
        assert set(job) <= JOB_KEYS and job["timeout-minutes"] <= 120 and len(job["permissions"]) == 1
        for step in job["steps"]:
            assert set(step) <= STEP_KEYS and ("uses" in step) != ("run" in step)


def test_the_key_reaches_the_step_that_publishes_alone_and_no_expression_reaches_a_script():
    for job in _jobs().values():
        holders = [step for step in job["steps"] if "secrets." in str(step)]
        assert len(holders) == 1 and holders[0]["run"].startswith("bash .github/publish.sh ")
        assert not any("${{" in step.get("run", "") for step in job["steps"])


@pytest.mark.skipif(not WORKFLOWS, reason="this is no checkout of the repository")
def test_its_actions_are_pinned_as_in_our_own_workflows():
    own = {found.groups() for path in WORKFLOWS for found in USES.finditer(path.read_text("utf-8"))}
    text = (FOLDER / "publish.yml").read_text("utf-8")
    used = {found.groups() for found in USES.finditer(text)}
    assert used and used <= own and len(USES.findall(text)) == text.count("uses:")


def test_the_page_beside_it_names_every_variable_and_file():
    page = (FOLDER / "README.md").read_text("utf-8")
    named = set(re.findall(r"\b(?:secrets|vars)\.(\w+)", (FOLDER / "publish.yml").read_text("utf-8")))
    assert {name for name in named if f"`{name}`" not in page} == set()
    assert {path.name for path in FOLDER.iterdir()} - {"README.md"} == {
        name for name in ("publish.sh", "publish.yml", "Dockerfile") if f"`{name}" in page
    }


def test_the_image_is_built_as_a_user_of_its_own_with_one_version():
    lines = (FOLDER / "Dockerfile").read_text("utf-8").splitlines()
    assert any(re.fullmatch(r"FROM python:3\.\d+-slim-\w+", line) for line in lines)
    assert "USER 1000" in lines and any("bookwheel[s3]==${BOOKWHEEL_VERSION:?}" in line for line in lines)
    assert any(line.startswith("COPY --chmod=755 publish.sh ") for line in lines)
