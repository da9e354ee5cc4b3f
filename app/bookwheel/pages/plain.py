"""Plain text set as a page: paragraphs, verse, tables as they stand, chapter headings."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html import escape

from bookwheel.pages.types import Heading

_RULE = re.compile(r"[ \t]*([=\-~*_#^])(?:[ \t]*\1){2,}[ \t]*\Z")
_LIST = re.compile(r"[ \t]*(?:[-*•–]|\(?\d{1,3}[.)])[ \t]+\S")
_COLUMNS = re.compile(r"\S(?: {3,}|\t+)\S")
_URL = re.compile(r"https?://[^\s<>\"']{1,2000}[^\s<>\"'.,;:!?)\]]")
SHORT = 60
"""Characters; a paragraph of lines all shorter than this keeps its line breaks, as verse and addresses do."""


def to_html(text: str, first_line: int, headings: Sequence[Heading], seal: str) -> str:
    """The HTML of a plain text whose first line is `first_line`; headings are sealed with their anchors."""
    by_line: dict[int, list[Heading]] = {}
    for heading in headings:
        by_line.setdefault(heading.line if heading.level else first_line, []).append(heading)
    made: list[str] = []
    for line, block in _blocks(text, first_line, by_line):
        here = by_line.pop(line, [])
        title = next((heading for heading in here if _is_written(heading, block[0])), None)
        made += [_place(seal, heading) for heading in here if heading is not title]
        made.append(_heading(block, title, seal) if title else _paragraph(block))
    made += [_place(seal, heading) for here in by_line.values() for heading in here]
    return "\n".join(made)


def _place(seal: str, heading: Heading) -> str:
    return f'<span data-anchor="{escape(seal + heading.anchor)}"></span>'


def _is_written(heading: Heading, line: str) -> bool:
    """Whether the line is the heading's own; a section between two rules is named after its first words instead."""
    words = " ".join(line.split())
    return bool(heading.level and words) and not _RULE.match(line) and heading.title.startswith(words)


def _blocks(text: str, first_line: int, starts: dict[int, list[Heading]]) -> Iterator[tuple[int, list[str]]]:
    """Runs of lines between blank lines, cut before every heading and after its line and underline."""
    block: list[str] = []
    begun = first_line
    is_heading = False
    for line, words in enumerate(text.split("\n"), first_line):
        is_underline = is_heading and len(block) == 1 and bool(_RULE.match(words))
        starts_heading = any(_is_written(heading, words) for heading in starts.get(line, []))
        if block and (not words.strip() or starts_heading or (is_heading and not is_underline)):
            yield begun, block
            block = []
        if words.strip():
            if not block:
                begun, is_heading = line, starts_heading
            block.append(words)
    if block:
        yield begun, block


def _heading(block: list[str], heading: Heading, seal: str) -> str:
    level = min(max(heading.level, 1), 6)
    title = heading.title or block[0].strip()
    return f'<h{level} data-anchor="{escape(seal + heading.anchor)}">{escape(title)}</h{level}>'


def _paragraph(block: list[str]) -> str:
    if all(_RULE.match(line) for line in block):
        return "<hr>"
    indented = sum(line.startswith(("    ", "\t")) for line in block)
    if len(block) > 1 and indented > len(block) / 2 or sum(bool(_COLUMNS.search(line)) for line in block) > 1:
        return f'<pre class="plain">{_linked(chr(10).join(line.rstrip() for line in block))}</pre>'
    lines = [_linked(line.strip()) for line in block]
    if len(block) > 1 and (max(map(len, block)) <= SHORT or any(_LIST.match(line) for line in block)):
        return f"<p>{'<br>'.join(lines)}</p>"
    return f"<p>{chr(10).join(lines)}</p>"


def _linked(text: str) -> str:
    made: list[str] = []
    at = 0
    for match in _URL.finditer(text):
        made += [escape(text[at : match.start()], quote=False), f'<a href="{escape(match[0])}">{escape(match[0])}</a>']
        at = match.end()
    return "".join([*made, escape(text[at:], quote=False)])
