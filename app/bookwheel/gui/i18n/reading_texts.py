"""How far a document is read, in words."""

from __future__ import annotations

from datetime import UTC, datetime

from bookwheel.domain.annotations.reading_progress import ReadingEntry
from bookwheel.gui.i18n.translation import share, tr

_BEGUN = 0.01
"""The part of a document from which it counts as begun."""


def describe_progress(entry: ReadingEntry) -> str:
    """How far a document is read, and when it was left; empty for one that was never read."""
    when = ago_now(entry.left_at)
    if entry.fraction < _BEGUN and not entry.is_read:
        return tr("opened {when}").format(when=when) if when else ""
    said = tr("read") if entry.is_read else tr("{percent} read").format(percent=share(entry.fraction))
    return ", ".join(part for part in (said, when) if part) if entry.left_at else ""


def ago_now(moment: str) -> str:
    """How long ago an ISO moment is now."""
    return ago(moment, datetime.now(UTC))


def ago(moment: str, now: datetime) -> str:
    """How long ago an ISO moment was, in words a person would use; empty when it cannot be read."""
    try:
        days = (now - datetime.fromisoformat(moment)).days
    except (ValueError, TypeError):
        return ""
    if days <= 0:
        return tr("today")
    if days == 1:
        return tr("yesterday")
    if days < 14:
        return tr("%Ln day(s) ago", "", days)
    if days < 30:
        return tr("%Ln week(s) ago", "", days // 7)
    return tr("%Ln month(s) ago", "", days // 30) if days < 365 else tr("%Ln year(s) ago", "", days // 365)
