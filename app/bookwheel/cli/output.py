"""What a verb prints: JSON, or calm text with colours on a terminal alone."""

from __future__ import annotations

import os
import re
import shutil
import sys
import unicodedata
from collections.abc import Sequence
from typing import TextIO

from bookwheel import wire
from bookwheel.domain.errors import BookwheelError
from bookwheel.domain.places import FilePlace

_UNSEEN = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\u200e\u200f]")

_STYLES = {"bold": "1", "dim": "2", "red": "31", "green": "32", "yellow": "33", "cyan": "36"}


class Output:
    """Where a verb prints."""

    def __init__(self, stream: TextIO, *, is_json: bool) -> None:
        """Print to `stream`."""
        self._stream = stream
        self.is_json = is_json
        self.is_terminal = stream.isatty()
        self._has_colours = self.is_terminal and "NO_COLOR" not in os.environ and os.environ.get("TERM") != "dumb"
        self.width = max(40, min(shutil.get_terminal_size((100, 24)).columns, 120))
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(encoding="utf-8", errors="replace")

    def json(self, answer: object) -> None:
        """An answer as JSON on one line."""
        self._stream.write(wire.encode_as_text(answer).decode() + "\n")
        self._stream.flush()

    def line(self, text: str = "") -> None:
        """A line of text, without what could act on the terminal."""
        self._stream.write(text + "\n")

    def part(self, text: str) -> None:
        """Text without a new line, shown at once."""
        self._stream.write(text)
        self._stream.flush()

    def styled(self, text: str, *styles: str) -> str:
        """Text in a style on a terminal; plain elsewhere."""
        if not self._has_colours or not text:
            return text
        return f"\x1b[{';'.join(_STYLES[style] for style in styles)}m{text}\x1b[0m"

    def table(self, rows: Sequence[Sequence[str]], *, right: frozenset[int] = frozenset()) -> None:
        """Rows in aligned columns; those in `right` end at the same place."""
        if not rows:
            return
        widths = [max(width(row[column]) for row in rows) for column in range(len(rows[0]))]
        for row in rows:
            cells = [
                " " * (widths[column] - width(cell)) + cell
                if column in right
                else cell + " " * (widths[column] - width(cell))
                for column, cell in enumerate(row)
            ]
            self.line("  ".join(cells).rstrip())

    def error(self, error: BookwheelError) -> None:
        """A failure: as JSON where JSON was asked for, else a sentence to the error stream."""
        if self.is_json:
            self.json(wire.failure(error))
            return
        sys.stderr.write(f"bookwheel: {clean(error.message)}\n")
        if error.did_you_mean:
            sys.stderr.write(f"  did you mean: {clean(', '.join(error.did_you_mean))}\n")
        if error.next:
            sys.stderr.write(f"  next: {clean(error.next)}\n")


def clean(text: str) -> str:
    """A document's text without escapes and overrides that would act on a terminal."""
    return _UNSEEN.sub("", text)


def width(text: str) -> int:
    """How many cells of a terminal a text takes."""
    bare = re.sub(r"\x1b\[[0-9;]*m", "", text)
    if bare.isascii():
        return len(bare)
    return sum(
        0 if unicodedata.combining(letter) else 2 if unicodedata.east_asian_width(letter) in "WF" else 1
        for letter in bare
    )


def shortened(text: str, cells: int) -> str:
    """A text that fits, with an ellipsis where it was cut."""
    if width(text) <= cells:
        return text
    kept = ""
    for letter in text:
        if width(kept + letter) >= cells:
            break
        kept += letter
    return kept + "…"


def wrapped(text: str, cells: int) -> list[str]:
    """A text as lines that fit, broken between words where it can be."""
    lines: list[str] = []
    line = ""
    for word in text.split():
        if line and width(line) + 1 + width(word) > cells:
            lines.append(line)
            line = ""
        line = f"{line} {word}" if line else word
        while width(line) > cells:
            part = shortened(line, cells)[:-1] or line[:1]
            lines.append(part)
            line = line[len(part) :]
    return [*lines, line] if line else lines


def sized(size_bytes: int) -> str:
    """A size for a person."""
    if size_bytes < 1000:
        return f"{size_bytes} bytes"
    for unit, step in (("kB", 1e3), ("MB", 1e6)):
        if size_bytes < step * 1000:
            return f"{size_bytes / step:.1f} {unit}"
    return f"{size_bytes / 1e9:.1f} GB"


def lasting(seconds: float) -> str:
    """A duration for a person."""
    whole = int(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60}:{whole % 60:02d} min"
    return f"{whole // 3600}:{whole % 3600 // 60:02d} h"


def remaining(least_s: float, most_s: float) -> str:
    """How long something still takes, as a range; empty while that is unknown."""
    if least_s < 0:
        return ""
    least, most = lasting(least_s), lasting(max(least_s, most_s))
    return f"  {least} left" if least == most else f"  {least} to {most} left"


def counted(number: int, word: str) -> str:
    """A number with its word, in the plural where it takes one."""
    return f"{number:,} {word if number == 1 else plural(word)}"


def plural(word: str) -> str:
    """The plural of an English word that takes one by rule."""
    return f"{word[:-1]}ies" if word.endswith("y") else f"{word}s"


def named_place(lines: tuple[int, int], place: FilePlace | None) -> str:
    """Where a passage stands: its page, slide or other place in a converted file, else its lines."""
    return clean(place.words) if place else f"lines {lines[0]}-{lines[1]}"
