"""Code blocks as HTML with Pygments' short class names."""

from __future__ import annotations

import time
from functools import lru_cache
from html import escape

from pygments import highlight
from pygments.formatters.html import HtmlFormatter
from pygments.lexer import Lexer
from pygments.lexers import get_lexer_by_name  # pyright: ignore[reportUnknownVariableType]
from pygments.token import STANDARD_TYPES, _TokenType  # pyright: ignore[reportPrivateUsage]
from pygments.util import ClassNotFound

LONGEST = 60_000
"""Characters of one block that are coloured; a longer one is shown plain, as some lexers are slow on odd text."""

CLASSES = frozenset(name for name in STANDARD_TYPES.values() if name)
"""Every class name that Pygments may write."""

_ALIASES = {"shell-session": "console", "sh-session": "console", "jsonc": "json5", "mdx": "markdown", "vue-html": "vue"}
_PLAIN = {"", "text", "txt", "plain", "plaintext", "none", "mermaid", "math", "ascii", "output", "error"}
_FORMATTER: HtmlFormatter[str] = HtmlFormatter(nowrap=True)


def block(code: str, language: str) -> str:
    """A code block; `language` may be empty or unknown."""
    language = language.lower()
    lexer = _lexer(language) if len(code) <= LONGEST else None
    inner = escape(code, quote=False) if lexer is None else highlight(code, lexer, _FORMATTER)
    label = f' data-language="{escape(language)}"' if language and language not in _PLAIN - {"mermaid", "math"} else ""
    kind = "code error" if language == "error" else "code"
    return f'<div class="{kind}"{label}><pre><code>{inner}</code></pre></div>\n'


def lines_of(code: str, lexer_name: str, seconds: float) -> list[str]:
    """The lines of a source as HTML, coloured as far as it takes no more seconds than these."""
    lexer = _lexer(lexer_name)
    if lexer is None:
        return escape(code, quote=False).split("\n")
    made: list[str] = []
    deadline = time.process_time() + seconds
    at = 0
    for start, kind, words in lexer.get_tokens_unprocessed(code):
        if start < at or time.process_time() > deadline:
            break
        made += [escape(code[at:start], quote=False), _coloured(words, kind)]
        at = start + len(words)
    made.append(escape(code[at:], quote=False))
    return "".join(made).split("\n")


def _coloured(words: str, kind: _TokenType) -> str:
    """A token's words; one that has several lines is opened again on each."""
    while kind not in STANDARD_TYPES and kind.parent is not None:
        kind = kind.parent
    name = STANDARD_TYPES.get(kind, "")
    if not name or not words.strip():
        return escape(words, quote=False)
    lines = escape(words, quote=False).split("\n")
    return "\n".join(f'<span class="{name}">{line}</span>' if line else "" for line in lines)


@lru_cache(maxsize=128)
def _lexer(language: str) -> Lexer | None:
    if language in _PLAIN:
        return None
    try:
        return get_lexer_by_name(_ALIASES.get(language, language), stripnl=False, ensurenl=False)
    except ClassNotFound:
        return None
