"""Things that documents speak of, and what is stated of them: people, entities, terms, code and projects.

A thing is a node of the graph that is no document. Its id is its kind and a key (`person:ada lovelace`,
`entity:company/acme`, `term:jwt`), so that documents which call it alike speak of one thing.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from enum import StrEnum

LONGEST_LABEL = 250
"""Characters of a label or value; longer ones stay in the text and out of the graph."""

MOST_THINGS = 20_000
"""Things that one document may name."""

MOST_STATEMENTS = 50_000
"""Statements that one document may make."""


class ThingKind(StrEnum):
    """What a thing is."""

    PERSON = "person"
    ENTITY = "entity"
    TERM = "term"
    PROJECT = "project"
    CODE = "code"
    LANGUAGE = "language"
    FRAMEWORK = "framework"


RELATIONS = (
    "mentions", "describes", "defines", "demonstrates", "coOccursWith", "childOf", "keyMatch", "partOfProject",
    "writtenIn", "usesFramework", "imports", "calls", "inherits", "contains", "cites",
)  # fmt: skip
"""What is stated of things, besides dependsOn."""

_STARTS = tuple(f"{kind}:" for kind in ThingKind)

WORK = "work"
"""The type of entities that are written works, such as articles and books."""

DOCUMENT = ""
"""The source of a statement that the whole document makes."""

SECTION = "#"
"""The source of a statement that the section makes in which it stands."""


@dataclass(frozen=True, slots=True)
class Thing:
    """A thing as a document names it: `label` as it is written there, other names, and values by field."""

    id: str
    label: str
    aliases: tuple[str, ...] = ()
    properties: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Statement:
    """A relation between things, or from the document to one, and where it is written.

    `source` and `target` are ids of things; `source` may be DOCUMENT or SECTION. `section` is an index into the
    document's sections, `line` counts from 1 in its text, `words` are those that gave rise to it, `count` says how
    often the document states it. A statement that is derived was found by comparing names, in the text of one document
    and the things of others.
    """

    source: str
    relation: str
    target: str
    section: int
    line: int
    words: str = ""
    count: int = 1
    is_derived: bool = False


def is_thing(id: str) -> bool:
    """Whether an id is that of a thing (`term:jwt`) and not of a document."""
    return id.startswith(_STARTS)


def thing_id(kind: ThingKind, name: str, type: str = "") -> str:
    """The id of what is called so; empty for a name of which nothing is left.

    Case, accents, spaces and most punctuation do not tell names apart: `Zoë's Café` and `zoes cafe` are one.
    """
    key = fold(name)
    return f"{kind}:{fold(type)}/{key}" if key and type else f"{kind}:{key}" if key else ""


def keyed_id(kind: ThingKind, key: str, type: str = "") -> str:
    """The id of what has a key that is written as it is, such as a package's name; only case does not count."""
    key = " ".join(key.split()).casefold()
    return f"{kind}:{fold(type)}/{key}" if key and type else f"{kind}:{key}" if key else ""


def work_id(scheme: str, name: str) -> str:
    """The id of a written work by its key in a bibliography, or by its number with the scheme `doi` or `arxiv`."""
    if not name:
        return ""
    return keyed_id(ThingKind.ENTITY, f"{scheme}:{name}" if scheme else name, WORK)


def fold(name: str) -> str:
    """A name without what does not tell names apart; signs that do (C++, C#, .NET) stay."""
    if not name.isascii():
        decomposed = unicodedata.normalize("NFKD", name)
        name = unicodedata.normalize("NFC", "".join(one for one in decomposed if not unicodedata.combining(one)))
    return _APART.sub(" ", _DROPPED.sub("", name.casefold())).strip()


def is_group(name: str) -> bool:
    """Whether what stands where a person belongs names many: a team, a company, or `organization/team`."""
    return "/" in name or _GROUP.search(name) is not None


_GROUP = re.compile(
    r"\A@?(?:sig|wg)-|(?:^|[\s-])(?:teams?|contributors|authors|maintainers|developers|committee|community"
    r"|working group|foundation|consortium|corporation|inc|ltd|llc|gmbh|corp)\.?\Z",
    re.IGNORECASE,
)

_DROPPED = re.compile(r"['\u2019`\u00b4\"\u201c\u201d\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]|\.(?=\s|$)")
"""Signs inside of words, marks of direction, and the full stop of an abbreviation."""

_APART = re.compile(r"[^\w+#.@]+|_+", re.UNICODE)
"""Signs between words."""
