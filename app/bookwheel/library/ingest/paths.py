"""Where an item lies in its collection's mirror: readable paths that every file system takes, whatever the id."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from hashlib import blake2b

from bookwheel.domain.ingest import TextFormat
from bookwheel.domain.left_out_names import LEFT_OUT_FOLDERS

SUFFIXES = {TextFormat.MARKDOWN: ".md", TextFormat.HTML: ".html", TextFormat.TEXT: ".txt"}
"""How the file of a document ends, by how its text is written."""

LONGEST_PATH, LONGEST_PART, MOST_PARTS = 150, 60, 6
"""Bytes of a path, bytes of one of its parts, and folders, at most."""

_OTHER_ENDINGS = {TextFormat.MARKDOWN: (".markdown",), TextFormat.HTML: (".htm",), TextFormat.TEXT: ()}
_UNSAFE = re.compile(r"[^\w-]+|_+")
_DEVICE = re.compile(r"(?:con|prn|aux|nul|com\d|lpt\d)\Z")
_STATING = frozenset(("summary", "toc"))
_LEFT_OUT = frozenset(name.casefold() for name in LEFT_OUT_FOLDERS)


def document_path(id: str, format: TextFormat, folder: str, is_free: Callable[[str], bool]) -> str:
    """The path of a document's file, POSIX, from its id; one that another id has already gets a mark of its own."""
    suffix = SUFFIXES[format]
    stem = id
    for ending in (suffix, *_OTHER_ENDINGS[format]):
        if len(stem) > len(ending) and stem.lower().endswith(ending):
            stem = stem[: -len(ending)]
            break
    base = _joined([folder, *_parts(stem)])
    digest = blake2b(id.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()
    for mark in ("", f"-{digest[:8]}", f"-{digest}"):
        path = f"{base}{mark}{suffix}"
        if is_free(path):
            return path
    number = 2
    while not is_free(f"{base}-{digest}-{number}{suffix}"):
        number += 1
    return f"{base}-{digest}-{number}{suffix}"


def entity_folder(type: str, folder: str) -> str:
    """The folder of the files of entities of a type."""
    return _joined(["entities", folder, *_parts(type)[:1]])


def datasource_folder(datasource: str, own: str) -> str:
    """The folder of a datasource; empty for the collection's own."""
    return "" if datasource == own else _part(datasource) or "datasource"


def _parts(id: str) -> list[str]:
    parts = [part for one in re.split(r"[/\\]+", id) if (part := _part(one))]
    if len(parts) > MOST_PARTS:
        parts = [*parts[: MOST_PARTS - 1], _part("-".join(parts[MOST_PARTS - 1 :]))]
    return parts or ["document"]


def _part(name: str) -> str:
    """One part of a path: letters, digits and hyphens, which no system and no rule reads otherwise."""
    plain = unicodedata.normalize("NFC", unicodedata.normalize("NFKC", name).casefold())
    part = _cut(_UNSAFE.sub("-", plain).strip("-"), LONGEST_PART)
    return f"{part}-1" if part in _LEFT_OUT or part in _STATING or _DEVICE.match(part) else part


def _joined(parts: list[str]) -> str:
    return _cut("/".join(filter(None, parts)), LONGEST_PATH)


def _cut(text: str, most_bytes: int) -> str:
    if len(text.encode()) <= most_bytes:
        return text
    return text.encode()[:most_bytes].decode("utf-8", "ignore").rstrip("-/")
