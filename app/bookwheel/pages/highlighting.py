"""Code blocks as HTML with Pygments' short class names."""

from __future__ import annotations

from functools import lru_cache
from html import escape

from pygments import highlight
from pygments.formatters.html import HtmlFormatter
from pygments.lexer import Lexer
from pygments.lexers import get_lexer_by_name  # pyright: ignore[reportUnknownVariableType]
from pygments.token import STANDARD_TYPES
from pygments.util import ClassNotFound

LONGEST = 60_000
"""Characters of one block that are coloured; a longer one is shown plain, as some lexers are slow on odd text."""

CLASSES = frozenset(name for name in STANDARD_TYPES.values() if name)
"""Every class name that Pygments may write."""

_ALIASES = {"shell-session": "console", "sh-session": "console", "jsonc": "json5", "mdx": "markdown", "vue-html": "vue"}
_PLAIN = {"", "text", "txt", "plain", "plaintext", "none", "mermaid", "math", "ascii", "output"}
_FORMATTER: HtmlFormatter[str] = HtmlFormatter(nowrap=True)


def block(code: str, language: str) -> str:
    """A code block; `language` may be empty or unknown."""
    language = language.lower()
    lexer = _lexer(language) if len(code) <= LONGEST else None
    inner = escape(code, quote=False) if lexer is None else highlight(code, lexer, _FORMATTER)
    label = f' data-language="{escape(language)}"' if language and language not in _PLAIN - {"mermaid", "math"} else ""
    return f'<div class="code"{label}><pre><code>{inner}</code></pre></div>\n'


@lru_cache(maxsize=128)
def _lexer(language: str) -> Lexer | None:
    if language in _PLAIN:
        return None
    try:
        return get_lexer_by_name(_ALIASES.get(language, language), stripnl=False, ensurenl=False)
    except ClassNotFound:
        return None
