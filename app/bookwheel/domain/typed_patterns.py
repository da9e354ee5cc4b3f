"""Regular expressions as they are typed among words: between slashes, `/…/` or `/…/i`."""

from __future__ import annotations

import re

SLASHED = re.compile(r"/((?:[^/\\]|\\.|/(?=\S))+)/(i?)(?=\s|$)", re.DOTALL)
"""A regular expression with its flag at the beginning of a query; the last slash ends a word."""

_MARKS = re.compile(r"[!-/:-@\[-`{-~]")
"""What may have a meaning in a regular expression, and stands for itself behind a backslash."""


def is_slashed(query: str) -> bool:
    """Whether a query begins with a regular expression."""
    return SLASHED.match(query.strip()) is not None


def slashed(text: str, *, is_regex: bool = False, is_case_sensitive: bool = False) -> str:
    """A text or a regular expression as it is typed between slashes."""
    source = text if is_regex else _MARKS.sub(r"\\\g<0>", text)
    return f"/{source}/{'' if is_case_sensitive else 'i'}"
