"""A word that is neither a verb nor a file is refused at once; what the window can open is let through."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from bookwheel.cli import open_targets
from bookwheel.cli.program import VERBS
from bookwheel.gui.state.locations import location_of


@pytest.mark.parametrize(
    ("command", "said"),
    [
        (["serch", "x"], "There is no command, file or folder “serch”. Did you mean search"),
        (["Status"], "Did you mean status"),
        (["publish", "book", "out"], "“publish”"),
        (["no/such/folder"], "“no/such/folder”."),
        ([""], "“”"),
        (["x" * 5000], "There is no command"),
        (["--colour"], "Unknown option --colour."),
        (["--", "--colour"], "“--colour”"),
        (["bookwheel://doc/"], "is not a link to a document"),
        (["bookwheel:notes"], "is not a link to a document"),
        (["bookwheel://[doc/x"], "is not a link to a document"),
        (["~nobody-of-that-name/x"], "There is no command"),
    ],
)
def test_a_word_that_cannot_be_meant_is_refused(command: list[str], said: str):
    assert said in open_targets.read(command, VERBS).refusal


def test_files_folders_links_and_options_of_qt_are_let_through(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    (tmp_path / "notes").mkdir()
    (tmp_path / "-odd.md").write_text("# Odd", "utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    link = "bookwheel://doc/notes/page%20one.md?quote=a%20b#heading"
    command = ["-platform", "offscreen", "notes", "-style=fusion", "~/notes", link, "-reverse", "--", "-odd.md"]
    read = open_targets.read(command, VERBS)
    assert read.refusal == ""
    assert read.targets == ("notes", "~/notes", link, "-odd.md")
    assert read.qt_options == ("-platform", "offscreen", "-style=fusion", "-reverse")
    assert open_targets.read([], VERBS) == open_targets.Opening()


@pytest.mark.parametrize(
    "link",
    [
        "bookwheel://doc/a.md",
        "bookwheel://doc//",
        "bookwheel://doc/%2F",
        "bookwheel://tray/a",
        "BOOKWHEEL://doc/a.md#x",
    ],
)
def test_a_link_is_let_through_when_the_window_can_open_it(link: str):
    assert (open_targets.read([link], VERBS).refusal == "") is (location_of(link) is not None)


def test_a_link_that_offers_a_collection_is_let_through_and_a_hostile_one_refused():
    link = "bookwheel://subscribe?address=https://docs.example.org/"
    assert open_targets.read([link], VERBS).targets == (link,)
    refusal = open_targets.read(["bookwheel://subscribe?address=file:///etc/"], VERBS).refusal
    assert refusal.startswith("This link leads to file:///etc/. Only addresses")


def test_a_slip_of_a_verb_ends_at_once_and_loads_no_window(library_folder: Path):
    script = "import sys; from bookwheel.__main__ import main; code = main(['serch', 'x'])\n"
    script += "assert not {'PySide6', 'numpy', 'filelock'} & set(sys.modules)\nsys.exit(code)"
    ended = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, encoding="utf-8", check=False, timeout=60
    )
    assert (ended.returncode, ended.stdout) == (2, "")
    assert ended.stderr.endswith("“serch”. Did you mean search or serve?\n  next: bookwheel --help\n")
    assert os.listdir(library_folder) == []
