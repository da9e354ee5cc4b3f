"""Our entry in an agent's own configuration."""

from __future__ import annotations

import json
import os
import tomllib
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bookwheel.client import agent_config
from bookwheel.client.agent_config import Format
from bookwheel.client.jsonc_edit import Table
from bookwheel.domain.errors import BadRequest

ENTRY: Table = {"type": "stdio", "command": "bookwheel", "args": ["mcp", "--client", "here"]}
OURS = {"command": "old", "args": ["mcp", "--client", "here"]}
JSONC = Format("servers", has_comments=True)
TOML = Format("mcp_servers", is_toml=True)


def test_what_is_there_stays_as_it_was(tmp_path: Path):
    path = tmp_path / ".claude.json"
    before = {"numStartups": 3, "mcpServers": {"other": {"command": "x"}}, "name": "Jürgen", "z": [1, {"a": None}]}
    path.write_text(json.dumps(before, indent=4, ensure_ascii=False), "utf-8")
    path.chmod(0o640)
    change = agent_config.changed(path, ENTRY)
    change.write()
    after = json.loads(path.read_text("utf-8"))
    assert after.pop("mcpServers") == {"other": {"command": "x"}, "bookwheel": ENTRY}
    assert after == {name: value for name, value in before.items() if name != "mcpServers"}
    assert list(json.loads(path.read_text("utf-8"))) == list(before)
    assert '\n    "numStartups"' in path.read_text("utf-8")
    assert "Jürgen" in path.read_text("utf-8")
    assert json.loads(change.backup.read_text("utf-8")) == before
    if os.name == "posix":
        assert path.stat().st_mode & 0o777 == 0o640
        assert change.backup.stat().st_mode & 0o777 == 0o600


def test_a_new_file_is_private_and_undoing_removes_it(tmp_path: Path):
    path = tmp_path / "folder" / ".mcp.json"
    agent_config.changed(path, ENTRY).write()
    assert json.loads(path.read_text("utf-8")) == {"mcpServers": {"bookwheel": ENTRY}}
    agent_config.changed(path, None).write()
    assert not path.exists()


def test_undoing_keeps_the_others(tmp_path: Path):
    path = tmp_path / ".mcp.json"
    path.write_text(json.dumps({"mcpServers": {"bookwheel": OURS, "other": {}}, "x": 1}), "utf-8")
    agent_config.changed(path, None).write()
    assert json.loads(path.read_text("utf-8")) == {"mcpServers": {"other": {}}, "x": 1}


def test_writing_the_same_entry_again_changes_nothing(tmp_path: Path):
    path = tmp_path / ".mcp.json"
    agent_config.changed(path, ENTRY).write()
    assert agent_config.changed(path, ENTRY).is_none
    assert not agent_config.changed(path, {**ENTRY, "command": "other"}).is_none
    assert agent_config.changed(tmp_path / "none.json", None).is_none


@pytest.mark.parametrize(
    "text",
    [
        '{"mcpServers": {"a"',
        "[]",
        "null",
        '{"mcpServers": []}',
        "{,}",
        "[" * 100_000,
        '{"a": 1} // no comments here',
        '{"mcpServers": {}, "mcpServers": {}}',
        '{"mcpServers": {"bookwheel": "a word"}}',
    ],
)
def test_a_torn_file_is_left_alone(tmp_path: Path, text: str):
    path = tmp_path / ".claude.json"
    path.write_text(text, "utf-8")
    with pytest.raises(BadRequest):
        agent_config.changed(path, ENTRY)
    assert path.read_text("utf-8") == text
    assert list(tmp_path.iterdir()) == [path]


def test_a_file_changed_meanwhile_is_not_overwritten(tmp_path: Path):
    path = tmp_path / ".claude.json"
    path.write_text("{}", "utf-8")
    change = agent_config.changed(path, ENTRY)
    path.write_text('{"new": 1}', "utf-8")
    with pytest.raises(BadRequest):
        change.write()
    assert path.read_text("utf-8") == '{"new": 1}'


def test_what_is_shown_is_our_entry_alone(tmp_path: Path):
    path = tmp_path / ".claude.json"
    path.write_text(json.dumps({"secret": "s3cret", "mcpServers": {"bookwheel": OURS}}), "utf-8")
    shown = agent_config.changed(path, ENTRY).shown()
    assert '-    "command": "old"' in shown
    assert '+    "command": "bookwheel"' in shown.replace('bookwheel",', 'bookwheel"')
    assert "s3cret" not in shown


@pytest.mark.skipif(os.name != "posix", reason="symbolic links")
def test_a_linked_file_stays_a_link(tmp_path: Path):
    (tmp_path / "real.json").write_text("{}", "utf-8")
    link = tmp_path / ".claude.json"
    link.symlink_to(tmp_path / "real.json")
    agent_config.changed(link, ENTRY).write()
    assert link.is_symlink()
    assert "bookwheel" in (tmp_path / "real.json").read_text("utf-8")


TABLES = st.dictionaries(
    st.text(max_size=6),
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=6), lambda one: st.lists(one, max_size=3)
    ),
    max_size=5,
).filter(lambda table: "mcpServers" not in table)


@settings(deadline=None)
@given(TABLES)
def test_connecting_and_undoing_gives_back_the_same_values(tmp_path_factory: pytest.TempPathFactory, table: dict):
    path = tmp_path_factory.mktemp("config") / "c.json"
    path.write_text(json.dumps(table), "utf-8")
    agent_config.changed(path, ENTRY).write()
    agent_config.changed(path, None).write()
    after = json.loads(path.read_text("utf-8")) if path.exists() else {}
    after.pop("mcpServers", None)
    assert after == table


@pytest.mark.parametrize("entry", [{"command": "npx"}, {"url": "http://127.0.0.1:1/mcp"}, {"args": "mcp --client"}, {}])
@pytest.mark.parametrize("wanted", [ENTRY, None])
def test_an_entry_of_our_name_that_is_not_ours_is_left_alone(tmp_path: Path, entry: Table, wanted: Table | None):
    path = tmp_path / "mcp.json"
    text = json.dumps({"mcpServers": {"bookwheel": entry}})
    path.write_text(text, "utf-8")
    with pytest.raises(BadRequest, match="did not create"):
        agent_config.changed(path, wanted)
    assert path.read_text("utf-8") == text


def test_what_the_person_added_to_our_entry_stays(tmp_path: Path):
    path = tmp_path / "mcp.json"
    path.write_text(json.dumps({"mcpServers": {"bookwheel": {**OURS, "env": {"A": "b"}, "disabled": True}}}), "utf-8")
    agent_config.changed(path, ENTRY).write()
    entry = json.loads(path.read_text("utf-8"))["mcpServers"]["bookwheel"]
    assert entry == {**ENTRY, "env": {"A": "b"}, "disabled": True}


COMMENTED = """\
// my servers, "servers": {}
{
\t"inputs": [ /* none } */ ],
\t"servers": {
\t\t"docs": { "url": "https://example.org/mcp//x" }, // keep me
\t\t// last
\t},
}
"""


@pytest.mark.parametrize("line", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_comments_and_every_other_character_stay(tmp_path: Path, line: str, mark: str):
    path = tmp_path / "mcp.json"
    before = (mark + COMMENTED).replace("\n", line).encode()
    path.write_bytes(before)
    change = agent_config.changed(path, ENTRY, JSONC)
    change.write()
    assert change.backup.read_bytes() == before
    left = path.read_bytes().decode()
    begin = left.index('\t\t"bookwheel"')
    end = left.index("\t\t}", begin) + len("\t\t}" + line)
    assert (left[:begin] + left[end:]).encode() == before
    assert agent_config.entry_in(path, JSONC) == ENTRY
    agent_config.changed(path, None, JSONC).write()
    assert path.read_bytes() == before.replace(b"}, // keep", b"} // keep")


CODEX_FILE = """\
# top
model = "o3"   # the good one

[mcp_servers.docs] # keep me
command = 'npx'
args = ["-y", "docs"]

[profiles.a]
x = 1
"""


@pytest.mark.parametrize("line", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_toml_keeps_comments_and_order(tmp_path: Path, line: str, mark: str):
    path = tmp_path / "config.toml"
    before = (mark + CODEX_FILE).replace("\n", line).encode()
    path.write_bytes(before)
    agent_config.changed(path, ENTRY, TOML).write()
    assert path.read_bytes().startswith(before)
    assert agent_config.entry_in(path, TOML) == ENTRY
    agent_config.changed(path, None, TOML).write()
    assert path.read_bytes() == before


def test_a_toml_entry_is_changed_where_it_stands(tmp_path: Path):
    path = tmp_path / "config.toml"
    text = CODEX_FILE.replace(
        "[profiles.a]",
        '[mcp_servers.bookwheel]\ncommand = "old" # mine\nargs = ["mcp", "--client", "here"]\n'
        'startup_timeout_sec = 30 # slow disk\n\n[mcp_servers.bookwheel.tools.read]\napproval_mode = "approve"\n\n'
        "[profiles.a]",
    )
    path.write_text(text, "utf-8")
    entry = {name: value for name, value in ENTRY.items() if name != "type"}
    agent_config.changed(path, entry, TOML).write()
    assert path.read_text("utf-8") == text.replace('"old" # mine', '"bookwheel" # mine')
    agent_config.changed(path, None, TOML).write()
    assert tomllib.loads(path.read_text("utf-8")) == tomllib.loads(CODEX_FILE)
    assert "# keep me" in path.read_text("utf-8") and "slow disk" not in path.read_text("utf-8")


@pytest.mark.parametrize(
    "text",
    [
        'mcp_servers = { docs = { command = "x" } }\n',
        'mcp_servers.docs.command = "x"\n',
        '[mcp_servers]\ndocs = { command = "x" }\n',
        "",
        'a = """\n[mcp_servers.bookwheel]\n"""',
    ],
)
def test_every_way_to_write_toml_tables_is_understood(tmp_path: Path, text: str):
    path = tmp_path / "config.toml"
    path.write_text(text, "utf-8")
    agent_config.changed(path, ENTRY, TOML).write()
    after = tomllib.loads(path.read_text("utf-8"))
    assert after["mcp_servers"].pop("bookwheel") == ENTRY
    before = tomllib.loads(text)
    assert after == {**before, "mcp_servers": before.get("mcp_servers", {})}
    agent_config.changed(path, None, TOML).write()
    after = tomllib.loads(path.read_text("utf-8"))
    assert {name: value for name, value in after.items() if value} == before


@pytest.mark.parametrize("text", ["[mcp_servers", "mcp_servers = 1", "a = 1\na = 2", "[[mcp_servers]]\nx = 1"])
def test_a_torn_toml_file_is_left_alone(tmp_path: Path, text: str):
    path = tmp_path / "config.toml"
    path.write_text(text, "utf-8")
    with pytest.raises(BadRequest, match="Nothing was changed"):
        agent_config.changed(path, ENTRY, TOML)
    assert path.read_text("utf-8") == text


def test_a_token_is_masked_and_makes_the_file_private(tmp_path: Path):
    path = tmp_path / "mcp.json"
    path.write_text("{}", "utf-8")
    path.chmod(0o644)
    entry: Table = {"url": "http://127.0.0.1:1/mcp", "headers": {"Authorization": "Bearer bw_s3cret"}}
    change = agent_config.changed(path, entry)
    assert "s3cret" not in change.shown() and "Bearer …" in change.shown()
    change.write()
    assert agent_config.token_in(agent_config.entry_in(path) or {}) == "bw_s3cret"
    if os.name == "posix":
        assert path.stat().st_mode & 0o777 == change.backup.stat().st_mode & 0o777 == 0o600


def test_a_read_only_file_is_left_alone(tmp_path: Path):
    path = tmp_path / "mcp.json"
    path.write_text("{}", "utf-8")
    path.chmod(0o444)
    with pytest.raises(BadRequest, match="read-only"):
        agent_config.changed(path, ENTRY).write()
    assert path.read_text("utf-8") == "{}" and list(tmp_path.iterdir()) == [path]


@pytest.mark.skipif(os.name != "posix", reason="symbolic links and pipes")
def test_what_is_no_file_is_left_alone(tmp_path: Path):
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "folder").mkdir()
    (tmp_path / "circle").symlink_to(tmp_path / "circle")
    (tmp_path / "bytes").write_bytes(b"\xff\xfe{\x00}\x00")
    for name in ("pipe", "folder", "circle", "bytes"):
        with pytest.raises(BadRequest):
            agent_config.changed(tmp_path / name, ENTRY)


def test_a_large_file_is_kept_whole_and_a_huge_one_left_alone(tmp_path: Path):
    path = tmp_path / "mcp.json"
    history = [{"display": "word " * 50, "n": number} for number in range(10_000)]
    path.write_text(json.dumps({"history": history, "mcpServers": {}}, indent=2), "utf-8")
    agent_config.changed(path, ENTRY).write()
    assert json.loads(path.read_text("utf-8")) == {"history": history, "mcpServers": {"bookwheel": ENTRY}}
    with path.open("r+b") as file:
        file.truncate(agent_config.LARGEST_BYTES + 1)
    with pytest.raises(BadRequest, match="larger than"):
        agent_config.changed(path, ENTRY)
