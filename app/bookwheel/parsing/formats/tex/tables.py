"""Rows and cells of a LaTeX table."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bookwheel.parsing.formats.tex.source import Source

MOST_COLUMNS = 200
_RULES = re.compile(
    r"\\(?:hline|toprule|midrule|bottomrule|endhead|endfirsthead|endfoot|endlastfoot|centering|addlinespace|caption"
    r"|(?:cline|cmidrule)(?:\([^)]*\))?\s*\{[^{}]*\})(?![A-Za-z])\s*(?:\[[^\]]*\])?"
)
_COLUMNS = re.compile(r"\\multicolumn\s*\{(\d{1,2})\}\s*\{")
_ROW = re.compile(r"\\multirow\s*(?:\[[^\]]*\])?\s*\{[^{}]*\}\s*\{[^{}]*\}\s*\{")


def rows_of(name: str, inside: str) -> Iterator[list[str]]:
    """The cells of each row, as TeX; rules and empty rows are left out."""
    source = Source(inside)
    source.option()
    if name in ("tabular*", "tabularx", "tabulary"):
        source.argument()
    source.argument()
    for row in _split(source.text[source.at :], "\\\\"):
        bare = _RULES.sub(" ", re.sub(r"\A\s*\[[^\]]*\]", "", row))
        if not bare.strip():
            continue
        cells: list[str] = []
        for cell in _split(bare, "&"):
            if found := _COLUMNS.search(cell):
                inner = Source(cell[found.end() - 1 :])
                inner.argument()
                cells += [inner.argument(), *([""] * (min(int(found[1]), MOST_COLUMNS) - 1))]
            elif found := _ROW.search(cell):
                cells.append(Source(cell[found.end() - 1 :]).argument())
            else:
                cells.append(cell)
        yield cells[:MOST_COLUMNS]


def _split(tex: str, mark: str) -> list[str]:
    """Parts between marks that stand in no braces."""
    parts: list[str] = []
    depth, start, at = 0, 0, 0
    while at < len(tex):
        if depth == 0 and tex.startswith(mark, at):
            parts.append(tex[start:at])
            at += len(mark)
            start = at
            continue
        sign = tex[at]
        if sign == "\\":
            at += 2
            continue
        depth = max(0, depth + (sign == "{") - (sign == "}"))
        at += 1
    return [*parts, tex[start:]]
