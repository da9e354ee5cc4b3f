"""One journey with a real window on a virtual screen, driven from outside by its keys."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from bookwheel.client.connection import Client
from tests.waiting import until

NEEDED = {"Xvfb": "xvfb", "xdotool": "xdotool"}


@pytest.fixture
def screen() -> Iterator[str]:
    """The name of a virtual screen."""
    missing = [package for program, package in NEEDED.items() if shutil.which(program) is None]
    assert not missing, f"This test needs a virtual screen: install the package {' and '.join(missing)}."
    reading, writing = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1440x900x24", "-nolisten", "tcp"],
        pass_fds=(writing,),
        stderr=subprocess.DEVNULL,
    )
    os.close(writing)
    with os.fdopen(reading) as file:
        number = file.readline().strip()
    assert number, "Xvfb did not start"
    yield f":{number}"
    server.terminate()
    server.wait(10)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="X is the screen of Linux alone")
def test_typing_words_down_and_return_opens_the_first_hit(served: Client, screen: str, tmp_path: Path) -> None:
    environment = {
        **os.environ,
        "DISPLAY": screen,
        "QT_QPA_PLATFORM": "xcb",
        "XDG_CONFIG_HOME": str(tmp_path),
        "BOOKWHEEL_LIBRARY": served.status().library,
    }

    def do(*words: str) -> str:
        done = subprocess.run(
            ["xdotool", *words], env=environment, capture_output=True, text=True, check=False, timeout=20
        )
        return done.stdout.strip()

    def comes(pattern: str) -> str:
        end = time.monotonic() + 5
        while not titled(pattern) and time.monotonic() < end:
            time.sleep(0.05)
        return titled(pattern)

    def titled(pattern: str) -> str:
        return do("search", "--onlyvisible", "--name", pattern).partition("\n")[0]

    with (tmp_path / "said").open("wb") as said:
        program = subprocess.Popen([sys.executable, "-m", "bookwheel"], env=environment, stdout=said, stderr=said)
    try:
        until(lambda: titled("Bookwheel$"))
        window = titled("Bookwheel$")
        do("windowfocus", "--sync", window)
        do("key", "ctrl+k")
        do("type", "--delay", "8", "same slope throughout")
        do("key", "Down", "Return")
        until(lambda: titled("^The bookwheel .+ Bookwheel$"))
        assert titled("^The bookwheel .+ Bookwheel$") == window
        do("key", "ctrl+p")
        do("type", "--delay", "8", "the desk")
        do("key", "Return")
        until(lambda: titled("^The desk .+ Bookwheel$"))
        do("key", "alt+Left")
        until(lambda: titled("^The bookwheel .+ Bookwheel$"))
        do("key", "ctrl+shift+p")
        do("type", "--delay", "8", "graph as a table")
        do("key", "Return")

        def opened_from_the_table() -> str:
            do("type", "--delay", "8", "the desk")
            do("key", "Return")
            return comes("^The desk .+ Bookwheel$")

        until(opened_from_the_table, 60)
        do("key", "ctrl+q")
        program.wait(20)
    finally:
        program.kill()
        program.wait(10)
    assert program.returncode == 0
    assert not re.search("Traceback|Error:", (tmp_path / "said").read_text("utf-8", "replace"))
