"""Logging set-up: one rotating file a process, no document text and no tokens in it."""

from __future__ import annotations

import logging
from logging.handlers import RotatingFileHandler
from pathlib import Path


def start(folder: Path, name: str, level: int = logging.INFO) -> None:
    """Send this process's log records to `folder/name.log` (1 MB, three kept)."""
    folder.mkdir(parents=True, exist_ok=True)
    file = RotatingFileHandler(folder / f"{name}.log", maxBytes=1_000_000, backupCount=3, encoding="utf-8")
    file.setFormatter(logging.Formatter("%(asctime)s %(process)d %(levelname)s %(name)s: %(message)s"))
    root = logging.getLogger()
    root.addHandler(file)
    root.setLevel(level)
    # The SDK has a line for every call, which would push all others out within an hour.
    logging.getLogger("mcp").setLevel(max(level, logging.WARNING))
