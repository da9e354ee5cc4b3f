"""The end of the day: a library that has lived through it says what a fresh one says of the same files."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from bookwheel.client.connection import Client, connect
from bookwheel.domain.browse import BrowseRequest, TreeRequest, View
from bookwheel.domain.collection import AddRequest
from bookwheel.domain.diagnostics import InspectRequest, InspectView
from bookwheel.domain.errors import NotFound
from bookwheel.domain.graph import ExploreRequest
from bookwheel.domain.search import Filter, Mode, SearchRequest
from bookwheel.domain.service.doctor import DoctorRequest
from bookwheel.domain.service.requests import NameRequest
from bookwheel.domain.service.status import StatusAnswer
from bookwheel.paths import LibraryPaths
from tests.torture.day.folders import Folder
from tests.torture.parsing import Outcome
from tests.waiting import until

Answers = dict[str, object]

STILL_S = 120.0
"""Seconds without any work after which what has not come does not come any more."""


_APART = frozenset(("memory", "session", "agent", "about", "recordedBy", "inSession", "topic", "hasTopic", "broader"))
"""Classes and relations of memories, which a fresh library lacks, and of topics, which rest on what was before."""


def is_settled(status: StatusAnswer) -> bool:
    """Whether all is read, linked and embedded."""
    is_read = (status.state, status.pending, status.coverage) == ("ready", 0, 1.0)
    return is_read and status.graph_revision == status.revision and status.embedding.state == "ready"


def compare(
    library: LibraryPaths, fresh: LibraryPaths, folders: Sequence[Folder], words: Sequence[str], docs: Sequence[str]
) -> Iterator[Outcome]:
    """Let a fresh library read the folders, and compare what both say."""
    fresh.root.mkdir(parents=True)
    if library.settings.exists():
        shutil.copy2(library.settings, fresh.settings)
    with closing(connect(library, client="cli")) as lived, closing(connect(fresh, client="cli")) as clean:
        for folder in folders:
            clean.add(AddRequest(str(folder.root)))
        for name, client in (("lived", lived), ("fresh", clean)):
            yield _settle(name, client)
        one, other = answers(lived, words, docs), answers(clean, words, docs)
        for name, answer in other.items():
            yield Outcome(f"day: {name}", _difference(one[name], answer))
        for name, client in (("lived", lived), ("fresh", clean)):
            yield _examine(name, client)
        clean.stop(30)


def _settle(name: str, client: Client) -> Outcome:
    try:
        until(lambda: is_settled(client.status()), STILL_S)
    except AssertionError:
        status = client.status()
        told = (status.state, status.pending, status.coverage, status.revision, status.graph_revision, status.embedding)
        return Outcome(f"day: the {name} library is ready", f"it is {told}, {status.notices}")
    return Outcome(f"day: the {name} library is ready")


def _examine(name: str, client: Client) -> Outcome:
    def bad() -> list[str]:
        checks = client.doctor(DoctorRequest()).checks
        return [f"{check.name}: {check.message}" for check in checks if check.state != "good"]

    try:
        until(lambda: not bad(), 20)
    except AssertionError:
        return Outcome(f"day: the doctor of the {name} library", "; ".join(bad()))
    return Outcome(f"day: the doctor of the {name} library")


def answers(client: Client, words: Sequence[str], docs: Sequence[str]) -> Answers:
    """All that is asked of both, by a name."""
    found: Answers = {}
    facets = ("collection", "type", "tag", "language")
    for first, second in zip(words, (*words[1:], words[0]), strict=True):
        for query in (first, f"{first} {second}"):
            asked = SearchRequest(query, Mode.KEYWORD, limit=100, facets=facets)
            answer = client.search(asked)
            hits = [(hit.section, round(hit.score, 6), hit.snippet) for hit in answer.hits]
            found[f"words {query}"] = [answer.total, answer.facets, *hits]
    for query in words[:8]:
        # Under a filter all vectors are compared; scores differ in their last digits, by what was embedded together.
        within = (Filter("collection", (docs[0].partition("/")[0],)),)
        hits = client.search(SearchRequest(query, Mode.SEMANTIC, within, limit=20)).hits
        found[f"meaning {query}"] = sorted(hit.section for hit in hits)
    for view in (View.DOCUMENTS, View.TAGS, View.TYPES, View.CATEGORIES, View.PEOPLE, View.SCHEMA):
        browsed = client.browse(BrowseRequest(view, limit=500))
        values = [value for value in browsed.values if value.value not in _APART]
        found[f"browse {view}"] = [browsed.total - len(browsed.values) + len(values), *browsed.documents, *values]
    for doc in docs:
        found[f"explore {doc}"] = _told(lambda doc=doc: _edges(client, doc))
    for slug in {doc.partition("/")[0] for doc in docs}:
        found[f"tree {slug}"] = _told(lambda slug=slug: replace(client.tree(TreeRequest(slug)), revision=0))
    for view in InspectView:
        found[f"inspect {view}"] = _told(lambda view=view: replace(client.inspect(InspectRequest(view)), revision=0))
    problems = client.problems(NameRequest()).problems
    found["problems"] = sorted((one.doc, one.kind, one.reason) for one in problems)
    return found


def _edges(client: Client, doc: str) -> list[tuple[str, str, str]]:
    answer = client.explore(ExploreRequest(doc, hops=1, limit=1000))
    edges = (edge for edge in answer.edges if not edge.target.startswith("topic:"))  # which rest on what was before
    return sorted((edge.source, edge.relation, edge.target) for edge in edges)


def _told(ask: Callable[[], object]) -> object:
    try:
        return ask()
    except NotFound:
        return "not there"


def _difference(one: object, other: object) -> str:
    if one == other:
        return ""
    if isinstance(one, list) and isinstance(other, list):
        lacking = [row for row in other if row not in one][:3]
        besides = [row for row in one if row not in other][:3]
        return f"lacks {lacking}, has besides {besides}" if lacking or besides else "in another order"
    return f"{str(one)[:500]} instead of {str(other)[:500]}"


def logged_failures(folder: Path) -> list[str]:
    """The last line of each traceback in the logs of a library."""
    found: list[str] = []
    for log in sorted(folder.glob("*")):
        is_within = False
        for line in log.read_text("utf-8", "replace").splitlines() if log.is_file() else ():
            if line.startswith("Traceback"):
                is_within = True
            elif is_within and line and not line[0].isspace():
                found.append(f"{log.name}: {line[:300]}")
                is_within = False
    return found
