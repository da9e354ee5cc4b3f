"""What a service gives in parts, written where the words of a verb say."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from pathlib import Path

from bookwheel.cli.output import Output, counted, plural
from bookwheel.client import exporting
from bookwheel.domain.errors import BadRequest


def export_arguments(parser: argparse.ArgumentParser, formats: tuple[str, ...]) -> None:
    """Where to write it and how; the first format unless one is named."""
    parser.add_argument("file", metavar="FILE", nargs="?", default="-", help="file to write (default: standard output)")
    parser.add_argument("--format", choices=formats, default=formats[0], help="output format")


def export(
    ask: exporting.Ask,
    args: argparse.Namespace,
    output: Output,
    noun: str,
    mode: int = 0o666,
    others: Mapping[str, int] | None = None,
) -> int:
    """Write all parts; as JSON, what was written, and then a file is needed.

    `noun` names an item, `others` by their nouns what `ask` counted besides; a new file may be opened as `mode` says,
    less the umask.
    """
    if args.file == "-":
        if output.is_json:
            raise BadRequest("Name a file to write to, or omit --json.")
        for content, _ in exporting.parts(ask):
            output.part(content)
        return 0
    target = Path(args.file).expanduser()
    count = exporting.write(ask, target, mode)
    counts = {noun: count, **(others or {})}
    if output.is_json:
        output.json({"file": str(target), "format": args.format, **{plural(each): of for each, of in counts.items()}})
    else:
        said = [counted(of, each) for each, of in counts.items() if of or each == noun]
        output.line(f"Wrote {' and '.join(said)} to {target}.")
    return 0
