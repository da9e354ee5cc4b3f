"""Every dependency has its reason in docs/dependencies.md, its pin in the lock file, and a licence that fits."""

from __future__ import annotations

import re
import tomllib
from importlib.metadata import PackageNotFoundError, metadata

from tests.project.manual import ROOT

LGPL = {"pyside6", "pyside6-addons", "pyside6-essentials", "shiboken6"}
"""What may be under the LGPL: Qt for Python, which is offered under the GPL as well."""


def _project() -> dict[str, list[str]]:
    table = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    return {"run": table["dependencies"], **table["optional-dependencies"]}


def _name(requirement: str) -> str:
    found = re.match(r"[\w.-]+", requirement)
    assert found
    return re.sub(r"[-_.]+", "-", found[0]).lower()


def _locked() -> set[str]:
    text = (ROOT / "packaging" / "requirements.lock").read_text("utf-8")
    return {_name(name) for name in re.findall(r"^[\w.-]+(?===)", text, re.MULTILINE)}


def test_every_dependency_has_its_reason_and_no_other_has_one() -> None:
    text = (ROOT / "docs" / "dependencies.md").read_text("utf-8")
    reasons = dict(re.findall(r"^\| ([\w.-]+) \| [^|]+ \| (\S[^|]+) \|$", text, re.MULTILINE))
    assert {_name(name) for name in reasons if name != "package"} == {_name(each) for each in _project()["run"]}
    for extra in _project()["models"]:
        assert re.search(rf"`bookwheel\[models\]` adds {_name(extra)} \(", text)


def test_every_dependency_is_locked_and_the_extra_model_engine_is_not() -> None:
    locked = _locked()
    assert {_name(each) for each in _project()["run"]} <= locked
    assert not locked & {"torch", "sentence-transformers", "transformers", "scipy", "scikit-learn"}


def test_nothing_that_is_shipped_is_under_the_gpl() -> None:
    found: set[str] = set()
    for name in _locked() - LGPL:
        try:
            told = metadata(name)
        except PackageNotFoundError:
            continue  # of another system
        licences = [told.get("License-Expression") or "", (told.get("License") or "")[:100]]
        licences += [each for each in told.get_all("Classifier") or [] if each.startswith("License ::")]
        if any(re.search(r"\b[AL]?GPL|General Public", each) for each in licences):
            found.add(name)
    assert not found
