"""What note keepers write: wikilinks, embeds, highlights, tags, block ids and task boxes of any state."""

from __future__ import annotations

import re
from urllib.parse import quote

from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token

from bookwheel.domain.tasks import is_done
from bookwheel.pages.syntax.file_cards import describe_file

_WIKILINK = re.compile(r"(!?)\[\[([^\[\]\n|]{1,400})(?:\|([^\[\]\n]{0,400}))?\]\](?![(\[])")
_HIGHLIGHT = re.compile(r"==(?=[^\s=])([^\n]{1,1000}?)(?<=[^\s=])==(?!=)")
_TAG = re.compile(r"#((?:[\w/-]{0,100})[^\W\d_](?:[\w/-]{0,100}))")
_BLOCK_ID = re.compile(r"(?:^|[ \t\n])\^([A-Za-z0-9-]{1,100})\s*\Z")
_TASK = re.compile(r"\[(.)\](?:[ \t]|\Z)")
_IMAGE = re.compile(r"\.(?:png|jpe?g|gif|webp|svg|avif|bmp)\Z", re.IGNORECASE)
_SIZE = re.compile(r"(\d{1,4})(?:x(\d{1,4}))?\Z")


def wikilinks_plugin(md: MarkdownIt) -> None:
    """`[[note#section|words]]` and, within a line, `![[note]]` as links; `![[image.png|300]]` as images."""
    md.inline.ruler.before("link", "wikilink", _wikilink)


def vault_plugin(md: MarkdownIt) -> None:
    """`==highlight==`, `#tag`, `^block-id`, sizes as in `![words|100](picture.png)`, and `[[note#part]]` in words."""
    md.options["wikilinks_in_words"] = True
    md.core.ruler.after("inline", "sizes", _sizes)
    md.inline.ruler.after("emphasis", "highlight", _highlight)
    md.inline.ruler.after("emphasis", "tag", _tag)
    md.core.ruler.after("block", "block_ids", _block_ids)


def tasks_plugin(md: MarkdownIt, *, any_state: bool) -> None:
    """Boxes before tasks: `[ ]` and `[x]`, or any character as a state, where all but a space and `/` count as done."""
    states = None if any_state else frozenset(" xX")

    def tasks(state: StateCore) -> None:
        _tasks(state, states)

    md.core.ruler.after("inline", "tasks", tasks)


def _wikilink(state: StateInline, silent: bool) -> bool:
    if not state.src.startswith("[[", state.pos) and not state.src.startswith("![[", state.pos):
        return False
    match = _WIKILINK.match(state.src, state.pos, state.posMax)
    if match is None:
        return False
    if not silent:
        name = match[2].strip().removesuffix("\\").strip()
        words = (match[3] or "").strip()
        card = describe_file(name, "" if _SIZE.match(words) else words) if match[1] else ""
        if match[1] and _IMAGE.search(name):
            _push_image(state, name, words)
        elif card:
            _push_card(state, name, card)
        else:
            _push_link(state, name, words)
    state.pos = match.end()
    return True


def _push_card(state: StateInline, name: str, card: str) -> None:
    opening = state.push("link_open", "a", 1)
    opening.attrs = {"class": "wikilink file-card", "href": quote(name)}
    state.push("html_inline", "", 0).content = card
    state.push("link_close", "a", -1)


def _push_image(state: StateInline, name: str, words: str) -> None:
    token = state.push("vault_image", "img", 0)
    token.attrs = {"class": "embed", "src": quote(name), "alt": name.rsplit("/", 1)[-1]}
    if not _set_size(token, words) and words:
        token.attrs["alt"] = words


def _set_size(token: Token, words: str) -> bool:
    """Whether words are the size of a picture, which is set."""
    size = _SIZE.match(words)
    if size is None:
        return False
    token.attrs["width"] = size[1]
    if size[2]:
        token.attrs["height"] = size[2]
    return True


def _sizes(state: StateCore) -> None:
    """Take the size out of the words of a picture."""
    for token in state.tokens:
        for picture in token.children or ():
            words, bar, size = picture.content.rpartition("|")
            if picture.type == "image" and bar and _set_size(picture, size.strip()):
                picture.content, picture.children = words, [Token("text", "", 0, content=words)]


def _push_link(state: StateInline, name: str, words: str) -> None:
    opening = state.push("link_open", "a", 1)
    opening.attrs = {"class": "wikilink titled" if words else "wikilink", "href": quote(name)}
    text = state.push("text", "", 0)
    shown = name.removeprefix("#")
    text.content = words or (shown.replace("#", " > ") if "wikilinks_in_words" in state.md.options else shown)
    state.push("link_close", "a", -1)


def _highlight(state: StateInline, silent: bool) -> bool:
    if not state.src.startswith("==", state.pos):
        return False
    match = _HIGHLIGHT.match(state.src, state.pos, state.posMax)
    if match is None or silent:
        return False
    end = state.posMax
    state.push("mark_open", "mark", 1)
    state.pos, state.posMax = match.start(1), match.end(1)
    state.md.inline.tokenize(state)
    state.push("mark_close", "mark", -1)
    state.pos, state.posMax = match.end(), end
    return True


def _tag(state: StateInline, silent: bool) -> bool:
    if state.src[state.pos] != "#" or (state.pos and not state.src[state.pos - 1].isspace()):
        return False
    match = _TAG.match(state.src, state.pos, state.posMax)
    if match is None:
        return False
    if not silent:
        token = state.push("tag_open", "span", 1)
        token.attrs = {"class": "tag"}
        state.push("text", "", 0).content = match[0]
        state.push("tag_close", "span", -1)
    state.pos = match.end()
    return True


def _block_ids(state: StateCore) -> None:
    for number, token in enumerate(state.tokens):
        if token.type != "inline" or "^" not in token.content or not number:
            continue
        match = _BLOCK_ID.search(token.content[-110:])
        if match is None:
            continue
        token.content = token.content[: len(token.content) - len(match[0])]
        opening = state.tokens[number - 1]
        if opening.hidden and number > 1:
            opening = state.tokens[number - 2]
        opening.attrSet("id", f"^{match[1]}")


def _tasks(state: StateCore, states: frozenset[str] | None) -> None:
    tokens = state.tokens
    for number in range(2, len(tokens)):
        token = tokens[number]
        if token.type != "inline" or tokens[number - 2].type != "list_item_open" or not token.children:
            continue
        first = token.children[0]
        match = _TASK.match(first.content) if first.type == "text" else None
        if match is None or (states is not None and match[1] not in states):
            continue
        first.content = first.content[match.end() :]
        has_tick = is_done(match[1])
        tokens[number - 2].attrJoin("class", "task done" if has_tick else "task")
        first.content, words = "", first.content
        first.type, first.tag, first.nesting = "html_inline", "", 0
        first.content = f'<input type="checkbox"{" checked" if has_tick else ""}>'
        rest = type(first)("text", "", 0, content=words)
        token.children.insert(1, rest)
