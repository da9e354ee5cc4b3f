"""Names folded for comparison."""

from __future__ import annotations

import unicodedata

from bookwheel.domain.links.named_links import NameKind


def fold_name(name: str) -> str:
    """A title, alias or file stem without case, accents, width and runs of space; folding twice changes nothing."""
    if name.isascii():
        return " ".join(name.lower().split())
    text = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name).casefold())
    bare = "".join(letter for letter in text if not unicodedata.combining(letter))
    return " ".join(unicodedata.normalize("NFKC", bare).casefold().split())


def stem_of(path: str) -> str:
    """The file's name without folder and last suffix."""
    name = path.rpartition("/")[2]
    stem, dot, _ = name.rpartition(".")
    return stem if dot and stem else name


def fold_link_name(kind: NameKind, name: str) -> str:
    """A name that links use, as the catalogue compares it: case counts in code and messages alone."""
    if kind in (NameKind.OBJECT, NameKind.MESSAGE):
        return name.strip()
    return name.strip().lower() if kind is NameKind.DOI else fold_name(name)
