"""The system's git, and the environment in which it reads no configuration, starts no helper and asks nobody."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterable
from pathlib import Path

_KEPT = ("PATH", "SYSTEMROOT", "TEMP", "TMP")
_OF_MACOS = (
    "/Library/Developer/CommandLineTools/usr/bin/git",
    "/Applications/Xcode.app/Contents/Developer/usr/bin/git",
)
"""Apple's git on macOS, whose /usr/bin/git asks the person to install it when it is not there."""


def find_git() -> str:
    """Return the path of the system's git; empty when there is none."""
    found = shutil.which("git")
    if found and sys.platform == "darwin" and os.path.dirname(found) == "/usr/bin":
        found = next((path for path in _OF_MACOS if os.access(path, os.X_OK)), None)
    return found if found and os.path.isabs(found) else ""


def confined_environment(folder: Path, protocols: str, kept: Iterable[str] = ()) -> dict[str, str]:
    """Return the whole environment of a git whose repository is `folder`: nothing of the person's configuration.

    `protocols` are those by which it may ask others, as git lists them; `kept` names further variables to keep.
    """
    return {name: os.environ[name] for name in (*_KEPT, *kept) if name in os.environ} | {
        "GIT_DIR": str(folder),
        "HOME": str(folder),
        "XDG_CONFIG_HOME": str(folder),
        "USERPROFILE": str(folder),
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_CONFIG_SYSTEM": os.devnull,
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_ATTR_NOSYSTEM": "1",
        "GIT_NO_REPLACE_OBJECTS": "1",
        "GIT_NO_LAZY_FETCH": "1",
        "GIT_ALLOW_PROTOCOL": protocols,
        "GIT_TERMINAL_PROMPT": "0",
        "GIT_ASKPASS": "",
        "SSH_ASKPASS": "",
        "GIT_PAGER": "",
        "LC_ALL": "C",
    }
