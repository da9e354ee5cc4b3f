"""Identifiers: names whose parts are joined without spaces, such as max_log_size, --log-dir, spec.replicas, a/b.

A whole one is an index term with its own rarity, and so is every piece of it that is one itself: of `apps.io/log-dir`
also `apps.io` and `log-dir`. Their words are indexed as ever.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

LONGEST = 64
"""Characters of an identifier; what is longer is an address or a path, of which the pieces count."""

JOINTS = ("/", ":", "@", ".", "-")
"""What joins the words of an identifier besides the underscore, the loosest first."""

_WORD = r"[A-Za-z0-9_]++"
_JOINED = re.compile(rf"(?<!\w){_WORD}(?:[-./:@]{_WORD})+(?!\w)")
_ANY = re.compile(rf"(?<!\w){_WORD}(?:[-./:@]{_WORD})*(?!\w)")
_HUMP = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|[0-9]+")
_HAS_HUMP = re.compile(r"[a-z0-9][A-Z]|[A-Z][A-Z][a-z]")


@dataclass(frozen=True, slots=True)
class Identifier:
    """An identifier in a query: its text as typed, its index term (none for a camelCase word, which is
    one word of the index), and the words that it is made of, in lower case.

    `is_name` when nothing else than a name is written so; words of a language are joined by hyphens and slashes too.
    """

    text: str
    term: str
    words: tuple[str, ...]
    is_name: bool


def joined(text: str) -> list[str]:
    """The identifiers of a text that hold one of `JOINTS`, as they are written, in order."""
    return _JOINED.findall(text)


def terms_of(identifier: str) -> Iterator[str]:
    """The index terms of an identifier: of itself, and of each piece that is one."""
    if len(identifier) <= LONGEST:
        yield identifier.lower()
    for joint in JOINTS:
        if joint in identifier:
            for piece in identifier.split(joint):
                if any(other in piece for other in JOINTS):
                    yield from terms_of(piece)
            return


def parts(identifier: str) -> list[str]:
    """The lower-case words of a camelCase or snake_case name, none when it is one word."""
    found = [part.lower() for part in _HUMP.findall(identifier) if len(part) > 1]
    return found if len(found) > 1 or (found and found[0] != identifier.lower()) else []


def typed(text: str) -> list[Identifier]:
    """The identifiers of a query, in order."""
    found: list[Identifier] = []
    for match in _ANY.finditer(text):
        name = match.group()
        words = tuple(dict.fromkeys(part.lower() for part in _HUMP.findall(name)))
        has_joint = any(joint in name for joint in JOINTS)
        if len(words) < 2 or len(name) > LONGEST or not (has_joint or "_" in name or _HAS_HUMP.search(name)):
            continue
        is_option = text[: match.start()].endswith("-")
        if max(map(len, words)) < 2:
            continue  # e.g., U.S.
        is_words = re.fullmatch(r"[A-Za-z]+(?:[-/][A-Za-z]+)+", name) and not _HAS_HUMP.search(name)
        term = name.lower() if has_joint or "_" in name else ""
        found.append(Identifier(name, term, words, is_option or not is_words))
    return found
