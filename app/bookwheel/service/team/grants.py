"""The grants that a reader goes by: what they let groups see, looked up for each call."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice

from bookwheel.domain import scopes
from bookwheel.domain.errors import BadRequest
from bookwheel.domain.messages import Message
from bookwheel.domain.search import Filter
from bookwheel.domain.team import Grant
from bookwheel.library.snapshot.filter_values import check_filters

MOST_SCOPES = 50
"""Different filters in the grants of one collection; those beyond show nothing."""

Filters = tuple[Filter, ...]


class Grants:
    """Grants as they stood at one moment; equal to others that show the same."""

    def __init__(self, stored: Iterable[Grant] = ()) -> None:
        """Read the filters; a grant whose filter cannot be applied shows nothing."""
        self._filters: dict[str, dict[str, Filters]] = {}
        self._scopes: dict[str, set[str]] = {}
        self._unusable: list[tuple[Grant, Message]] = []
        self.count = 0
        for grant in stored:
            self._read(grant)

    def __eq__(self, other: object) -> bool:
        """Whether the same groups see the same."""
        return self is other or (isinstance(other, Grants) and self._filters == other._filters)

    __hash__ = None  # pyright: ignore[reportAssignmentType]

    @property
    def unusable(self) -> tuple[tuple[Grant, Message], ...]:
        """The grants that show nothing, with the reasons."""
        return tuple(self._unusable)

    def find(self, collection: str, groups: Iterable[str]) -> tuple[Filters, ...]:
        """Return what each grant of some groups shows of a collection; none where they see nothing of it.

        Without filters a grant shows all of it. Those that show the same are there once, in an order of their own.
        """
        known = self._filters.get(collection, {})
        return tuple(sorted({known[group] for group in groups if group in known}, key=repr))

    def _read(self, grant: Grant) -> None:
        try:
            filters = read_scope(grant.scope)
            self._admit(grant)
        except BadRequest as error:
            self._unusable.append((grant, error.message))
            return
        self._filters.setdefault(grant.collection, {})[grant.group] = filters
        self.count += 1

    def _admit(self, grant: Grant) -> None:
        known = self._scopes.setdefault(grant.collection, set())
        if grant.scope not in known and len(known) >= MOST_SCOPES:
            raise BadRequest("The grants of a collection have up to {most} different filters.", most=MOST_SCOPES)
        known.add(grant.scope)


def read_scope(text: str) -> Filters:
    """Return the filters of a grant.

    Raises:
        BadRequest: for a text that is none, and for filters that could not be applied.
    """
    filters = scopes.filters_of(text)
    check_filters(filters)
    return filters


def name_unusable(grants: Grants, most: int = 5) -> Message:
    """Return the first grants that show nothing, each with its reason."""
    parts = (
        Message(
            "{collection} to {group}: {reason}",
            collection=_printable(grant.collection),
            group=_printable(grant.group),
            reason=reason,
        )
        for grant, reason in islice(grants.unusable, most)
    )
    return Message.joined(parts, " ")


def _printable(text: str) -> str:
    return "".join(letter if letter.isprintable() else "?" for letter in text)
