"""What references in LaTeX call the places that they lead to: titles of sections, numbers of tables and the like."""

from __future__ import annotations

import re
from collections import Counter

_SIGN = re.compile(
    r"\\(?:part|chapter|(?:sub){0,2}section|paragraph)\*?\s*(?:\[[^\]]{0,300}\]\s*)?\{((?:[^{}]|\{[^{}]{0,300}\}){1,300})\}"
    r"|\\begin\s*\{(figure|table|equation|align|listing|theorem|lemma|algorithm)\*?\}"
    r"|\\end\s*\{(?:figure|table|equation|align|listing|theorem|lemma|algorithm)\*?\}"
    r"|\\label\s*\{([^{}]{1,300})\}"
)


def names_of_labels(text: str) -> dict[str, str]:
    """For each label of a source the title of its section in TeX, or its number among figures, tables, formulas."""
    found: dict[str, str] = {}
    counts: Counter[str] = Counter()
    section = number = ""
    for sign in _SIGN.finditer(text):
        title, kind, label = sign.groups()
        if title:
            section, number = title, ""
        elif kind:
            counts[kind] += 1
            number = str(counts[kind])
        elif label:
            found[label.strip()] = number or section
        else:
            number = ""
    return found
