"""The desktop is told, when a person wants it, that `bookwheel://` links belong to this program."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from bookwheel import paths
from bookwheel.domain.errors import BadRequest
from bookwheel.gui.i18n.translation import tr

NAME = "bookwheel.desktop"
_SCHEME = "x-scheme-handler/bookwheel"
_ESCAPED = str.maketrans({sign: f"\\{sign}" for sign in '\\"`$'})
_LIMIT_S = 20


def entry(library: paths.LibraryPaths) -> str:
    """The desktop entry that opens a link in the windows of a library.

    Source: freedesktop.org, Desktop Entry Specification 1.5, `Exec` with quoted arguments and the field code %u.
    """
    words = paths.command()
    if library != paths.usual_library():
        words = [*words, "--library", str(library.root)]
    # A value is unescaped twice: as a string and as quoted arguments; a percent sign stands for itself when doubled.
    quoted = [f'"{word.translate(_ESCAPED)}"'.replace("\\", "\\\\").replace("%", "%%") for word in words]
    icon = paths.resources() / "icons" / "bookwheel.svg"
    lines = (
        "[Desktop Entry]", "Type=Application", "Name=Bookwheel", f"Exec={' '.join(quoted)} %u", f"Icon={icon}",
        f"MimeType={_SCHEME};", "Categories=Office;Viewer;", "StartupNotify=true", "Terminal=false",
    )  # fmt: skip
    return "\n".join(lines) + "\n"


def register(library: paths.LibraryPaths) -> Path:
    """Write the entry for this user and make it the one that opens the links; the file.

    Raises:
        BadRequest: where the desktop cannot be told, with what is to be done instead.
    """
    if not sys.platform.startswith("linux"):
        raise BadRequest(tr("This works only on Linux desktops. Elsewhere, pass the link to Bookwheel as an argument."))
    home = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    file = home / "applications" / NAME
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(entry(library), "utf-8")
    except OSError as error:
        said = tr("{file} could not be written: {reason}.")
        raise BadRequest(said.format(file=file, reason=error.strerror)) from None
    teller = shutil.which("xdg-mime")
    if teller is None:
        raise BadRequest(tr("{file} was saved, but xdg-mime is missing. Install xdg-utils.").format(file=file))
    told = subprocess.run([teller, "default", NAME, _SCHEME], capture_output=True, timeout=_LIMIT_S, check=False)
    if told.returncode:
        raise BadRequest(tr("{file} was saved, but xdg-mime rejected it.").format(file=file))
    return file
