"""The module that reads a format, loaded when it is first needed."""

from __future__ import annotations

import importlib
from typing import cast

from bookwheel.domain.errors import SkippedFile
from bookwheel.domain.formats import Format
from bookwheel.parsing.formats.converted import Converted

_ROOM = "bookwheel.parsing.formats"


def convert(content: bytes, path: str, kind: Format) -> Converted:
    """A file read by its format's reader, which there must be.

    Raises:
        SkippedFile: for a file that cannot be read, with the reason.
    """
    return cast("Converted", importlib.import_module(f"{_ROOM}.{kind.reader}").read(content, path))


def picture_in(content: bytes, kind: Format, name: str) -> bytes:
    """A picture by its name in a file of a format.

    Raises:
        SkippedFile: when there is no such picture, or it is too large.
    """
    take = getattr(importlib.import_module(f"{_ROOM}.{kind.reader}"), "picture", None) if kind.reader else None
    if take is None:
        raise SkippedFile("There are no pictures in files of this format.")
    return cast("bytes", take(content, name))
