"""Writes a converted document as Markdown that reads back as the same words, and notes where in the file they stood."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from bookwheel.domain.places import Place, PlaceKind
from bookwheel.parsing.anchors import slug
from bookwheel.parsing.encoding import storable

_SPECIAL = re.compile(
    r"\\(?=[!-/:-@\[-`{-~])"  # a backslash that would escape what follows
    r"|`|(?<!\s)\*|\*(?!\s)|(?<![^\W_])_|_(?![^\W_])|~(?!\s)|(?<!\s)~"
    r"|<(?=[A-Za-z/!?])|&(?=#?\w{1,32};)|\](?=[(\[:])|\[(?=\^)|\^(?=\[)|\$"
)
_LINE_START = re.compile(r"(?:#{1,6}(?=\s|\Z)|[-+*>](?=\s|\Z)|>|\||:|=+\s*\Z|-(?=[-:| ]*\Z)|[-*_](?=[-*_ ]*\Z))")
_NUMBERED = re.compile(r"(\d{1,9})([.)])(?=\s|\Z)")
_ENDS_IN_BRACE = re.compile(r"\}\s*\Z")
_BRACKETS = re.compile(r"[\[\]]")
_TICKS = re.compile(r"`+")
_SPACES = re.compile(r"\s+")
_ID = re.compile(r"[^\w\-.:]+")


def escaped(text: str) -> str:
    """Words as Markdown that shows them as they are; a line break stays one, and spaces at a line's ends go."""
    text = storable(text)
    if "\n" not in text:
        return _escaped_line(text.strip())
    return "\n".join([_escaped_line(line.strip()) for line in text.split("\n")])


def _escaped_line(line: str) -> str:
    made = _SPECIAL.sub(_escape, line)
    return made if made.startswith("\\") else protected(made)


def protected(line: str) -> str:
    """A line of Markdown that begins a paragraph, so that it begins no heading, list, quote or rule."""
    if _LINE_START.match(line):
        return f"\\{line}"
    if numbered := _NUMBERED.match(line):
        return f"{numbered[1]}\\{line[len(numbered[1]) :]}"
    return line


def _escape(match: re.Match[str]) -> str:
    return f"\\{match[0]}"


def one_line(text: str) -> str:
    """Words on one line, runs of white space as single spaces, not escaped."""
    return _SPACES.sub(" ", text).strip()


def code(text: str) -> str:
    """Code within a line."""
    words = one_line(storable(text))
    if not words:
        return ""
    fence = "`" * (1 + max((len(ticks) for ticks in _TICKS.findall(words)), default=0))
    pad = " " if words.startswith("`") or words.endswith("`") else ""
    return f"{fence}{pad}{words}{pad}{fence}"


def link(words: str, target: str) -> str:
    """A link; `words` are Markdown already."""
    if not target.strip():
        return words
    return f"[{_balanced(words)}]({address(target)})"


def image(words: str, target: str) -> str:
    """A picture with its alternative text, which is not Markdown yet; `inner:PATH` is one from inside the file."""
    return f"![{_balanced(escaped(one_line(words)))}]({address(target)})"


def _balanced(words: str) -> str:
    depth = 0
    for bracket in _BRACKETS.findall(words):
        depth += 1 if bracket == "[" else -1
        if depth < 0:
            break
    return words if not depth else re.sub(r"(?<!\\)([\[\]])", r"\\\1", words)


def address(target: str) -> str:
    """The address of a link as it is written in Markdown."""
    target = one_line(storable(target)).replace("\\", "%5C").replace("<", "%3C").replace(">", "%3E")
    return f"<{target}>" if re.search(r"[\s()]", target) else target


def quoted(markdown: str) -> str:
    """Blocks of Markdown as a quote."""
    return "\n".join(f"> {line}" if line else ">" for line in markdown.split("\n"))


def indented(markdown: str, mark: str) -> str:
    """Blocks of Markdown as an entry of a list that begins with `mark`, such as `- ` or `12. `."""
    pad = " " * len(mark)
    first, *others = markdown.split("\n")
    return "\n".join([mark + first, *(pad + line if line else "" for line in others)])


def code_block(text: str, language: str = "") -> str:
    """A fenced block of code; its lines stay as they are."""
    body = storable(text).replace("\r\n", "\n").rstrip("\n")
    fence = "`" * max(3, 1 + max((len(ticks) for ticks in _TICKS.findall(body)), default=0))
    return f"{fence}{_ID.sub('', language)}\n{body}\n{fence}"


def table(rows: Iterable[Sequence[str]]) -> str:
    """A table, its first row the header; cells are Markdown on one line each, and short rows are filled up."""
    cells = [[_SPACES.sub(" ", cell).strip().replace("|", "\\|") for cell in row] for row in rows]
    width = max((len(row) for row in cells), default=0)
    if not width:
        return ""
    filled = [[*row, *([""] * (width - len(row)))] for row in cells]
    lines = [f"| {' | '.join(row)} |" for row in filled]
    return "\n".join([lines[0], f"|{' --- |' * width}", *lines[1:]])


def id_of(anchor: str) -> str:
    """The id of a heading as it is written: without spaces and signs."""
    return _ID.sub("-", anchor).strip("-")


def heading(level: int, words: str, anchor: str = "") -> str:
    """A heading of level 1 to 6 (others are brought within); `words` are Markdown; `anchor` is the id to keep."""
    title = one_line(words)
    anchor = id_of(anchor)
    if anchor == slug(title):
        anchor = ""
    if not anchor and _ENDS_IN_BRACE.search(title):
        anchor = slug(title) or "section"
    title = re.sub(r"(?<!\\)(#+)\Z", r"\\\1", title)
    return f"{'#' * min(6, max(1, level))} {title}{f' {{#{anchor}}}' if anchor else ''}"


class Writer:
    """Gathers blocks of Markdown, an empty line between them, and the places that they came from."""

    def __init__(self) -> None:
        """Begin at line 1 without a place."""
        self._blocks: list[str] = []
        self._line = 1
        self.places: list[Place] = []

    @property
    def line(self) -> int:
        """The line of the text at which the next block begins."""
        return self._line

    @property
    def text(self) -> str:
        """All blocks so far as one Markdown text."""
        return "\n\n".join(self._blocks) + "\n" if self._blocks else ""

    def at(
        self,
        kind: PlaceKind,
        number: int = 0,
        last: int = 0,
        label: str = "",
        box: tuple[float, float, float, float] | None = None,
        *,
        below: int = 0,
        rises: bool = False,
    ) -> None:
        """Say where in the file the next block stands, or what begins `below` lines under its first; see `Place`.

        A place that goes on from the one before is not noted again.
        """
        place = Place(self._line + below, kind, number, max(number, last), label, box, rises)
        if self.places:
            before = self.places[-1]
            if before.number == place.number and replace(before, line=place.line) == place:
                return
            if before.line == place.line:
                self.places[-1] = place
                return
        self.places.append(place)

    def add(self, block: str) -> None:
        """Add a block of Markdown; an empty one adds nothing."""
        block = block.strip("\n")
        if not block.strip():
            return
        self._blocks.append(block)
        self._line += block.count("\n") + 2
