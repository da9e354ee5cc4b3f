"""Checks of a team's databases for `bookwheel doctor --team`: that they answer, their schema, and the jobs."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing

from bookwheel.domain.errors import BookwheelError
from bookwheel.domain.messages import Message
from bookwheel.domain.service.doctor import Check
from bookwheel.domain.team import DatabaseConfig, TeamConfig
from bookwheel.service.team.database.connection import Connection, Database
from bookwheel.service.team.database.grants import MOST_GRANTS, GrantTable
from bookwheel.service.team.database.jobs import CollectionState, Jobs
from bookwheel.service.team.database.schema import Version, check_version, find_version
from bookwheel.service.team.grants import Grants, name_unusable

_ADVICE = Message("Correct it and check again.")


def examine(team: TeamConfig) -> Iterator[Check]:
    """Check the queue, own databases of audit, memories and grants, the jobs of collections, and the grants."""
    if team.workers is not None:
        name = Message("Queue")
        version, check = _ask(name, team.workers.queue)
        yield check
        if version is not None:
            yield from _examine_jobs(team)
    audit = team.audit_database
    if audit is not None and (team.workers is None or audit != team.workers.queue):
        yield _ask(Message("Audit"), audit)[1]
    memory = team.memory_database
    if memory is not None and (team.workers is None or memory != team.workers.queue):
        yield _ask(Message("Memories"), memory)[1]
    if team.granted:
        yield from _examine_grants(team)


def _ask(name: Message, config: DatabaseConfig) -> tuple[Version | None, Check]:
    def work(connection: Connection) -> Version | None:
        version = find_version(connection)
        check_version(version)
        return version

    try:
        with closing(Database(config)) as database:
            version = database.run(work)
    except BookwheelError as error:
        return None, Check(name, "bad", Message("{name}: {reason}", name=name, reason=error.message), _ADVICE)
    said = Message("{name}: the database answers; who uses it first makes the schema.", name=name)
    if version is not None:
        said = Message("{name}: the database answers, its schema has version {version}.", name=name, version=version)
    return version, Check(name, "good", said)


def _examine_jobs(team: TeamConfig) -> Iterator[Check]:
    assert team.workers is not None, "the caller asks for a team with workers"
    try:
        with closing(Database(team.workers.queue)) as database:
            states = Jobs(database, "", 0).states([collection.name for collection in team.published])
    except BookwheelError as error:
        yield Check(Message("Jobs"), "bad", error.message, _ADVICE)
        return
    for state in states:
        yield _check_of(state)


def _examine_grants(team: TeamConfig) -> Iterator[Check]:
    """Whether the grants can be read, those that show nothing, and those of collections that are not named."""
    name, config = Message("Grants"), team.grants_database
    assert config is not None, "a configuration whose collections have grants names their database"
    try:
        with closing(Database(config)) as database:
            stored = GrantTable(database).read(None)
    except BookwheelError as error:
        yield Check(name, "bad", Message("{name}: {reason}", name=name, reason=error.message), _ADVICE)
        return
    assert stored is not None, "no revision is known"
    grants, names = Grants(stored.grants), {collection.name for collection in team.granted}
    if stored.is_cut:
        message = Message("Grants: there are more than {most}; the others show nothing.", most=f"{MOST_GRANTS:,}")
        yield Check(name, "bad", message, Message("Revoke some with: bookwheel team revoke"))
    if grants.unusable:
        count = len(grants.unusable)
        message = Message("Grants: {count} show nothing. {grants}", count=count, grants=name_unusable(grants))
        yield Check(name, "bad", message, Message("Grant them again with another filter."))
    unknown = sorted({grant.collection for grant in stored.grants} - names)
    if unknown:
        message = Message(
            'Grants: no collection with groups = "database" is called {names}.', names=", ".join(unknown[:5])
        )
        yield Check(name, "bad", message, Message("Correct the names, or revoke with: bookwheel team revoke"))
    yield Check(name, "good", Message("Grants: the database answers, {count} hold.", count=grants.count))


def _check_of(state: CollectionState) -> Check:
    name = Message.verbatim(state.collection)
    if state.problem:
        message = Message(
            "{name}: publishing failed {count} times, last with: {problem}",
            name=name,
            count=state.attempts,
            problem=state.problem,
        )
        return Check(name, "bad", message, Message("See the log of the workers."))
    if state.age_s is None:
        return Check(name, "good", Message("{name}: not published by a worker yet.", name=name))
    minutes = f"{state.age_s / 60:,.0f}"
    return Check(
        name, "good", Message("{name}: published by a worker {minutes} minutes ago.", name=name, minutes=minutes)
    )
