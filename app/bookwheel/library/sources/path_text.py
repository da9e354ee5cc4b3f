"""How paths are written: in NFC, and readable where the system's bytes are no text."""

from __future__ import annotations

import os
import unicodedata


def is_text(name: str) -> bool:
    """Whether a name as the system gives it is valid text."""
    try:
        name.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def readable(name: str) -> str:
    """Return a name that is no valid text with its broken bytes replaced."""
    return os.fsencode(name).decode("utf-8", "replace")


def to_nfc(path: str) -> str:
    """Return a path in Unicode's composed form, as ids hold it."""
    return path if path.isascii() else unicodedata.normalize("NFC", path)
