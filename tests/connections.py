"""Names the code that left an SQLite connection open: Python warns of one from 3.13 on, without saying where from."""

from __future__ import annotations

import contextlib
import functools
import sqlite3
import traceback
import warnings
from pathlib import Path
from typing import Any

import psutil


class TracedConnection(sqlite3.Connection):
    """A connection that warns when it is dropped without having been closed, and names the lines that opened it."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        self._is_open = False
        frames = traceback.walk_stack(None)
        self._opened_at = traceback.StackSummary.extract(frames, limit=8, lookup_lines=False)
        super().__init__(*arguments, **options)
        self._is_open = True

    def close(self) -> None:
        self._is_open = False
        super().close()

    def __del__(self) -> None:
        if not self._is_open:
            return
        with contextlib.suppress(sqlite3.Error):  # another thread's connection
            self.close()
        lines = " < ".join(f"{frame.filename}:{frame.lineno} ({frame.name})" for frame in self._opened_at[1:])
        warnings.warn(f"An SQLite connection was not closed. It was opened at {lines}", ResourceWarning, stacklevel=1)


def trace() -> None:
    """Let every connection that this process opens from now on be a traced one."""
    sqlite3.connect = functools.partial(sqlite3.connect, factory=TracedConnection)


def open_files(folder: Path) -> set[str]:
    """Return the names of the SQLite files of a folder that this process holds open."""
    names = [Path(file.path) for file in psutil.Process().open_files()]
    return {path.name for path in names if path.suffix == ".sqlite" and path.is_relative_to(folder.resolve())}
