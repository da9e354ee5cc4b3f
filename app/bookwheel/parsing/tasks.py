"""Tasks as documents write them: `- [ ] words 📅 2026-01-01 #tag [due:: 2026-01-01]`.

Source of the signs: the Obsidian plugins Tasks (emoji format) and Dataview (inline fields).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from bookwheel.domain.tasks import is_done
from bookwheel.parsing.prose_lines import prose_lines
from bookwheel.parsing.tags import inline_tags, unique

_TASK = re.compile(r"[ \t>]*(?:[-*+]|\d{1,9}[.)])[ \t]+\[(\S| )\](?:[ \t]+(.*))?$")
_DAY = r"(\d{4}-\d{2}-\d{2})(?!\d)"
_SIGNS = {
    "📅": "due", "📆": "due", "🗓": "due", "⏳": "scheduled", "⌛": "scheduled", "🛫": "start", "✅": "done",
    "➕": "created", "❌": "done",
}  # fmt: skip
_PRIORITIES = {"🔺": "highest", "⏫": "high", "🔼": "medium", "🔽": "low", "⏬": "lowest"}
_FIELDS = {
    "due": "due", "scheduled": "scheduled", "start": "start", "completion": "done", "done": "done",
    "cancelled": "done", "created": "created",
}  # fmt: skip
_SIGNED = re.compile(rf"\s*([{''.join(_SIGNS)}])\ufe0f?[ \t]*{_DAY}")
_URGENT = re.compile(rf"\s*([{''.join(_PRIORITIES)}])\ufe0f?")
_FIELD = re.compile(
    rf"\s*(?:[\[(][ \t]*({'|'.join(_FIELDS)})::[ \t]*{_DAY}[^\])\n]{{0,20}}[\])]"
    rf"|(?<![\w\[(])({'|'.join(_FIELDS)})::[ \t]*{_DAY})"
)
_RANK = re.compile(r"\s*[\[(][ \t]*priority::[ \t]*(highest|high|medium|low|lowest)[ \t]*[\])]", re.IGNORECASE)
_IDENTITY = re.compile(r"\s*(?:[🆔⛔]\ufe0f?[ \t]*[\w,-]+|[ \t]\^[A-Za-z0-9-]+[ \t]*$)")
_WIKILINK = re.compile(r"!?\[\[(?:[^\[\]\n|]*\|)?([^\[\]\n|]+)\]\]")
_LINK = re.compile(r"!?\[([^\[\]\n]*)\]\([^()\n]*(?:\([^()\n]*\)[^()\n]*)*\)")
_MARKS = re.compile(r"\*\*|__|~~|==|`|<[^<>\n]{1,200}>|(?<!\w)[*_](?=\S)|(?<=\S)[*_](?!\w)")
LONGEST = 1000
"""Characters of a task that are kept."""


@dataclass(frozen=True, slots=True)
class WrittenTask:
    """A task with its line from 1, the character in its box, its words without marks and dates, and its days."""

    line: int
    mark: str
    text: str
    due: str
    scheduled: str
    start: str
    done: str
    priority: str
    tags: tuple[str, ...]

    @property
    def is_done(self) -> bool:
        """Whether the box says that nothing is left to do."""
        return is_done(self.mark)


def written_tasks(text: str) -> Iterator[WrittenTask]:
    """The tasks of a Markdown source outside code and comments, in order; boxes without words are none."""
    for number, line in prose_lines(text):
        match = _TASK.match(line)
        if match and (match[2] or "").strip():
            yield _read(number, match[1], match[2][:LONGEST])


def _read(line: int, mark: str, words: str) -> WrittenTask:
    days, left = days_in(words)
    found = _URGENT.search(left)
    named = _RANK.search(left)
    priority = _PRIORITIES[found[1]] if found else named[1].lower() if named else ""
    left = _IDENTITY.sub("", _RANK.sub("", _URGENT.sub("", left)))
    return WrittenTask(
        line,
        mark,
        plain(left),
        days.get("due", ""),
        days.get("scheduled", ""),
        days.get("start", ""),
        days.get("done", ""),
        priority,
        unique(inline_tags(words)),
    )


def days_in(words: str) -> tuple[dict[str, str], str]:
    """The days that a task's words name, by what they are of, and the words without them."""
    found: dict[str, str] = {}

    def keep(name: str, day: str, written: str) -> str:
        try:
            date.fromisoformat(day)
        except ValueError:
            return written
        found.setdefault(name, day)
        return ""

    left = _SIGNED.sub(lambda match: keep(_SIGNS[match[1]], match[2], match[0]), words)
    left = _FIELD.sub(lambda match: keep(_FIELDS[match[1] or match[3]], match[2] or match[4], match[0]), left)
    return found, left


def plain(words: str) -> str:
    """A line of Markdown as a reader sees it."""
    words = _LINK.sub(r"\1", _WIKILINK.sub(r"\1", words))
    return " ".join(_MARKS.sub("", words).split())
