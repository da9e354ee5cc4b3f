"""A collection's documents in the order of their source, page by page."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bookwheel.domain.browse import TreeAnswer, TreeEntry, TreeGroup, TreeRequest
from bookwheel.domain.errors import NotFound
from bookwheel.domain.search import Scope
from bookwheel.library.snapshot.cursors import Cursors
from bookwheel.library.snapshot.lookup import is_visible
from bookwheel.library.snapshot.snapshot import Snapshot
from bookwheel.library.snapshot.source_order import folded_order, stated_order
from bookwheel.library.snapshot.translations import Translations
from bookwheel.library.sources.tree_order import Spot
from bookwheel.wire import PAGE


@dataclass(frozen=True, slots=True)
class _Place:
    path: str
    at: int


def tree(request: TreeRequest, scope: Scope, snapshot: Snapshot, cursors: Cursors) -> TreeAnswer:
    """A collection's documents in the order of their source, 2,000 a page.

    A page in several languages stands once, in the one asked for where there is one. A cursor goes on after the last
    document, whatever has changed; should that be gone, after as many. Those that hold words come on one page.

    Raises:
        NotFound: for an unknown collection.
    """
    slug = request.collection
    _require_collection(slug, scope, snapshot)
    stamp = repr((slug, request.language, scope))
    with snapshot.catalogue.snapshot():
        order = folded_order(snapshot, slug, request.language)
        languages = stated_order(snapshot, slug).translations
    start, total = 0, len(order.spots)
    if request.cursor:
        last = cursors.resume(request.cursor, stamp, _Place)[0]
        start = order.at.get(last.path, last.at) + 1
    if request.words.strip():
        found = order.holding(request.words)
        total, spots = len(found), [order.spots[at] for at in found[:PAGE]]
    else:
        spots = order.spots[start : start + PAGE]
    dates = snapshot.catalogue.dates(slug, [spot.path for spot in spots]) if request.is_dated else {}
    entries = tuple(_entry(slug, spot, languages, dates) for spot in spots)
    groups = tuple(
        TreeGroup(group.key, group.title, group.above, f"{slug}/{group.page}" if group.page else "")
        for group in order.groups_of(spots)
    )
    end = start + len(spots)
    is_more = end < len(order.spots) and not request.words.strip()
    cursor = cursors.keep(stamp, _Place(spots[-1].path, end - 1), 0) if is_more else ""
    return TreeAnswer(slug, entries, cursor, total, snapshot.told_revision, groups)


def _require_collection(slug: str, scope: Scope, snapshot: Snapshot) -> None:
    if slug not in snapshot.collections or not is_visible(slug, scope):
        near = [known for known in snapshot.collections if is_visible(known, scope)]
        raise NotFound("There is no collection {name}.", name=slug, did_you_mean=near[:5], next="browse collections")


def _entry(slug: str, spot: Spot, languages: Translations, dates: Mapping[str, str]) -> TreeEntry:
    codes = tuple(code for code, _ in languages.get(spot.path, ()))
    return TreeEntry(f"{slug}/{spot.path}", spot.path, spot.title, spot.group, codes, dates.get(spot.path, ""))
