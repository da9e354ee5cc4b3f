"""Identifiers in the case in which they were typed: hits that write them so come before those that do not."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np

from bookwheel.library.search.hit_list import HitList
from bookwheel.library.search.query_parser import Query
from bookwheel.library.snapshot.snapshot import Snapshot

LOOKED_AT = 50
"""Hits, the best first, whose text is looked at."""


def put_typed_case_first(hits: HitList, query: Query, snapshot: Snapshot) -> HitList:
    """The same hits; of the first ones that hold an identifier, those that write it as typed change places with others.

    This holds for identifiers with a capital: whoever types none may mean any case. Places keep their scores.
    """
    names = [one.text for one in query.identifiers if one.text != one.text.lower()]
    if not names or len(hits.keys) < 2:
        return hits
    first = hits.keys[:LOOKED_AT]
    same, other = (re.compile("|".join(map(_bounded, names)), flags) for flags in (0, re.IGNORECASE))
    lower = tuple(name.lower() for name in names)
    rows = snapshot.catalogue.section_rows(first.tolist())
    titles = snapshot.catalogue.document_rows(sorted({row.document_key for row in rows.values()}))
    held: list[int] = []
    as_typed: list[bool] = []
    for place, key in enumerate(first.tolist()):
        row = rows.get(key)
        document = titles.get(row.document_key) if row else None
        texts = (row.title, row.prose, row.code, document.title if document else "") if row else ()
        if any(_may_hold(text, lower) and other.search(text) for text in texts):
            held.append(place)
            as_typed.append(any(same.search(text) for text in texts))
    order = np.argsort(~np.array(as_typed, np.bool_), kind="stable")
    keys = hits.keys.copy()
    keys[held] = first[np.array(held, np.intp)[order]]
    return replace(hits, keys=keys)


def _may_hold(text: str, names: tuple[str, ...]) -> bool:
    """Whether a look for one of the names is worth it: an expression for any case takes long to tell that none is."""
    if not text.isascii():
        return True
    lower = text.lower()
    return any(name in lower for name in names)


def _bounded(name: str) -> str:
    return rf"(?<!\w){re.escape(name)}(?!\w)"
