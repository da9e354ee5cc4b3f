"""The lines of a file on which its subjects are first written, found by how they are written there."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from urllib.parse import urljoin

from bookwheel.parsing.formats.graphs.statements import HERE

_PREFIX = re.compile(r"\s*@?prefix\s+([^\s:]*):\s*<([^<>\s]*)>", re.IGNORECASE)
_BASE = re.compile(r"\s*@?base\s+<([^<>\s]*)>", re.IGNORECASE)
_SUBJECT = re.compile(r"\s*(?:<([^<>\s]*)>|([^\s:<>\"'\[\](),;#@]*):([^\s<>\"'\[\](),;]*))\s")
_ID = re.compile(r'"(?:@id|id)"\s*:\s*("(?:[^"\\]|\\.)*")')
_CURIE = re.compile(r"([^\s:/]+):(?!//)(.*)\Z", re.DOTALL)


_LONGEST_LINE = 10_000


def turtle_lines(text: str, path: str) -> dict[str, int]:
    """Line (from 1) by IRI, for subjects of a Turtle file that begin a line."""
    found: dict[str, int] = {}
    prefixes: dict[str, str] = {}
    base = HERE + path
    is_start, is_text = True, False
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > _LONGEST_LINE or not line.strip() or (not is_text and line.lstrip().startswith("#")):
            continue
        if declared := _PREFIX.match(line):
            prefixes[declared[1]] = urljoin(base, declared[2])
        elif declared := _BASE.match(line):
            base = urljoin(base, declared[1])
        elif is_start and not is_text and (written := _SUBJECT.match(f"{line} ")):
            short = prefixes.get(written[2] or "", f"{written[2]}:")
            iri = short + written[3].replace("\\", "") if written[1] is None else urljoin(base, written[1])
            found.setdefault(iri, number)
        is_text ^= bool((line.count('"""') + line.count("'''")) % 2)
        is_start = line.rstrip().endswith(".") or bool(declared)
    return found


def json_lines(text: str, path: str, prefixes: Mapping[str, str]) -> dict[str, int]:
    """Line (from 1) by IRI, where a JSON-LD file names one by `@id`."""
    found: dict[str, int] = {}
    at, line = 0, 1
    for match in _ID.finditer(text):
        line += text.count("\n", at, match.start())
        at = match.start()
        try:
            name = str(json.loads(match[1]))
        except ValueError:
            continue
        short = _CURIE.match(name)
        iri = prefixes[short[1]] + short[2] if short and short[1] in prefixes else urljoin(HERE + path, name)
        found.setdefault(iri, line)
    return found
