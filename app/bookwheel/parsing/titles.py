"""Names of documents: titles by rule, descriptions, types by folder and file name."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from pathlib import PurePosixPath
from urllib.parse import unquote

from bookwheel.domain.document import Dialect
from bookwheel.domain.formats import Form, format_of

GENERIC = frozenset(
    (
        "introduction",
        "intro",
        "index",
        "readme",
        "_index",
        "overview",
        "home",
        "contents",
        "summary",
        "about",
        "main",
        "__init__",
        "mod",
    )
)
"""Titles that say nothing without their folder."""
_HOLDING = frozenset(("src", "source", "docs", "doc", "content", "pages", "book"))
"""Folders that hold a whole collection, and say nothing either."""
_CLOSING = frozenset(
    ("summary", "conclusion", "conclusions", "references", "see also", "further reading", "next steps", "what's next",
     "notes", "footnotes", "exercises", "zusammenfassung", "fazit", "siehe auch")
)  # fmt: skip
"""Headings that end a page and name nothing else."""
_WORD = re.compile(r"[^\W\d_]{4,}")
_SLUG = re.compile(r"[a-z0-9]+(?:[-_][a-z0-9]+)*")
_DESCRIPTION_LETTERS = 200

_TYPES_BY_NAME = (
    (re.compile(r"readme"), "readme"),
    (re.compile(r"changelog|changes|history|release[-_ ]?notes"), "changelog"),
    (re.compile(r"contributing"), "contributing"),
    (re.compile(r"licen[cs]e|copying"), "license"),
    (re.compile(r"architecture"), "architecture"),
    (re.compile(r"design"), "design"),
    (re.compile(r"roadmap"), "roadmap"),
    (re.compile(r"(?:.+[-_])?spec"), "spec"),
    (re.compile(r"(?:.+[-_])?proposal"), "proposal"),
    (re.compile(r"pep[-_]\d+"), "pep"),
)
_TYPES_BY_FOLDER = (
    (re.compile(r"runbooks?"), "runbook"),
    (re.compile(r"guides?"), "guide"),
    (re.compile(r"tutorials?"), "tutorial"),
    (re.compile(r"api|api[-_]?docs|api[-_]?references?"), "api-reference"),
    (re.compile(r"references?"), "reference"),
    (re.compile(r"architectures?|design|designs"), "architecture"),
    (re.compile(r"adrs?|decisions"), "adr"),
    (re.compile(r"rfcs?"), "rfc"),
    (re.compile(r"specs?|specifications?"), "spec"),
    (re.compile(r"proposals?"), "proposal"),
    (re.compile(r"procedures?"), "procedure"),
    (re.compile(r"playbooks?"), "playbook"),
    (re.compile(r"troubleshoot.*"), "troubleshooting"),
    (re.compile(r"ops|operations?"), "operations"),
    (re.compile(r"deploy|deployments?"), "deployment"),
    (re.compile(r"pipelines?"), "pipeline"),
    (re.compile(r"onboard.*"), "onboarding"),
    (re.compile(r"post[-_]?mortems?"), "postmortem"),
    (re.compile(r"config|configuration"), "configuration"),
)


def title_of(path: str, dialect: Dialect, given: str) -> str:
    """A document's title: as given, else its file's name; a generic one with its folder in front, if that says more."""
    where = PurePosixPath(path)
    title = " ".join(given.split()) or _from_name(_stem(where), dialect)
    folder = where.parent.name
    words = title if given.strip() else where.stem
    if words.casefold() in GENERIC and not all(part.casefold() in _HOLDING for part in where.parent.parts):
        return f"{_from_name(folder, dialect)}: {title}"
    return title


def speaks_for_all(title: str, beside: Iterable[str], path: str) -> bool:
    """Whether the heading that opens a document names it: those `beside` it only close, or its file is called so."""
    if all(text.strip(" .:").casefold() in _CLOSING for text in beside):
        return True
    named, said = (
        {word[:5] for word in _WORD.findall(words.casefold()) if word not in GENERIC}
        for words in (PurePosixPath(path).stem.replace("_", " "), title)
    )
    return bool(named & said)


def is_from_name(title: str, path: str, dialect: Dialect) -> bool:
    """Whether a document's title is no more than the name of its file."""
    return title == _from_name(_stem(PurePosixPath(path)), dialect)


def _stem(where: PurePosixPath) -> str:
    """A file's name without the ending of its format; source code keeps it, as its files are called with it."""
    kind = format_of(where.name)
    has_ending = kind is not None and kind.form is not Form.CODE and where.suffix.lower() in kind.suffixes
    return where.stem if has_ending else where.name


def _from_name(name: str, dialect: Dialect) -> str:
    name = " ".join(unquote(name, errors="replace").replace("___", "/").split()) or name
    if dialect is not Dialect.OBSIDIAN and _SLUG.fullmatch(name):
        words = name.replace("-", " ").replace("_", " ")
        return words[:1].upper() + words[1:] if name.casefold() not in GENERIC else name
    return name


def type_of(path: str, given: str) -> str:
    """The one ruled kind of a document: as given, else by its file name, else by its nearest telling folder."""
    if given:
        return " ".join(given.split(",")[0].replace("[", "").replace("]", "").lower().split())
    where = PurePosixPath(path)
    stem = _stem(where).lower()
    for pattern, name in _TYPES_BY_NAME:
        if pattern.fullmatch(stem):
            return name
    for folder in reversed(where.parts[:-1]):
        if kind := _type_of_folder(folder):
            return kind
    return ""


@lru_cache(maxsize=4096)
def _type_of_folder(folder: str) -> str:
    return next((name for pattern, name in _TYPES_BY_FOLDER if pattern.fullmatch(folder.lower())), "")


def description_of(given: str, prose: str) -> str:
    """A document's description: as given, else the first 200 characters of its prose, cut at a word."""
    if given.strip():
        return " ".join(given.split())
    text = " ".join(prose[: 4 * _DESCRIPTION_LETTERS].split())
    if len(text) <= _DESCRIPTION_LETTERS:
        return text
    cut = text[: _DESCRIPTION_LETTERS - 1]
    at = cut.rfind(" ", _DESCRIPTION_LETTERS // 2)
    return (cut[:at] if at > 0 else cut).rstrip(" ,;:-") + "…"
