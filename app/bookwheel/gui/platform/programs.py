"""Starts other programs beside the window, in a terminal where they need one, and hears of those that fail at once."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
import tempfile
import weakref
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from bookwheel.domain.errors import BadRequest
from bookwheel.gui.i18n.translation import tr

_OURS = ("QTWEBENGINE_CHROMIUM_FLAGS", "QTWEBENGINE_DISABLE_SANDBOX", "QT_QUICK_BACKEND")
"""Set by the window for itself; another program that uses Qt must not get them."""
_MOST_SAID = 2000
"""Bytes that are read of what a program said before it failed."""
_TERMINALS = (
    ("xdg-terminal-exec",),
    ("x-terminal-emulator", "-e"),
    ("gnome-terminal", "--"),
    ("ptyxis", "--"),
    ("kgx", "--"),
    ("konsole", "-e"),
    ("xfce4-terminal", "-x"),
    ("kitty",),
    ("alacritty", "-e"),
    ("foot",),
    ("ghostty", "-e"),
    ("wezterm", "start", "--"),
    ("xterm", "-e"),
)
"""Terminals of Linux desktops, with what stands before a command; the desktop's own choice first."""


@dataclass(slots=True, weakref_slot=True)
class Program:
    """A program that was started; it goes on when the window closes or nobody asks for it any more."""

    process: subprocess.Popen[bytes]
    _errors: IO[bytes]

    def __post_init__(self) -> None:
        """Let go of it with the last reference."""
        weakref.finalize(self, _leave, self.process, self._errors)

    def failure(self) -> str | None:
        """Why it ended with an error; None while it runs, or when it ended well."""
        code = self.process.poll()
        if not code:
            return None
        self._errors.seek(0)
        lines = self._errors.read(_MOST_SAID).decode("utf-8", "replace").split("\n")
        said = next((line.strip() for line in lines if line.strip()), "")
        return said or tr("exit code {code}").format(code=code)

    @property
    def is_over(self) -> bool:
        """Whether it has ended."""
        return self.process.poll() is not None

    def release(self) -> None:
        """Hear no more of what it says; call it once `failure` is not asked any more."""
        self._errors.close()


def _leave(process: subprocess.Popen[bytes], errors: IO[bytes]) -> None:
    """Close what a program says, and take it for ended if it runs on: Python would warn of it."""
    errors.close()
    if process.poll() is None:
        process.returncode = 0


def start(command: Sequence[str]) -> Program:
    """Start a program with nothing to read and nobody to write to; may take as long as the disk does.

    Raises:
        BadRequest: when the system cannot start it.
    """
    errors = tempfile.TemporaryFile()  # noqa: SIM115 - open as long as the program may fail
    try:
        process = subprocess.Popen(
            [*command],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=errors,
            cwd=Path.home(),
            env=clean_environment(),
            start_new_session=sys.platform != "win32",
            creationflags=_creation_flags(),
        )
    except (OSError, ValueError) as error:
        errors.close()
        reason = getattr(error, "strerror", None) or str(error)
        raise BadRequest(
            tr("{program} could not be started: {reason}.").format(program=Path(command[0]).name, reason=reason)
        ) from None
    return Program(process, errors)


def in_terminal(command: Sequence[str], environment: Mapping[str, str] = os.environ) -> list[str] | None:
    """The command that runs another one in the system's terminal; None where none was found."""
    if sys.platform == "darwin":
        script = shlex.join(command).replace("\\", "\\\\").replace('"', '\\"')
        return ["osascript", "-e", f'tell application "Terminal" to do script "{script}"', "-e", "activate"]
    if sys.platform == "win32":
        return ["conhost.exe", *command]
    own = environment.get("TERMINAL", "")
    for program, *before in ((own, "-e"), *_TERMINALS) if own else _TERMINALS:
        if path := shutil.which(program):
            return [path, *before, *command]
    return None


def clean_environment() -> dict[str, str]:
    """The environment that this process was started with, as far as it is known."""
    environment = {name: value for name, value in os.environ.items() if name not in _OURS}
    for name in ("LD_LIBRARY_PATH", "LIBPATH"):  # PyInstaller's own, with what stood there before
        before = environment.pop(f"{name}_ORIG", None)
        if before is not None:
            environment[name] = before
        elif getattr(sys, "frozen", False):
            environment.pop(name, None)
    return environment


def _creation_flags() -> int:
    return subprocess.CREATE_NEW_PROCESS_GROUP if sys.platform == "win32" else 0
