"""The wheel holds the program and its resources and nothing else, and the registries' files agree with pyproject."""

from __future__ import annotations

import json
import os
import re
import runpy
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from email.parser import BytesParser
from pathlib import Path

import jsonschema
import pytest

from bookwheel import __version__
from bookwheel.cli import program
from tests.project.manual import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
INFO = f"bookwheel-{__version__}.dist-info"
TEXT = {"type": "string", "minLength": 1}
SERVER = {
    "type": "object",
    "required": ["$schema", "name", "description", "version", "repository", "packages"],
    "additionalProperties": False,
    "properties": {
        "$schema": {"const": "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json"},
        "name": {"type": "string", "pattern": "^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$", "maxLength": 200},
        "title": {**TEXT, "maxLength": 100},
        "description": {**TEXT, "maxLength": 100},
        "version": TEXT,
        "repository": {
            "type": "object",
            "required": ["url", "source"],
            "additionalProperties": False,
            "properties": {"url": {"type": "string", "pattern": "^https://"}, "source": {"const": "github"}},
        },
        "packages": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["registryType", "identifier", "version", "transport"],
                "additionalProperties": False,
                "properties": {
                    "registryType": {"const": "pypi"},
                    "identifier": TEXT,
                    "version": TEXT,
                    "runtimeHint": {"const": "uvx"},
                    "transport": {"const": {"type": "stdio"}},
                    "packageArguments": {
                        "type": "array",
                        "items": {
                            "type": "object",
                            "required": ["type", "value"],
                            "additionalProperties": False,
                            "properties": {"type": {"const": "positional"}, "value": TEXT},
                        },
                    },
                    "environmentVariables": {
                        "type": "array",
                        "items": {
                            "type": "object",
                            "required": ["name", "description"],
                            "additionalProperties": False,
                            "properties": {
                                "name": TEXT,
                                "description": TEXT,
                                "format": {"const": "filepath"},
                                "isRequired": {"const": False},
                            },
                        },
                    },
                },
            },
        },
    },
}
"""What we use of server.json's form of 2025-12-11 (github.com/modelcontextprotocol/registry)."""


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the wheel and the source archive."""
    folder = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-t", "wheel", "-d", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True, timeout=280)
    return folder


@pytest.fixture(scope="module")
def wheel(built: Path) -> Path:
    """The wheel."""
    [found] = built.glob("*.whl")
    return found


def _list_files(folder: str) -> set[str]:
    paths = (path for path in (ROOT / folder).rglob("*") if path.is_file())
    return {path.relative_to(ROOT).as_posix() for path in paths if path.suffix != ".pyc"}


def _list_licences() -> set[str]:
    found = {path.relative_to(ROOT).as_posix() for pattern in PROJECT["license-files"] for path in ROOT.glob(pattern)}
    assert all(any(ROOT.glob(pattern)) for pattern in PROJECT["license-files"])
    return found


def test_the_wheel_holds_every_module_and_resource_and_nothing_else(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    modules = {name.removeprefix("app/") for name in _list_files("app/bookwheel")}
    resources = {f"bookwheel/{name}" for name in _list_files("resources")}
    metadata = {f"{INFO}/{name}" for name in ("METADATA", "WHEEL", "RECORD", "entry_points.txt")}
    licences = {f"{INFO}/licenses/{name}" for name in _list_licences()}
    assert len(modules) > 500 and len(resources) > 150 and "bookwheel/py.typed" in modules
    assert set(names) == modules | resources | metadata | licences and len(names) == len(set(names))


def test_the_wheel_carries_every_licence_of_what_it_holds(wheel: Path) -> None:
    texts = {name for name in _list_files("resources") if re.search(r"/(?:LICEN[CS]E|OFL)[^/]*$", name)}
    assert len(texts) >= 6 and _list_licences() == texts | {"LICENSE"}


def test_the_wheel_says_what_pyproject_says(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        told = BytesParser().parsebytes(archive.read(f"{INFO}/METADATA"))
        commands = archive.read(f"{INFO}/entry_points.txt").decode()
    assert told["Version"] == PROJECT["version"] == __version__
    assert told["License-Expression"] == "Apache-2.0"
    assert {url.split(", ")[0] for url in told.get_all("Project-URL") or []} == set(PROJECT["urls"])
    assert "Typing :: Typed" in (told.get_all("Classifier") or [])
    assert commands.split() == ["[console_scripts]", "bookwheel", "=", "bookwheel.__main__:main"]


def test_an_installed_wheel_runs_and_finds_its_resources(wheel: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path)
    environ = {**os.environ, "PYTHONPATH": str(tmp_path), "PYTHONDONTWRITEBYTECODE": "1"}
    code = "from bookwheel import paths; print(paths.resources())"
    shown = [
        subprocess.run(
            [sys.executable, *arguments],
            cwd=tmp_path,
            env=environ,
            check=True,
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=120,
        ).stdout.strip()
        for arguments in (["-c", code], ["-m", "bookwheel", "--version"])
    ]
    assert Path(shown[0]).resolve() == (tmp_path / "bookwheel" / "resources").resolve()
    assert shown[1] == f"bookwheel {__version__}"


def test_the_source_archive_holds_what_builds_and_tests_the_program(built: Path) -> None:
    [archive] = built.glob("*.tar.gz")
    with tarfile.open(archive) as opened:
        names = {name.split("/", 1)[1] for name in opened.getnames()}
    for folder in ("app", "docs", "packaging", "resources"):
        assert _list_files(folder) <= names
    assert {"pyproject.toml", "Makefile", "README.md", "LICENSE", "server.json", "tests/conftest.py"} <= names
    assert not {name for name in names if name.startswith((".venv", "build/", "dist/")) or name.endswith(".pyc")}


def test_what_the_mcp_registry_reads_agrees_with_pyproject_and_the_command_line() -> None:
    server = json.loads((ROOT / "server.json").read_text("utf-8"))
    jsonschema.validate(server, SERVER)
    [package] = server["packages"]
    assert server["version"] == package["version"] == PROJECT["version"]
    assert package["identifier"] == PROJECT["name"]
    assert server["description"] == PROJECT["description"]
    assert server["repository"]["url"] == PROJECT["urls"]["Source"]
    owner, repository = PROJECT["urls"]["Source"].removeprefix("https://github.com/").split("/")
    assert server["name"] == f"io.github.{owner}/{repository}"
    [argument] = package["packageArguments"]
    assert argument["value"] == "mcp" in program.VERBS
    assert {variable["name"] for variable in package["environmentVariables"]} == {"BOOKWHEEL_LIBRARY"}
    said = set(re.findall(r"mcp-name: (\S+)", (ROOT / "README.md").read_text("utf-8")))
    assert said <= {server["name"]}


@pytest.fixture
def ready(tmp_path: Path) -> Path:
    """A copy of what a release is checked by, with nothing left to do."""
    for name in ("pyproject.toml", "server.json", "app/bookwheel/__init__.py"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        text = (ROOT / name).read_text("utf-8")
        (tmp_path / name).write_text(text.replace("OWNER", "someone"), "utf-8")
    (tmp_path / "README.md").write_text("<!-- mcp-name: io.github.someone/bookwheel -->\n", "utf-8")
    (tmp_path / "CHANGELOG.md").write_text(f"# Changelog\n\n## [{__version__}] - 2026-01-31\n", "utf-8")
    return tmp_path


def _find_faults(root: Path, tag: str = f"v{__version__}") -> list[str]:
    return runpy.run_path(str(ROOT / "packaging" / "release.py"))["find_faults"](tag, root)


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("pyproject.toml", "github.com/someone", "github.com/OWNER"),
        ("server.json", f'"version": "{__version__}"', '"version": "0.0.1"'),
        ("app/bookwheel/__init__.py", __version__, "0.0.1"),
        ("README.md", "someone", "somebody-else"),
        ("CHANGELOG.md", "2026-01-31", "unreleased"),
    ],
)
def test_a_release_is_refused_while_files_disagree(ready: Path, file: str, old: str, new: str) -> None:
    assert _find_faults(ready) == []
    assert len(_find_faults(ready, "v9.9.9")) == 1
    text = (ready / file).read_text("utf-8")
    assert old in text
    (ready / file).write_text(text.replace(old, new), "utf-8")
    assert len(_find_faults(ready)) == 1
