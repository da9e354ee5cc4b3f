"""What changed since a day: commits where git knows of the documents, else files by their times."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from dataclasses import replace
from datetime import UTC, datetime
from heapq import nlargest

from bookwheel.domain.errors import BadRequest, NotFound
from bookwheel.domain.history import Change, ChangedDocument, ChangesAnswer, ChangesRequest, Commit
from bookwheel.domain.messages import Message
from bookwheel.domain.search import Scope
from bookwheel.indexes.catalogue import history_rows
from bookwheel.indexes.catalogue.facet_rows import facets_of
from bookwheel.indexes.ontology.dates import stated_day
from bookwheel.library.snapshot import lookup
from bookwheel.library.snapshot.snapshot import Snapshot
from bookwheel.wire import PAGE

MOST_DOCUMENTS = 20
"""Documents that are named with one change; the others are counted."""


def changes(request: ChangesRequest, scope: Scope, snapshot: Snapshot) -> ChangesAnswer:
    """What changed, newest first; a commit is shown by the documents of it that the scope shows, and by nothing else.

    Titles of commits may name other files, so who does not see the whole library is not told them.

    Raises:
        BadRequest: for a limit out of range, or a day that is none.
        NotFound: for an unknown collection.
    """
    if not 1 <= request.limit <= PAGE:
        raise BadRequest("{name} must be between {least} and {most}.", name="limit", least=1, most=f"{PAGE:,}")
    since, slugs = _moment(request.since), _slugs(request.collection, scope, snapshot)
    visible: dict[str, set[str]] = {slug: set() for slug in slugs}
    wanted = frozenset(request.docs)
    for slug, path, _ in snapshot.facets.places.values():
        if slug in visible and (not wanted or f"{slug}/{path}" in wanted):
            visible[slug].add(path)
    notices: list[Message] = []
    found: list[Change] = []
    with snapshot.catalogue.snapshot():
        for slug, paths in visible.items():
            found.extend(_commits(slug, since, paths, snapshot, is_of_some=bool(wanted)))
            found.extend(_files(slug, since, paths, snapshot))
            notice = history_rows.notice_of(snapshot.catalogue, slug)
            if notice:
                notices.append(Message("{collection}: {notice}", collection=slug, notice=notice))
        found.extend(_stated(wanted, visible, snapshot))
        shown = nlargest(request.limit, found, key=lambda change: (change.at, change.commit, change.documents[0].doc))
        titled = tuple(_titled(change, snapshot) for change in shown)
    return ChangesAnswer(titled, len(found), snapshot.told_revision, snapshot.pending, (*snapshot.notices, *notices))


def _moment(text: str) -> str:
    """A day or time as the catalogue writes times; a day begins where the person is."""
    try:
        moment = datetime.fromisoformat(text.strip())
        return moment.astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
    except (ValueError, OverflowError, OSError):
        raise BadRequest("{text} is not a date. Write it as 2026-11-01.", text=text[:40]) from None


def _slugs(collection: str, scope: Scope, snapshot: Snapshot) -> list[str]:
    slugs = [slug for slug in snapshot.collections if lookup.is_visible(slug, scope)]
    if not collection:
        return slugs
    if collection not in slugs:
        raise NotFound("There is no collection {name}.", name=collection, next="browse collections")
    return [collection]


def _commits(slug: str, since: str, visible: set[str], snapshot: Snapshot, *, is_of_some: bool) -> Iterator[Change]:
    is_whole = snapshot.facets.is_whole
    for commit in history_rows.commits_since(snapshot.catalogue, slug, since):
        paths = [path for path in commit.paths if path in visible]
        if paths:
            more = len(paths) - MOST_DOCUMENTS + (_unlisted(commit) if is_whole and not is_of_some else 0)
            named = tuple(ChangedDocument(f"{slug}/{path}", "") for path in paths[:MOST_DOCUMENTS])
            title = commit.title if is_whole else ""
            yield Change(slug, commit.at, commit.by, commit.hash, title, named, max(0, more))


def _unlisted(commit: Commit) -> int:
    return commit.files - len(commit.paths)


def _files(slug: str, since: str, visible: set[str], snapshot: Snapshot) -> Iterator[Change]:
    """Documents of which git knows nothing, by the times of their files."""
    for path, at in history_rows.files_since(snapshot.catalogue, slug, since):
        if path in visible:
            yield Change(slug, at, "", "", "", (ChangedDocument(f"{slug}/{path}", ""),))


def _stated(docs: Set[str], visible: Mapping[str, Set[str]], snapshot: Snapshot) -> Iterator[Change]:
    """The days and times that documents state in their fields; of these alone the visible paths are."""
    if not docs:
        return
    places = snapshot.facets.places
    keys = [key for key, (slug, path, _) in places.items() if path in visible.get(slug, ())]
    for row in dict.fromkeys(facets_of(snapshot.catalogue, keys)):
        if at := stated_day(row.field, row.value):
            slug, path, _ = places[row.document_key]
            yield Change(slug, at, "", "", "", (ChangedDocument(f"{slug}/{path}", ""),), field=row.field)


def _titled(change: Change, snapshot: Snapshot) -> Change:
    named = (
        replace(one, title=snapshot.catalogue.section_title(change.collection, one.doc.partition("/")[2], ""))
        for one in change.documents
    )
    return replace(change, documents=tuple(named))
