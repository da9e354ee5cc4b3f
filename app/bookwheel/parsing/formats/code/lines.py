"""Definitions in languages without braces: by the words a line begins with, nested by their indentation."""

from __future__ import annotations

import re
from functools import cache

from bookwheel.domain.code_languages import Syntax
from bookwheel.parsing.formats.code.outline import Definition

_I = r"^(?P<indent>[ \t]*+)"
_FIRST = r"A-Za-z\u00c0-\uffff_"
_WORD = rf"[{_FIRST}]\w*+[?!]?"
_PATTERNS: dict[Syntax, tuple[str, ...]] = {
    Syntax.PYTHON: (
        rf"{_I}(?:async +|cp?|static +)?(?P<function>(?:def|func) +(?P<name>\w+))",
        rf"{_I}(?:cdef +)?(?P<kind>class|class_name)\s+(?P<name>\w+)",
    ),
    Syntax.RUBY: (
        rf"{_I}(?P<kind>class|module)[ \t]+(?P<name>[A-Z][\w:]*)",
        rf"{_I}(?:private |protected )?(?P<function>def)[ \t]+(?:self\.)?(?P<name>{_WORD}=?|[^\s\w(]+)",
        rf"{_I}(?P<kind>task|namespace)[ \t(]+:?(?P<name>\w+)",
    ),
    Syntax.PERL: (rf"{_I}(?P<function>sub)[ \t]+(?P<name>[\w:']+)", rf"{_I}(?P<kind>package)[ \t]+(?P<name>[\w:]+)"),
    Syntax.ELIXIR: (
        rf"{_I}(?P<kind>defmodule|defprotocol|defimpl)[ \t]+(?P<name>[\w.]+)",
        rf"{_I}(?P<function>def|defp|defmacro|defmacrop)[ \t]+(?P<name>{_WORD})",
    ),
    Syntax.SHELL: (rf"{_I}(?P<function>function[ \t]+)?(?P<name>[\w:.-]+)[ \t]*(?(function)(?:\(\))?[ \t\n]*\{{?"
        rf"|\(\))",),
    Syntax.POWERSHELL: (rf"{_I}(?i:(?P<function>function|filter))[ \t]+"
        rf"(?P<name>[\w:-]+)", rf"{_I}(?P<kind>class|enum)[ \t]+(?P<name>\w+)"),
    Syntax.MAKE: (r"^(?P<target>(?!\.)[^\s:=#$][^\n:=#]{0,100}?)[ \t]*::?(?![=:])",),
    Syntax.HASH: (
        rf"{_I}(?i:(?P<function>function|macro|proc|func|iterator|template))[ \t]*\(?[ \t]*"
        rf"(?P<name>[{_FIRST}][\w:.-]*)",
        rf"{_I}(?P<name>[{_FIRST}.][\w.]*)[ \t]*(?:<-|=)[ \t]*(?P<function>function)\b",
        r"^(?P<kind>type|input|interface|enum|union|scalar|query|mutation|subscription|fragment|directive|class)"
        r"[ \t]+(?P<name>@?\w+)",
        r"^(?P<block>resource|data|variable|output|module|provider|locals|terraform)\b(?P<labels>[^\n{=]{0,200})\{",
        r"^(?P<kind>FROM)[ \t]+(?P<name>[^\n]{1,120})",
        rf"{_I}(?P<kind>add_executable|add_library|add_custom_target|project)[ \t]*\([ \t]*(?P<name>[\w.-]+)",
    ),
    Syntax.JULIA: (
        rf"{_I}(?P<function>function|macro)[ \t]+(?P<name>[\w.!]+)",
        rf"{_I}(?P<kind>module|baremodule|(?:mutable[ \t]+)?struct|abstract type)[ \t]+(?P<name>\w+)",
    ),
    Syntax.LUA: (
        rf"{_I}(?:local[ \t]+)?(?P<function>function)[ \t]+(?P<name>[\w.:]+)",
        rf"{_I}(?:local[ \t]+)?(?P<name>[\w.]+)[ \t]*=[ \t]*(?P<function>function)\b",
    ),
    Syntax.SQL: (
        r"^[ \t]*(?i:create)[ \t]+(?:(?i:or[ \t]+replace|temp|temporary|unique|materialized|virtual|unlogged"
        r"|global|external)[ \t]+)*"
        r"(?P<kind>(?i:table|view|function|procedure|trigger|index|type|schema|database|sequence|domain"
        r"|extension|role))[ \t]+"
        r"(?:(?i:concurrently)[ \t]+)?(?:(?i:if[ \t]+not[ \t]+exists)[ \t]+)?(?P<name>[^\s(;]{1,120})",
        rf"{_I}(?P<function>(?i:procedure|function))[ \t]+(?P<name>\w+)",
        rf"{_I}(?P<kind>(?i:package(?:[ \t]+body)?|entity|architecture))[ \t]+(?P<name>\w+)",
    ),
    Syntax.HASKELL: (
        r"^(?P<kind>module|data|newtype|class|instance|type(?:[ \t]+alias|[ \t]+family)?|port module)[ \t]+"
        r"(?P<name>[^\n={]{1,100}?)[ \t]*(?:=|\bwhere\b|\bexposing\b|\{|$)",
        r"^(?P<function>(?=[a-z_]))(?P<name>[\w']+)[ \t]*(?:::|:)[ \t]",
    ),
    Syntax.ML: (
        r"^(?P<kind>module|type|exception|class|module type|namespace)[ \t]+(?:rec[ \t]+)?(?P<name>[\w.']+)",
        r"^(?P<function>let|val|external)[ \t]+(?:rec[ \t]+|inline[ \t]+|mutable[ \t]+)*(?P<name>[a-z_][\w']*)",
        rf"{_I}(?:static[ \t]+)?(?P<function>member|override)[ \t]+(?:\w+\.)?(?P<name>\w+)",
    ),
    Syntax.LISP: (rf"{_I}\((?P<kind>(?:cl-)?def[\w*!-]*|ns)[ \t]+(?:\^\S+[ \t]+)?[(']*(?P<name>[^\s()\[\]{{}}]+)",),
    Syntax.PASCAL: (
        rf"{_I}(?P<function>(?i:procedure|function|constructor|destructor))[ \t]+(?P<name>[\w.]+)",
        rf"{_I}(?P<name>\w+)[ \t]*=[ \t]*(?P<kind>(?i:class|record|interface|object))\b",
        r"^(?P<kind>(?i:unit|program|library))[ \t]+(?P<name>[\w.]+)",
    ),
    Syntax.PERCENT: (
        r"^-(?P<kind>module|record)\([ \t]*(?P<name>\w+)",
        r"^(?P<function>(?=[a-z]))(?P<name>\w+)\([^\n]{0,300}?(?:->|:-|\bwhen\b)",
    ),
    Syntax.FORTRAN: (
        rf"{_I}(?i:(?:pure|elemental|recursive|impure|integer|real|logical|character)[^\n!'\"]{{0,60}}?[ \t])?"
        rf"(?P<function>(?i:subroutine|function))[ \t]+(?P<name>\w+)[ \t]*\(",
        rf"{_I}(?P<kind>(?i:program|module|submodule|interface))[ \t]+(?!(?i:procedure)\b)(?P<name>\w+)[ \t]*$",
    ),
    Syntax.BASIC: (
        rf"{_I}(?:(?i:public|private|protected|friend|shared|static|overrides|overridable)[ \t]+)*(?P<function>"
        rf"(?i:sub|function|property))[ \t]+(?:(?i:get|let|set)[ \t]+)?(?P<name>\w+)",
        rf"{_I}(?:(?i:public|private|friend)[ \t]+)*(?P<kind>(?i:class|module|structure|enum|interface|namespace"
        rf"|type))[ \t]+(?P<name>[\w.]+)",
    ),
    Syntax.BATCH: (rf"^(?P<target>:[{_FIRST}]\w*)",),
    Syntax.VIM: (rf"{_I}(?P<function>fu(?:n|nc|nction)?!?)[ \t]+(?P<name>[\w:#<>.]+)",),
    Syntax.ASSEMBLY: (rf"^(?P<target>[{_FIRST}][\w$@]*):",),
    Syntax.CSS: (
        r"^(?P<at>@(?:media|supports|layer|container|keyframes|font-face|mixin|function|page|property)\b[^\n{;]{0,120})",
        r"^(?P<rule>[.#:*\[A-Za-z%&][^\n{};]{0,160}?)[ \t]*(?:\{|,$)",
    ),
}  # fmt: skip
_DEEPEST = 12
_PLAIN_NAME = re.compile(r"[\w.:!?*-]+")


@cache
def _patterns(syntax: Syntax) -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(pattern, re.MULTILINE) for pattern in _PATTERNS.get(syntax, ()))


def definitions_in(masked: str, text: str, syntax: Syntax) -> list[Definition]:
    """The definitions in the order of the text; `masked` is the text with blank comments and strings."""
    matches = sorted((match for pattern in _patterns(syntax) for match in pattern.finditer(masked)), key=_start)
    found: list[Definition] = []
    above: list[tuple[int, str, bool]] = []
    last_line = -1
    for match in matches:
        names = match.groupdict()
        at = match.start()
        if at == last_line or _is_continued(masked, at, syntax):
            continue
        last_line = at
        indent = len((names.get("indent") or "").expandtabs(8))
        while above and above[-1][0] >= indent:
            above.pop()
        del above[_DEEPEST:]
        path = [name for _, name, _ in above]
        owner = above[-1] if above else (0, "", False)
        title, name, is_type = _title(match, text, owner[1] if owner[2] else "")
        if not name or (found and found[-1].title == title and found[-1].depth == len(above)):
            continue
        anchor = ".".join([*path, name]) if _PLAIN_NAME.fullmatch(name) else ""
        found.append(Definition(at, len(above), title, anchor))
        above.append((indent, name, is_type))
    return found


def _start(match: re.Match[str]) -> int:
    return match.start()


def _is_continued(masked: str, at: int, syntax: Syntax) -> bool:
    """Whether a line of a style sheet goes on with the selectors of the line above."""
    return syntax is Syntax.CSS and masked[max(0, at - 40) : at].rstrip(" \t\n").endswith(",")


def _title(match: re.Match[str], text: str, owner: str) -> tuple[str, str, bool]:
    """The title, the name, and whether functions within belong to it."""
    names = match.groupdict()
    for plain in ("target", "at", "rule"):
        if names.get(plain):
            name = " ".join(text[match.start(plain) : match.end(plain)].split())
            return name, name, False
    if names.get("block"):
        name = " ".join(text[match.start("labels") : match.end("labels")].replace('"', " ").split())
        return f"{names['block']} {name}".strip(), f"{names['block']}.{name}".replace(" ", ".").rstrip("."), False
    name = (names.get("name") or "").strip()
    if names.get("kind") is not None and names.get("function") is None:
        kind = " ".join(names["kind"].split())
        return f"{kind.lower() if kind != 'FROM' else kind} {name}", name, True
    shown = f"{owner}.{name}" if owner and "." not in name and ":" not in name else name
    return f"{shown}()", name, False
