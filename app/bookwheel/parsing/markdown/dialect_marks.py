"""Marks of dialects that are no text: admonitions, callouts, comments and shortcodes, taken out of prose."""

from __future__ import annotations

import re
from collections.abc import Callable

from bookwheel.domain.document import Dialect
from bookwheel.parsing.markdown.markup import without_shortcodes

_CALLOUT = re.compile(r"^\[!([\w -]+)(?:\|[^\]\n]*)?\][+-]?[ \t]*", re.MULTILINE)
_CONTAINER_MARK = re.compile(
    r"(?:(?<=\s):{3,}(?=\s|$)|^:{3,}[ \t]*[\w-]*|^!!!\+?[ \t]+\w+|^\?\?\?\+?[ \t]+\w+)[ \t]*", re.MULTILINE
)
_REMARK = re.compile(r"\{/\*.*?\*/\}|(\{/\*.*)", re.DOTALL)
"""A comment of MDX; what follows one that nothing closes is group 1, so that its end is looked for once."""

HELD = "{\ufdd0{"
"""Stands for `{{` within code, where it begins no shortcode."""
_INCLUDED = re.compile(r"^[ \t]*\{\{#(?:rustdoc_)?include\b[^}\n]*\}\}[ \t]*$", re.MULTILINE)
"""A line of a block of code that stands for a file."""
_ADMONITION = re.compile(r"^([ ]{0,3})(?:!!!|\?\?\?\+?|===\+?)[ \t]", re.MULTILINE)
_EXPLICIT_ID = re.compile(r"\{:?[^{}#]*#([^\s{}]+)(?:\s[^{}]*)?\}\s*")


def admonitions_as_quotes(body: str) -> str:
    """MkDocs' indented admonitions and tabs as block quotes of the same length, so that they are not read as code."""
    if _ADMONITION.search(body) is None:
        return body
    lines, is_inside = body.split("\n"), False
    for at, line in enumerate(lines):
        if _ADMONITION.match(line):
            is_inside = True
        elif is_inside and line.startswith("    "):
            lines[at] = ">   " + line[4:]
        elif line.strip():
            is_inside = False
    return "\n".join(lines)


def cleanings(body: str, dialect: Dialect) -> list[Callable[[str], str]]:
    """What has to be taken out of this body's prose."""
    needed: list[Callable[[str], str]] = []
    if dialect is Dialect.CONVERTED:
        return [lambda prose: _CALLOUT.sub("", prose)] if "[!" in body else []
    if "{{" in body:
        needed.append(lambda prose: _INCLUDED.sub("", _without_marks(prose)) if "{" in prose else prose)
    if "[!" in body:
        needed.append(lambda prose: _CALLOUT.sub("", prose))
    if ":::" in body or "!!!" in body or "???" in body:
        needed.append(lambda prose: _CONTAINER_MARK.sub("", prose))
    if "{/*" in body:
        needed.append(lambda prose: _REMARK.sub(r"\1", prose))
    return needed


def _without_marks(prose: str) -> str:
    return without_shortcodes(prose).replace(HELD, "{{")


def split_explicit_id(title: str) -> tuple[str, str]:
    """A heading's title without `{#id}` at its end, and that id; empty for none."""
    tail = title.rfind("{")
    match = _EXPLICIT_ID.fullmatch(title, tail) if len(title) - tail < 300 else None
    return (title[:tail], match.group(1)) if match else (title, "")
