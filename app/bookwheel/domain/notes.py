"""New notes: the one kind of file that Bookwheel writes into a collection, and which names it may have."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass

from bookwheel.domain.errors import BadRequest
from bookwheel.domain.formats import MARKDOWN
from bookwheel.domain.messages import Message

TEMPLATE = ".bookwheel-template.md"
"""The template of a collection, in its root folder."""
_ILLEGAL = frozenset('<>:"/\\|?*')
_PORTS = (f"{port}{number}" for port in ("com", "lpt") for number in "0123456789¹²³")
_DEVICES = frozenset(("con", "prn", "aux", "nul", "conin$", "conout$", *_PORTS))
"""Names that Windows gives to devices, whatever follows their first point."""
_JOINERS = "\u200c\u200d"
"""Letters without a width that words and emoji need; others of their kind hide or turn text."""
_MOST_BYTES = 240


@dataclass(frozen=True, slots=True)
class NewNoteRequest:
    """Make a note in a collection (a slug): `folder` is one of its folders, `name` is with or without `.md`."""

    collection: str
    name: str
    folder: str = ""


@dataclass(frozen=True, slots=True)
class NewNoteAnswer:
    """The note's id, its file, the line to write at, and what is to be said of its template."""

    doc: str
    path: str
    line: int
    notices: tuple[Message, ...] = ()


def file_name_of(name: str) -> tuple[str, str]:
    """The file and the title that a note of this name has; the file's name is legal on every system.

    Raises:
        BadRequest: for a name that is empty, too long, hidden, or illegal on some system.
    """
    name = unicodedata.normalize("NFC", name).strip()
    suffix = next((known for known in MARKDOWN.suffixes if name.lower().endswith(known)), "")
    title = name[: -len(suffix)].strip() if suffix else name
    if not title:
        raise BadRequest("Enter a name for the note.")
    bad = "".join(dict.fromkeys(letter for letter in title if letter in _ILLEGAL))
    if bad:
        raise BadRequest("A name cannot contain {letters}.", letters=" ".join(bad))
    if any(
        unicodedata.category(letter) in ("Cc", "Cf", "Cs", "Zl", "Zp") and letter not in _JOINERS for letter in title
    ):
        raise BadRequest("A name cannot contain invisible control characters.")
    if title.startswith("."):
        raise BadRequest("A name cannot start with a dot; the file would be hidden.")
    if title.endswith("."):
        raise BadRequest("A name cannot end with a dot.")
    if title.partition(".")[0].strip().casefold() in _DEVICES:
        raise BadRequest("{name} is a reserved name on Windows. Choose another name.", name=title)
    file = f"{title}{suffix or MARKDOWN.suffixes[0]}"
    if len(file.encode("utf-8", "replace")) > _MOST_BYTES:
        raise BadRequest("The name is too long.")
    return file, title


def folders_of(folder: str) -> tuple[str, ...]:
    """The parts of a folder's path in its collection.

    Raises:
        BadRequest: for one that leads outside, or is hidden.
    """
    parts = tuple(part for part in unicodedata.normalize("NFC", folder).strip().strip("/").split("/") if part)
    for part in parts:
        if part in (".", "..") or any(letter in part for letter in ("\0", "\\")) or ":" in part[1:2]:
            raise BadRequest("{folder} is outside the collection.", folder=folder)
        if part.startswith("."):
            raise BadRequest("{folder} is a hidden folder, which is not indexed.", folder=part)
    return parts
