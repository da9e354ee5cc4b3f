"""The module that reads a format, loaded when it is first needed."""

from __future__ import annotations

import importlib
from dataclasses import dataclass
from typing import cast

from bookwheel.domain.errors import SkippedFile
from bookwheel.domain.formats import Format, chosen_uses
from bookwheel.parsing.formats.converted import Converted

_ROOM = "bookwheel.parsing.formats"


@dataclass(frozen=True, slots=True)
class ReaderOptions:
    """What a reader may need besides the file.

    The password of a protected one, the language of words in pictures, and what its collection reads (`code=on`).
    """

    password: str = ""
    recognise: str = ""
    choices: tuple[str, ...] = ()


NO_OPTIONS = ReaderOptions()


def convert(content: bytes, path: str, kind: Format, options: ReaderOptions = NO_OPTIONS) -> Converted:
    """A file read by its format's reader, which there must be.

    Raises:
        SkippedFile: for a file that cannot be read, with the reason; ProtectedFile where a password would open it.
    """
    module = importlib.import_module(f"{_ROOM}.{kind.reader}")
    more = (options.recognise,) if kind.has_ocr else ()
    if options.password and hasattr(module, "read_protected"):
        return cast("Converted", module.read_protected(content, path, options.password, *more))
    if options.choices and hasattr(module, "read_chosen"):
        return cast("Converted", module.read_chosen(content, path, chosen_uses(options.choices)))
    return cast("Converted", module.read(content, path, *more))


def try_password(content: bytes, kind: Format, password: str) -> None:
    """Return if the password opens the file.

    Raises:
        ProtectedFile: when it does not.
        SkippedFile: for a file that no password is needed for, or that is opened with none.
    """
    attempt = getattr(importlib.import_module(f"{_ROOM}.{kind.reader}"), "try_password", None) if kind.reader else None
    if attempt is None:
        raise SkippedFile("Bookwheel can open only PDF files with a password.")
    attempt(content, password)


def picture_in(content: bytes, kind: Format, name: str) -> bytes:
    """A picture by its name in a file of a format.

    Raises:
        SkippedFile: when there is no such picture, or it is too large.
    """
    take = getattr(importlib.import_module(f"{_ROOM}.{kind.reader}"), "picture", None) if kind.reader else None
    if take is None:
        raise SkippedFile("There are no pictures in files of this format.")
    return cast("bytes", take(content, name))
