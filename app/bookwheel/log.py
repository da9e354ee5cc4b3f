"""Logging set-up: one rotating file a process, no document text and no tokens in it."""

from __future__ import annotations

import contextlib
import json
import logging
import os
from collections.abc import Generator
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import BinaryIO, TextIO

from bookwheel.domain import stages, storage

_LINE = "%(asctime)s %(process)d %(levelname)s %(name)s: %(message)s"


class JsonLines(logging.Formatter):
    """One JSON object a line; beside its message stand what a record has in `call`, and the ids of the call at hand."""

    def format(self, record: logging.LogRecord) -> str:
        """See logging.Formatter."""
        line: dict[str, object] = {
            "time": self.formatTime(record, "%Y-%m-%dT%H:%M:%S%z"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            **getattr(record, "call", {}),
            **stages.ids(),
        }
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def copy_to_stream(stream: TextIO, *, is_json: bool) -> None:
    """Send this process's log records to a stream as well, as lines of text or JSON."""
    handler = logging.StreamHandler(stream)
    handler.setFormatter(JsonLines() if is_json else logging.Formatter(_LINE))
    logging.getLogger().addHandler(handler)


def start(folder: Path, name: str, level: int = logging.INFO) -> None:
    """Send this process's log records to `folder/name.log` (1 MB, three kept)."""
    file: logging.Handler = logging.NullHandler()
    with _without_refusals():
        folder.mkdir(exist_ok=True)  # never the library's folder around it, which may have been deleted
        file = RotatingFileHandler(folder / f"{name}.log", maxBytes=1_000_000, backupCount=3, encoding="utf-8")
    logging.raiseExceptions = False  # a disk that takes no log must not end the program
    file.setFormatter(logging.Formatter(_LINE))
    root = logging.getLogger()
    root.addHandler(file)
    root.setLevel(level)
    # The SDK has a line for every call, which would push all others out within an hour.
    logging.getLogger("mcp").setLevel(max(level, logging.WARNING))


def open_error_file(folder: Path, name: str) -> BinaryIO:
    """Open `folder/name.err` for a child's error stream; nowhere, when the disk takes no file."""
    with _without_refusals():
        folder.mkdir(exist_ok=True)  # likewise
        return (folder / f"{name}.err").open("ab")
    return open(os.devnull, "ab")


@contextlib.contextmanager
def _without_refusals() -> Generator[None]:
    """Pass over what the system refuses: a full disk takes no log."""
    try:
        yield
    except OSError as error:
        if storage.find_storage_error(error) is None:
            raise
