"""Why documents are related, in the window's language: the library says it in English, one reason after the other."""

from __future__ import annotations

import re

from bookwheel.gui.i18n.translation import QT_TR_NOOP, number, tr

_TIES = {
    "linked both ways": QT_TR_NOOP("linked both ways"),
    "linked to": QT_TR_NOOP("linked from here"),
    "links here": QT_TR_NOOP("links here"),
}
_SHARED = {
    "tag": QT_TR_NOOP("same tag: {names}"),
    "category": QT_TR_NOOP("same category: {names}"),
    "author": QT_TR_NOOP("same author: {names}"),
    "owner": QT_TR_NOOP("same owner: {names}"),
    "reviewer": QT_TR_NOOP("same reviewer: {names}"),
    "link to": QT_TR_NOOP("both link to {names}"),
}
_TIE = re.compile(rf"({'|'.join(_TIES)}) \((\d+)\)")
_SHARE = re.compile(rf"same ({'|'.join(_SHARED)}) (.+?)(?: and (\d+) more)?", re.DOTALL)
_BETWEEN = re.compile(rf"; (?={_TIE.pattern}|same (?:{'|'.join(_SHARED)}) )")


def kinship(text: str) -> str:
    """Reasons as `library/graph/traversal.py` gives them, in the window's language; unknown ones stay as they came."""
    starts = [0, *(found.end() for found in _BETWEEN.finditer(text))]
    ends = [*(found.start() for found in _BETWEEN.finditer(text)), len(text)]
    return "; ".join(_said(text[start:end]) for start, end in zip(starts, ends, strict=True))


def _said(reason: str) -> str:
    tie, share = _TIE.fullmatch(reason), _SHARE.fullmatch(reason)
    if tie is not None:
        return tr(_TIES[tie[1]]) + (f" ({number(int(tie[2]))})" if int(tie[2]) > 1 else "")
    if share is None:
        return reason
    names = tr("{names} and %Ln more", "", int(share[3])).format(names=share[2]) if share[3] else share[2]
    return tr(_SHARED[share[1]]).format(names=names)
