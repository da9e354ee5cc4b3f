"""Brackets that nest: where one closes, and the arguments in it."""

from __future__ import annotations

import re

_LONGEST = 40_000
_BRACKETS = re.compile(r"\[\[|\]\]|\{\{|\}\}|<nowiki>.*?</nowiki>|<!--.*?-->|\|", re.DOTALL)


def closing(text: str, start: int, opens: str, closes: str) -> int:
    """The end of the brackets that open at `start`; -1 where nothing near closes them."""
    if len(opens) == 1:
        end = text.find(closes, start, start + 3000)
        line = text.find("\n", start, start + 3000)
        return -1 if end < 0 or 0 <= line < end else end + 1
    depth = 0
    for match in re.compile(f"{re.escape(opens)}|{re.escape(closes)}").finditer(text, start, start + _LONGEST):
        depth += 1 if match[0] == opens else -1
        if not depth:
            return match.end()
    return -1


def arguments(inside: str) -> list[str]:
    """The parts between the bars of a link or template, whatever nests in them."""
    parts: list[str] = []
    depth = begin = 0
    for match in _BRACKETS.finditer(inside):
        mark = match[0]
        if mark in ("[[", "{{"):
            depth += 1
        elif mark in ("]]", "}}"):
            depth = max(0, depth - 1)
        elif mark == "|" and not depth:
            parts.append(inside[begin : match.start()])
            begin = match.end()
    return [*parts, inside[begin:]]
