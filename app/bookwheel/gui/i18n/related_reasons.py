"""Why documents are related, in the window's language."""

from __future__ import annotations

from collections.abc import Iterable

from bookwheel.domain.graph import Reason
from bookwheel.gui.i18n.translation import QT_TR_NOOP, number, tr

_LINKED = {
    "linked both ways": QT_TR_NOOP("linked both ways"),
    "linked to": QT_TR_NOOP("linked from here"),
    "links here": QT_TR_NOOP("links here"),
    "linked by hand": QT_TR_NOOP("manually linked: {names}"),
}
_SHARED = {
    "tag": QT_TR_NOOP("same tag: {names}"),
    "topic": QT_TR_NOOP("same topic: {names}"),
    "category": QT_TR_NOOP("same category: {names}"),
    "author": QT_TR_NOOP("same author: {names}"),
    "owner": QT_TR_NOOP("same owner: {names}"),
    "reviewer": QT_TR_NOOP("same reviewer: {names}"),
    "link to": QT_TR_NOOP("both link to {names}"),
    "thing": QT_TR_NOOP("both speak of {names}"),
}


def format_reasons(reasons: Iterable[Reason]) -> str:
    """Return the reasons in one line."""
    return "; ".join(map(_format, reasons))


def _format(reason: Reason) -> str:
    names = ", ".join(reason.names)
    if reason.kind in _LINKED:
        said = tr(_LINKED[reason.kind]).format(names=names)
        return said + (f" ({number(reason.count)})" if reason.count > 1 else "")
    if reason.count > len(reason.names):
        names = tr("{names} and %Ln more", "", reason.count - len(reason.names)).format(names=names)
    return tr(_SHARED[reason.kind]).format(names=names)
