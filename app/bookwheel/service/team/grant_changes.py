"""What an operator does with the grants of a team: grant a collection to a group, revoke it, and list all grants."""

from __future__ import annotations

import getpass
from collections.abc import Sequence
from contextlib import suppress
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING

from bookwheel.domain.errors import BadRequest, ConfigurationRefused, NotFound
from bookwheel.domain.messages import NO_MESSAGE, Message
from bookwheel.domain.team import Grant, TeamConfig
from bookwheel.service.team import config
from bookwheel.service.team.extra import require_extra
from bookwheel.service.team.grants import Grants, read_scope

if TYPE_CHECKING:
    from bookwheel.service.team.database.grants import GrantTable

LONGEST_GROUP, LONGEST_COLLECTION, LONGEST_OPERATOR = 200, 300, 300


def open_changes(file: Path) -> GrantChanges:
    """Return what changes the grants of the team that a configuration describes; nothing is connected to yet.

    Raises:
        ConfigurationRefused: with every fault of the configuration, and for one that names no database.
    """
    team = config.read(file)
    if team.grants_database is None:
        raise ConfigurationRefused("The configuration names no database. Add the table [grants] with a database.")
    require_extra(team)
    from bookwheel.service.team.database.connection import Database  # noqa: PLC0415 - of the extra `team`
    from bookwheel.service.team.database.grants import GrantTable  # noqa: PLC0415

    return GrantChanges(team, GrantTable(Database(team.grants_database)), _find_operator())


class GrantChanges:
    """Changes grants in the database; every method raises QueueUnavailable when that is away."""

    def __init__(self, team: TeamConfig, table: GrantTable, operator: str) -> None:
        """`operator` is who changes them, as the audit says."""
        self._team, self._table, self._operator = team, table, operator

    def close(self) -> None:
        """Close the connection."""
        self._table.close()

    def grant(self, collection: str, group: str, scope: str) -> bool:
        """Let a group see a collection in the part that a filter shows; whether that changed anything.

        Raises:
            NotFound: for a collection that the configuration does not have.
            BadRequest: for one whose groups are in the configuration, for a group that is none, and for a filter that
                cannot be applied.
        """
        self._check_collection(collection)
        if not group.strip() or len(group) > LONGEST_GROUP or not group.isprintable():
            raise BadRequest("Write the name of a group in up to {most} letters.", most=LONGEST_GROUP)
        read_scope(scope)
        return self._table.put(Grant(collection, group, scope.strip(), self._operator))

    def revoke(self, collection: str, group: str) -> None:
        """Let a group see a collection no more.

        Raises:
            NotFound: when there is no such grant.
        """
        if not self._table.remove(_stored(collection), _stored(group), self._operator):
            known = [grant for grant, _ in self.find_all()]
            near = [grant.group for grant in known if grant.collection == collection]
            near = _near(group, near) if near else _near(collection, [grant.collection for grant in known])
            raise NotFound(
                "{collection} is not granted to {group}.", collection=collection, group=group, did_you_mean=near
            )

    def find_all(self) -> tuple[tuple[Grant, Message], ...]:
        """Return all grants by collection and group, each with what keeps it from showing anything."""
        stored = self._table.read(None)
        assert stored is not None, "no revision is known"
        problems = {(grant.collection, grant.group): reason for grant, reason in Grants(stored.grants).unusable}
        names = {collection.name for collection in self._team.granted}
        unknown = Message('No collection with groups = "database" has this name.')
        return tuple(
            (grant, problems.get((grant.collection, grant.group), NO_MESSAGE) if grant.collection in names else unknown)
            for grant in stored.grants
        )

    def _check_collection(self, name: str) -> None:
        collections = {collection.name: collection for collection in self._team.collections}
        if name not in collections:
            near = _near(name, [collection.name for collection in self._team.granted])
            raise NotFound("The configuration has no collection {name}.", name=name, did_you_mean=near)
        if not collections[name].has_grants:
            raise BadRequest(
                'The configuration says who sees {name}. Write groups = "database" there first.', name=name
            )
        if len(name) > LONGEST_COLLECTION:
            raise BadRequest(
                "Only collections with names of up to {most} letters can be granted.", most=LONGEST_COLLECTION
            )


def _near(name: str, known: Sequence[str]) -> Sequence[str]:
    return get_close_matches(name, dict.fromkeys(known), 3, 0.4)


def _stored(text: str) -> str:
    """A text as a database may hold it, so that one that it cannot hold is not found there."""
    return text.replace("\0", "\ufffd").encode("utf-8", "replace").decode("utf-8")


def _find_operator() -> str:
    """The name of the person at this computer; empty where the system knows none."""
    with suppress(OSError, KeyError, ImportError):
        return _stored(getpass.getuser())[:LONGEST_OPERATOR]
    return ""
