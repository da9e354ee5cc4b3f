"""INI files, properties and settings of programs: sections in square brackets, keys, comments."""

from __future__ import annotations

import re

from bookwheel.parsing.encoding import decode
from bookwheel.parsing.formats.code.comments import gather
from bookwheel.parsing.formats.code.data_outline import Contents, is_sentence
from bookwheel.parsing.formats.code.keyed_lines import Section, converted_lines
from bookwheel.parsing.formats.converted import Converted

_LINE = re.compile(
    r"^[ \t]*+(?:(?P<comment>[#;!][^\n]*)|\[(?P<section>[^\]\n]{1,200})\]|<(?P<block>[A-Z]\w*[^>\n/]{0,200})>"
    r"|(?P<key>[\w.\-/][^=:\n]{0,120}+)[=:](?P<value>[^\n]*+))",
    re.MULTILINE,
)


def read(content: bytes, path: str) -> Converted:
    """The text with its sections as outline.

    Raises:
        SkippedFile: for binary files.
    """
    decoded = decode(content)
    text = decoded.text
    found = Contents()
    sections: list[Section] = []
    comments: list[tuple[int, int]] = []
    for match in _LINE.finditer(text):
        if match["comment"] is not None:
            comments.append(match.span("comment"))
        elif (title := match["section"] or match["block"]) is not None:
            sections.append(Section(match.start(), " ".join(title.split())))
        else:
            found.keys.append((match.start(), match["key"].strip()))
            if is_sentence(match["value"]):
                found.strings.append((match.start(), match["value"]))
    return converted_lines(text, sections, gather(text, comments), found, decoded.warnings)
