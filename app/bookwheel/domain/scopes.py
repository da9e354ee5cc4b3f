"""What a person writes to narrow what an agent sees: `path:guide/ -tag:draft -private:true`."""

from __future__ import annotations

import re
from functools import lru_cache

from bookwheel.domain.errors import BadRequest
from bookwheel.domain.search import Filter, Scope

DEFAULT = "-private:true"
"""What an agent sees unless the person says otherwise: everything but pages whose front matter says private."""

LONGEST = 2000
MOST_PIECES = 100

_PIECE = re.compile(
    r"\s*(?P<sign>-?)(?P<field>[^\s:\"-][^\s:\"]*):(?:\"(?P<quoted>[^\"]+)\"|(?P<value>[^\s\"]+))(?=\s|$)"
)


@lru_cache(256)
def filters_of(text: str) -> tuple[Filter, ...]:
    """The filters of a line of `field:value` and `-field:value`, a value of several words in quotation marks.

    Several values of one field widen what is shown; several hidden ones are all hidden.

    Raises:
        BadRequest: for what is none, so that a slip never shows more than was meant.
    """
    shown: dict[tuple[str, bool], list[str]] = {}
    at, count = 0, 0
    text = text.strip()
    while at < len(text):
        piece = _PIECE.match(text, at)
        count += 1
        if piece is None or len(text) > LONGEST or count > MOST_PIECES:
            raise BadRequest(
                "Write the filter as field:value and -field:value, such as path:guide/ -tag:draft "
                "-private:true. Put a value of several words in quotation marks."
            )
        at = piece.end()
        shown.setdefault((piece["field"].lower(), bool(piece["sign"])), []).append(piece["quoted"] or piece["value"])
    return tuple(Filter(field, tuple(values), is_hidden) for (field, is_hidden), values in shown.items())


def is_narrow(scope: Scope) -> bool:
    """Whether the person narrowed what a caller sees beyond what holds for every agent.

    It tells nothing of what there is, unlike whether a scope hides something at present.
    """
    return scope.collections is not None or cuts_collections(scope)


def cuts_collections(scope: Scope) -> bool:
    """Whether a person chose to show parts of collections: more is hidden than pages that say they are private."""
    return bool(scope.by_collection) or scope.filters not in ((), filters_of(DEFAULT))
