"""Editors: which are found, and what starts them."""

from __future__ import annotations

from pathlib import Path

import pytest

from bookwheel.gui.platform import editors
from bookwheel.gui.platform.editors import build_command, build_custom, find_editors, knows_scheme, split_command

FILE = Path("/notes/a {line} b; $(x).md")


def put(folder: Path, *names: str) -> None:
    folder.mkdir(exist_ok=True)
    for name in names:
        (folder / name).write_text("#!/bin/sh\n")
        (folder / name).chmod(0o755)


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "bin"
    put(folder, "code", "nvim", "emacs", "subl", "kate", "cursor", "vim", "own")
    monkeypatch.setenv("PATH", str(folder))
    return folder


def test_each_preset_gets_the_line_in_its_own_way_and_the_file_as_one_argument(programs: Path) -> None:
    commands = {name: build_command(name, FILE, 12) for name in editors.LABELS if name != "obsidian"}
    last = {name: command.arguments[1:] for name, command in commands.items() if command is not None}
    file = str(FILE)
    assert last == {
        "vscode": ("--goto", f"{file}:12"),
        "cursor": ("--goto", f"{file}:12"),
        "vim": ("+12", "--", file),
        "neovim": ("+12", "--", file),
        "emacs": ("+12", file),
        "sublime": (f"{file}:12",),
        "kate": ("--line", "12", file),
    }
    in_terminal = [name for name, command in commands.items() if command is not None and command.needs_terminal]
    assert in_terminal == ["vim", "neovim"]
    assert [name for name, _, _ in find_editors({})] == [name for name in editors.LABELS if name != "obsidian"]


def test_an_editor_that_is_not_there_has_no_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert build_command("kate", FILE, 1) is None and build_command("unknown", FILE, 1) is None
    assert find_editors({"XDG_DATA_HOME": str(tmp_path), "XDG_DATA_DIRS": str(tmp_path), "EDITOR": "gone"}) == []


@pytest.mark.parametrize(
    ("value", "arguments", "in_terminal"),
    [
        ("nvim", ("+3", "--", str(FILE)), True),
        ("code --wait", ("--wait", "--goto", f"{FILE}:3"), False),
        ("own -x", ("-x", str(FILE)), True),
    ],
)
def test_the_editor_of_the_environment_is_known_by_its_name(
    programs: Path, value: str, arguments: tuple[str, ...], in_terminal: bool
) -> None:
    command = build_command(editors.ENVIRONMENT, FILE, 3, environment={"EDITOR": value})
    assert command is not None
    assert (command.arguments[1:], command.needs_terminal) == (arguments, in_terminal)


def test_visual_goes_before_editor(programs: Path) -> None:
    command = build_command(editors.ENVIRONMENT, FILE, 3, environment={"EDITOR": "vim", "VISUAL": "kate"})
    assert command is not None and command.label == "kate"


def test_no_shell_reads_a_command_and_a_name_that_looks_like_a_placeholder_stays_a_name(programs: Path) -> None:
    command = build_custom('own "a b" --at={line} -- {file} ; rm -rf /', FILE, 7)
    assert command is not None
    assert command.arguments[1:] == ("a b", "--at=7", "--", str(FILE), ";", "rm", "-rf", "/")
    without = build_custom("own -q", FILE, 7)
    assert without is not None and without.arguments[1:] == ("-q", str(FILE))


def test_a_command_that_is_empty_torn_or_missing_is_none(programs: Path) -> None:
    assert split_command('own "a') == []
    assert [build_custom(text, FILE, 1) for text in ("", 'own "a', "gone {file}")] == [None, None, None]


def test_on_windows_a_quoted_program_keeps_its_backslashes_and_loses_its_quotes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("sys.platform", "win32")
    text = r'"C:\Program Files\own.exe" -n "{file}" --at="{line}"'
    assert split_command(text) == [r"C:\Program Files\own.exe", "-n", "{file}", '--at="{line}"']


def test_obsidian_is_reached_by_its_address_where_the_desktop_knows_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    (tmp_path / "applications").mkdir()
    cached = tmp_path / "applications" / "mimeinfo.cache"
    cached.write_text("[MIME Cache]\nx-scheme-handler/obsidian=obsidian.desktop;\nx-scheme-handler/zotero=\n")
    environment = {"XDG_DATA_HOME": str(tmp_path), "XDG_DATA_DIRS": str(tmp_path / "none")}
    assert knows_scheme("obsidian", environment) and not knows_scheme("zotero", environment)
    command = build_command("obsidian", Path("/v/ä & b.md"), 9, environment=environment)
    assert command is not None and command.address == "obsidian://open?path=%2Fv%2F%C3%A4%20%26%20b.md"
