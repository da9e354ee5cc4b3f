"""TOML: tables as sections, by a pass over the lines; Python's own parser says whether the file is valid."""

from __future__ import annotations

import re
import tomllib

from bookwheel.domain.code_languages import Syntax
from bookwheel.domain.errors import SkippedFile
from bookwheel.parsing.encoding import decode
from bookwheel.parsing.formats.code.comments import gather
from bookwheel.parsing.formats.code.data_outline import Contents, Problem, add_field, broken, is_sentence
from bookwheel.parsing.formats.code.keyed_lines import Section, converted_lines
from bookwheel.parsing.formats.code.masks import mask
from bookwheel.parsing.formats.converted import Converted

LARGEST = 2_000_000
"""Characters that are checked by the parser."""
_LOCKS = frozenset(("poetry.lock", "cargo.lock", "uv.lock", "pdm.lock"))
_LINE = re.compile(
    r"^[ \t]*(?:\[(?P<list>\[)?[ \t]*(?P<table>[^\]\n]{1,300}?)[ \t]*\]|(?P<key>[\w.\"'-]{1,200})[ \t]*=[ \t]*)",
    re.MULTILINE,
)
_STRING = re.compile(r'"""(.*?)"""|' + r"'''(.*?)'''" + r'|"((?:[^"\\\n]|\\.)*+)"?|' + r"'([^'\n]*+)'?", re.DOTALL)
_PLACE = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)\Z")
_MANIFESTS = ("project", "package", "tool.poetry", "workspace.package")


def read(content: bytes, path: str) -> Converted:
    """The text with its tables as outline.

    Raises:
        SkippedFile: for binary files and lock files.
    """
    if path.rpartition("/")[2].lower() in _LOCKS:
        raise SkippedFile("This is a generated lock file.")
    decoded = decode(content)
    text = decoded.text
    found = Contents()
    if len(text) <= LARGEST:
        _check(text, found)
    masked = mask(text, Syntax.TOML)
    sections: list[Section] = []
    table = ""
    rows: dict[str, int] = {}
    for match in _LINE.finditer(masked.text):
        if match["table"] is not None:
            table = text[match.start("table") : match.end("table")].strip()
            title = table.replace('"', "").replace("'", "")
            if match["list"]:
                rows[title] = rows.get(title, 0) + 1
                title = f"{title} {rows[title]}"
            sections.append(Section(match.start(), title))
        else:
            key = match["key"].strip("\"'")
            found.keys.append((match.start(), key))
            value = _STRING.match(text, match.end())
            if value is not None and (not table or table in _MANIFESTS):
                add_field(found.fields, key, _inner(value).strip())
    for match in _STRING.finditer(text):
        if is_sentence(_inner(match)):
            found.strings.append((match.start(), _inner(match)))
    return converted_lines(text, sections, gather(text, masked.comments), found, decoded.warnings)


def _inner(match: re.Match[str]) -> str:
    return match[match.lastindex or 0]


def _check(text: str, found: Contents) -> None:
    try:
        tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        place = _PLACE.search(str(error))
        at = len(text)
        if place is not None and place[1]:
            at = sum(len(line) + 1 for line in text.split("\n")[: int(place[1]) - 1]) + int(place[2]) - 1
        found.warnings.append(broken(text, "TOML", Problem(at, _PLACE.sub("", str(error)))))
    except (RecursionError, ValueError):
        found.warnings.append(broken(text, "TOML", Problem(0, "it is nested too deeply, or a number is too long")))
