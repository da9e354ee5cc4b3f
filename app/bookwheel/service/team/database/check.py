"""Checks of a team's databases for `bookwheel doctor --team`: that they answer, their schema, and the jobs."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing

from bookwheel.domain.errors import BookwheelError
from bookwheel.domain.messages import Message
from bookwheel.domain.service.doctor import Check
from bookwheel.domain.team import DatabaseConfig, TeamConfig
from bookwheel.service.team.database.connection import Connection, Database
from bookwheel.service.team.database.jobs import CollectionState, Jobs
from bookwheel.service.team.database.schema import Version, check_version, find_version

_ADVICE = Message("Correct it and check again.")


def examine(team: TeamConfig) -> Iterator[Check]:
    """Check the queue, the audit's own database where there is one, and the jobs of collections."""
    if team.workers is not None:
        name = Message("Queue")
        version, check = _ask(name, team.workers.queue)
        yield check
        if version is not None:
            yield from _examine_jobs(team)
    audit = team.audit_database
    if audit is not None and (team.workers is None or audit != team.workers.queue):
        yield _ask(Message("Audit"), audit)[1]


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
    said = Message("{name}: the database answers; its first worker makes the schema.", name=name)
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
