"""Front matter: a YAML, TOML or JSON header, split off and loaded so that no header can harm."""

from __future__ import annotations

import json
import re
import tomllib
from dataclasses import dataclass
from datetime import date, datetime, time
from typing import Any, cast

import yaml
from frontmatter.default_handlers import JSONHandler, YAMLHandler

from bookwheel.domain.messages import Message
from bookwheel.parsing import safe_yaml
from bookwheel.parsing.encoding import storable

_YAML = re.compile(r"---[ \t]*\n(.*?)^(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL | re.MULTILINE)
_TOML = re.compile(r"\+\+\+[ \t]*\n(.*?)^\+\+\+[ \t]*(?:\n|\Z)", re.DOTALL | re.MULTILINE)
_JSON = re.compile(r"\{\s*(?:\"|\})")
_KEY_LINE = re.compile(r"([\"']?)([^\s\"'#\-:\[\]{}][^\n:\"']{0,79}?)\1[ \t]*:(?:[ \t]+(.*))?$")
_HEADER_LINE = re.compile(r"\s*$|\s*#|\s+\S|-\s|-$|[\"']?[\w.@$/ -]{1,200}[\"']?[ \t]{0,4}:(?:\s|$)")
_LONGEST_HEADER = 256_000
_MOST_VALUES = 20_000
_DEEPEST = 32
_LONG_KEY = re.compile(r"""(?:^|[\[{,])[ \t]*(?:(?:[\w-]+|"[^"\n]*"|'[^'\n]*')[ \t]*\.[ \t]*){64}""", re.MULTILINE)
"""A TOML key of more than 64 parts; `tomllib` walks all of them for every line below such a table."""


@dataclass(frozen=True, slots=True)
class Header:
    """A document's front matter: `length` characters of the text belong to it; 0 when there is none.

    `values` is a tree of dict, list, str, int, float, bool and None, at most 20,000 of them, 32 deep.
    """

    values: dict[str, object]
    length: int = 0
    source: str = ""
    warnings: tuple[Message, ...] = ()


def split(text: str) -> Header:
    """The header of a text; what cannot be read becomes a warning, and what is no header stays in the body."""
    if text.startswith("---"):
        return _split_yaml(text)
    if text.startswith("+++"):
        return _split_toml(text)
    if text.startswith("{") and _JSON.match(text):
        return _split_json(text)
    return Header({})


class _PlainLoader(safe_yaml.BoundedLoader):
    """YAML's safe loader that keeps dates, `no`, `1.10` and `010` as the strings they were written as."""


_PlainLoader.yaml_implicit_resolvers = {}
for _tag, _pattern, _first in (
    ("tag:yaml.org,2002:null", r"(?:~|null|Null|NULL|)$", ["~", "n", "N", ""]),
    ("tag:yaml.org,2002:bool", r"(?:true|True|TRUE|false|False|FALSE)$", list("tTfF")),
    ("tag:yaml.org,2002:int", r"-?(?:0|[1-9][0-9]{0,14})$", list("-0123456789")),
    ("tag:yaml.org,2002:merge", r"<<$", ["<"]),
):
    cast(Any, _PlainLoader).add_implicit_resolver(_tag, re.compile(_pattern), _first)


def _split_yaml(text: str) -> Header:
    match = _YAML.match(text)
    if match is None:
        second = text.split("\n", 2)[1:2]
        torn = bool(second) and _KEY_LINE.match(second[0]) is not None and re.match(r"---[ \t]*\n", text) is not None
        return Header(
            {}, warnings=(Message("The front matter has no closing line; it was read as text."),) if torn else ()
        )
    source, length = match.group(1), match.end()
    if not source.strip():
        return Header({}, length, source)
    problem = _too_wild(source)
    if not problem:
        try:
            loaded = cast(object, YAMLHandler().load(source, Loader=_PlainLoader))
        except (yaml.YAMLError, ValueError, TypeError, RecursionError, OverflowError, AttributeError) as error:
            problem = _sentence(error)
        else:
            if isinstance(loaded, dict):
                return _bounded(cast(dict[object, object], loaded), length, source)
            if loaded is None:
                return Header({}, length, source)
            return Header(
                {}, warnings=(Message("The block at the start has no front matter fields; it was read as text."),)
            )
    lines = source.split("\n")
    if sum(1 for line in lines if _HEADER_LINE.match(line)) < 0.6 * len(lines):
        return Header({})
    return Header(
        _salvaged(lines), length, source, (Message("The front matter is not valid YAML ({reason}).", reason=problem),)
    )


def _split_toml(text: str) -> Header:
    match = _TOML.match(text)
    if match is None:
        return Header({})
    source, length = match.group(1), match.end()
    try:
        if len(source) > _LONGEST_HEADER or source.count("[") + source.count("{") > _MOST_VALUES:
            raise ValueError("it is too long")
        if _LONG_KEY.search(source):
            raise ValueError("a key has too many parts")
        loaded = tomllib.loads(source)
    except (ValueError, RecursionError) as error:
        return Header(
            {}, length, source, (Message("The front matter is not valid TOML ({reason}).", reason=_sentence(error)),)
        )
    return _bounded(cast(dict[object, object], loaded), length, source)


def _split_json(text: str) -> Header:
    try:
        _, end = json.JSONDecoder().raw_decode(text[:_LONGEST_HEADER])
        loaded = cast(object, JSONHandler().load(text[:end]))
    except (ValueError, RecursionError):
        return Header({}, warnings=(Message("The JSON front matter is not valid; it was read as text."),))
    rest = text[end : end + 2].lstrip(" \t")
    if not isinstance(loaded, dict) or (rest and not rest.startswith("\n")):
        return Header({})
    line_end = text.find("\n", end)
    return _bounded(cast(dict[object, object], loaded), len(text) if line_end < 0 else line_end + 1, text[:end])


def _too_wild(source: str) -> str:
    """Why a header is not even given to the YAML loader, whose C code recurses without a limit; empty if it may be."""
    if len(source) > _LONGEST_HEADER:
        return "it is too long"
    try:
        return safe_yaml.refusal_of(source)
    except yaml.YAMLError as error:
        return _sentence(error)


def _sentence(error: BaseException) -> str:
    problem = getattr(error, "problem", None) or str(error) or type(error).__name__
    mark = getattr(error, "problem_mark", None)
    where = f", line {mark.line + 2}" if mark is not None else ""
    return " ".join(str(problem).split())[:160] + where


def _salvaged(lines: list[str]) -> dict[str, object]:
    """The plain `key: value` lines of a header that did not load as a whole."""
    values: dict[str, object] = {}
    for line in lines[:1000]:
        match = _KEY_LINE.match(line)
        if match is None:
            continue
        value = (match.group(3) or "").strip()
        if value and (value[0] not in "!&*|>{[@`%" or value.startswith("[[")):
            values.setdefault(match.group(2).strip(), value.strip("\"'")[:2000])
    return values


def _bounded(loaded: dict[object, object], length: int, source: str) -> Header:
    budget = _Budget()
    values = cast(dict[str, object], budget.plain(loaded, 0, ()))
    warnings = (
        (Message("The front matter is too large or refers to itself; part of it was ignored."),)
        if budget.is_spent
        else ()
    )
    return Header(values, length, source, warnings)


class _Budget:
    """Turns loaded values into a plain tree of bounded size: aliases may make a small header endless."""

    def __init__(self) -> None:
        self._left = _MOST_VALUES
        self.is_spent = False

    def plain(self, value: object, depth: int, above: tuple[int, ...]) -> object:
        """The value as dict, list and scalars; None where the bounds are met."""
        self._left -= 1
        if isinstance(value, str):
            return storable(value)
        if value is None or isinstance(value, bool | int | float):
            return value if not isinstance(value, int) or abs(value) < 10**15 else str(value)
        if isinstance(value, datetime | date | time):
            return value.isoformat()
        if self._left < 0 or depth > _DEEPEST or id(value) in above:
            self.is_spent = True
            return None
        above = (*above, id(value))
        if isinstance(value, dict):
            tree: dict[str, object] = {}
            for name, one in cast(dict[Any, object], value).items():
                if self._left < 0:
                    self.is_spent = True
                    break
                tree[storable("null" if name is None else str(name))[:200]] = self.plain(one, depth + 1, above)
            return tree
        if isinstance(value, list | tuple | set):
            row: list[object] = []
            for one in cast(list[object], value):
                if self._left < 0:
                    self.is_spent = True
                    break
                row.append(self.plain(one, depth + 1, above))
            return row
        return storable(str(value))
