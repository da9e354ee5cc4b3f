"""Teams in words: whose a collection is, why it cannot be changed, and how a team stands."""

from __future__ import annotations

from bookwheel.client.teams.team_reader import AWAY, SIGNED_OUT, TeamStanding
from bookwheel.domain.collection import CollectionCard
from bookwheel.gui.i18n.service_messages import translate_message
from bookwheel.gui.i18n.translation import tr


def note_team(card: CollectionCard) -> str:
    """What stands beside a team's collection in a list: `Acme`, `Acme · away`."""
    if card.state == AWAY:
        return tr("{team} · away").format(team=card.team)
    if card.state == SIGNED_OUT:
        return tr("{team} · signed out").format(team=card.team)
    return card.team


def describe_team(card: CollectionCard) -> str:
    """Whose a team's collection is, and what to do while it cannot be read."""
    if card.state == AWAY:
        return tr("{team} does not answer. Its documents come back when it does.").format(team=card.team)
    if card.state == SIGNED_OUT:
        return tr("Your sign-in to {team} has expired. Sign in again under “Teams”.").format(team=card.team)
    return tr("Shown by {team}. You can read it, but not change it.").format(team=card.team)


def explain_read_only(card: CollectionCard) -> str:
    """Why nothing of a team's collection can be changed, annotated or kept."""
    said = tr("“{name}” belongs to {team}. You can search and read it, but not change or annotate it.")
    return said.format(name=card.name, team=card.team)


def describe_standing(standing: TeamStanding) -> str:
    """How a team stands, in a few words."""
    if standing.needs_sign_in:
        return tr("Sign-in expired")
    return tr("Away") if standing.problem else tr("Connected")


def explain_standing(standing: TeamStanding) -> str:
    """What a team shows, and why it does not answer, a line each."""
    names = ", ".join(standing.collections)
    shown = tr("Collections: {names}").format(names=names) if names else tr("It shows you no collections.")
    return "\n".join(filter(None, (translate_message(standing.problem) if standing.problem else "", shown)))
