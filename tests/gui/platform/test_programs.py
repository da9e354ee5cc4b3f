"""Programs beside the window: started, put into a terminal, and heard when they fail."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from bookwheel.domain.errors import BadRequest
from bookwheel.gui.platform import programs
from tests.waiting import until


def test_a_program_that_fails_says_its_first_line_and_one_that_ends_well_nothing() -> None:
    bad = programs.start([sys.executable, "-c", "import sys; sys.exit('\\n no display {x}\\nmore')"])
    good = programs.start([sys.executable, "-c", ""])
    until(lambda: bad.is_over and good.is_over)
    assert (bad.failure(), good.failure()) == ("no display {x}", None)
    for program in (bad, good):
        program.release()


def test_a_program_that_goes_on_is_not_waited_for() -> None:
    hung = programs.start([sys.executable, "-c", "import sys; sys.stdin.read(); import time; time.sleep(600)"])
    assert hung.failure() is None and not hung.is_over
    hung.process.kill()
    until(lambda: hung.is_over)
    hung.release()


def test_a_program_that_nobody_asks_for_any_more_is_let_go_of_without_a_warning() -> None:
    process = programs.start([sys.executable, "-c", "import time; time.sleep(600)"]).process
    assert process.returncode == 0, "taken for ended"
    process.returncode = None
    process.kill()
    process.wait(30)


def test_what_cannot_be_started_is_said_by_its_name(tmp_path: Path) -> None:
    broken = tmp_path / "editor {0}"
    broken.write_bytes(b"\x7fELF nothing")
    broken.chmod(0o755)
    with pytest.raises(BadRequest, match=r"editor \{0\} could not be started"):
        programs.start([str(broken)])


def test_what_the_window_sets_for_itself_is_not_passed_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QT_QUICK_BACKEND", "software")
    monkeypatch.setenv("LD_LIBRARY_PATH", "/bundle")
    monkeypatch.setenv("LD_LIBRARY_PATH_ORIG", "/before")
    environment = programs.clean_environment()
    assert "QT_QUICK_BACKEND" not in environment and environment["LD_LIBRARY_PATH"] == "/before"


def test_a_terminal_is_the_person_s_own_else_the_first_that_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("PATH", str(tmp_path))
    assert programs.in_terminal(["vim", "a b"], {}) is None
    for name in ("gnome-terminal", "xterm", "mine"):
        (tmp_path / name).write_text("")
        (tmp_path / name).chmod(0o755)
    assert programs.in_terminal(["vim", "a b"], {}) == [str(tmp_path / "gnome-terminal"), "--", "vim", "a b"]
    assert programs.in_terminal(["vim"], {"TERMINAL": "mine"}) == [str(tmp_path / "mine"), "-e", "vim"]
    assert programs.in_terminal(["vim"], {"TERMINAL": "gone"}) == [str(tmp_path / "gnome-terminal"), "--", "vim"]


def test_a_file_s_name_stays_a_name_in_the_script_of_macos(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", "darwin")
    command = programs.in_terminal(["vim", '/a"; do shell script "rm'])
    assert command is not None
    assert command[2] == """tell application "Terminal" to do script "vim '/a\\"; do shell script \\"rm'\""""
