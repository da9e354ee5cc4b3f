"""What a service gives in parts, as one file: a draft beside it takes its place once it is whole."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

from bookwheel.domain.errors import BadRequest

Ask = Callable[[str], tuple[str, str, int]]
"""A part by its cursor (empty for the first): its text, the next one's cursor (empty after the last), its items."""


def parts(ask: Ask) -> Iterator[tuple[str, int]]:
    """Each part's text and its number of items, until the last."""
    cursor = ""
    while True:
        content, cursor, items = ask(cursor)
        yield content, items
        if not cursor:
            return


def write(ask: Ask, target: Path, mode: int = 0o666) -> int:
    """Write all parts to a file; how many items they hold. A new file may be opened as `mode` says, less the umask.

    Raises:
        BadRequest: when the file cannot be written; what was there before stays.
    """
    draft = target.with_name(f"{target.name}.{os.getpid()}.draft")
    count = 0
    try:
        handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, mode)
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            for content, items in parts(ask):
                file.write(content)
                count += items
        draft.replace(target)
    except OSError as error:
        raise BadRequest("{file} cannot be written: {reason}.", file=target, reason=error.strerror) from None
    finally:
        draft.unlink(missing_ok=True)
    return count
