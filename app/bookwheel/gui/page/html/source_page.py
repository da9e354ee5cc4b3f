"""A document's source as a page: its own lines with their numbers, each section's first line carrying its anchor."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from bookwheel.client.connection import Client
from bookwheel.domain.reading import OutlineEntry, OutlineRequest, ReadRequest
from bookwheel.gui.i18n.translation import number, tr

_BUDGET = 200_000
"""Tokens of one answer."""
_MOST_LINES = 20_000
"""More make the page slow; the rest is read in an editor."""


def fetch_source(client: Client, doc: str) -> tuple[str, tuple[OutlineEntry, ...]]:
    """A document's whole text and its sections; takes as long as the service does."""
    parts: list[str] = []
    lines = 0
    cursor = ""
    while True:
        answer = client.read(ReadRequest((doc,), lines=(1, 1_000_000_000), cursor=cursor, budget_tokens=_BUDGET))
        parts.extend(passage.text for passage in answer.passages)
        lines += sum(passage.text.count("\n") for passage in answer.passages)
        cursor = answer.cursor
        if not cursor or lines > _MOST_LINES:
            return "".join(parts), client.outline(OutlineRequest(doc)).sections


def render_source(text: str, sections: Sequence[OutlineEntry]) -> str:
    """The lines as safe HTML; the first line of a section carries the section's anchor as its id."""
    lines = text.split("\n")
    if lines and not lines[-1]:
        lines.pop()
    anchors: dict[int, str] = {}
    for section in sections:
        anchors.setdefault(section.lines[0] if section.level else 1, section.section.partition("#")[2])
    shown = lines[:_MOST_LINES]
    rows = "".join(_line(place, line, anchors.get(place, "")) for place, line in enumerate(shown, 1))
    rest = ""
    if len(lines) > len(shown):
        words = tr("Only the first {count} lines are shown. Open the file in an editor to read the rest.")
        rest = f'<p class="quiet">{escape(words.format(count=number(len(shown))))}</p>'
    return f'<pre class="source" data-digits="{len(str(len(shown)))}">{rows}</pre>{rest}'


def _line(place: int, line: str, anchor: str) -> str:
    kind = "line head" if anchor and line.lstrip().startswith(("#", "=", "-")) else "line"
    identity = f' id="{escape(anchor)}"' if anchor else ""
    return f'<span class="{kind}" data-line="{place}"{identity}>{escape(line, quote=False)}</span>'
