"""What a page takes in from another file, in its place: a line of its own, sealed until the page is set.

A mark says the kind, the name and the words to show where nothing is found. Its signs are of Unicode's private use, so
that no other syntax takes hold of it; a document that writes one itself gets what the syntax would have given it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from enum import StrEnum

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock

_WORDS = "([^\ue0f0-\ue0f2\n]*)"
_MARK = re.compile(f"\ue0f0([a-z-]+)\ue0f1{_WORDS}\ue0f1{_WORDS}\ue0f1{_WORDS}\ue0f2")
_LANGUAGES = {
    "rs": "rust", "py": "python", "yml": "yaml", "sh": "bash", "rb": "ruby", "md": "markdown", "h": "c", "txt": "",
    "out": "", "conf": "ini", "kt": "kotlin",
}  # fmt: skip


class Kind(StrEnum):
    """What a mark asks for."""

    CODE = "code"
    """A file of examples, by its name, shown as code."""
    FILE = "file"
    """A file by its path from this document (`/` for the collection's root), perhaps with `:anchor` or `:3:8`."""
    PART = "part"
    """A piece of Markdown that several pages share, by its name."""
    TAB = "tab"
    """Such a piece as a tab."""
    TERM = "term"
    """A glossary's entry, by its id."""
    TERM_IN_SHORT = "term-in-short"
    """The first words of it."""
    CAPTION = "caption"
    """Nothing but quiet words."""


Include = Callable[[Kind, str], str | None]
"""The text of a file, a part or a term, or None if there is none."""


def mark(kind: Kind, name: str, words: str, instead: str | None = None) -> str:
    """A mark on a line of its own: `words` go with what is found, `instead` stands where nothing is."""
    fields = (re.sub(r"[\ue0f0-\ue0f2\s]+", " ", text) for text in (name, words, words if instead is None else instead))
    return f"\ue0f0{kind}\ue0f1" + "\ue0f1".join(fields) + "\ue0f2"


def without_marks(text: str) -> str:
    """The text with marks as the words that stand in their place."""
    return _MARK.sub(r"\4", text) if "\ue0f0" in text else text


def filled(code: str, include: Include) -> tuple[str, list[str]]:
    """Code with the files that its marks name, and the names of those not found."""
    missing: list[str] = []

    def put(match: re.Match[str]) -> str:
        text = include(Kind(match[1]), match[2]) if match[1] in (Kind.FILE, Kind.CODE) else None
        if text is None:
            missing.append(match[4])
        return (text or "").removesuffix("\n")

    return (_MARK.sub(put, code) if "\ue0f0" in code else code), missing


def language_of(name: str) -> str:
    """The language of a file by its suffix."""
    suffix = name.split(":")[0].rpartition(".")[2].lower()
    return _LANGUAGES.get(suffix, suffix)


def inclusions_plugin(md: MarkdownIt) -> None:
    """Make a block of each mark on a line of its own: a token `inclusion` with the mark's four parts as meta.

    A part may have words after it, which are a paragraph.
    """
    md.block.ruler.before(
        "fence", "inclusion", _inclusion, {"alt": ["paragraph", "reference", "blockquote", "list", "table"]}
    )


def _inclusion(state: StateBlock, first: int, _last: int, silent: bool) -> bool:
    start = state.bMarks[first] + state.tShift[first]
    if not state.src.startswith("\ue0f0", start):
        return False
    match = _MARK.match(state.src, start, state.eMarks[first])
    if match is None or match[1] not in set(Kind):
        return False
    after = state.src[match.end() : state.eMarks[first]].strip()
    if after and match[1] != Kind.PART:
        return False
    if not silent:
        token = state.push("inclusion", "", 0)
        token.map = [first, first + 1]
        token.meta = {"kind": Kind(match[1]), "name": match[2], "words": match[3], "instead": match[4]}
        if after:
            state.push("paragraph_open", "p", 1).map = [first, first + 1]
            words = state.push("inline", "", 0)
            words.content, words.map, words.children = after, [first, first + 1], []
            state.push("paragraph_close", "p", -1)
        state.line = first + 1
    return True
