"""Published collections in words: who shares one, since when, and with which key."""

from __future__ import annotations

from bookwheel.domain.publications import PublicationCard
from bookwheel.gui.i18n.reading_texts import ago_now
from bookwheel.gui.i18n.translation import tr


def describe_shared(card: PublicationCard) -> str:
    """Who shares a collection, and when it was published last: `Shared by Docs team, 3 days ago`."""
    when = ago_now(card.published_at)
    if card.is_revoked:
        return tr("Shared by {name}, withdrawn").format(name=card.publisher) if card.publisher else tr("Withdrawn")
    if not card.publisher:
        return tr("Shared collection, published {when}").format(when=when) if when else tr("Shared collection")
    if not when:
        return tr("Shared by {name}").format(name=card.publisher)
    return tr("Shared by {name}, {when}").format(name=card.publisher, when=when)


def describe_publication(card: PublicationCard | None) -> str:
    """What a person checks of a subscription: who published it, when, and with which key, a line each."""
    if card is None:
        return tr("Not downloaded yet. The first download shows who publishes it.")
    lines = [_describe_published(card)]
    if card.key:
        lines.append(tr("Publisher's key: {key}").format(key=card.key))
    if card.is_revoked:
        lines.append(tr("The publisher withdrew this key. Ask the publisher for a new one, then subscribe again."))
    return "\n".join(line for line in lines if line)


def _describe_published(card: PublicationCard) -> str:
    when = ago_now(card.published_at)
    if card.publisher and when:
        return tr("Published {when} by {name}").format(when=when, name=card.publisher)
    if when:
        return tr("Published {when}").format(when=when)
    return tr("Published by {name}").format(name=card.publisher) if card.publisher else ""
