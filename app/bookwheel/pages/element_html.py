"""HTML of single elements of Markdown: code, table cells, formulas, line ends and footnotes."""

from __future__ import annotations

import re
from collections.abc import MutableMapping, Sequence
from html import escape
from typing import Any, cast

from markdown_it.token import Token

from bookwheel.domain.messages import Message
from bookwheel.pages import highlighting
from bookwheel.pages.includes import filled
from bookwheel.pages.notices import notice_html
from bookwheel.pages.types import Source

_IDEOGRAPH = re.compile("[\u2e80-\u312f\u31a0-\u9fff\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff9f]")
_MATH = re.compile(r"[\\^_=+<>{}]|\A[A-Za-z]\Z")
_LABEL = re.compile(r"""(?:title|filename|name)\s*=\s*["']([^"']+)["']|\[([^\]]+)\]""")
_PUT_IN = re.compile(r"""\{\{\s*(['"`])([^'"`\n]*)\1\s*\}\}""")
_LANGUAGE = re.compile(r"\s*\{?\.?([^\s,{}\[]*)")
_DIRECTIVE = re.compile(
    r"[ \t]*(?://|#|--|;|%|<!--|/\*)[ \t]*\[!code [^\]\n]*\][ \t]*(?:-->|\*/)?[ \t]*$", re.MULTILINE
)
"""What VitePress takes from the end of a line of code, to show it as added, removed or lit."""
_HIDDEN = re.compile(r"^[ \t]*#(?: [^\n]*)?(?:\n|\Z)|^([ \t]*#)#", re.MULTILINE)
"""In Rust a line after `# ` is compiled and not shown; one that begins so is written with `##`. Source: rustdoc."""

Env = MutableMapping[str, Any]


def _fence(_renderer: object, tokens: Sequence[Token], index: int, _options: object, env: Env) -> str:
    token = tokens[index]
    code, missing = filled(token.content, cast("Source", env["source"]).include)
    if missing and not code.strip():
        return notice_html(Message("Code from {files}", files=", ".join(missing))) + "\n"
    language = _LANGUAGE.match(token.info)
    label = _LABEL.search(token.info)
    title = f'<p class="filename">{escape(label[1] or label[2])}</p>\n' if label else ""
    named = language[1] if language else ""
    if named.endswith("-vue"):
        named, code = named.removesuffix("-vue"), _PUT_IN.sub(r"\2", code)
    elif named == "rust":
        code = _HIDDEN.sub(lambda line: line[1] or "", code)
    if "[!code " in code:
        code = _DIRECTIVE.sub("", code)
    return title + highlighting.block(code, named)


def _code(_renderer: object, tokens: Sequence[Token], index: int, *_: object) -> str:
    return highlighting.block(tokens[index].content, "")


def _cell(_renderer: object, tokens: Sequence[Token], index: int, *_: object) -> str:
    style = str(tokens[index].attrs.get("style", ""))
    align = f' align="{style.removeprefix("text-align:")}"' if style else ""
    return f"<{tokens[index].tag}{align}>"


def is_formula(content: str) -> bool:
    """Whether what stands between two dollar signs is a formula, and no prices or variables of a shell."""
    return _is_quoted(content) or (_MATH.search(content) is not None and "`" not in content)


def _is_quoted(content: str) -> bool:
    return content.startswith("`") and content.endswith("`") and len(content) > 2


def math(content: str, options: dict[str, Any]) -> str:
    """Return a formula as code."""
    if options.get("display_mode"):
        return highlighting.block(content.strip("\n"), "math")
    return f'<code class="math">{escape(content[1:-1] if _is_quoted(content) else content)}</code>'


def _math_block(_renderer: object, tokens: Sequence[Token], index: int, *_: object) -> str:
    return highlighting.block(tokens[index].content.strip("\n") + "\n", "math")


def _soft_break(_renderer: object, tokens: Sequence[Token], index: int, options: dict[str, Any], _env: Env) -> str:
    """A line's end in the source, or the break that a vault makes of it.

    Nothing between Chinese or Japanese characters, which are not parted by spaces.
    """
    if options["breaks"]:
        return "<br>\n"
    before = next((tokens[at].content for at in range(index - 1, -1, -1) if tokens[at].content), "")
    after = next((tokens[at].content for at in range(index + 1, len(tokens)) if tokens[at].content), "")
    return "" if _IDEOGRAPH.match(before[-1:]) and _IDEOGRAPH.match(after[:1]) else "\n"


def _footnotes_open(*_: object) -> str:
    return '<section class="footnotes">\n<ol>\n'


def _footnote_caption(_renderer: object, tokens: Sequence[Token], index: int, *_: object) -> str:
    return str(tokens[index].meta["id"] + 1)


RULES = {
    "softbreak": _soft_break, "footnote_block_open": _footnotes_open, "footnote_caption": _footnote_caption,
    "fence": _fence, "code_block": _code, "th_open": _cell, "td_open": _cell,
    "math_block": _math_block, "math_block_label": _math_block,
}  # fmt: skip
