"""Collections that a search of everything leaves out, because a person said so."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from bookwheel.domain.collection import Collection
from bookwheel.domain.search import Filter
from bookwheel.library.snapshot.filter_values import field_of


def left_out(collections: Mapping[str, Collection], filters: Iterable[Filter]) -> Sequence[Filter]:
    """The filters that keep a search out of collections whose `in_search` is off; none where that is not wanted.

    A search that names a collection or a path looks where it was told to, and one in a library (or in a scope) that
    consists of such collections looks into them.
    """
    if any(field_of(chosen.field.strip()) in ("collection", "path") and not chosen.is_negated for chosen in filters):
        return ()
    slugs = tuple(slug for slug, collection in collections.items() if not collection.in_search)
    if not slugs or len(slugs) == len(collections):
        return ()
    return (Filter("collection", slugs, is_negated=True),)
