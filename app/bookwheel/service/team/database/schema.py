"""The schema `bookwheel` of a team's database, and the numbered migrations that make it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import LiteralString

import psycopg

from bookwheel.domain.errors import QueueUnavailable
from bookwheel.service.team.database.connection import Connection

_LOCK = 0x626F6F6B77686565  # "bookwhee"
"""The advisory lock under which one program at a time migrates."""


@dataclass(frozen=True, slots=True, order=True)
class Version:
    """The version of a schema: programs go on with a newer `minor`, which only adds, and refuse a newer `major`."""

    major: int
    minor: int

    def __str__(self) -> str:
        """The version as people read it."""
        return f"{self.major}.{self.minor}"


@dataclass(frozen=True, slots=True)
class Migration:
    """The statements that lead to a version from the one before it."""

    version: Version
    statements: tuple[LiteralString, ...]


_FIRST: tuple[LiteralString, ...] = (
    """CREATE TABLE bookwheel.schema_versions (
        major integer NOT NULL, minor integer NOT NULL, applied_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (major, minor))""",
    "CREATE SEQUENCE bookwheel.fences",
    """CREATE TABLE bookwheel.jobs (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        collection text NOT NULL, kind text NOT NULL DEFAULT 'publish', due_at timestamptz NOT NULL DEFAULT now(),
        taken_by text, lease_until timestamptz, fence bigint NOT NULL DEFAULT 0, preferred text NOT NULL DEFAULT '',
        attempts integer NOT NULL DEFAULT 0, last_problem text NOT NULL DEFAULT '',
        finished_at timestamptz, sequence bigint)""",
    "CREATE UNIQUE INDEX jobs_open ON bookwheel.jobs (collection, kind) WHERE finished_at IS NULL",
    "CREATE INDEX jobs_finished ON bookwheel.jobs (collection, finished_at DESC) WHERE finished_at IS NOT NULL",
    """CREATE TABLE bookwheel.workers (
        id text PRIMARY KEY, name text NOT NULL, version text NOT NULL, seen_at timestamptz NOT NULL DEFAULT now())""",
    """CREATE TABLE bookwheel.audit (
        id uuid PRIMARY KEY, at timestamptz NOT NULL, subject text NOT NULL, client text NOT NULL,
        is_agent boolean NOT NULL, method text NOT NULL, collections text[] NOT NULL, status text NOT NULL,
        duration_ms integer NOT NULL)""",
    "CREATE INDEX audit_at ON bookwheel.audit (at)",
)

_GRANTS: tuple[LiteralString, ...] = (
    """CREATE TABLE bookwheel.grants (
        collection text NOT NULL CHECK (length(collection) BETWEEN 1 AND 300),
        group_name text NOT NULL CHECK (length(group_name) BETWEEN 1 AND 200),
        scope text NOT NULL DEFAULT '' CHECK (length(scope) <= 2000),
        granted_by text NOT NULL DEFAULT session_user CHECK (length(granted_by) <= 300),
        granted_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (collection, group_name))""",
    # The mark tells two states of one number apart, as an older dump and changes after it bring about.
    """CREATE TABLE bookwheel.grants_revision (
        is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
        revision bigint NOT NULL DEFAULT 0, mark uuid NOT NULL DEFAULT gen_random_uuid())""",
    "INSERT INTO bookwheel.grants_revision DEFAULT VALUES",
    "ALTER TABLE bookwheel.audit ADD COLUMN note text NOT NULL DEFAULT ''",
    """CREATE FUNCTION bookwheel.note_grant() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog AS $$
    DECLARE
        changed bookwheel.grants%ROWTYPE;
        operator text := coalesce(nullif(current_setting('bookwheel.operator', true), ''), session_user);
    BEGIN
        IF TG_OP = 'DELETE' THEN changed := OLD; ELSE changed := NEW; END IF;
        INSERT INTO bookwheel.audit
            (id, at, subject, client, is_agent, method, collections, status, duration_ms, note)
        VALUES (gen_random_uuid(), clock_timestamp(), operator, current_setting('application_name'), false,
            CASE TG_OP WHEN 'DELETE' THEN 'team/revoke' ELSE 'team/grant' END, ARRAY[changed.collection], 'ok', 0,
            concat_ws(' ', changed.group_name, nullif(changed.scope, '')));
        RETURN NULL;
    END $$""",
    """CREATE FUNCTION bookwheel.tell_of_grants() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog AS $$
    BEGIN
        UPDATE bookwheel.grants_revision SET revision = revision + 1, mark = gen_random_uuid();
        PERFORM pg_notify('bookwheel_grants', '');
        RETURN NULL;
    END $$""",
    """CREATE TRIGGER note_grant AFTER INSERT OR UPDATE OR DELETE ON bookwheel.grants
        FOR EACH ROW EXECUTE FUNCTION bookwheel.note_grant()""",
    """CREATE TRIGGER tell_of_grants AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON bookwheel.grants
        FOR EACH STATEMENT EXECUTE FUNCTION bookwheel.tell_of_grants()""",
)

_MEMORIES: tuple[LiteralString, ...] = (
    """CREATE TABLE bookwheel.memory_numbers (
        client text PRIMARY KEY CHECK (length(client) BETWEEN 1 AND 500), number bigint NOT NULL)""",
    """CREATE TABLE bookwheel.memories (
        client text NOT NULL CHECK (length(client) BETWEEN 1 AND 500),
        id text NOT NULL CHECK (length(id) BETWEEN 1 AND 100),
        number bigint NOT NULL, position bigint GENERATED ALWAYS AS IDENTITY, record text NOT NULL,
        read_at text NOT NULL DEFAULT '', model text NOT NULL DEFAULT '', vectors bytea, PRIMARY KEY (client, id))""",
)

MIGRATIONS = (
    Migration(Version(1, 0), _FIRST), Migration(Version(1, 1), _GRANTS), Migration(Version(1, 2), _MEMORIES),
)  # fmt: skip
"""All migrations, oldest first."""


def find_version(connection: Connection) -> Version | None:
    """Return the version of the schema in the database; None where there is no schema yet."""
    # Not `to_regclass`: it may answer from a cache that another program's commit has made stale.
    found = connection.execute(
        "SELECT FROM pg_catalog.pg_tables WHERE schemaname = 'bookwheel' AND tablename = 'schema_versions'"
    ).fetchone()
    if found is None:
        return None
    row = connection.execute(
        "SELECT major, minor FROM bookwheel.schema_versions ORDER BY major DESC, minor DESC LIMIT 1"
    ).fetchone()
    return Version(int(row[0]), int(row[1])) if row is not None else None


def migrate(
    connection: Connection, migrations: Sequence[Migration] = MIGRATIONS, least: Version | None = None
) -> Version:
    """Bring the schema up to date, one program at a time; the version that it has then.

    A role that may not change the schema goes on with an older one from `least` on.

    Raises:
        QueueUnavailable: when a newer program changed the schema so that this one cannot use it, or the role may not
            make it.
    """
    known, own = find_version(connection), migrations[-1].version
    if known is None or known < own:
        connection.execute("SELECT pg_advisory_xact_lock(%s)", (_LOCK,))
        known = find_version(connection)  # another may have been faster
    check_version(known, own)
    found = known
    try:
        with connection.transaction():  # what a role may not do leaves the transaction around this one whole
            for migration in migrations:
                if known is None or known < migration.version:
                    _apply(connection, migration)
                    known = migration.version
    except psycopg.errors.InsufficientPrivilege as error:
        if least is not None and found is not None and found >= least:
            return found
        raise QueueUnavailable(
            "The role may not make or change the schema bookwheel. Run as an administrator: "
            "CREATE SCHEMA bookwheel AUTHORIZATION {role}",
            role=connection.info.user,
        ) from error
    assert known is not None, "there is at least one migration"
    return known


def check_version(known: Version | None, own: Version = MIGRATIONS[-1].version) -> None:
    """Pass a schema that this program can use.

    Raises:
        QueueUnavailable: when its major version is newer than this program knows.
    """
    if known is not None and known.major > own.major:
        raise QueueUnavailable(
            "The schema of the team's database has version {known}, and this program knows {own}. Update Bookwheel.",
            known=known,
            own=own,
        )


def _apply(connection: Connection, migration: Migration) -> None:
    found = connection.execute("SELECT FROM pg_catalog.pg_namespace WHERE nspname = 'bookwheel'").fetchone()
    if found is None:
        connection.execute("CREATE SCHEMA bookwheel")
    for statement in migration.statements:
        connection.execute(statement)
    version = migration.version
    connection.execute(
        "INSERT INTO bookwheel.schema_versions (major, minor) VALUES (%s, %s)", (version.major, version.minor)
    )
