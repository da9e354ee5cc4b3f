"""What one query may take: seconds, steps, rows, and characters of a text it makes."""

from __future__ import annotations

import time

from bookwheel.domain.messages import Message

SECONDS = 2.0
"""Of the processor, so that a busy machine stops nothing."""
MOST_ROWS = 50_000
"""Rows that a query may have on its way, after FLATTEN too."""
LONGEST_TEXT, MOST_TEXT = 100_000, 20_000_000
"""Characters of one text that a query makes, and of all of them."""
MOST_ITEMS, MOST_LISTED = 50_000, 2_000_000
"""Items of one list that a query makes, and of all of them."""
_STEPS_A_LOOK = 16


class QueryFailed(Exception):
    """A query that is not answered, with the reason for a person."""

    def __init__(self, reason: Message) -> None:
        super().__init__(str(reason))
        self.reason = reason


class BudgetSpent(QueryFailed):
    """A query that takes more than it may."""


def not_understood(text: str) -> QueryFailed:
    """What to raise for something that the grammar does not have."""
    return QueryFailed(Message("This query is not understood at “{text}”.", text=text[:60]))


def too_deep() -> QueryFailed:
    """What to raise where a query is nested beyond what is read."""
    return QueryFailed(Message("This query is nested too deeply."))


def no_function(name: str) -> QueryFailed:
    """What to raise for a function that there is not."""
    return QueryFailed(Message("There is no function “{name}” in queries here.", name=name[:40]))


class Budget:
    """Counts what a query takes and stops it; of one thread."""

    def __init__(self, seconds: float = SECONDS, late: Message | None = None, shown_rows: int = MOST_ROWS) -> None:
        """Begin now; `late` is the reason when the time is over and it is not the query's own.

        `shown_rows` is how many rows the page may still show.
        """
        self.shown_rows = shown_rows
        self._late = late or Message("This query takes more than {seconds} seconds.", seconds=f"{seconds:g}")
        self._ends = time.thread_time() + seconds
        self._steps = self._characters = self._items = 0

    def step(self) -> None:
        """One step further.

        Raises:
            BudgetSpent: when the time is over.
        """
        self._steps += 1
        if self._steps % _STEPS_A_LOOK == 0:
            self.look()

    def look(self) -> None:
        """See whether there is time left, before something that takes long."""
        if time.thread_time() > self._ends:
            raise BudgetSpent(self._late)

    def rows(self, count: int) -> None:
        """Hold so many rows."""
        if count > MOST_ROWS:
            raise BudgetSpent(Message("This query makes more than {count} rows.", count=f"{MOST_ROWS:,}"))

    def text(self, length: int) -> None:
        """Make a text of so many characters."""
        self._characters += max(0, length)
        if length > LONGEST_TEXT or self._characters > MOST_TEXT:
            raise BudgetSpent(Message("This query makes a text that is too long."))

    def items(self, count: int) -> None:
        """Make a list of so many items."""
        self._items += count
        if count > MOST_ITEMS or self._items > MOST_LISTED:
            raise BudgetSpent(Message("This query makes a list that is too long."))
