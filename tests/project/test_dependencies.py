"""Every dependency has its reason in docs/dependencies.md, its pin in the lock file, and a licence that fits."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from importlib.metadata import PackageNotFoundError, distribution, metadata
from pathlib import Path

from tests.project.manual import ROOT

LGPL = {"pyside6", "pyside6-addons", "pyside6-essentials", "shiboken6"}
"""What may be under the LGPL: Qt for Python, which is offered under the GPL as well."""

EDITOR_MODE = {"docutils"}
"""What names the GPL for a file that its wheel leaves out."""


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
    for name in _locked() - LGPL - EDITOR_MODE:
        try:
            told = metadata(name)
        except PackageNotFoundError:
            continue  # of another system
        licences = [told.get("License-Expression") or "", (told.get("License") or "")[:100]]
        licences += [each for each in told.get_all("Classifier") or [] if each.startswith("License ::")]
        if any(re.search(r"\b[AL]?GPL|General Public", each) for each in licences):
            found.add(name)
    assert not found
    files = [str(file) for name in EDITOR_MODE for file in distribution(name).files or ()]
    assert files and not any(file.endswith(".el") for file in files)


def _overridden(file: str) -> set[str]:
    text = (ROOT / "packaging" / file).read_text("utf-8")
    return {_name(line) for line in text.splitlines() if line.endswith('sys_platform == "none"')}


_WITHOUT = r"""
import importlib, importlib.metadata, pkgutil, re, sys
blocked = set(sys.argv[2].split())
tops = {"uvloop", "websockets"}
for top, names in importlib.metadata.packages_distributions().items():
    if {re.sub(r"[-_.]+", "-", name).lower() for name in names} <= blocked:
        tops.add(top)
for top in tops:
    sys.modules[top] = None
import bookwheel
for module in pkgutil.walk_packages(bookwheel.__path__, "bookwheel."):
    if not re.match(r"bookwheel\.(gui\b|__main__|indexes\.embedding\.sentence_transformers_model)", module.name):
        importlib.import_module(module.name)
import chromadb, chromadb.config, onnxruntime, tokenizers, uvicorn
settings = chromadb.config.Settings.model_construct(is_persistent=True, anonymized_telemetry=False)
client = chromadb.PersistentClient(path=sys.argv[1], settings=settings)
index = client.create_collection("vectors", embedding_function=None)
index.add(ids=["a", "b"], embeddings=[[0.0, 1.0], [1.0, 0.0]])
print(index.query(query_embeddings=[[0.9, 0.1]], n_results=1)["ids"], len(tops))
"""


def test_the_service_needs_nothing_that_the_overrides_leave_out(tmp_path: Path) -> None:
    unused, window = _overridden("without-unused.txt"), _overridden("without-window.txt")
    assert unused and window == {"pyside6", "pyqtgraph"} <= {_name(each) for each in _project()["run"]}
    assert unused <= _locked() and not unused & {_name(each) for each in _project()["run"]}
    blocked = " ".join(unused | window | LGPL)
    command = [sys.executable, "-W", "ignore", "-c", _WITHOUT, str(tmp_path), blocked]
    done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", timeout=120)
    assert done.returncode == 0, done.stderr
    found, count = done.stdout.rsplit(" ", 1)
    assert found == "[['b']]" and int(count) >= 9
    [ours] = [each for each in _project()["run"] if _name(each) == "uvicorn"]
    assert ours in (ROOT / "packaging" / "without-unused.txt").read_text("utf-8").splitlines()
