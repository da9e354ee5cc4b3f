"""Our entry in an agent's own configuration."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bookwheel.client import configuration
from bookwheel.domain.errors import BadRequest

ENTRY: configuration.Table = {"type": "stdio", "command": "bookwheel", "args": ["mcp"]}


def test_what_is_there_stays_as_it_was(tmp_path: Path):
    path = tmp_path / ".claude.json"
    before = {"numStartups": 3, "mcpServers": {"other": {"command": "x"}}, "name": "Jürgen", "z": [1, {"a": None}]}
    path.write_text(json.dumps(before, indent=4, ensure_ascii=False), "utf-8")
    path.chmod(0o640)
    change = configuration.changed(path, ENTRY)
    change.write()
    after = json.loads(path.read_text("utf-8"))
    assert after.pop("mcpServers") == {"other": {"command": "x"}, "bookwheel": ENTRY}
    assert after == {name: value for name, value in before.items() if name != "mcpServers"}
    assert list(json.loads(path.read_text("utf-8"))) == list(before)
    assert '\n    "numStartups"' in path.read_text("utf-8")
    assert "Jürgen" in path.read_text("utf-8")
    assert json.loads(change.backup.read_text("utf-8")) == before
    if os.name == "posix":
        assert path.stat().st_mode & 0o777 == change.backup.stat().st_mode & 0o777 == 0o640


def test_a_new_file_is_private_and_undoing_removes_it(tmp_path: Path):
    path = tmp_path / "folder" / ".mcp.json"
    configuration.changed(path, ENTRY).write()
    assert json.loads(path.read_text("utf-8")) == {"mcpServers": {"bookwheel": ENTRY}}
    configuration.changed(path, None).write()
    assert not path.exists()


def test_undoing_keeps_the_others(tmp_path: Path):
    path = tmp_path / ".mcp.json"
    path.write_text('{"mcpServers": {"bookwheel": {}, "other": {}}, "x": 1}', "utf-8")
    configuration.changed(path, None).write()
    assert json.loads(path.read_text("utf-8")) == {"mcpServers": {"other": {}}, "x": 1}


def test_writing_the_same_entry_again_changes_nothing(tmp_path: Path):
    path = tmp_path / ".mcp.json"
    configuration.changed(path, ENTRY).write()
    assert configuration.changed(path, ENTRY).is_none
    assert not configuration.changed(path, {**ENTRY, "command": "other"}).is_none
    assert configuration.changed(tmp_path / "none.json", None).is_none


@pytest.mark.parametrize("text", ['{"mcpServers": {"a"', "[]", "null", '{"mcpServers": []}', "{,}"])
def test_a_torn_file_is_left_alone(tmp_path: Path, text: str):
    path = tmp_path / ".claude.json"
    path.write_text(text, "utf-8")
    with pytest.raises(BadRequest):
        configuration.changed(path, ENTRY)
    assert path.read_text("utf-8") == text
    assert list(tmp_path.iterdir()) == [path]


def test_a_file_changed_meanwhile_is_not_overwritten(tmp_path: Path):
    path = tmp_path / ".claude.json"
    path.write_text("{}", "utf-8")
    change = configuration.changed(path, ENTRY)
    path.write_text('{"new": 1}', "utf-8")
    with pytest.raises(BadRequest):
        change.write()
    assert path.read_text("utf-8") == '{"new": 1}'


def test_what_is_shown_is_our_entry_alone(tmp_path: Path):
    path = tmp_path / ".claude.json"
    path.write_text('{"secret": "s3cret", "mcpServers": {"bookwheel": {"command": "old"}}}', "utf-8")
    shown = configuration.changed(path, ENTRY).shown()
    assert '-    "command": "old"' in shown
    assert '+    "command": "bookwheel"' in shown.replace('bookwheel",', 'bookwheel"')
    assert "s3cret" not in shown


@pytest.mark.skipif(os.name != "posix", reason="symbolic links")
def test_a_linked_file_stays_a_link(tmp_path: Path):
    (tmp_path / "real.json").write_text("{}", "utf-8")
    link = tmp_path / ".claude.json"
    link.symlink_to(tmp_path / "real.json")
    configuration.changed(link, ENTRY).write()
    assert link.is_symlink()
    assert "bookwheel" in (tmp_path / "real.json").read_text("utf-8")


TABLES = st.dictionaries(
    st.text(max_size=6),
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=6), lambda one: st.lists(one, max_size=3)
    ),
    max_size=5,
).filter(lambda table: "mcpServers" not in table)


@given(TABLES)
def test_connecting_and_undoing_gives_back_the_same_values(tmp_path_factory: pytest.TempPathFactory, table: dict):
    path = tmp_path_factory.mktemp("config") / "c.json"
    path.write_text(json.dumps(table), "utf-8")
    configuration.changed(path, ENTRY).write()
    configuration.changed(path, None).write()
    after = json.loads(path.read_text("utf-8")) if path.exists() else {}
    after.pop("mcpServers", None)
    assert after == table
