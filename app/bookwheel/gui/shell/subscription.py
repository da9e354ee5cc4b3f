"""Tells collections of others from a person's own, and why their files cannot be changed."""

from __future__ import annotations

import os.path

from bookwheel.domain.collection import CollectionCard
from bookwheel.domain.publication_addresses import is_publication_address
from bookwheel.gui.i18n.team_texts import explain_read_only
from bookwheel.gui.i18n.translation import tr


def is_subscription(card: CollectionCard) -> bool:
    """Whether the person subscribed to a collection; one of the web is known as such after its first download."""
    if card.team:
        return False
    is_elsewhere = os.path.isabs(card.address) or is_publication_address(card.address)
    return card.publication is not None or (bool(card.address) and is_elsewhere)


def has_own_files(card: CollectionCard) -> bool:
    """Whether a collection is a folder of the person's own: not fetched, and not a team's."""
    return not card.address and not card.team


def explain_no_files(card: CollectionCard) -> str:
    """Why a collection of others has no files to open, change or add to."""
    if card.team:
        return explain_read_only(card)
    if is_subscription(card):
        return tr("“{name}” is a shared collection. Only its publisher can change its files.").format(name=card.name)
    return tr("The pages of “{name}” were fetched and have no files of your own.").format(name=card.name)
