"""Values of queries as cells of a page."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import cast

from bookwheel.domain.messages import Message
from bookwheel.library.fields.notes import Item, Note, NoteFile, ThisNote
from bookwheel.library.fields.queries.budget import Budget
from bookwheel.library.fields.queries.rows import Row
from bookwheel.library.fields.queries.values import Link, Value, items_of, words_of
from bookwheel.pages.queries import Cell

_MOST_ITEMS = 200
_DEEPEST = 3
NOTHING = "–"
"""What stands for a value that there is not."""
_ADDRESS = re.compile(r"(?:https?|mailto|obsidian|file):[^<>\s]+\Z", re.IGNORECASE)
_BRACKETS = re.compile(r"[\[\]\n]")
LONGEST = 2_000
MOST_SHOWN = 1_000
"""Rows of one query that a page shows."""


def cell_of(value: Value, depth: int = 0) -> Cell:
    """A value as a page shows it: links as links, lists below each other, nothing as a dash."""
    if value is None or value == "":
        return Cell(NOTHING)
    if isinstance(value, Link):
        return link_cell(value)
    if isinstance(value, Row):
        return cell_of(cast("Value", value.base), depth)
    if isinstance(value, NoteFile | ThisNote):
        return link_cell(value.note.link)
    if isinstance(value, Note):
        return link_cell(value.link)
    if isinstance(value, Item):
        return Cell(value.text[:LONGEST])
    items = items_of(value)
    if items is not None:
        if depth >= _DEEPEST:
            return Cell(words_of(value)[:LONGEST])
        shown = tuple(cell_of(item, depth + 1) for item in items[:_MOST_ITEMS])
        more = (Cell(f"… {len(items) - _MOST_ITEMS:,}"),) if len(items) > _MOST_ITEMS else ()
        return shown[0] if len(items) == 1 else Cell(items=(*shown, *more)) if items else Cell(NOTHING)
    if isinstance(value, dict):
        pairs = list(cast("Mapping[str, Value]", value).items())[:_MOST_ITEMS]
        return (
            Cell(items=tuple(Cell(f"{name}: {words_of(part)}"[:LONGEST]) for name, part in pairs))
            if pairs
            else Cell(NOTHING)
        )
    return Cell(words_of(value)[:LONGEST])


def link_cell(link: Link) -> Cell:
    """A link as a cell; one that leads out as the Markdown of it."""
    if link.is_picture:
        return Cell(link.text, picture=link.path[:LONGEST])
    if _ADDRESS.match(link.path):
        return Cell(f"[{_BRACKETS.sub('', link.text or link.path)}](<{link.path[:LONGEST]}>)")
    return Cell(link.name or link.path, f"{link.path}#{link.anchor}" if link.anchor else link.path)


def cut_rows(rows: Sequence[Row], budget: Budget) -> tuple[Sequence[Row], tuple[Message, ...]]:
    """The rows that a page shows, and what to say below them: that there are none, or more."""
    if not rows:
        return rows, (Message("This query finds nothing."),)
    count = min(len(rows), MOST_SHOWN, budget.shown_rows)
    budget.shown_rows -= count
    if count == len(rows):
        return rows, ()
    return rows[:count], (Message("{shown} of {total} rows are shown.", shown=f"{count:,}", total=f"{len(rows):,}"),)
