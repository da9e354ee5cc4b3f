"""Links that a template mark makes: Hugo's glossary tooltips and definitions lead to the entry of their term."""

from __future__ import annotations

import re
from bisect import bisect_right

from bookwheel.domain.document import Link, LinkKind
from bookwheel.parsing.reading import Reading

_MARK = re.compile(r"\{\{[<%]\s*glossary_(?:tooltip|definition)\s([^{}]{0,500}?)[>%]\}\}")
_TERM = re.compile(r"""\bterm_id\s*=\s*["“']([^"”']{1,200})["”']""")
_TEXT = re.compile(r"""\btext\s*=\s*["“]([^"”]*)["”]""")


def glossary_links(body: str, reading: Reading) -> list[Link]:
    """The glossary marks of a body outside code, each as a link to `glossary/<term>`; lines count from 0."""
    if "glossary_" not in body:
        return []
    starts = [piece.start for piece in reading.pieces]
    fences = [(fence.start_line, fence.end_line) for fence in reading.fences]
    links: list[Link] = []
    for match in _MARK.finditer(body):
        term = _TERM.search(match.group(1))
        line = body.count("\n", 0, match.start())
        if term is None or any(first <= line <= last for first, last in fences) or _is_code(body, match.start()):
            continue
        shown = _TEXT.search(match.group(1))
        section = max(0, bisect_right(starts, len(body[: match.start()].encode())) - 1)
        text = shown.group(1) if shown else term.group(1)
        links.append(Link(LinkKind.SHORTCODE, f"glossary/{term.group(1)}", "", text, line, section))
    return links


def _is_code(body: str, at: int) -> bool:
    """Whether a place lies between backticks of its line."""
    return body.count("`", body.rfind("\n", 0, at) + 1, at) % 2 == 1
