"""How old what a team's reader shows is: when each publication was made, and when the reader last compared with it."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from bookwheel.domain.collection import Collection
from bookwheel.domain.jobs import ENDED, Job, JobKind, JobState
from bookwheel.domain.messages import Message
from bookwheel.domain.publications import age_s
from bookwheel.domain.team import TeamCollection, TeamConfig
from bookwheel.library.sources.publication_cards import publication_of
from bookwheel.service.components import Parts
from bookwheel.service.sources.timetables import INTERVALS, read_time
from bookwheel.service.team.metrics import Gauge, Row

SLOW = timedelta(seconds=60)
"""How long a refresh may go on before callers are told how old the collection is."""


@dataclass(frozen=True, slots=True)
class Compared:
    """When a collection was last found to be as it is published (None for never), and whether that is in doubt now."""

    at: datetime | None
    is_doubtful: bool


class Freshness:
    """Safe to use from any thread."""

    def __init__(self, parts: Parts, config: TeamConfig, slugs: Callable[[], Mapping[str, str]]) -> None:
        """`slugs` gives the slugs of the shown collections by their names in the configuration."""
        self._parts, self._slugs = parts, slugs
        self._every = {one.name: every(one) for one in config.collections}

    def gauges(self) -> list[Gauge]:
        """The numbers and ages of all publications, for operators."""
        now = datetime.now(UTC)
        numbers: list[Row] = []
        ages: list[Row] = []
        compared: list[Row] = []
        for collection in self._shown():
            labels = (("collection", collection.name),)
            card, at = publication_of(collection), compare(self._parts.jobs.of(collection.slug), now).at
            if card is not None:
                numbers.append((labels, card.sequence))
                ages.append((labels, age_s(card, now)))
            if at is not None:
                compared.append((labels, (now - at).total_seconds()))
        return [
            ("bookwheel_publication_number", "The number of the publication that is shown.", numbers),
            ("bookwheel_publication_age_seconds", "Time since what is shown was published.", ages),
            ("bookwheel_refresh_age_seconds", "Time since the last refresh that succeeded.", compared),
        ]

    def notices(self, slugs: Container[str]) -> tuple[Message, ...]:
        """What callers are told of the collections with these slugs: which may be older than their publications."""
        now = datetime.now(UTC)
        found: list[Message] = []
        for collection in self._shown():
            if collection.slug not in slugs:
                continue
            compared = compare(self._parts.jobs.of(collection.slug), now, self._every.get(collection.name))
            if compared.is_doubtful and compared.at is not None:
                found.append(
                    Message(
                        "{collection} was last refreshed at {time} UTC and may be older than its publication. The "
                        "reader tries again by itself.",
                        collection=collection.name,
                        time=f"{compared.at:%Y-%m-%d %H:%M}",
                    )
                )
        return tuple(found)

    def _shown(self) -> Iterator[Collection]:
        slugs = frozenset(self._slugs().values())
        return (one for one in self._parts.collections.all() if one.slug in slugs)


def every(collection: TeamCollection) -> timedelta | None:
    """Return the time between two refreshes of a collection; None where nobody can say."""
    if collection.refresh_minutes:
        return timedelta(minutes=collection.refresh_minutes)
    return INTERVALS.get(collection.timetable)


def compare(jobs: tuple[Job, ...], now: datetime, interval: timedelta | None = None) -> Compared:
    """Return what the jobs of a collection, oldest first, say about its refreshes.

    Where two of them are missing by their `interval`, they cannot even begin, as on a full disk.
    """
    refreshes = [job for job in jobs if job.kind is JobKind.REFRESH]
    done = [job for job in refreshes if job.state is JobState.DONE]
    # What a refresh finds is as old as its start.
    at = read_time(done[-1].started_at or done[-1].created_at) if done else None
    ended = [job for job in refreshes if job.state in ENDED]
    created = [read_time(job.created_at) for job in refreshes if job.state not in ENDED]
    is_slow = any(moment is not None and moment + SLOW < now for moment in created)
    is_missing = at is not None and interval is not None and at + 2 * interval + SLOW < now
    return Compared(at, is_slow or is_missing or bool(ended) and ended[-1].state is JobState.FAILED)
