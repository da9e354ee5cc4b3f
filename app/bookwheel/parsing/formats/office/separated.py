"""CSV and TSV: rows as tables, their separator and encoding guessed, cited by cells."""

from __future__ import annotations

import csv
import io
import itertools

from bookwheel.domain.messages import Message
from bookwheel.parsing.encoding import decode
from bookwheel.parsing.formats.converted import Converted
from bookwheel.parsing.formats.markdown_writer import Writer
from bookwheel.parsing.formats.office.sheet_rows import MOST_ROWS, write_sheet

_SEPARATORS = ",;\t|"
_SAMPLE = 20_000


def read(content: bytes, path: str) -> Converted:
    """A table of separated values as Markdown.

    Raises:
        SkippedFile: for a binary file.
    """
    decoded = decode(content)
    text = decoded.text
    separator = "\t" if path.lower().endswith((".tsv", ".tab")) else _separator_of(text[:_SAMPLE])
    csv.field_size_limit(10_000_000)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator)
    warnings = list(decoded.warnings)
    rows: list[list[str]] = []
    try:
        rows.extend(itertools.islice(reader, MOST_ROWS + 1))
    except csv.Error as error:
        warnings.append(Message("Line {line} is not a table row: {reason}.", line=reader.line_num, reason=error))
    writer = Writer()
    warnings += write_sheet(writer, "", rows)
    left = text.count("\n") + (not text.endswith("\n")) - reader.line_num
    if left > 0 and len(rows) > MOST_ROWS:
        most = f"{MOST_ROWS:,}"
        warnings.append(
            Message("Only the first {most} rows were read; {count} more lines follow.", most=most, count=f"{left:,}")
        )
    return Converted(writer.text, {}, writer.places, warnings)


def _separator_of(sample: str) -> str:
    """The sign that stands most evenly in the first lines."""
    lines = [line for line in sample.split("\n")[:50] if line.strip()]
    best, most = ",", 0.0
    for sign in _SEPARATORS:
        counts = [line.count(sign) for line in lines]
        usual = max(set(counts), key=counts.count, default=0)
        score = usual and counts.count(usual) / len(counts) + min(usual, 50) / 1000
        if score > most:
            best, most = sign, score
    return best
