"""A virtual screen of its own with a window manager and the accessibility bus: the window as people and screen readers
meet it, moved by real keys and a real mouse.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TypedDict

from tests.waiting import until

SYSTEM_PYTHON = "/usr/bin/python3"
NEEDED = {
    "Xvfb": "xvfb",
    "xdotool": "xdotool",
    "openbox": "openbox",
    "dbus-daemon": "dbus-daemon",
    "/usr/libexec/at-spi-bus-launcher": "at-spi2-core",
}
"""Programs, and the Debian packages that bring them; packaging/system-packages.sh installs all."""

_PATIENCE_S = 60


class Spoken(TypedDict):
    """What a screen reader is told of one thing; `box` is x, y, width and height on the screen."""

    role: str
    name: str
    states: list[str]
    box: list[int]
    under: str


def missing() -> list[str]:
    """The Debian packages that are not here."""
    lacking = [package for program, package in NEEDED.items() if shutil.which(program) is None]
    asked = subprocess.run([SYSTEM_PYTHON, "-c", "import gi"], stderr=subprocess.DEVNULL, check=False).returncode
    return [*lacking, *(["python3-gi"] if asked else [])]


class RealScreen:
    """Keys, mouse and ears on one virtual screen."""

    def __init__(self, folder: Path, size: str = "1440x900x24") -> None:
        self.folder = folder
        self._stack = ExitStack()
        runtime = folder / "run"
        runtime.mkdir(mode=0o700)
        self.environment = {
            **os.environ,
            "QT_QPA_PLATFORM": "xcb",
            "XDG_RUNTIME_DIR": str(runtime),
            "XDG_CONFIG_HOME": str(folder / "config"),
            "QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1",
        }
        self.environment["QTWEBENGINE_CHROMIUM_FLAGS"] = "--disable-gpu --disable-dev-shm-usage"
        reading, writing = os.pipe()
        self._begin("Xvfb", "-displayfd", str(writing), "-screen", "0", size, "-nolisten", "tcp", passed=(writing,))
        os.close(writing)
        with os.fdopen(reading) as file:
            number = file.readline().strip()
        assert number, "Xvfb did not start"
        self.environment["DISPLAY"] = f":{number}"
        self._begin("openbox", "--sm-disable")
        until(lambda: self.do("get_num_desktops"))  # a window that comes before its manager never gets the keyboard
        bus = f"unix:path={runtime}/bus"
        self._begin("dbus-daemon", "--session", "--nofork", "--nopidfile", f"--address={bus}")
        self.environment["DBUS_SESSION_BUS_ADDRESS"] = bus
        until(lambda: (runtime / "bus").exists())
        self._ears: subprocess.Popen[bytes] | None = None

    def _begin(self, *words: str, passed: tuple[int, ...] = (), **more: object) -> subprocess.Popen[bytes]:
        with (self.folder / "said").open("ab") as said:
            begun = subprocess.Popen(
                words, env=self.environment, pass_fds=passed, stderr=said, **{"stdout": said, **more}
            )  # type: ignore[call-overload]
        self._stack.callback(_end, begun)
        return begun

    def close(self) -> None:
        """End everything that was begun here, the last first."""
        self._stack.close()

    # --- doing -------------------------------------------------------------------------------------------------

    def do(self, *words: str) -> str:
        """Run xdotool; what it says."""
        done = subprocess.run(
            ["xdotool", *words], env=self.environment, capture_output=True, text=True, check=False, timeout=30
        )
        return done.stdout.strip()

    def keys(self, *keys: str) -> None:
        """Press these keys, one after the other."""
        self.do("key", "--delay", "30", *keys)

    def type(self, words: str) -> None:
        """Type these letters."""
        self.do("type", "--delay", "12", words)

    def click(self, thing: Spoken) -> None:
        """Press the left button in the middle of a thing."""
        x, y, width, height = thing["box"]
        self.do("mousemove", str(x + width // 2), str(y + height // 2), "click", "1")

    def run_command(self, words: str) -> None:
        """Run the first command that the palette finds."""
        self.keys("ctrl+shift+p")
        self.hear("text", lambda each: each["name"] == "Command palette" and "focused" in each["states"])
        self.type(words)
        self.keys("Return")

    def drag(self, start: tuple[int, int], end: tuple[int, int]) -> None:
        """Drag from one point to another, slowly enough for both programs to see it."""
        self.do("mousemove", *map(str, start), "mousedown", "1")
        for step in range(1, 13):
            at = (str(a + (b - a) * step // 12) for a, b in zip(start, end, strict=True))
            self.do("mousemove", *at, "sleep", "0.03")
        self.do("mouseup", "1")

    # --- looking and listening ---------------------------------------------------------------------------------

    def titled(self, pattern: str) -> str:
        """The first window whose title fits, or empty."""
        return self.do("search", "--onlyvisible", "--name", pattern).partition("\n")[0]

    def see(self, pattern: str) -> str:
        """The window, once there is one with such a title."""
        try:
            until(lambda: self.titled(pattern))
        except AssertionError:
            windows = [self.do("getwindowname", each) for each in self.do("search", "--onlyvisible", ".").split()]
            focused = [each for each in self.spoken() if "focused" in each["states"]]
            raise AssertionError(f"No window {pattern} among {windows}; the keyboard is in {focused}.") from None
        return self.titled(pattern)

    def spoken(self) -> list[Spoken]:
        """Everything that shows, as a screen reader is told."""
        if self._ears is None:
            listener = str(Path(__file__).with_name("listener.py"))
            self._ears = self._begin(SYSTEM_PYTHON, listener, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        assert self._ears.stdin is not None and self._ears.stdout is not None
        self._ears.stdin.write(b"\n")
        self._ears.stdin.flush()
        return json.loads(self._ears.stdout.readline())

    def hear(self, role: str, fits: Callable[[Spoken], bool]) -> Spoken:
        """The first thing of this role that fits, once there is one."""
        found: list[Spoken] = []

        def is_heard() -> bool:
            found[:] = [each for each in self.spoken() if each["role"] == role and fits(each)]
            return bool(found)

        try:
            until(is_heard, _PATIENCE_S)
        except AssertionError:
            heard = [each for each in self.spoken() if each["role"] == role]
            lines = "\n".join(f"{each['name']!r} {each['states']} in {each['under']}" for each in heard)
            raise AssertionError(f"The {role} was not heard among:\n{lines}") from None
        return found[0]

    def focused(self) -> set[str]:
        """The names of the panes that have the keyboard; rows, tabs and pages keep saying so when they have lost it."""
        heard = [each for each in self.spoken() if "focused" in each["states"]]
        return {each["name"] for each in heard if each["role"] in ("text", "tree", "list", "filler", "panel")}

    @contextmanager
    def program(self, *words: str) -> Iterator[subprocess.Popen[bytes]]:
        """A program of this environment's Python, ended if it has not ended by itself."""
        with (self.folder / "said").open("ab") as said:
            begun = subprocess.Popen([sys.executable, *words], env=self.environment, stdout=said, stderr=said)
        try:
            yield begun
        finally:
            _end(begun)


def _end(begun: subprocess.Popen[bytes]) -> None:
    for pipe in (begun.stdin, begun.stdout):
        if pipe is not None:
            pipe.close()
    if begun.poll() is None:
        begun.terminate()
        try:
            begun.wait(10)
        except subprocess.TimeoutExpired:
            begun.kill()
            begun.wait(10)
