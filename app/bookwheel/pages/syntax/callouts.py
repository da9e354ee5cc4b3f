"""Callouts in three syntaxes: `> [!NOTE]`, `::: tip` containers and Python-Markdown's admonitions, `!!! note`."""

from __future__ import annotations

import re

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock
from markdown_it.rules_core import StateCore
from markdown_it.token import Token
from mdit_py_plugins.admon.index import admonition
from mdit_py_plugins.container import container_plugin

_MARKER = re.compile(r"\[!([\w-]{1,40})\]([+-]?)[ \t]*([^\n]*)(?:\n|\Z)")
_ADMONITION = re.compile(r"(?:!!!|\?\?\?\+?)[ \t]+([A-Za-z]+)(?=[ \t\n]|\Z)")
_LOST_END = re.compile(r"(?:^|\n)[ \t]*:{10,}[ \t]*(?=\n|\Z)")
"""The end of a container that its list item closed already, or an end without a beginning; we write more than ten."""
_CONTAINER = re.compile(r"\s*\{?\.?([A-Za-z][\w-]*)\}?\s*(?:\[([^\]]*)\]|(.*))\s*\Z")
_PLAIN = {"raw", "v-pre", "slots", "div", "columns", "column", "steps", "cards"}
_TABS = {"tabs", "code-group"}
_KINDS = {
    "note": "note", "info": "note", "abstract": "note", "summary": "note", "tldr": "note", "todo": "note",
    "seealso": "note", "details": "note", "version-added": "note", "version-changed": "note",
    "tip": "tip", "hint": "tip", "important": "tip", "success": "tip", "check": "tip", "done": "tip",
    "question": "question", "help": "question", "faq": "question",
    "warning": "warning", "caution": "warning", "attention": "warning", "deprecated": "warning",
    "danger": "danger", "error": "danger", "bug": "danger", "failure": "danger", "fail": "danger", "missing": "danger",
    "example": "example", "quote": "quotation", "cite": "quotation",
}  # fmt: skip


def kind_of(name: str) -> str:
    """The look of a callout by the name that its writer gave it."""
    return _KINDS.get(name.lower(), "note")


def title_of(name: str) -> str:
    """What stands above a callout without a title."""
    return name.replace("-", " ").replace("_", " ").capitalize()


def callouts_plugin(md: MarkdownIt) -> None:
    """Make callouts of marked quotes, of `:::` containers and of admonitions whose kind is known."""
    container_plugin(md, "callout", validate=_is_container)
    md.block.ruler.before("fence", "admonition", _admonition, {"alt": ["paragraph", "reference", "blockquote", "list"]})
    md.core.ruler.after("block", "callouts", _callouts)


def _is_container(params: str, _marker: str) -> bool:
    return bool(_CONTAINER.match(params))


def _admonition(state: StateBlock, first: int, last: int, silent: bool) -> bool:
    match = _ADMONITION.match(state.src, state.bMarks[first] + state.tShift[first], state.eMarks[first])
    return bool(match and match[1].lower() in _KINDS) and admonition(state, first, last, silent)


def _open_quote(tokens: list[Token], number: int, made: list[Token]) -> tuple[str, int]:
    """Open a quote, or the callout that its first line makes of it: its tag, and how many tokens to leave out then."""
    match = _marker(tokens, number)
    if match is None:
        made.append(tokens[number])
        return "blockquote", 0
    title = match[3].strip() or title_of(match[1])
    tag = _open(made, tokens[number], kind_of(match[1]), title, fold=match[2])
    text = tokens[number + 2]
    text.content = text.content[match.end() :]
    return tag, 0 if text.content.strip() else 3


def _callouts(state: StateCore) -> None:
    made: list[Token] = []
    containers: list[str] = []
    quotes: list[str] = []
    admonitions: list[str] = []
    tokens = state.tokens
    skip = 0
    for number, token in enumerate(tokens):
        if skip:
            skip -= 1
        elif token.type == "container_callout_open":
            containers.append(_open_container(token, made))
        elif token.type == "container_callout_close":
            made.append(_closing(containers.pop()))
        elif token.type == "admonition_open":
            is_folding = token.markup.startswith("?")
            admonitions.append("details" if is_folding else "div")
            made.append(_opening(token, admonitions[-1], f"callout {kind_of(str(token.meta['tag']))}"))
            if token.markup == "???+":
                made[-1].attrSet("open", "")
        elif token.type in {"admonition_title_open", "admonition_title_close"}:
            token.tag = "summary" if admonitions[-1] == "details" else "p"
            token.attrs = {"class": "callout-title"} if token.nesting > 0 else {}
            made.append(token)
        elif token.type == "admonition_close":
            made.append(_closing(admonitions.pop()))
        elif token.type == "blockquote_open":
            tag, skip = _open_quote(tokens, number, made)
            quotes.append(tag)
        elif token.type == "blockquote_close" and (tag := quotes.pop()) != "blockquote":
            made.append(_closing(tag))
        else:
            if token.type == "inline" and "::::::::::" in token.content:
                token.content = _LOST_END.sub("", token.content)
            made.append(token)
    state.tokens = made


def _marker(tokens: list[Token], number: int) -> re.Match[str] | None:
    following = tokens[number + 1 : number + 3]
    if [token.type for token in following] != ["paragraph_open", "inline"]:
        return None
    return _MARKER.match(following[1].content)


def _open_container(token: Token, made: list[Token]) -> str:
    match = _CONTAINER.match(token.info)
    name = match[1].lower() if match else ""
    title = ((match[2] or match[3] or "") if match else "").strip()
    if name in _PLAIN:
        made.append(_opening(token, "div", "plain"))
        return "div"
    if name in _TABS:
        made.append(_opening(token, "div", "tabs"))
        return "div"
    if name == "tab":
        made.append(_opening(token, "div", "tab"))
        made += _titled(token, "p", "tab-title", title)
        return "div"
    return _open(made, token, kind_of(name), title or title_of(name), fold="-" if name == "details" else "")


def _open(made: list[Token], source: Token, kind: str, title: str, *, fold: str) -> str:
    tag, title_tag = ("details", "summary") if fold else ("div", "p")
    opening = _opening(source, tag, f"callout {kind}")
    if fold == "+":
        opening.attrSet("open", "")
    made += [opening, *_titled(source, title_tag, "callout-title", title)]
    return tag


def _titled(source: Token, tag: str, classes: str, title: str) -> list[Token]:
    heading = Token("callout_title_open", tag, 1, attrs={"class": classes}, block=True)
    text = Token("inline", "", 0, content=title, children=[], map=source.map, level=source.level + 2)
    return [heading, text, Token("callout_title_close", tag, -1, block=True)]


def _opening(source: Token, tag: str, classes: str) -> Token:
    return Token("callout_open", tag, 1, attrs={"class": classes}, map=source.map, level=source.level, block=True)


def _closing(tag: str) -> Token:
    return Token("callout_close", tag, -1, block=True)
