"""Calls in the state, as versions before the list of calls had a file of its own kept them."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Sequence
from pathlib import Path

from bookwheel import wire
from bookwheel.domain.service.activity import Activity


def keep_older_calls(state: Path, calls: Sequence[Activity]) -> None:
    """Write calls into the tables of a state file."""
    rows = [(call.sequence, call.at, call.client, wire.encode(call).decode()) for call in calls]
    slugs = [(section.partition("/")[0], call.sequence) for call in calls for section in call.sections]
    with contextlib.closing(sqlite3.connect(state)) as connection, connection:
        connection.executemany("INSERT INTO activity VALUES (?, ?, ?, ?)", rows)
        connection.executemany("INSERT OR IGNORE INTO activity_collection VALUES (?, ?)", slugs)
