"""Types of records by what their lists, files and elements are called."""

from __future__ import annotations

import re
from functools import lru_cache

_GENERIC = frozenset(
    ("item", "data", "result", "record", "row", "entry", "value", "node", "edge", "child", "object", "step", "rule",
     "field", "option", "param", "parameter", "arg", "argument", "setting", "element", "file", "test", "case",
     "message", "key", "thing", "link", "line", "column", "class", "status", "property", "definition", "input",
     "output", "task", "hook", "token", "tag", "version", "string", "attribute", "method", "table", "list", "sheet",
     "export", "import", "dump", "sample", "example", "report", "index", "config", "metadata", "spec",
     "content", "text", "port", "volume", "mount", "env", "variable", "header", "match", "matcher")
)  # fmt: skip
"""What a list is called by its place in a file rather than by what its records are."""

_TYPE = re.compile(r"[a-z][a-z]*(?:[ _-][a-z]+)*\Z")
_WORDS = re.compile(r"(?<=[a-z\d])(?=[A-Z])|[_\s-]+")


def is_type(words: str) -> bool:
    """Whether a name can be that of a type: plain words in lower case."""
    return len(words) <= 60 and _TYPE.match(words) is not None


def is_generic(words: str) -> bool:
    """Whether a name says where something stands rather than what it is."""
    last = words.rpartition(" ")[2]
    return last in _GENERIC or last.removesuffix("s") in _GENERIC or last.removesuffix("ies") + "y" in _GENERIC


def singular(name: str) -> str:
    """The type of the records of a list by its name in the plural; empty for a name that is none."""
    words = spaced(name)
    if not is_type(words) or not words.endswith("s") or words.endswith(("ss", "us", "is")) or len(words) < 4:
        return ""
    one = f"{words[:-3]}y" if words.endswith("ies") else words[:-2] if re.search(r"(?:ss|x|ch|sh)es\Z", words) else ""
    one = one or words[:-1]
    return "" if is_generic(one) else one


@lru_cache(maxsize=1000)
def spaced(name: str) -> str:
    """A name in lower case with its words apart: `customerId` is `customer id`."""
    return " ".join(part.lower() for part in _WORDS.split(name) if part)
