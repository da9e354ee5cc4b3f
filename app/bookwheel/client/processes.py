"""The processes that serve a library, found by their command lines: also where its discovery file is gone."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

import psutil

from bookwheel.paths import LibraryPaths, usual_library

_PROGRAM_WITHIN = 8
"""Words of a command line among which the program stands: the interpreter and its options come before it."""

_HOME_VARIABLES = ("HOME", "XDG_DATA_HOME", "USERPROFILE", "LOCALAPPDATA")
"""The variables that decide which library is the usual one."""


def find_services(paths: LibraryPaths) -> list[psutil.Process]:
    """Return this user's `bookwheel serve` processes that were started for the library's path."""
    own, found = psutil.Process(), list[psutil.Process]()
    for process in psutil.process_iter():
        try:
            if process.pid == own.pid or process.username() != own.username():
                continue
            command = process.cmdline()
            if _is_serve(command) and _library_of(process, command) == paths.root:
                found.append(process)
        except (psutil.Error, OSError):  # it has ended, or is none of ours
            continue
    return found


def end(found: Sequence[psutil.Process], timeout_s: float) -> list[psutil.Process]:
    """Ask processes to end; return those that are still there after `timeout_s`."""
    for process in found:
        with contextlib.suppress(psutil.NoSuchProcess):
            process.terminate()
    until = time.monotonic() + timeout_s
    while (alive := [process for process in found if _is_alive(process)]) and time.monotonic() < until:
        time.sleep(0.05)
    return alive


def _is_alive(process: psutil.Process) -> bool:
    """Whether a process runs; one that ended and was not waited for by its parent does not."""
    try:
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    except psutil.Error:
        return False


def _is_serve(command: Sequence[str]) -> bool:
    arguments = _arguments(command)
    verbs = [word for word in arguments if not word.startswith("-") and word != _named(arguments)]
    is_detaching = bool({"-d", "--detach"} & set(arguments))  # it starts the service and is none
    return verbs[:1] == ["serve"] and not is_detaching


def _arguments(command: Sequence[str]) -> list[str]:
    """The words after the program's name, none for another program."""
    for position, word in enumerate(command[:_PROGRAM_WITHIN]):
        is_module = word == "bookwheel" and position > 0 and command[position - 1] == "-m"
        if is_module or Path(word).stem.lower() == "bookwheel":
            return list(command[position + 1 :])
    return []


def _library_of(process: psutil.Process, command: Sequence[str]) -> Path | None:
    named = _named(_arguments(command))
    environment: Mapping[str, str] = {} if named else process.environ()
    named = named or environment.get("BOOKWHEEL_LIBRARY", "")
    if named:
        folder = Path(named).expanduser()
        return (folder if folder.is_absolute() else Path(process.cwd()) / folder).resolve()
    is_same_home = all(environment.get(name) == os.environ.get(name) for name in _HOME_VARIABLES)
    return usual_library().root if is_same_home else None


def _named(arguments: Sequence[str]) -> str:
    """The folder after --library, as `__main__` reads it."""
    named = ""
    for position, word in enumerate(arguments):
        if word == "--library" and position + 1 < len(arguments):
            named = arguments[position + 1]
        elif word.startswith("--library="):
            named = word.partition("=")[2]
    return named
