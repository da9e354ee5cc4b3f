"""Whether paths from outside stay inside of their collection, on every system."""

from __future__ import annotations

import re
import unicodedata

from bookwheel.domain.errors import PublicationRefused

MOST_PATH_BYTES = 1000

_DEVICES = re.compile(r"(?i)(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9\u00b9\u00b2\u00b3])")
"""Names that Windows takes for devices, whatever follows a point."""

_GIT = frozenset((".git", "git~1"))
"""Names by which git finds its own folder, whose settings can start programs."""

_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\ud800-\udfff]")
_TRAILING = ". "
"""Signs that Windows drops at the end of a name."""


def check_path(path: str) -> None:
    """Refuse a path that could lead out of its collection, or that some system does not take.

    Raises:
        PublicationRefused: which does not name it, since it may hold anything.
    """
    if not _is_sound(path):
        raise PublicationRefused(
            "The publication holds a file with a path that is not allowed. Tell its publisher to rename the file."
        )


def check_asset_path(path: str) -> None:
    """Refuse a path at which no file may be written: those of `check_path`, and those that git reads.

    Raises:
        PublicationRefused: which does not name it.
    """
    check_path(path)
    if any(_bare(part) in _GIT for part in path.split("/")):
        raise PublicationRefused("The publication holds a file of git's own folder. Tell its publisher.")


def _is_sound(path: str) -> bool:
    if not 0 < len(path) <= MOST_PATH_BYTES or "\\" in path or _CONTROL.search(path):
        return False
    if len(path.encode()) > MOST_PATH_BYTES or not unicodedata.is_normalized("NFC", path):
        return False
    parts = path.split("/")
    if parts[0][1:2] == ":":
        return False
    return not any(part.strip(_TRAILING) == "" or _DEVICES.fullmatch(part.partition(".")[0].rstrip()) for part in parts)


def _bare(part: str) -> str:
    """A name as careless file systems compare it: without case, trailing points and signs that cannot be seen."""
    seen = "".join(letter for letter in part if unicodedata.category(letter) != "Cf")
    return seen.partition(":")[0].rstrip(_TRAILING).casefold()
