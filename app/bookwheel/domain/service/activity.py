"""The calls that clients made, and what agents asked for and did not find."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Activity:
    """One call that a client made. `client` is the agent's name, or window, cli."""

    sequence: int
    at: str
    client: str
    tool: str
    query: str
    sections: tuple[str, ...]
    hits: int
    tokens: int
    took_ms: float
    error: str = ""


@dataclass(frozen=True, slots=True)
class ActivityRequest:
    """The newest calls, before a sequence number if one is given (0 for the newest)."""

    limit: int = 100
    before: int = 0


@dataclass(frozen=True, slots=True)
class ActivityAnswer:
    """Calls, newest first."""

    activity: tuple[Activity, ...]


@dataclass(frozen=True, slots=True)
class Unanswered:
    """Words that agents asked for and found nothing: how often, when last, and which agents, the last one first."""

    query: str
    times: int
    last_at: str
    clients: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class UnansweredRequest:
    """The most frequent queries that found nothing, so many at most."""

    limit: int = 200


@dataclass(frozen=True, slots=True)
class UnansweredAnswer:
    """Queries that found nothing, the most frequent first and of those the latest; `total` of all there are.

    `days` is how long the activity list, from which they are counted, is kept.
    """

    queries: tuple[Unanswered, ...]
    total: int
    days: int
