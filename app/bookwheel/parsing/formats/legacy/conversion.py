"""Turns a file of an older program into a newer format with LibreOffice, without running anything in it."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from urllib.request import pathname2url

from bookwheel.domain.errors import SkippedFile
from bookwheel.domain.formats import LIBREOFFICE
from bookwheel.domain.messages import Message
from bookwheel.parsing.formats.converted import Converted, Reader
from bookwheel.parsing.outside import programs
from bookwheel.parsing.outside.confinement import Bounds, run, work_folder

BOUNDS = Bounds(cpu_s=60, wall_s=120, memory_mb=1024, written_mb=256)
"""What the conversion of one file may take; one of 30 pages takes a second of a processor."""

_PROFILE = """\
<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema"
 xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
{settings}
</oor:items>
"""
_SETTING = (
    '<item oor:path="/org.openoffice.{path}"><prop oor:name="{name}" oor:op="fuse"><value>{value}</value></prop></item>'
)
_SAFE = (
    ("Office.Common/Security/Scripting", "MacroSecurityLevel", "3"),
    ("Office.Common/Security/Scripting", "DisableMacrosExecution", "true"),
    ("Office.Common/Security/Scripting", "BlockUntrustedRefererLinks", "true"),
    ("Office.Common/Security/Scripting", "DisableActiveContent", "true"),
    ("Office.Common/Save/Document", "WarnAlienFormat", "false"),
    ("Office.Common/Misc", "FirstRun", "false"),
    ("Office.Writer/Content/Update", "Link", "2"),
    ("Office.Calc/Content/Update", "Link", "2"),
)
"""No macro runs and no link is followed."""

_MACROS = tuple(name.encode("utf-16-le") for name in ("_VBA_PROJECT", "VBA\0")) + (b"script:module", b"Basic/script-lc")
_DAMAGED = "LibreOffice could not read the file. It may be damaged or protected by a password."


@lru_cache(maxsize=1)
def converted(content: bytes, path: str, target: str) -> bytes:
    """The file in another format, odt or pptx; the last one is kept for its pictures.

    Raises:
        SkippedFile: when LibreOffice is not installed, cannot read the file or takes too much.
    """
    program = programs.find(LIBREOFFICE)
    if not program:
        raise SkippedFile("Install LibreOffice to read files of this type.")
    with work_folder() as folder:
        suffix = Path(path).suffix.lower()[:10]
        source = folder / f"document{suffix}"
        source.write_bytes(content)
        profile = folder / "profile"
        (profile / "user").mkdir(parents=True)
        lines = "\n".join(_SETTING.format(path=setting, name=name, value=value) for setting, name, value in _SAFE)
        (profile / "user" / "registrymodifications.xcu").write_text(_PROFILE.format(settings=lines), encoding="utf-8")
        command = [
            program, "--headless", "--invisible", "--nologo", "--norestore", "--nolockcheck", "--nodefault",
            f"-env:UserInstallation=file:{_url(profile)}", "--convert-to", target, "--outdir", str(folder / "made"),
            str(source),
        ]  # fmt: skip
        run(command, folder, BOUNDS, "LibreOffice")
        made = folder / "made" / f"document.{target}"
        if not made.is_file() or made.is_symlink():
            raise SkippedFile(_DAMAGED)
        return made.read_bytes()


def read_converted(content: bytes, path: str, target: str, read: Reader) -> Converted:
    """The file as the reader of that other format reads it, with a warning where it holds macros.

    Raises:
        SkippedFile: as `converted` does, and as the reader does.
    """
    made = read(converted(content, path, target), path)
    made.warnings[:0] = _macro_warnings(content)
    return made


def _url(path: Path) -> str:
    url = pathname2url(str(path))
    return url if url.startswith("//") else f"//{url}"


def _macro_warnings(content: bytes) -> list[Message]:
    holds = any(mark in content for mark in _MACROS)
    return [Message("The document contains macros; they are not run.")] if holds else []
