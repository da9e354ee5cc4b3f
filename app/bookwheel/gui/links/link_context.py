"""The line in which a link is written, as a person would read it: without markup, cut around the link's own words."""

from __future__ import annotations

import re
from html import unescape

from bookwheel.domain.reading import Passage

_AROUND = 44
_IMAGE = re.compile(r"!\[[^\]]*\]\([^)]*\)")
_LINK = re.compile(r"\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])")
_WIKI = re.compile(r"!?\[\[([^\]|]*)(?:\|([^\]]*))?\]\]")
_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)|%%[^%\n]*%%", re.DOTALL)
_HELD = "\ufdd0"
_CODE, _HELD_CODE = re.compile(r"(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)"), re.compile(f"{_HELD}(\\d+){_HELD}")
_NOTE = re.compile(r"\[\^[^\]\s]+\](?!:)|\s\^[\w-]+\s*$")
_MARKED = re.compile(r"==(?=\S)(.+?)(?<=\S)==")
_ESCAPED = re.compile(r"\\(?=[!-/:-@\[-`{-~])")
_TAG = re.compile(r"</?[a-zA-Z][^>]*>|\{[%{:#<][^}]*\}+")
_SIGNS = re.compile(r"(?<!\\)[*`]+|(?<![\w\\])_+|(?<!\\)_+(?!\w)|~~")
_START = re.compile(r"^\s*(?:#{1,6}\s+|>\s*|[-+]\s+(?:\[.\]\s+)?|\d+[.)]\s+|\|)+")


def context_line(passage: Passage, line: int, wording: str) -> tuple[str, tuple[int, int]]:
    """The words around a link on a line of a passage, and where in them the link's own are (0, 0 when they are not)."""
    lines = _COMMENT.sub(lambda found: "\n" * found[0].count("\n"), passage.text).split("\n")
    at = line - passage.lines[0]
    if not 0 <= at < len(lines):
        return wording, (0, len(wording))
    first, last = at, at
    while first > 0 and at - first < 2 and _goes_on(lines[first - 1]) and not _START.match(lines[first]):
        first -= 1
    while last + 1 < len(lines) and last - at < 2 and _goes_on(lines[last + 1]):
        last += 1
    text = plain(" ".join(lines[first : last + 1]))
    # What a link is called may have come without signs: then a <T> in it is code.
    return cut(text, wording if wording and wording.casefold() in text.casefold() else plain(wording))


def plain(text: str) -> str:
    """A line of Markdown without its signs; code keeps every letter."""
    codes: list[str] = []

    def hold(found: re.Match[str]) -> str:
        codes.append(found[2].strip())
        return f"{_HELD}{len(codes) - 1}{_HELD}"

    shown = _plain(_CODE.sub(hold, text))
    return _HELD_CODE.sub(lambda found: codes[int(found[1])], shown) if codes else shown


def _plain(text: str) -> str:
    text = _WIKI.sub(lambda found: found[2] or found[1], _IMAGE.sub("", _COMMENT.sub("", text)))
    text = _MARKED.sub(r"\1", _LINK.sub(r"\1", _NOTE.sub("", text)))
    text = _ESCAPED.sub("", _START.sub("", _SIGNS.sub("", _TAG.sub("", text))))
    return " ".join(unescape(text).replace("|", " ").split())


def cut(text: str, wording: str) -> tuple[str, tuple[int, int]]:
    """About a line of a text around some words of it, cut at spaces, and where the words are."""
    at = text.casefold().find(wording.casefold()) if wording else -1
    if at < 0:
        return (f"{text[: 2 * _AROUND].rsplit(' ', 1)[0]} …" if len(text) > 2 * _AROUND else text), (0, 0)
    start, end = max(0, at - _AROUND), min(len(text), at + len(wording) + _AROUND)
    if start:
        start = text.find(" ", start, at) + 1 or start
    if end < len(text):
        end = max(text.rfind(" ", at + len(wording), end), at + len(wording))
    before, after = "… " if start else "", " …" if end < len(text) else ""
    place = at - start + len(before)
    return f"{before}{text[start:end].strip()}{after}", (place, place + len(wording))


def _goes_on(line: str) -> bool:
    """Whether a line belongs to the paragraph of the one before it."""
    return bool(line.strip()) and not _START.match(line) and not line.startswith(("```", "~~~", "---", "    "))
