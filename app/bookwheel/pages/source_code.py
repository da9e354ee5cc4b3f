"""Source code and data files set as a page: numbered lines in colours, each section's line with its anchor."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from bookwheel.domain.code_languages import language_of
from bookwheel.domain.messages import Message
from bookwheel.pages.dense_lines import is_dense, short_lines
from bookwheel.pages.highlighting import lines_of
from bookwheel.pages.notices import notice_html
from bookwheel.pages.types import Heading

LARGEST = 400_000
"""Characters that are coloured; a larger file is shown plain."""
LONGEST_LINE = 2_000
SET_ANEW = Message("The file has very long lines; they are wrapped and indented here. Numbers are lines of the file.")
SET_ANEW_IN_PART = Message(
    "The file has very long lines; the first part of them is wrapped and indented here. Numbers are lines of the file."
)
_SECONDS = 1.5
_DATA = {
    "json": "json", "geojson": "json", "jsonl": "json", "ndjson": "json", "webmanifest": "json", "jsonc": "json5",
    "json5": "json5", "yaml": "yaml", "yml": "yaml", "toml": "toml", "xml": "xml", "xsd": "xml", "xsl": "xml",
    "rss": "xml", "atom": "xml", "ini": "ini", "cfg": "ini", "conf": "ini", "properties": "properties",
}  # fmt: skip


def to_html(text: str, name: str, first_line: int, headings: Sequence[Heading], seal: str) -> str:
    """The HTML of a source whose first line is `first_line`; headings are sealed with their anchors.

    Line numbers stand in an attribute, so they are neither selected nor copied. `name` is the file's, which tells its
    language. JSON and XML in long lines are set in short ones, with a notice; the numbers stay those of the file.
    """
    lexer = _lexer_of(name)
    notice = ""
    if is_dense(text, lexer):
        short, numbers, is_whole = short_lines(text, first_line, lexer)
        lines = _coloured_first(short, lexer)
        notice = notice_html(SET_ANEW if is_whole else SET_ANEW_IN_PART) + "\n"
    else:
        lines = _coloured(text, lexer)
        numbers = range(first_line, first_line + len(lines))
    if lines and not lines[-1]:
        lines.pop()
    anchors: dict[int, list[Heading]] = {}
    for heading in headings:
        anchors.setdefault(heading.line if heading.level else first_line, []).append(heading)
    rows = [
        _line(number, line, anchors.pop(number, ()) if number else (), seal)
        for number, line in zip(numbers, lines, strict=False)
    ]
    rest = "".join(_place(heading, seal) for others in anchors.values() for heading in others)
    language = f' data-language="{lexer}"' if lexer else ""
    digits = len(str(max(numbers, default=1)))
    return f'{notice}<pre class="source" data-digits="{digits}"{language}>{"".join(rows)}</pre>{rest}'


def _lexer_of(name: str) -> str:
    language = language_of(name)
    return language.lexer if language else _DATA.get(name.lower().rpartition(".")[2], "")


def _coloured(text: str, lexer: str) -> list[str]:
    if not lexer or len(text) > LARGEST or max(map(len, text.split("\n"))) > LONGEST_LINE:
        return escape(text, quote=False).split("\n")
    return lines_of(text, lexer, _SECONDS)


def _coloured_first(lines: Sequence[str], lexer: str) -> list[str]:
    """The lines, the first of them coloured: no more than a fifth of what is coloured of others, for there are many."""
    text = "\n".join(lines)
    cut = text.rfind("\n", 0, LARGEST // 5) if len(text) > LARGEST // 5 else len(text)
    if cut <= 0:
        return escape(text, quote=False).split("\n")
    return [*lines_of(text[:cut], lexer, _SECONDS), *escape(text[cut + 1 :], quote=False).split("\n")]


def _line(number: int, line: str, headings: Sequence[Heading], seal: str) -> str:
    places = "".join(_place(heading, seal) for heading in headings[1:])
    anchor = f' data-anchor="{escape(seal + headings[0].anchor)}"' if headings else ""
    return f'<span class="line" data-line="{number or ""}"{anchor}>{places}{line}\n</span>'


def _place(heading: Heading, seal: str) -> str:
    return f'<span data-anchor="{escape(seal + heading.anchor)}"></span>'
