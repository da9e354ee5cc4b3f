"""The text of a source with comments and strings blanked, so that what is left can be searched for definitions.

One regular expression a syntax, each without backtracking over what it has read: time grows with the text alone.
Pygments' lexers would know more languages, but some take the square of the text's length on comments that never end.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from bookwheel.domain.code_languages import Syntax

_BLOCK = r"/\*[^*]*+(?:\*(?!/)[^*]*+)*+(?:\*/)?"
_SLASHES = r"//[^\n]*+"
_DOUBLE = r'"(?:[^"\\\n]|\\[^\n])*+"'
_SINGLE = r"'(?:[^'\\\n]|\\[^\n])*+'"
_LONG_DOUBLE = r'"(?:[^"\\]|\\.)*+"?'
_TRIPLE = r'"""(?:[^"\\]|\\.|"(?!""))*+(?:""")?'
_TRIPLE_SINGLE = r"'''(?:[^'\\]|\\.|'(?!''))*+(?:''')?"
_DOC = r'(?m:^)[ \t]*+"""(?:[^"\\]|\\.|"(?!""))*+(?:""")?'
_TICKS = r"`(?:[^`\\]|\\.)*+`?"
_REGEX = r"(?<=[=(,:;!&|?\[]) ?/(?![*/])(?:[^/\\\n\[]|\\[^\n]|\[(?:[^\]\\\n]|\\[^\n])*+\])++/"
_HASH = r"(?<![^\s;(){}\[\]])\#[^\n]*+"
_DASHES = r"--[^\n]*+"
_PREPROCESSOR = r"(?m:^)[ \t]*+\#(?:[^\n\\/]|\\.|/(?![/*]))*+"

_WRITTEN: dict[Syntax, tuple[str, str]] = {
    Syntax.BRACES: (f"{_BLOCK}|{_SLASHES}", f"{_TRIPLE}|{_DOUBLE}|{_SINGLE}|{_TICKS}|{_REGEX}"),
    Syntax.C: (f"{_BLOCK}|{_SLASHES}", f"{_DOUBLE}|{_SINGLE}|{_PREPROCESSOR}"),
    Syntax.RUST: (f"{_BLOCK}|{_SLASHES}", rf"{_LONG_DOUBLE}|'(?:[^'\\\n]|\\[^\n'][^\n']{{0,8}})'"),
    Syntax.PHP: (rf"{_BLOCK}|{_SLASHES}|\#(?!\[)[^\n]*+", f"{_DOUBLE}|{_SINGLE}"),
    Syntax.CSS: (rf"{_BLOCK}|(?<!:){_SLASHES}", f"{_DOUBLE}|{_SINGLE}"),
    Syntax.PYTHON: (_DOC + r"|\#[^\n]*+", f"{_TRIPLE}|{_TRIPLE_SINGLE}|{_DOUBLE}|{_SINGLE}"),
    Syntax.RUBY: (rf"(?m:^)=begin\b(?:(?!\n=end)[^\0])*+(?:\n=end)?|{_HASH}", f"{_DOUBLE}|{_SINGLE}"),
    Syntax.PERL: (rf"(?m:^)=[a-z]\w*+(?:(?!\n=cut\b)[^\0])*+(?:\n=cut)?|{_HASH}", f"{_DOUBLE}|{_SINGLE}"),
    Syntax.ELIXIR: (r"@\w*doc[ \t]+~?[sS]?" + _TRIPLE + "|" + _HASH, f"{_TRIPLE}|{_DOUBLE}|{_SINGLE}"),
    Syntax.SHELL: (_HASH, f"{_DOUBLE}|{_SINGLE}"),
    Syntax.POWERSHELL: (r"<\#(?:(?!\#>)[^\0])*+(?:\#>)?|" + _HASH, f"{_DOUBLE}|{_SINGLE}"),
    Syntax.MAKE: (_HASH, r"\\\n"),
    Syntax.HASH: (rf"{_DOC}|{_HASH}|(?<!\S){_SLASHES}|(?<!\S){_BLOCK}", f"{_TRIPLE}|{_DOUBLE}|{_SINGLE}"),
    Syntax.TOML: (r"\#[^\n]*+", f"{_TRIPLE}|{_TRIPLE_SINGLE}|{_DOUBLE}?|{_SINGLE}?"),
    Syntax.LUA: (r"--\[\[(?:(?!\]\])[^\0])*+(?:\]\])?|" + _DASHES, f"{_DOUBLE}|{_SINGLE}"),
    Syntax.SQL: (f"{_BLOCK}|{_DASHES}", _SINGLE),
    Syntax.HASKELL: (r"\{-(?:(?!-\})[^\0])*+(?:-\})?|" + _DASHES, _DOUBLE),
    Syntax.ML: (rf"\(\*(?!\))(?:(?!\*\))[^\0])*+(?:\*\))?|{_SLASHES}", f"{_TRIPLE}|{_LONG_DOUBLE}"),
    Syntax.LISP: (r"\#\|(?:(?!\|\#)[^\0])*+(?:\|\#)?|(?<!\\);[^\n]*+", _LONG_DOUBLE),
    Syntax.PASCAL: (rf"\{{[^}}]*+\}}?|\(\*(?:(?!\*\))[^\0])*+(?:\*\))?|{_SLASHES}", _SINGLE),
    Syntax.PERCENT: (r"%[^\n]*+", f"{_DOUBLE}|{_SINGLE}"),
    Syntax.FORTRAN: (r"![^\n]*+", f"{_DOUBLE}|{_SINGLE}"),
    Syntax.BASIC: (r"'[^\n]*+|(?mi:^)[ \t]*+rem\b[^\n]*+", _DOUBLE),
    Syntax.BATCH: (r"(?mi:^)[ \t]*+@?rem\b[^\n]*+|(?m:^)[ \t]*+::[^\n]*+", _DOUBLE),
    Syntax.VIM: (r'(?m:^)[ \t]*+"[^\n]*+', _SINGLE),
    Syntax.ASSEMBLY: (rf"{_BLOCK}|{_SLASHES}|;[^\n]*+|(?m:^)[ \t]*+\#[^\n]*+", _DOUBLE),
    Syntax.JULIA: (_DOC + r"|\#=(?:(?!=\#)[^\0])*+(?:=\#)?|\#[^\n]*+", f"{_TRIPLE}|{_DOUBLE}"),
}
_NOT_A_BREAK = re.compile(r"[^\n]")


@dataclass(frozen=True, slots=True)
class Masked:
    """A text of the same length whose comments and strings are blanks, and the offsets of its comments."""

    text: str
    comments: list[tuple[int, int]]


@cache
def _pattern(syntax: Syntax) -> re.Pattern[str]:
    comments, strings = _WRITTEN[syntax]
    return re.compile(f"(?P<comment>{comments})|{strings}", re.DOTALL)


def mask(text: str, syntax: Syntax) -> Masked:
    """Blank the comments and what stands within quotes."""
    made: list[str] = []
    comments: list[tuple[int, int]] = []
    at = 0
    for match in _pattern(syntax).finditer(text):
        first, last = match.span()
        is_comment = match.lastgroup is not None
        if is_comment:
            comments.append((first, last))
        elif last - first > 1:
            first, last = first + 1, last - 1
        made.append(text[at:first])
        made.append(
            " " * (last - first) if text.find("\n", first, last) < 0 else _NOT_A_BREAK.sub(" ", text[first:last])
        )
        at = last
    made.append(text[at:])
    return Masked("".join(made), comments)
