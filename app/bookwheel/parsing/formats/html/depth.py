"""Bounds how deep elements stand within each other, for the time that a parser of HTML takes grows with its square."""

from __future__ import annotations

import re

DEEPEST = 1_000
"""Elements within each other that are read; pages have a few dozen, and fewer than a hundred are told apart."""
_NOT_NESTED = (
    "area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr"  # never hold anything
    "|p|li|dt|dd|td|th|tr|thead|tbody|tfoot|colgroup|caption|option|optgroup|rt|rp|html|head|body"  # may stay open
)
_TAG = re.compile(rf"<(/?)(?!(?:{_NOT_NESTED})[\s/>])[a-z][^<>]*>", re.IGNORECASE)
_NO_MARKUP = re.compile(r"<!--.*?-->|<(script|style|template|textarea)\b.*?</\1\s*>", re.DOTALL | re.IGNORECASE)


def bounded(html: str) -> str:
    """The source without the tags of elements that stand deeper than `DEEPEST`; its lines stay where they are."""
    if html.count("<") < DEEPEST or not _is_deep(html):
        return html
    html = _NO_MARKUP.sub(lambda found: "\n" * found[0].count("\n"), html)
    return _cut(html) if _is_deep(html) else html


def _is_deep(html: str) -> bool:
    depth = 0
    for closes in _TAG.findall(html):
        if not closes:
            depth += 1
            if depth > DEEPEST:
                return True
        elif depth:
            depth -= 1
    return False


def _cut(html: str) -> str:
    depth = 0

    def keep(found: re.Match[str]) -> str:
        nonlocal depth
        if found[1]:
            depth = max(0, depth - 1)
            return found[0] if depth < DEEPEST else ""
        depth += 1
        return found[0] if depth <= DEEPEST else "\n" * found[0].count("\n")

    return _TAG.sub(keep, html)
