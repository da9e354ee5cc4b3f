"""A table of tickets as documents and entities: `python tickets_csv.py tickets.csv --id ID --title Summary`.

Writes JSON Lines. Every other column is a field of the ticket.
"""

from __future__ import annotations

import argparse
import csv
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any


def main() -> int:
    """Convert one file; the exit code is 1 when it holds no ticket, 2 when a column is missing."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path, help="the table, with its columns' names in the first row")
    parser.add_argument("--id", required=True, metavar="COLUMN", help="the column that tells tickets apart")
    parser.add_argument("--title", required=True, metavar="COLUMN")
    parser.add_argument("--text", default="", metavar="COLUMN", help="the description")
    parser.add_argument("--tags", default="", metavar="COLUMN", help="tags with commas or semicolons between")
    parser.add_argument("--modified", default="", metavar="COLUMN", help="when it changed, as in 2026-11-26")
    parser.add_argument("--parent", default="", metavar="COLUMN", help="the id of the ticket above")
    parser.add_argument("--type", default="ticket", help="what a row is (default: ticket)")
    given = parser.parse_args()
    csv.field_size_limit(10_000_000)
    count = 0
    with given.file.open(encoding="utf-8-sig", newline="") as file:
        sample = file.read(8192)
        file.seek(0)
        rows = csv.DictReader(file, delimiter=_delimiter(sample))
        wanted = [one for one in (given.id, given.title, given.text, given.tags, given.modified, given.parent) if one]
        if missing := [name for name in wanted if name not in (rows.fieldnames or [])]:
            parser.error(f"there is no column {', '.join(missing)}; there are {', '.join(rows.fieldnames or [])}")
        for row in rows:
            for line in convert(row, given):
                sys.stdout.write(json.dumps(line, ensure_ascii=False) + "\n")
                count += 1
    return 0 if count else 1


def convert(row: dict[str | Any, Any], given: argparse.Namespace) -> Iterator[dict[str, Any]]:
    """A row as a document and as an entity; nothing of one without an id."""
    fields = {name: value.strip() for name, value in row.items() if name and isinstance(value, str)}
    key, title = fields.get(given.id, ""), fields.get(given.title, "")
    if not key:
        return
    shown = {given.id, given.title, given.text, given.tags, given.modified}
    others = {name: value for name, value in fields.items() if name not in shown and value}
    modified = fields.get(given.modified, "").replace("/", "-")
    lines = "\n".join(f"- {name}: {value}" for name, value in others.items())
    text = "\n\n".join(part for part in (f"# {title or key}", fields.get(given.text, ""), lines) if part)
    tags = [tag.strip() for tag in fields.get(given.tags, "").replace(";", ",").split(",") if tag.strip()]
    metadata = {name: value for name, value in others.items() if len(value) <= 240}
    yield {
        "id": f"{given.type}/{key}", "title": title or key, "text": text, "tags": tags, "modified": modified,
        "metadata": {**metadata, "key": key},
    }  # fmt: skip
    made: dict[str, Any] = {
        "kind": "entity", "type": given.type, "key": key, "labels": [title[:200]] if title else [],
        "properties": {**others, "tags": tags}, "modified": modified,
    }  # fmt: skip
    if parent := fields.get(given.parent, ""):
        made["parent"] = {"type": given.type, "key": parent}
    yield made


def _delimiter(sample: str) -> str:
    first = sample.partition("\n")[0]
    return max(",;\t", key=first.count)


if __name__ == "__main__":
    sys.exit(main())
