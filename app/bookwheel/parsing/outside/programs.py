"""The programs of others that some formats need, and where they are on this computer."""

from __future__ import annotations

import os
import shutil
import sys
from dataclasses import dataclass
from glob import glob
from pathlib import Path

from bookwheel.domain.formats import LIBREOFFICE, TESSERACT


@dataclass(frozen=True, slots=True)
class Program:
    """How a program is found: its names on PATH, and files where its installers put it."""

    names: tuple[str, ...]
    files: tuple[str, ...]


_OPTIONAL = "/opt"
_PROGRAMS = {
    LIBREOFFICE: Program(
        ("soffice", "libreoffice"),
        (
            f"{_OPTIONAL}/libreoffice*/program/soffice",
            "/usr/lib/libreoffice/program/soffice",
            "/usr/local/lib/libreoffice/program/soffice",
            "/Applications/LibreOffice.app/Contents/MacOS/soffice",
            "~/Applications/LibreOffice.app/Contents/MacOS/soffice",
            "{ProgramFiles}/LibreOffice*/program/soffice.com",
            "{ProgramFiles(x86)}/LibreOffice*/program/soffice.com",
        ),
    ),
    TESSERACT: Program(
        ("tesseract",),
        (
            "/usr/local/bin/tesseract",
            f"{_OPTIONAL}/homebrew/bin/tesseract",
            f"{_OPTIONAL}/local/bin/tesseract",
            "{ProgramFiles}/Tesseract-OCR/tesseract.exe",
            "{LOCALAPPDATA}/Programs/Tesseract-OCR/tesseract.exe",
        ),
    ),
}


def find(name: str) -> str:
    """The path of a program by its name in `domain.formats`; empty where it is not installed.

    BOOKWHEEL_LIBREOFFICE and BOOKWHEEL_TESSERACT name another one, or none where they are empty. It is looked for each
    time, which takes under a millisecond, since a person may install it meanwhile.
    """
    chosen = os.environ.get(f"BOOKWHEEL_{name.upper()}")
    if chosen is not None:
        return chosen if chosen and os.access(chosen, os.X_OK) and Path(chosen).is_file() else ""
    program = _PROGRAMS[name]
    for command in program.names:
        if found := shutil.which(command):
            return found
    for pattern in program.files:
        for found in sorted(glob(_filled(pattern)), reverse=True):
            if os.access(found, os.X_OK) and Path(found).is_file():
                return found
    return ""


def _filled(pattern: str) -> str:
    """A pattern with the folders of Windows that it names; empty elsewhere."""
    if not pattern.startswith("{"):
        return os.path.expanduser(pattern)
    if sys.platform != "win32":
        return ""
    name, _, rest = pattern[1:].partition("}")
    folder = os.environ.get(name, "")
    return folder + rest if folder else ""
