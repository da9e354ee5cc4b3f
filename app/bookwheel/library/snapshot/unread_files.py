"""Files of the collections that are no documents: their counts, and what an answer says of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bookwheel.domain.collection import FileCounts, SkippedType, join_counts, join_skipped
from bookwheel.domain.messages import Message
from bookwheel.domain.readiness import describe_unread
from bookwheel.domain.scopes import cuts_collections
from bookwheel.domain.search import Filter, Scope
from bookwheel.library.snapshot.filter_values import field_of
from bookwheel.library.snapshot.snapshot import Snapshot

FEW = 3
"""Hits below which an answer from all collections says what was not read."""


@dataclass(frozen=True, slots=True)
class Unread:
    """What the last scans left out, by collection: by type, and by rule or reason as `FileCounts` names them."""

    types: Mapping[str, tuple[SkippedType, ...]]
    left_out: Mapping[str, Mapping[str, int]]

    def counts(self, slug: str, read: int) -> FileCounts:
        """All files of a collection of which so many were read."""
        return FileCounts.of(read, self.types.get(slug, ()), self.left_out.get(slug, {}))


def unread_of(snapshot: Snapshot) -> Unread:
    """What is known of files that are no documents; nothing where a part of a collection is shown."""
    catalogue = snapshot.catalogue
    with catalogue.snapshot():
        by_rule, by_reason = catalogue.left_out(), catalogue.unread()
        types = catalogue.skipped_types()
    slugs = by_rule.keys() | by_reason.keys()
    return Unread(types, {slug: by_rule.get(slug, {}) | by_reason.get(slug, {}) for slug in slugs})


def unread_notices(
    snapshot: Snapshot, filters: Sequence[Filter], scope: Scope, total: int | None = None
) -> tuple[Message, ...]:
    """What an answer says of files that were not read.

    It says so of the one collection that its filters or its scope name; of all where it has few hits (`total`). Whoever
    sees parts of collections is told nothing: nobody knows of such a file whether it belongs to them.
    """
    if cuts_collections(scope):
        return ()
    slug = _only_collection(snapshot, filters, scope)
    if not slug and (total is None or total >= FEW or _is_narrowed(filters)):
        return ()
    unread = unread_of(snapshot)
    slugs = (slug,) if slug else tuple(snapshot.collections)
    types = join_skipped({one: unread.types.get(one, ()) for one in slugs})
    counts = join_counts(unread.counts(one, 0) for one in slugs)
    said = describe_unread(types, counts, slug)
    return (said,) if said is not None else ()


def _is_narrowed(filters: Sequence[Filter]) -> bool:
    return any(field_of(one.field.strip()) in ("collection", "path") and not one.is_negated for one in filters)


def _only_collection(snapshot: Snapshot, filters: Sequence[Filter], scope: Scope) -> str:
    """The slug of the collection that the filters name, or that is all that the scope shows; empty for none."""
    for one in filters:
        if field_of(one.field.strip()) == "collection" and not one.is_negated and len(one.values) == 1:
            named = one.values[0].strip().casefold()
            return next((slug for slug in snapshot.collections if slug.casefold() == named), "")
    is_one = scope.collections is not None and len(snapshot.collections) == 1
    return next(iter(snapshot.collections)) if is_one else ""
