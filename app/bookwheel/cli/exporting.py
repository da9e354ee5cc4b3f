"""What a service gives in parts, as one file: a draft beside it takes its place once it is whole."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Iterator
from pathlib import Path

from bookwheel.cli.output import Output, counted, plural
from bookwheel.domain.errors import BadRequest

Ask = Callable[[str], tuple[str, str, int]]
"""A part by its cursor (empty for the first): its text, the next one's cursor (empty after the last), its items."""


def export_arguments(parser: argparse.ArgumentParser, formats: tuple[str, ...]) -> None:
    """Where to write it and how; the first format unless one is named."""
    parser.add_argument(
        "file", metavar="FILE", nargs="?", default="-", help="where to; the standard output unless given"
    )
    parser.add_argument("--format", choices=formats, default=formats[0], help="how to write it")


def export(ask: Ask, args: argparse.Namespace, output: Output, noun: str, mode: int = 0o666) -> int:
    """Write all parts; as JSON, what was written, and then a file is needed.

    `noun` names an item; a new file may be opened as `mode` says, less the umask.
    """
    if args.file == "-":
        if output.is_json:
            raise BadRequest("Name a file to write to, or leave --json out.")
        for content, _ in _parts(ask):
            output.part(content)
        return 0
    target = Path(args.file).expanduser()
    draft = target.with_name(f"{target.name}.{os.getpid()}.draft")
    count = 0
    try:
        handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, mode)
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            for content, items in _parts(ask):
                file.write(content)
                count += items
        draft.replace(target)
    except OSError as error:
        raise BadRequest(f"{target} cannot be written: {error.strerror}.") from None
    finally:
        draft.unlink(missing_ok=True)
    if output.is_json:
        output.json({"file": str(target), "format": args.format, plural(noun): count})
    else:
        output.line(f"Wrote {counted(count, noun)} to {target}.")
    return 0


def _parts(ask: Ask) -> Iterator[tuple[str, int]]:
    cursor = ""
    while True:
        content, cursor, items = ask(cursor)
        yield content, items
        if not cursor:
            return
