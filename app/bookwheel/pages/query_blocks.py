"""Code blocks and inline code that are queries, set as what they find."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any, cast

from markdown_it import MarkdownIt
from markdown_it.token import Token

from bookwheel.domain.messages import Message
from bookwheel.pages import highlighting
from bookwheel.pages.element_html import RULES, Env
from bookwheel.pages.notices import notice_html
from bookwheel.pages.queries import INLINE, LANGUAGES, NEVER_RUN, Inline, block_html, value_html
from bookwheel.pages.types import Source

MOST_QUERIES = 100
"""Queries of one page that are answered."""
_NEVER_RUN = Message("DataviewJS is a program and never run here.")
_PREFIX = "= "


def queries_plugin(md: MarkdownIt) -> None:
    """Answer blocks of the languages of queries, and inline code that begins with `= `."""

    def inline_of(source: Source) -> Inline:
        """Set a line without the page's headings and queries."""
        env = {"source": Source(0, "", {}, source.embed, source.include, source.embeds, source.chain)}
        return lambda line: md.renderInline(line, env)

    def fence(renderer: object, tokens: Sequence[Token], index: int, options: Any, env: Env) -> str:
        token, source = tokens[index], cast("Source", env["source"])
        language = token.info.strip().split(maxsplit=1)[0].lower() if token.info.strip() else ""
        if language == NEVER_RUN:
            return highlighting.block(token.content, "js") + notice_html(_NEVER_RUN) + "\n"
        if language in LANGUAGES and source.queries < MOST_QUERIES:
            source.queries += 1
            found = source.query(language, token.content)
            if found:
                return block_html(found, token.content, language, inline_of(source))
        return RULES["fence"](renderer, tokens, index, options, env)

    def code(_renderer: object, tokens: Sequence[Token], index: int, _options: object, env: Env) -> str:
        content, source = tokens[index].content, cast("Source", env["source"])
        if content.startswith(_PREFIX) and source.queries < MOST_QUERIES:
            source.queries += 1
            found = source.query(INLINE, content.removeprefix(_PREFIX))
            shown = value_html(found[0], inline_of(source)) if found else ""
            if shown:
                return shown
        return f"<code>{escape(content)}</code>"

    md.add_render_rule("fence", fence)
    md.add_render_rule("code_inline", code)
