"""Tells documents of teams from a person's own, and refuses to change them."""

from __future__ import annotations

from bookwheel.gui.i18n.team_texts import explain_read_only
from bookwheel.gui.shell.shell import Shell


def is_team_document(shell: Shell, doc: str) -> bool:
    """Whether a document, or a section of one, belongs to a team: it is read, and nothing is kept of it here."""
    card = shell.collection_of(doc)
    return card is not None and bool(card.team)


def refuses_change(shell: Shell, doc: str) -> bool:
    """Say that a document belongs to a team and is only read; False for any other one."""
    card = shell.collection_of(doc)
    if card is None or not card.team:
        return False
    shell.notify(explain_read_only(card))
    return True
