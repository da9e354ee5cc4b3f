"""Turn off what dependencies would send by themselves, and remove what the telemetry of one of them left behind.

`bookwheel/__init__.py` calls `turn_off` before any other import, so every way in shares it and child processes inherit
it. docs/privacy.md lists each dependency with its switch.
"""

from __future__ import annotations

import contextlib
import os
import re
import sys
import tempfile
from pathlib import Path

SWITCHES = {
    # Read when the module is loaded: disable_telemetry_events() after that leaves the uploader running.
    "ORT_DISABLE_TELEMETRY": "1",
    "HF_HUB_DISABLE_TELEMETRY": "1",
    "ANONYMIZED_TELEMETRY": "False",
    "OTEL_SDK_DISABLED": "true",
    "DO_NOT_TRACK": "1",
}
"""Environment variables by which dependencies are told to send nothing; they win over what is set already."""

_FOLDER = ("Microsoft", "DeveloperTools", ".onnxruntime")
_FILES = (
    "deviceid",
    "deviceid.lock",
    "onnxruntime.db",
    "onnxruntime.db-journal",
    "onnxruntime.db-wal",
    "onnxruntime.db-shm",
)
_REGISTRY_KEY = r"Software\Microsoft\DeveloperTools\.onnxruntime"
_SESSION = re.compile(r"\d{13}\n[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\n?")
"""The session file of ONNX Runtime's telemetry: milliseconds and an id."""


def turn_off() -> None:
    """Set the switches in this process's environment; call before anything else is imported."""
    os.environ.update(SWITCHES)


def remove_leftovers() -> None:
    """Delete the device id, the queue of events and the session id that ONNX Runtime wrote, and nothing else.

    Its folder and those above it go only when they are empty then.

    Source: onnxruntime/core/platform/{posix,windows}/device_id.cc and a run of 1.31.1 in an empty home.
    """
    folder = _cache_folder().joinpath(*_FOLDER)
    for name in _FILES:
        with contextlib.suppress(OSError):
            (folder / name).unlink()
    for empty in (folder, *folder.parents[: len(_FOLDER) - 1]):
        with contextlib.suppress(OSError):
            empty.rmdir()
    session = Path(tempfile.gettempdir()) / ".ses"
    with contextlib.suppress(OSError, ValueError):
        if session.stat().st_size < 100 and _SESSION.fullmatch(session.read_text("ascii")):
            session.unlink()
    _remove_registry_value()


def _cache_folder() -> Path:
    """The folder in which ONNX Runtime keeps its telemetry on this system."""
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")


def _remove_registry_value() -> None:
    if sys.platform == "win32":
        import winreg  # noqa: PLC0415 - on Windows alone

        with (
            contextlib.suppress(OSError),
            winreg.OpenKey(
                winreg.HKEY_CURRENT_USER, _REGISTRY_KEY, 0, winreg.KEY_SET_VALUE | winreg.KEY_WOW64_64KEY
            ) as key,
        ):
            winreg.DeleteValue(key, "deviceid")
