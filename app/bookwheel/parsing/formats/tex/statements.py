"""What a LaTeX source states besides its words: author and date, and the author's own commands."""

from __future__ import annotations

import re

from bookwheel.parsing.formats.records.tex_words import plain
from bookwheel.parsing.formats.tex.source import Source

_ISO = re.compile(r"\d{4}-\d\d(?:-\d\d)?")
_AND = re.compile(r"\\(?:and|And|AND)(?![A-Za-z])")
_NO_TITLE = re.compile(r"\\(?:\\|thanks\s*\{[^{}]*\}|footnote\s*\{[^{}]*\})")
_NO_NAME = re.compile(r"\\(?:thanks|footnote|inst|email|texttt)\s*\{[^{}]*\}")
_PARAMETERS = re.compile(r"[^{]*")

Command = tuple[str, tuple[int, str]]
"""A command of the author's own: its name, how many arguments it takes, and what it stands for."""


def title_of(tex: str) -> str:
    """The words of a title without its notes."""
    return plain(_NO_TITLE.sub(" ", tex))


def authors_of(tex: str) -> list[str]:
    """The names in what `author` takes."""
    names = [plain(part.split("\\\\")[0]) for part in _AND.split(_NO_NAME.sub("", tex))]
    return [name for name in names if name]


def date_of(tex: str) -> str:
    """The date that `date` takes, where it is one of ISO 8601; else empty."""
    words = plain(tex)
    return words if _ISO.fullmatch(words) else ""


def new_command(source: Source) -> Command | None:
    """Take what follows `newcommand`; None for a command with a default, which is not filled in."""
    name = source.argument().strip().lstrip("\\")
    count, default = source.option(), source.option()
    body = source.argument()
    if not name or default or (count and count not in "123456789"):
        return None
    return name, (int(count or 0), body)


def definition(source: Source) -> Command | None:
    """Take what follows `def`; None for a command with parameters."""
    name = source.argument().lstrip("\\")
    parameters = _PARAMETERS.match(source.text, source.at)
    source.at = parameters.end() if parameters else source.at
    body = source.argument()
    return (name, (0, body)) if name and not (parameters and parameters[0].strip()) else None
