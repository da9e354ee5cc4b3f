"""Markdown to HTML by markdown-it, with the plugins of each dialect; the outcome is not yet sanitised."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import cache
from html import escape
from typing import Any, cast
from urllib.parse import quote

from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token
from mdit_py_plugins.deflist import deflist_plugin
from mdit_py_plugins.dollarmath import dollarmath_plugin
from mdit_py_plugins.footnote import footnote_plugin
from mdit_py_plugins.gfm_autolink import gfm_autolink_plugin

from bookwheel.domain.document import Dialect
from bookwheel.domain.markup.comments import without_comments
from bookwheel.pages import highlighting
from bookwheel.pages.element_html import RULES, Env, is_formula, math
from bookwheel.pages.includes import Kind, inclusions_plugin, language_of, without_marks
from bookwheel.pages.pieces import pieces_plugin
from bookwheel.pages.query_blocks import queries_plugin
from bookwheel.pages.syntax import logseq, templates
from bookwheel.pages.syntax.callouts import callouts_plugin
from bookwheel.pages.syntax.embeds import split_embeds
from bookwheel.pages.syntax.scripts import scripts_plugin
from bookwheel.pages.syntax.wiki import tasks_plugin, vault_plugin, wikilinks_plugin
from bookwheel.pages.types import Heading, Source

DEEPEST_EMBED = 3
MOST_EMBEDS = 40
LONGEST_EMBED = 100_000
LONGEST_LINE = 200_000
"""Characters of one paragraph that are searched for emphasis and links; a longer one is shown as its words."""
DEEPEST_BRACKETS = 60
"""Open brackets in one paragraph; more are shown as they stand, as markdown-it takes quadratic time on them."""
BREAKS, SCRIPTS = "nl2br", "scripts"
"""Extensions that a collection may have switched on: line breaks as they are written, subscripts and superscripts."""

_GONE = "gone"
"""The type of tokens that are taken out again."""
_EXPLICIT_ID = re.compile(r"[ \t]*\{:?[ \t]*#[^{}\n]*\}[ \t]*\Z")
_PROTOCOLS = ("http", "https", "mailto", "xmpp")
_BRACKETS = re.compile(r"[\[\]]")


def to_html(text: str, dialect: Dialect, source: Source, extensions: Iterable[str] = ()) -> str:
    """The HTML of a body whose first line is `source.first_line`; headings are sealed with their anchors."""
    md = _markdown(dialect, frozenset(extensions) & {BREAKS, SCRIPTS})
    html = md.render(_prepared(text, dialect), {"source": source})
    return logseq.without_nothings(without_marks(html))


def _prepared(text: str, dialect: Dialect) -> str:
    """The source with what other programs would have put in or left out, with as many lines as before."""
    if dialect in (Dialect.COMMONMARK, Dialect.CONVERTED):
        return text
    text = templates.expand(text)
    if dialect is Dialect.OBSIDIAN:
        return logseq.expand(without_comments(text))
    return templates.without_contents(text)


@cache
def _markdown(dialect: Dialect, extensions: frozenset[str]) -> MarkdownIt:
    if dialect is Dialect.COMMONMARK:
        md = MarkdownIt("commonmark")
    elif dialect is Dialect.CONVERTED:
        md = MarkdownIt("commonmark").enable(["table", "strikethrough"])
        md.use(footnote_plugin).use(callouts_plugin).use(deflist_plugin).use(tasks_plugin, any_state=False)
        md.use(dollarmath_plugin, allow_space=False, allow_digits=False, renderer=math)
        md.core.ruler.after("inline", "figures", _figures)
    else:
        md = MarkdownIt("commonmark").enable(["table", "strikethrough"])
        md.use(gfm_autolink_plugin).use(footnote_plugin).use(callouts_plugin).use(inclusions_plugin)
        md.inline.ruler.at("gfm_autolink_protocol", _autolink_at_colon(md))
        md.use(dollarmath_plugin, allow_space=False, allow_digits=False, renderer=math)
        md.use(tasks_plugin, any_state=dialect is Dialect.OBSIDIAN).use(wikilinks_plugin)
        md.use(vault_plugin if dialect is Dialect.OBSIDIAN else deflist_plugin)
        md.core.ruler.after("block", "embeds", _embeds)
        md.core.ruler.after("inline", "figures", _figures)
        # GitHub strikes out what stands between single tildes, Obsidian does not.
        md.options["strikethrough_single_tilde"] = dialect is Dialect.GFM and SCRIPTS not in extensions
    valid = md.validateLink
    md.validateLink = lambda url: url[:5].lower() == "file:" or valid(url)  # type: ignore[method-assign]
    if SCRIPTS in extensions:
        md.use(scripts_plugin)
    md.core.ruler.after("block", "anchors", _anchors)
    if dialect is Dialect.CONVERTED:
        pieces_plugin(md)
    md.core.ruler.before("inline", "bounds", _bounds)
    md.options["maxNesting"] = 40
    md.options["breaks"] = BREAKS in extensions
    if "math_inline" in md.inline.ruler.get_all_rules():
        md.inline.ruler.at("math_inline", _formula(md))
    for name, rule in RULES.items():
        md.add_render_rule(name, rule)

    def inclusion(_renderer: object, tokens: Sequence[Token], index: int, _options: object, env: Env) -> str:
        return _included(md, tokens[index].meta, cast("Source", env["source"]))

    md.add_render_rule("inclusion", inclusion)
    queries_plugin(md)
    return md


def _autolink_at_colon(md: MarkdownIt) -> Callable[[StateInline, bool], bool]:
    """Return the plugin's rule for `http://`, asked only behind such a word.

    The plugin searches all of the paragraph before every colon: 20 kB of them took 1.1 s, 100 kB more than 15 s.
    """
    (rule,) = [one.fn for one in md.inline.ruler.__rules__ if one.name == "gfm_autolink_protocol"]

    def autolink(state: StateInline, silent: bool) -> bool:
        before = state.src[max(0, state.pos - 6) : state.pos]
        return before.endswith(_PROTOCOLS) and rule(state, silent)

    return autolink


def _formula(md: MarkdownIt) -> Callable[[StateInline, bool], bool]:
    """Return the plugin's rule for `$x^2$`; `$HOME/*a*` and prices, with the marks in them, are left to the others."""
    (rule,) = [one.fn for one in md.inline.ruler.__rules__ if one.name == "math_inline"]

    def formula(state: StateInline, silent: bool) -> bool:
        start, pending, count = state.pos, state.pending, len(state.tokens)
        if not rule(state, silent):
            return False
        if is_formula(state.src[start : state.pos].strip("$")):
            return True
        del state.tokens[count:]
        state.pos, state.pending = start, pending
        return False

    return formula


def _included(md: MarkdownIt, meta: dict[str, Any], source: Source) -> str:
    """What a mark takes in: code, another page's text, or the words that stand instead."""
    kind, name, words = cast("tuple[Kind, str, str]", (meta["kind"], meta["name"], meta["words"]))
    if kind is Kind.CAPTION:
        return f'<p class="quiet">{escape(words)}</p>\n'
    text = None
    if source.embeds < MOST_EMBEDS and len(source.chain) < DEEPEST_EMBED and name not in source.chain:
        text = source.include(kind, name)
    if text is None:
        return f'<p class="quiet">{escape(meta["instead"])}</p>\n' if meta["instead"] else ""
    source.embeds += 1
    if kind is Kind.CODE or (kind is Kind.FILE and language_of(name) not in {"markdown", ""}):
        title = f'<p class="filename">{escape(name)}</p>\n' if kind is Kind.CODE else ""
        return title + highlighting.block(text[:LONGEST_EMBED], language_of(name))
    if words and kind in (Kind.TERM, Kind.TERM_IN_SHORT):
        text = f"{words} {text[:1].lower()}{text[1:]}"
    html = _inside(md, text, name, source, is_vault=False)
    if kind is Kind.TAB:
        return f'<div class="tab"><p class="tab-title">{escape(words)}</p>\n{html}</div>\n'
    return html


def _anchors(state: StateCore) -> None:
    """Seal headings with their anchors by line; an anchor whose heading is not found gets a place of its own."""
    source = cast("Source", state.env["source"])
    if not source.headings or source.chain:
        _hide_explicit_ids(state.tokens)
        return
    waiting = dict(source.headings)
    footnotes = 0
    for token in state.tokens:
        if token.type.startswith("footnote_reference_"):
            footnotes += token.nesting
        if token.type == "heading_open" and token.map and not footnotes:
            line = token.map[0] + source.first_line
            heading = next((one for one in waiting.get(line, []) if one.level), None)
            if heading:
                token.attrSet("data-anchor", source.seal + heading.anchor)
                waiting[line] = [one for one in waiting[line] if one is not heading]
    _hide_explicit_ids(state.tokens)
    lost = [(line, heading) for line in sorted(waiting) for heading in waiting[line]]
    if lost:
        state.tokens = _placed(state.tokens, lost, source)


def _placed(tokens: list[Token], lost: list[tuple[int, Heading]], source: Source) -> list[Token]:
    made: list[Token] = []
    depth = 0
    for token in tokens:
        while lost and depth == 0 and token.nesting >= 0 and token.map:
            if lost[0][0] > token.map[0] + source.first_line:
                break
            made.append(_place(lost.pop(0)[1], source))
        depth += token.nesting
        made.append(token)
    return made + [_place(heading, source) for _, heading in lost]


def _bounds(state: StateCore) -> None:
    for token in state.tokens:
        if token.type == "inline" and (len(token.content) > LONGEST_LINE or is_tangled(token.content)):
            token.type, token.content = "html_block", escape(token.content, quote=False)


def is_tangled(text: str) -> bool:
    """Whether a paragraph has more open brackets than are searched for links."""
    if text.count("[") <= DEEPEST_BRACKETS:
        return False
    depth = 0
    for bracket in _BRACKETS.findall(text):
        depth = depth + 1 if bracket == "[" else max(0, depth - 1)
        if depth > DEEPEST_BRACKETS:
            return True
    return False


def _place(heading: Heading, source: Source) -> Token:
    return Token("html_block", "", 0, content=place_of(source.seal + heading.anchor))


def place_of(sealed: str) -> str:
    """An empty element that carries an anchor."""
    return f'<span data-anchor="{escape(sealed)}"></span>'


def _hide_explicit_ids(tokens: list[Token]) -> None:
    for number, token in enumerate(tokens):
        if token.type == "heading_open" and tokens[number + 1].content.endswith("}"):
            text = tokens[number + 1]
            text.content = _EXPLICIT_ID.sub("", text.content)


def _embeds(state: StateCore) -> None:
    """Set embedded notes in their place; the text around them stays a paragraph before and after each."""
    made: list[Token] = []
    tokens = state.tokens
    for number, token in enumerate(tokens):
        is_paragraph = token.type == "inline" and bool(made) and made[-1].type == "paragraph_open"
        pieces = split_embeds(token.content) if is_paragraph and "![[" in token.content else []
        blocks = [(text, _embedded(state, name) if name else "") for text, name in pieces]
        if not any(html for _, html in blocks):
            made.append(token)
            continue
        opening, closing = made.pop(), tokens[number + 1]
        closing.type = _GONE
        made += _around(opening, token, blocks)
    state.tokens = [token for token in made if token.type != _GONE]


def _around(opening: Token, inline: Token, blocks: list[tuple[str, str]]) -> list[Token]:
    """What is embedded, and the text between as paragraphs; a name that leads nowhere stays in the text."""
    made: list[Token] = []
    text = ""
    for written, html in [*filter(any, blocks), ("", "")]:
        if written and not html:
            text += written
            continue
        if text.strip():
            words = replace(inline, content=text.strip(), children=[])
            made += [replace(opening), words, Token("paragraph_close", "p", -1, block=True, hidden=opening.hidden)]
        text = ""
        made += [Token("html_block", "", 0, content=html, map=inline.map)] if html else []
    return made


def _embedded(state: StateCore, name: str) -> str:
    source = cast("Source", state.env["source"])
    if source.embeds >= MOST_EMBEDS or len(source.chain) >= DEEPEST_EMBED or name in source.chain:
        return ""
    text = source.embed(name)
    if text is None:
        return ""
    source.embeds += 1
    html = _inside(state.md, text, name, source, is_vault=True)
    words = " › ".join(part for part in name.split("#") if part and not part.startswith("^")) or name
    title = f'<p class="embed-title"><a class="wikilink" href="{quote(name)}">{escape(words)}</a></p>'
    return f'<div class="embed">{title}\n{html}</div>\n'


def _inside(md: MarkdownIt, text: str, name: str, source: Source, *, is_vault: bool) -> str:
    """The HTML of another page's text within this one."""
    inner = Source(0, "", {}, source.embed, source.include, source.embeds, (*source.chain, name))
    inner.query, inner.queries = source.query, source.queries
    prepared = _prepared(text[:LONGEST_EMBED], Dialect.OBSIDIAN if is_vault else Dialect.GFM)
    html = md.render(prepared, {"source": inner})
    source.embeds, source.queries = inner.embeds, inner.queries
    return html


def _figures(state: StateCore) -> None:
    """A titled image alone in its paragraph becomes a figure with its title as the caption."""
    for number in range(1, len(state.tokens) - 1):
        token = state.tokens[number]
        children = token.children or []
        if token.type != "inline" or len(children) != 1 or children[0].type != "image":
            continue
        title = children[0].attrs.pop("title", "")
        if title and state.tokens[number - 1].type == "paragraph_open":
            state.tokens[number - 1].tag = state.tokens[number + 1].tag = "figure"
            caption = f"<figcaption>{escape(str(title))}</figcaption>"
            children.append(Token("html_inline", "", 0, content=caption))
