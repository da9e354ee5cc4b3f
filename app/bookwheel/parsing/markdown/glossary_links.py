"""Links that a template mark makes: Hugo's glossary tooltips and definitions lead to the entry of their term."""

from __future__ import annotations

import re
from bisect import bisect_right

from bookwheel.domain.document import Link, LinkKind
from bookwheel.parsing.parsed_body import Reading

_MARK = re.compile(r"\{\{[<%]\s*glossary_(?:tooltip|definition)\s([^{}]{0,500}?)[>%]\}\}")
_TERM = re.compile(r"""\bterm_id\s*=\s*["“']([^"”']{1,200})["”']""")
_TEXT = re.compile(r"""\btext\s*=\s*["“]([^"”]*)["”]""")


def glossary_links(body: str, reading: Reading) -> list[Link]:
    """The glossary marks of a body outside code, each as a link to `glossary/<term>`; lines count from 0."""
    if "glossary_" not in body:
        return []
    starts = [piece.start for piece in reading.pieces]
    fences = sorted((fence.start_line, fence.end_line) for fence in reading.fences)
    firsts = [first for first, _ in fences]
    links: list[Link] = []
    at = line = position = backticks = 0
    for match in _MARK.finditer(body):
        between = body[at : match.start()]
        at, line, position = match.start(), line + between.count("\n"), position + len(between.encode())
        _, line_break, rest = between.rpartition("\n")
        backticks = rest.count("`") + (0 if line_break else backticks)
        term = _TERM.search(match.group(1))
        fence = bisect_right(firsts, line) - 1
        if term is None or (fence >= 0 and line <= fences[fence][1]) or backticks % 2:
            continue
        shown = _TEXT.search(match.group(1))
        section = max(0, bisect_right(starts, position) - 1)
        text = shown.group(1) if shown else term.group(1)
        links.append(Link(LinkKind.SHORTCODE, f"glossary/{term.group(1)}", "", text, line, section))
    return links
