"""Reads the tables of a configuration: the identity provider and the collections."""

from __future__ import annotations

import re

from bookwheel.domain.collection_source import Timetable
from bookwheel.domain.errors import BadRequest
from bookwheel.domain.messages import Message
from bookwheel.domain.scopes import filters_of
from bookwheel.domain.team import DEFAULT_GROUPS_CLAIM, IdentityConfig, TeamCollection
from bookwheel.service.team.config_fields import Fields

MOST_MINUTES = 60 * 24 * 31

_KEY = re.compile(r"[A-Za-z0-9+/]{43}=")
_FINGERPRINT = re.compile(r"[0-9a-fA-F]{16}")


def read_identity(fields: Fields) -> IdentityConfig:
    """The identity provider."""
    return IdentityConfig(
        issuer=fields.text("issuer"),
        audience=fields.text("audience"),
        groups_claim=fields.text("groups_claim", DEFAULT_GROUPS_CLAIM),
        client_id=fields.text("client_id", ""),
    )


def read_collection(fields: Fields) -> TeamCollection:
    """One collection."""
    name, address, key = fields.text("name"), fields.text("address"), fields.text("key")
    if key and not (_KEY.fullmatch(key) or _FINGERPRINT.fullmatch(re.sub(r"[\s-]", "", key))):
        fields.refuse("key", Message("Write the publisher's key or its fingerprint, as bookwheel publish shows it."))
    scope = fields.text("scope", "")
    try:
        filters_of(scope)
    except BadRequest as error:
        fields.refuse("scope", error.message)
    return TeamCollection(
        name=name,
        address=address,
        key=key,
        groups=fields.texts("groups"),
        scope=scope,
        timetable=_timetable(fields),
        refresh_minutes=fields.number("refresh_minutes", MOST_MINUTES),
    )


def _timetable(fields: Fields) -> Timetable:
    given = fields.text("timetable", Timetable.DAILY.value)
    try:
        return Timetable(given)
    except ValueError:
        choices = ", ".join(timetable.value for timetable in Timetable)
        fields.refuse("timetable", Message("Write one of {choices}.", choices=choices))
        return Timetable.DAILY
