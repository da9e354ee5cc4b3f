"""Textile's marks within a line as Markdown: emphasis, code, links, pictures, notes, acronyms, HTML."""

from __future__ import annotations

import re
from html import unescape

from bookwheel.parsing.formats import markdown_writer as md
from bookwheel.parsing.formats.markup import inline_text as inline
from bookwheel.parsing.formats.markup.nested_text import NestedText

_STYLE = r"(?:\{[^{}\n]{0,200}\}|\([^()\n]{1,60}\)|\[[a-zA-Z-]{2,8}\])*"
_URL = r"(?:[^\s<>\[\]\"]{0,1999}[^\s<>\[\]\".,;:!?')*_])"
_INLINE = re.compile(
    r"<notextile>(?P<raw>.{0,5000}?)</notextile>|(?<![=\w])==(?P<raw2>[^=\n]{1,500})==(?![=\w])"
    r"|<(?P<html>code|pre|kbd|sub|sup|mark)\b[^<>]{0,200}>(?P<html_text>.{0,3000}?)</(?P=html)>"
    r"|(?<![\w@])@(?P<code>[^\s@](?:[^@\n]{0,500}?[^\s@])?)@(?![\w@])"
    r"|(?P<bracket>\[)?\"" + _STYLE + r"(?P<label>[^\"\n]{1,500}?)(?:\((?P<title>[^()\"\n]{1,300})\))?\":"
    r"(?P<link>" + _URL + r")(?(bracket)\]|)"
    r"|!(?:[<>=]|\.(?=/))?" + _STYLE + r"(?P<image>[^\s!()\"]{1,1000}\.[^\s!()\"]{1,500}|https?://[^\s!()\"]{1,500})"
    r"(?:\((?P<alt>[^()\n]{1,300})\))?!(?::(?P<around>" + _URL + r"))?"
    r"|(?<=\S)\[(?P<note>\d{1,5})!?\]"
    r"|\b(?P<short>[A-Z][A-Z0-9]{1,20})\((?P<long>[^()\n]{1,300})\)"
    r"|(?P<address>(?<![\w\"/:])(?:https?|ftp)://" + _URL + ")"
    r"|(?:(?<=[\s\-—({'\"\[,.;>|])|(?<![\s\S]))\[?(?P<mark>\*\*|__|\?\?|[*_\-+^~%])" + _STYLE
    + r"(?P<body>[^\s](?:(?!(?P=mark)[\s\-.,;:!?'\")}\]|<])[^\n]|\n(?!\n)){0,500}?)(?P=mark)\]?"
    r"(?=[\s\-—.,;:!?'\")}\]|<]|\Z)"
    r"|(?<=\w)\[(?P<script>[\^~])(?P<raised>[^\]\n]{1,60})(?P=script)\]"
    r"|(?P<line><br\s*/?>)|<!--.{0,3000}?-->|</?[a-zA-Z][^<>\n]{0,300}>",
    re.DOTALL,
)  # fmt: skip
_ALIAS = re.compile(r"^\[([^\[\]\s]{1,100})\]((?:https?:|ftp:|mailto:|/|\./|\.\./)\S{1,1000})[ \t]*$", re.MULTILINE)
_MARKS = {"*": "**", "**": "**", "_": "*", "__": "*", "??": "*", "-": "~~", "+": "", "%": ""}
_DEEPEST = 5


class TextileInline:
    """Writes the text of one file's blocks."""

    def __init__(self, text: str) -> None:
        """Gather the file's abbreviations of links."""
        self._aliases = {match[1]: match[2] for match in _ALIAS.finditer(text)}
        self._nested = NestedText(_DEEPEST)

    def is_alias(self, line: str) -> bool:
        """Whether a line only abbreviates a link."""
        return _ALIAS.fullmatch(line.strip()) is not None

    def write(self, text: str, *, block: bool = True) -> str:
        """Markdown of a text; as a `block`, it begins and ends a line."""
        return self._nested.write(text, lambda part: inline.rewrite(part, _INLINE, self._mark, block=block))

    def _mark(self, match: re.Match[str]) -> str | None:
        groups = match.groupdict()
        if groups["mark"]:
            return self._emphasis(groups["mark"], groups["body"])
        if groups["label"]:
            target = self._aliases.get(groups["link"], groups["link"])
            return md.link(md.one_line(self.write(groups["label"], block=False)), target)
        if groups["image"]:
            made = md.image(groups["alt"] or "", groups["image"])
            around = groups["around"]
            return md.link(made, self._aliases.get(around, around)) if around else made
        if groups["address"]:
            return md.link(inline.words(groups["address"]), groups["address"])
        if groups["note"]:
            return f"[^{groups['note']}]"
        if groups["short"]:
            return inline.words(f"{groups['short']} ({groups['long']})")
        return self._rest(groups)

    def _rest(self, groups: dict[str, str | None]) -> str | None:
        if groups["script"]:
            return inline.tag("sup" if groups["script"] == "^" else "sub", inline.words(groups["raised"] or ""))
        if groups["code"]:
            return md.code(groups["code"])
        raw = groups["raw"] if groups["raw"] is not None else groups["raw2"]
        if raw is not None:
            return inline.words(unescape(re.sub(r"<[^<>]{1,300}>", "", raw)))
        if groups["html"]:
            return self._html(groups["html"].lower(), groups["html_text"] or "")
        return " " if groups["line"] else ""

    def _html(self, name: str, text: str) -> str:
        if name in ("code", "pre"):
            return md.code(unescape(text))
        return inline.tag(name, self.write(text, block=False))

    def _emphasis(self, mark: str, body: str) -> str:
        inside = self.write(body, block=False)
        if mark in "^~":
            return inline.tag("sup" if mark == "^" else "sub", inside)
        return inline.emphasis(inside, _MARKS[mark]) if _MARKS[mark] else inside
