"""The grants of a team's collections as they stand in the database: read by readers, changed by operators."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bookwheel.domain.errors import BadRequest, QueueUnavailable
from bookwheel.domain.team import Grant
from bookwheel.service.team.database.connection import Connection, Database
from bookwheel.service.team.database.schema import Version, check_version, find_version, migrate

MOST_GRANTS = 20_000
"""Grants of all collections together; readers show nothing by those beyond."""

CHANNEL = "bookwheel_grants"

_SCHEMA = Version(1, 1)
"""The schema that first had grants."""

_COLUMNS = "collection, group_name, scope, granted_by, granted_at"


@dataclass(frozen=True, slots=True)
class Revision:
    """A state of the grants: its number, and a mark by which states of one number are told apart."""

    number: int
    mark: str


@dataclass(frozen=True, slots=True)
class StoredGrants:
    """The grants of some collections by collection and group; `is_cut` says that there are more than are read."""

    revision: Revision
    grants: tuple[Grant, ...]
    is_cut: bool


class GrantTable:
    """The table of the grants; every method raises QueueUnavailable when the database is away.

    Safe to use from any thread.
    """

    def __init__(self, database: Database) -> None:
        """Connect to nothing yet."""
        self._database = database

    def read(self, collections: Sequence[str] | None, known: Revision | None = None) -> StoredGrants | None:
        """Return the grants of some collections, or of all for None; None where they stand as at `known`.

        Raises:
            QueueUnavailable: also when the database has no grants yet.
        """

        def work(connection: Connection) -> StoredGrants | None:
            _check(connection)
            # The revision first: what is changed between the two is read again at the next look.
            revision = _find_revision(connection)
            if revision == known:
                return None
            rows = connection.execute(
                f"SELECT {_COLUMNS} FROM bookwheel.grants WHERE %(names)s::text[] IS NULL "
                "OR collection = ANY(%(names)s) ORDER BY collection, group_name LIMIT %(most)s",
                {"names": None if collections is None else list(collections), "most": MOST_GRANTS + 1},
            ).fetchall()
            grants = tuple(Grant(*row) for row in rows[:MOST_GRANTS])
            return StoredGrants(revision, grants, len(rows) > MOST_GRANTS)

        return self._database.run(work)

    def put(self, grant: Grant) -> bool:
        """Let a group see a collection; whether that changed anything. Makes the schema where it is missing.

        Raises:
            BadRequest: when there are as many grants as there may be.
        """

        def work(connection: Connection) -> bool:
            migrate(connection)
            _name_operator(connection, grant.granted_by)
            row = connection.execute(
                "INSERT INTO bookwheel.grants (collection, group_name, scope, granted_by) VALUES (%s, %s, %s, %s) "
                "ON CONFLICT (collection, group_name) DO UPDATE SET scope = excluded.scope, "
                "granted_by = excluded.granted_by, granted_at = now() WHERE grants.scope <> excluded.scope "
                "RETURNING xmax = 0",  # whether the row is new, and no other one changed
                (grant.collection, grant.group, grant.scope, grant.granted_by),
            ).fetchone()
            if row is not None and row[0] and _count(connection) > MOST_GRANTS:
                raise BadRequest("There are {most} grants already. Revoke some first.", most=f"{MOST_GRANTS:,}")
            return row is not None

        return self._database.run(work)

    def remove(self, collection: str, group: str, operator: str) -> bool:
        """Let a group see a collection no more; whether there was such a grant."""

        def work(connection: Connection) -> bool:
            _check(connection)
            _name_operator(connection, operator)
            row = connection.execute(
                "DELETE FROM bookwheel.grants WHERE collection = %s AND group_name = %s RETURNING collection",
                (collection, group),
            ).fetchone()
            return row is not None

        return self._database.run(work)

    def wait(self, most_s: float) -> None:
        """Wait until grants were changed, or for so many seconds."""
        self._database.wait_for(CHANNEL, most_s)

    def close(self) -> None:
        """Close the connection."""
        self._database.close()


def _count(connection: Connection) -> int:
    row = connection.execute("SELECT count(*) FROM bookwheel.grants").fetchone()
    return int(row[0]) if row is not None else 0


def _check(connection: Connection) -> None:
    """Pass a schema that has grants."""
    version = find_version(connection)
    check_version(version)
    if version is None or version < _SCHEMA:
        raise QueueUnavailable("The database has no grants yet. Grant a collection with: bookwheel team grant")


def _find_revision(connection: Connection) -> Revision:
    row = connection.execute("SELECT revision, mark FROM bookwheel.grants_revision").fetchone()
    return Revision(int(row[0]), str(row[1])) if row is not None else Revision(0, "")


def _name_operator(connection: Connection, operator: str) -> None:
    """Tell the audit, for this transaction, who changes grants."""
    connection.execute("SELECT set_config('bookwheel.operator', %s, true)", (operator,))
