"""Tables of manual pages, in tbl's language, as tables of Markdown."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from bookwheel.parsing.formats.markup import blocks
from bookwheel.parsing.formats.markup.blocks import Block

_TAB = re.compile(r"\btab\s*\((.)\)", re.IGNORECASE)


def table_of(lines: Sequence[tuple[int, str]], write: Callable[[str], str]) -> Block:
    """A table from the lines between TS and TE; its first row is the header where a rule or bold type says so."""
    at, tab = 0, "\t"
    if lines[0][1].rstrip().endswith(";"):
        stated = _TAB.search(lines[0][1])
        tab, at = stated[1] if stated else "\t", 1
    formats: list[str] = []
    while at < len(lines):
        formats.append(lines[at][1])
        at += 1
        if formats[-1].rstrip().endswith("."):
            break
    rows: list[list[str]] = []
    places: list[tuple[int, int]] = []
    has_rule, cell, first = False, list[str](), 0
    for number, line in lines[at:]:
        if cell:
            end = line.startswith("T}")
            cell.append("" if end else re.sub(r"\A\.\w+\s*", "", line))
            if not end:
                continue
            line, cell = " ".join(cell).strip() + line[2:], []
        elif line.strip() in ("_", "=", ".T&", "\\_"):
            has_rule = has_rule or len(rows) == 1
            continue
        elif re.match(r"\.\w", line):
            continue
        else:
            first = number
        if line.endswith("T{"):
            cell = [line[:-2]]
            continue
        rows.append([write(one.strip()) for one in line.split(tab)])
        places.append((first or number, number))
    if not rows:
        return Block("")
    is_bold = bool(formats) and bool(re.match(r"\s*[lcr]f?\(?b", formats[0], re.IGNORECASE)) and len(formats) > 1
    if not has_rule and not is_bold:
        rows.insert(0, [])
        places.insert(0, places[0])
    return blocks.table(rows, places)
