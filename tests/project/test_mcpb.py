"""The bundle for Claude Desktop: its manifest has the form that is read there, and its starter runs the bridge."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import jsonschema
import pytest

from bookwheel import __version__
from bookwheel.service.agents.tools.tools import TOOLS
from tests.project.manual import ROOT

TEXT = {"type": "string", "minLength": 1}
SCHEMA = {
    "type": "object",
    "required": ["manifest_version", "name", "version", "description", "author", "server"],
    "additionalProperties": False,
    "properties": {
        "manifest_version": {"const": "0.3"},
        **dict.fromkeys(("display_name", "description", "long_description", "license"), TEXT),
        "name": {"type": "string", "pattern": "^[a-z0-9-]+$"},
        "version": {"type": "string", "pattern": r"^\d+\.\d+\.\d+"},
        "icon": {"type": "string", "pattern": r"\.png$"},
        "author": {"type": "object", "required": ["name"], "properties": {"name": TEXT}, "additionalProperties": False},
        "keywords": {"type": "array", "items": TEXT},
        "server": {
            "type": "object",
            "required": ["type", "entry_point", "mcp_config"],
            "additionalProperties": False,
            "properties": {
                "type": {"const": "node"},
                "entry_point": TEXT,
                "mcp_config": {
                    "type": "object",
                    "required": ["command"],
                    "additionalProperties": False,
                    "properties": {
                        "command": TEXT,
                        "args": {"type": "array", "items": TEXT},
                        "env": {"type": "object", "additionalProperties": {"type": "string"}},
                    },
                },
            },
        },
        "tools": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["name"],
                "additionalProperties": False,
                "properties": {"name": TEXT, "description": {**TEXT, "maxLength": 200}},
            },
        },
        "compatibility": {
            "type": "object",
            "additionalProperties": False,
            "properties": {
                "platforms": {"type": "array", "items": {"enum": ["darwin", "win32", "linux"]}},
                "runtimes": {"type": "object", "additionalProperties": False, "properties": {"node": TEXT}},
            },
        },
        "user_config": {
            "type": "object",
            "additionalProperties": {
                "type": "object",
                "required": ["type", "title", "description"],
                "additionalProperties": False,
                "properties": {
                    "type": {"enum": ["string", "number", "boolean", "directory", "file"]},
                    "title": TEXT,
                    "description": TEXT,
                    "required": {"type": "boolean"},
                    "default": {"type": "string"},
                },
            },
        },
    },
}
"""What we use of the manifest's form, version 0.3 (github.com/modelcontextprotocol/mcpb, MANIFEST.md)."""


@pytest.fixture(scope="module")
def bundle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The bundle, built."""
    return _built(tmp_path_factory.mktemp("dist"))


def _built(folder: Path) -> Path:
    script = ROOT / "packaging" / "mcpb" / "build.py"
    environ = {**os.environ, "PYTHONPATH": str(ROOT / "app"), "QT_QPA_PLATFORM": "offscreen"}
    subprocess.run([sys.executable, str(script), str(folder)], check=True, env=environ, timeout=120)
    [found] = folder.iterdir()
    return found


def test_the_manifest_has_the_form_and_says_what_is_true(bundle: Path) -> None:
    with zipfile.ZipFile(bundle) as archive:
        manifest = json.loads(archive.read("manifest.json"))
        names = set(archive.namelist())
        icon = archive.read(manifest["icon"])
    jsonschema.validate(manifest, SCHEMA)
    assert bundle.name == f"bookwheel-{__version__}.mcpb" and manifest["version"] == __version__
    assert manifest["server"]["entry_point"] in names and "LICENSE" in names
    assert [tool["name"] for tool in manifest["tools"]] == list(TOOLS)
    assert set(re.findall(r"user_config\.(\w+)", json.dumps(manifest))) == set(manifest["user_config"])
    assert icon.startswith(b"\x89PNG") and icon[16:24] == (512).to_bytes(4) * 2


def test_the_bundle_knows_no_machine_and_is_the_same_each_time(bundle: Path, tmp_path: Path) -> None:
    assert _built(tmp_path).read_bytes() == bundle.read_bytes()
    with zipfile.ZipFile(bundle) as archive:
        assert not [name for name in archive.namelist() if str(ROOT).encode() in archive.read(name)]


NODE = shutil.which("node")
FOUND = "Bookwheel was not found"


@pytest.mark.skipif(NODE is None or os.name != "posix", reason="runs the starter with Node.js")
@pytest.mark.parametrize("place", ["named", "path", "home", "nowhere"])
def test_the_starter_finds_the_program_or_says_that_it_did_not(bundle: Path, tmp_path: Path, place: str) -> None:
    with zipfile.ZipFile(bundle) as archive:
        archive.extractall(tmp_path / "bundle")
    folders = {"named": tmp_path / "named", "path": tmp_path / "bin", "home": tmp_path / ".local" / "bin"}
    if place in folders:
        folders[place].mkdir(parents=True)
        program = folders[place] / "bookwheel"
        program.write_text('#!/bin/sh\nread -r line\nprintf \'%s|%s\\n\' "$*" "$line"\nexit 7\n', "utf-8")
        program.chmod(0o755)
    environ = {
        "HOME": str(tmp_path),
        "PATH": str(folders["path"]),
        "BOOKWHEEL_BUNDLE_PROGRAM": str(folders["named"]) if place == "named" else "${user_config.program}",
        "BOOKWHEEL_BUNDLE_LIBRARY": str(tmp_path) if place == "named" else "",
    }
    starter = tmp_path / "bundle" / "server" / "index.js"
    message = '{"jsonrpc":"2.0","id":1,"method":"ping"}'
    done = subprocess.run(
        [str(NODE), str(starter)], env=environ, input=message + "\n", capture_output=True, text=True, timeout=60
    )
    if place == "nowhere":
        answer = json.loads(done.stdout)
        assert answer["id"] == 1 and answer["error"]["message"].startswith(FOUND) and done.returncode == 0
        return
    words = "mcp --client claude-desktop" + (f" --library {tmp_path}" if place == "named" else "")
    assert done.stdout == f"{words}|{message}\n" and done.returncode == 7
