"""What lines above and below say of a block of AsciiDoc: its style, its anchors, its title, its level."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from bookwheel.parsing.formats.markup.source_lines import Lines

_UNDERLINES = {"=": 1, "-": 2, "~": 3, "^": 4, "+": 5}


@dataclass(slots=True)
class Style:
    """What lines above a block say of it: style, further words, named values, id, title."""

    words: list[str] = field(default_factory=list[str])
    named: dict[str, str] = field(default_factory=dict[str, str])
    anchors: list[str] = field(default_factory=list[str])
    title: str = ""
    line: int = 0

    @property
    def name(self) -> str:
        """The style's own name."""
        return re.split(r"[#.%]", self.words[0])[0].strip() if self.words else ""

    def has(self, option: str) -> bool:
        """Whether an option such as `header` is set."""
        return any(f"%{option}" in word for word in self.words) or option in self.named.get(
            "options", self.named.get("opts", "")
        )


def take_style(style: Style, line: str, number: int) -> bool:
    """Note what a line says of the block below it; False for any other line."""
    if title := re.match(r"\.([^\s.].*)\Z", line):
        style.title = title[1]
    elif anchor := re.match(r"\[\[([\w:.-]+)(?:,.*)?\]\]\Z", line):
        style.anchors.append(anchor[1])
    elif len(line) < 1000 and (inside := re.match(r"\[(?!\[)([^\[\]]*)\]\Z", line)):
        for word in re.findall(r'(?:[^,"]|"[^"]*")+', inside[1]):
            name, equals, value = word.partition("=")
            if equals and re.fullmatch(r"\s*[\w-]+\s*", name):
                style.named[name.strip()] = value.strip().strip("\"'")
            else:
                style.words.append(word.strip())
        named = re.search(r"#([\w:.-]+)", style.words[0]) if style.words else None
        if name := (named[1] if named else style.named.pop("id", "")):
            style.anchors.append(name)
    else:
        return False
    style.line = style.line or number
    return True


def underlined(lines: Lines, at: int) -> int:
    """The level of a title with a line under it; 0 for any other line."""
    if at + 1 >= len(lines):
        return 0
    title, rule = lines[at][1], lines[at + 1][1]
    level = _UNDERLINES.get(rule[:1], 0)
    if not level or rule != rule[0] * len(rule) or len(rule) < 3 or abs(len(rule) - len(title)) > 2:
        return 0
    return level if re.search(r"\w", title) and not title.startswith((".", "[", " ", "|")) else 0
