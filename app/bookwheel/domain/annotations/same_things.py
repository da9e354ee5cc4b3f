"""Which things a person says are the same, or not the same: kept apart from what sources say.

Times are ISO 8601 in UTC.
"""

from __future__ import annotations

from dataclasses import dataclass

from bookwheel.domain.messages import Message

MOST_DECISIONS = 10_000
"""Decisions that are kept."""


@dataclass(frozen=True, slots=True)
class NamedThing:
    """A thing by its id, as it is or was called."""

    id: str
    title: str


@dataclass(frozen=True, slots=True)
class SameDecision:
    """One decision on two things. If they are the same, both go by the first one's id; the other's name is an alias."""

    id: str
    first: NamedThing
    other: NamedThing
    is_same: bool
    created_at: str

    @property
    def pair(self) -> frozenset[str]:
        """The ids of both; of each pair, one decision is kept."""
        return frozenset((self.first.id, self.other.id))


@dataclass(frozen=True, slots=True)
class SameRequest:
    """What to decide on: ids (`term:jwt`) or names of two things, and whether they are the same."""

    first: str
    other: str
    is_same: bool = True


@dataclass(frozen=True, slots=True)
class SameAnswer:
    """The decision as it is kept, the one whose place it took, and what is worth saying besides."""

    decision: SameDecision
    replaced: SameDecision | None = None
    notices: tuple[Message, ...] = ()


@dataclass(frozen=True, slots=True)
class SameListRequest:
    """Decisions, newest first: all, or those on one thing. `limit` is 1 to 2,000."""

    node: str = ""
    limit: int = 500


@dataclass(frozen=True, slots=True)
class SameEntry:
    """A decision as it stands now: whether the graph has each of its things."""

    decision: SameDecision
    is_first_there: bool
    is_other_there: bool


@dataclass(frozen=True, slots=True)
class JoinedThing:
    """A thing that goes by another's id: because a person decided so, else because their names say so."""

    id: str
    title: str
    is_decided: bool


@dataclass(frozen=True, slots=True)
class SameListAnswer:
    """Decisions, newest first, and of how many.

    For one thing also what goes by its id, and `namesakes`: other things with one of its names.
    """

    entries: tuple[SameEntry, ...]
    total: int
    revision: int
    joined: tuple[JoinedThing, ...] = ()
    namesakes: tuple[NamedThing, ...] = ()


@dataclass(frozen=True, slots=True)
class SameRemoval:
    """The ids of decisions to remove."""

    ids: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SameRemoved:
    """How many decisions were removed."""

    removed: int
