"""`H~2~O` and `x^2^` as Pandoc, Quarto and R Markdown write them."""

from __future__ import annotations

import re

from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline

_SUBSCRIPT = re.compile(r"~((?:[^\s~\\]|\\.){1,200})~(?!~)")
_SUPERSCRIPT = re.compile(r"\^((?:[^\s^\\]|\\.){1,200})\^")


def scripts_plugin(md: MarkdownIt) -> None:
    """Set subscripts and superscripts; a space within one is written as `\\ `."""
    md.inline.ruler.before("strikethrough", "subscript", _subscript)
    md.inline.ruler.after("emphasis", "superscript", _superscript)


def _subscript(state: StateInline, silent: bool) -> bool:
    return not state.src.startswith("~~", state.pos) and _script(state, silent, _SUBSCRIPT, "sub")


def _superscript(state: StateInline, silent: bool) -> bool:
    return _script(state, silent, _SUPERSCRIPT, "sup")


def _script(state: StateInline, silent: bool, pattern: re.Pattern[str], tag: str) -> bool:
    match = pattern.match(state.src, state.pos, state.posMax)
    if match is None or silent:
        return False
    end = state.posMax
    state.push(f"{tag}_open", tag, 1)
    first = len(state.tokens)
    state.pos, state.posMax = match.start(1), match.end(1)
    state.md.inline.tokenize(state)
    for token in state.tokens[first:]:
        token.content = token.content.replace("\\ ", " ")
    state.push(f"{tag}_close", tag, -1)
    state.pos, state.posMax = match.end(), end
    return True
