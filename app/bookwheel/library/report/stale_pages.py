"""Pages much older than what links to them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from statistics import median_low

from bookwheel.domain.diagnostics import LinkFinding
from bookwheel.domain.messages import Message
from bookwheel.indexes.catalogue import history_rows
from bookwheel.library.report.dates import day_of
from bookwheel.library.report.incoming_links import incoming_links, place_of
from bookwheel.library.report.inspection import Found, Inspection
from bookwheel.library.search.snippets import cleaned
from bookwheel.wire import PAGE

OLDER = timedelta(days=730)
"""How much older a page must be than the median of what links to it."""

LEAST_LINKING = 3
"""Documents that must link to it, with dates of the same kind."""

_FIELDS = (
    "lastmod", "last_modified", "updated", "updated_at", "last_updated", "modified", "last_reviewed", "reviewed",
    "date", "created", "created_at", "published", "publishdate",
)  # fmt: skip
"""Front matter that says when a page was written or last looked at."""

_RECORDS = frozenset(
    ("changelog", "license", "decision", "adr", "rfc", "pep", "kep", "proposal", "post", "blog", "news", "journal",
     "daily", "log", "meeting", "minutes", "release", "release-notes", "archive")
)  # fmt: skip
"""Types of documents that belong to a day: that they are old says nothing."""


@dataclass(frozen=True, slots=True)
class _Dates:
    """When documents (by their ids) were last changed: by git, by their front matter, or by their files.

    Dates of one kind alone are compared: files that were copied together are all of one day.
    """

    of_git: Mapping[str, date]
    of_header: Mapping[str, date]
    of_file: Mapping[str, date]

    def comparable(self, doc: str) -> tuple[date, Mapping[str, date]] | None:
        """The date of a document that says most, with all dates of that kind."""
        for dates in (self.of_git, self.of_header, self.of_file):
            if doc in dates:
                return dates[doc], dates
        return None


def find_stale(asked: Inspection) -> Found:
    """Pages older by two years than the median of at least three documents that link to them, the oldest first."""
    graph, dates = asked.graph, _dates(asked)
    found: list[tuple[timedelta, LinkFinding]] = []
    for old, links in incoming_links(graph).items():
        doc = graph.ids[old]
        known = dates.comparable(doc) if asked.covers(doc) else None
        if known is None:
            continue
        own, others = known
        linking = {source: others[graph.ids[source]] for source in links if graph.ids[source] in others}
        if len(linking) < LEAST_LINKING or (middle := median_low(linking.values())) - own < OLDER:
            continue
        newest = max(linking, key=lambda source: (linking[source], graph.ids[source]))
        section, line, text = place_of(graph, links[newest])
        note = Message(
            "Last changed on {day}. Of the {count} documents that link to it, half were changed on {other} or later.",
            day=own.isoformat(), count=f"{len(linking):,}", other=middle.isoformat(),
        )  # fmt: skip
        finding = LinkFinding(
            doc, cleaned(graph.titles[old]), other=graph.ids[newest], other_title=cleaned(graph.titles[newest]),
            other_section=section, other_line=line, other_text=text, links=len(linking), note=note,
        )  # fmt: skip
        found.append((middle - own, finding))
    found.sort(key=lambda pair: (-pair[0], pair[1].doc.casefold()))
    return Found([finding for _, finding in found[:PAGE]])


def _dates(asked: Inspection) -> _Dates:
    facets = asked.snapshot.facets
    types = facets.values_of("type")
    ids = {
        key: f"{slug}/{path}"
        for key, (slug, path, _) in facets.places.items()
        if types.get(key, "").casefold() not in _RECORDS
    }
    of_git: dict[str, date] = {}
    under_git: set[str] = set()
    for slug in dict.fromkeys(slug for slug, _, _ in facets.places.values()):
        changed = history_rows.last_changes(asked.snapshot.catalogue, slug)
        shown = {doc for doc in ids.values() if doc.startswith(f"{slug}/")}
        if changed:
            under_git.add(slug)
        of_git.update(_days({f"{slug}/{path}": at for path, at in changed.items() if f"{slug}/{path}" in shown}))
    of_header: defaultdict[str, list[date]] = defaultdict(list)
    for field in _FIELDS:
        values = facets.values_of(field)
        for doc, day in _days({ids[key]: value for key, value in values.items() if key in ids}).items():
            of_header[doc].append(day)
    headers = {doc: max(days) for doc, days in of_header.items()}
    files = {ids[key]: at for key, at in history_rows.file_times(asked.snapshot.catalogue).items() if key in ids}
    # Git writes files when it checks them out, and a collection whose pages state dates need not be asked for others.
    stating = {doc.partition("/")[0] for doc in headers} | under_git
    of_file = _days({doc: at for doc, at in files.items() if doc.partition("/")[0] not in stating})
    return _Dates(of_git, headers, of_file)


def _days(texts: Mapping[str, str]) -> dict[str, date]:
    return {doc: day for doc, text in texts.items() if (day := day_of(text)) is not None}
