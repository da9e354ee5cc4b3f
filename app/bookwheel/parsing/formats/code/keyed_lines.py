"""Files of sections and keys, such as INI and TOML: what their readers share."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from bookwheel.domain.messages import Message
from bookwheel.parsing.formats.code.comments import Comment
from bookwheel.parsing.formats.code.data_outline import Contents, fill
from bookwheel.parsing.formats.code.outline import Definition, pieces_of
from bookwheel.parsing.formats.converted import Converted


@dataclass(frozen=True, slots=True)
class Section:
    """A section by the offset of its heading and its name."""

    at: int
    title: str


def converted_lines(
    text: str, sections: Iterable[Section], comments: Sequence[Comment], found: Contents, warnings: Sequence[Message]
) -> Converted:
    """The file with its sections, the comments right above one included; `a.b` stands below `a`."""
    definitions: list[Definition] = []
    above: list[str] = []
    for section in sections:
        while above and not section.title.startswith(f"{above[-1]}."):
            above.pop()
        at = text.rfind("\n", 0, section.at) + 1
        if not definitions or at > definitions[-1].at:
            definitions.append(Definition(at, len(above), section.title or '""', section.title))
            if len(above) < 12:
                above.append(section.title)
    reading = pieces_of(text, definitions, comments)
    if not reading.warnings:
        found.strings.extend((comment.start, comment.words) for comment in comments if comment.words)
        found.strings.sort()
        fill(text, found, reading.pieces)
    return Converted(text, found.fields, warnings=[*warnings, *found.warnings], reading=reading)
