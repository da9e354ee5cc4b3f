"""Source code and data files set as a page: numbered lines in colours, each section's line with its anchor."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from bookwheel.domain.code_languages import language_of
from bookwheel.pages.highlighting import lines_of
from bookwheel.pages.types import Heading

LARGEST = 400_000
"""Characters that are coloured; a larger file is shown plain."""
LONGEST_LINE = 2_000
_SECONDS = 1.5
_DATA = {
    "json": "json", "geojson": "json", "jsonl": "json", "ndjson": "json", "webmanifest": "json", "jsonc": "json5",
    "json5": "json5", "yaml": "yaml", "yml": "yaml", "toml": "toml", "xml": "xml", "xsd": "xml", "xsl": "xml",
    "rss": "xml", "atom": "xml", "ini": "ini", "cfg": "ini", "conf": "ini", "properties": "properties",
}  # fmt: skip


def to_html(text: str, name: str, first_line: int, headings: Sequence[Heading], seal: str) -> str:
    """The HTML of a source whose first line is `first_line`; headings are sealed with their anchors.

    Line numbers stand in an attribute, so they are neither selected nor copied. `name` is the file's, which tells its
    language.
    """
    lines = _coloured(text, name)
    if lines and not lines[-1]:
        lines.pop()
    anchors: dict[int, list[Heading]] = {}
    for heading in headings:
        anchors.setdefault(heading.line if heading.level else first_line, []).append(heading)
    rows = [_line(number, line, anchors.pop(number, ()), seal) for number, line in enumerate(lines, first_line)]
    rest = "".join(_place(heading, seal) for others in anchors.values() for heading in others)
    return f'<pre class="source" data-digits="{len(str(first_line + len(lines)))}">{"".join(rows)}</pre>{rest}'


def _coloured(text: str, name: str) -> list[str]:
    language = language_of(name)
    lexer = language.lexer if language else _DATA.get(name.lower().rpartition(".")[2], "")
    if not lexer or len(text) > LARGEST or max(map(len, text.split("\n"))) > LONGEST_LINE:
        return escape(text, quote=False).split("\n")
    return lines_of(text, lexer, _SECONDS)


def _line(number: int, line: str, headings: Sequence[Heading], seal: str) -> str:
    places = "".join(_place(heading, seal) for heading in headings[1:])
    anchor = f' data-anchor="{escape(seal + headings[0].anchor)}"' if headings else ""
    return f'<span class="line" data-line="{number}"{anchor}>{places}{line}\n</span>'


def _place(heading: Heading, seal: str) -> str:
    return f'<span data-anchor="{escape(seal + heading.anchor)}"></span>'
