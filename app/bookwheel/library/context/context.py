"""Evidence for a question within a budget: passages, what the graph says of their documents, and where it stands."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

import msgspec
import numpy as np

from bookwheel import wire
from bookwheel.domain.errors import BadRequest
from bookwheel.domain.graph import ContextAnswer, ContextRequest, Evidence, Fact
from bookwheel.domain.messages import Message
from bookwheel.domain.readiness import COUNTING
from bookwheel.domain.search import EVERYTHING, Hit, Mode, SearchAnswer, SearchRequest
from bookwheel.library.context.dated_facts import asks_when, dated_facts
from bookwheel.library.context.passage_scores import CutTexts
from bookwheel.library.context.passage_selection import pack, rank
from bookwheel.library.context.sources import find_sources
from bookwheel.library.graph.evidence_places import EvidencePlaces
from bookwheel.library.graph.facts import facts_about
from bookwheel.library.graph.node_facts import MOST_NAMED, things_named, topics_said
from bookwheel.library.search.graph_leg import named_in
from bookwheel.library.search.legs import NOTHING_NAMED
from bookwheel.library.search.search import matcher_of
from bookwheel.library.snapshot.graph_arrays import Bools, Graph
from bookwheel.library.snapshot.index_lag import graph_notices, is_keyword_behind
from bookwheel.library.snapshot.snapshot import Snapshot

LEAST, MOST = 200, 16_000
TOKEN = 4
"""Characters that count as one token."""

_FACTS_SHARE = 0.15
_TOPIC_WORTH = 0.5
"""What a topic that a question names counts for beside the best thing that it names."""

_Ask = Callable[[SearchRequest], SearchAnswer]


def _notices(request: ContextRequest, found: SearchAnswer, snapshot: Snapshot, graph: Graph | None) -> list[Message]:
    notices = [notice for notice in found.notices if notice != NOTHING_NAMED]
    if not found.hits and not (COUNTING in found.notices or is_keyword_behind(snapshot)):
        tried = ", ".join(found.suggestions)
        notices.append(
            Message("Nothing was found. Try: {words}.", words=tried) if tried else Message("Nothing was found.")
        )
    if request.depth:
        missing = (Message("The graph is still being built; some facts are missing."),)
        notices += missing if graph is None else graph_notices(snapshot, graph)
    return notices


def context(
    request: ContextRequest, ask: _Ask, snapshot: Snapshot, graph: Graph | None, cuts: CutTexts
) -> ContextAnswer:
    """The best passages for a question, with facts; never more than the budget.

    `ask` searches as the caller may, and `graph` holds the caller's part alone. The budget counts characters / 4 of the
    whole answer as `wire.compact` and JSON write it.

    Raises:
        BadRequest: for an empty question, or a budget or depth out of range.
    """
    _check(request)
    limit = max(10, min(60, request.budget // 100))
    mode = Mode.AUTO if graph is None else Mode.HYBRID
    found = ask(SearchRequest(request.question, mode, request.filters, limit, weights=request.weights))
    notices = _notices(request, found, snapshot, graph)
    frame = ContextAnswer(
        _shortened(request.question, request.budget), (), (), 99_999, found.revision, found.pending, found.coverage,
        tuple(Message.verbatim(_shortened(notice, 600)) for notice in notices[:4]),
    )  # fmt: skip
    most = request.budget * TOKEN
    room = most - _size(frame)
    if room <= 0:
        frame = replace(frame, question="", notices=())
        room = most - _size(frame)
    with snapshot.catalogue.snapshot():
        sources = list(find_sources(found.hits, snapshot, cuts))
    ranked = rank(sources, matcher_of(request.question, snapshot))
    facts: list[Fact] = []
    if graph is not None and request.depth:
        share = int(room * _FACTS_SHARE)
        docs = _worth_of_documents(pack(ranked, sources, room - share, _size))
        docs = {**_worth_of_documents(found.hits), **docs}  # a hit may be worth a fact and no passage
        facts = _fit(_facts(graph, docs, request, snapshot), share)
        room -= sum(_size(fact) + 1 for fact in facts)
    passages = pack(ranked, sources, room, _size)
    answer = replace(frame, passages=tuple(passages), facts=tuple(facts))
    return replace(answer, tokens=-(-_size(answer) // TOKEN))


def _check(request: ContextRequest) -> None:
    if not request.question.strip():
        raise BadRequest("Enter a question.")
    if not LEAST <= request.budget <= MOST:
        raise BadRequest("budget must be between {least} and {most} tokens.", least=LEAST, most=f"{MOST:,}")
    if not 0 <= request.depth <= 2:
        raise BadRequest("{name} must be between {least} and {most}.", name="depth", least=0, most=2)


def _fit(facts: Iterable[Fact], room: int) -> list[Fact]:
    """Those facts, in their order, that go into the room one after the other."""
    fitting: list[Fact] = []
    for fact in facts:
        size = _size(fact) + 1
        if size <= room:
            room -= size
            fitting.append(fact)
    return fitting


def _worth_of_documents(places: Sequence[Evidence] | Sequence[Hit]) -> dict[str, float]:
    """The documents of passages or hits, best first, each with the share of the best score that its first one has."""
    best = max((place.score for place in places), default=0.0)
    worth: dict[str, float] = {}
    for place in places:
        worth.setdefault(place.doc, max(0.0, place.score / best) if best > 0 else 0.0)
    return worth


def _facts(graph: Graph, docs: Mapping[str, float], request: ContextRequest, snapshot: Snapshot) -> Iterator[Fact]:
    shown = _shown(graph, request, snapshot)
    named = named_in(request.question, graph)
    best = max(named.values(), default=1.0)
    meant = [node for node in sorted(named, key=lambda node: -named[node]) if graph.owner[node] == node]
    things = {node: named[node] / best for node in things_named(graph, named) if shown is None or shown[node]}
    things |= {node: _TOPIC_WORTH for node in topics_said(request.question, graph) if node not in things}
    about = {graph.ids[node]: named[node] / best for node in meant[:MOST_NAMED]}
    about |= {doc: worth for doc, worth in docs.items() if doc not in about}
    if asks_when(request.question):
        yield from dated_facts(about, graph, snapshot)
    yield from facts_about(graph, about, request.depth, EvidencePlaces(snapshot.catalogue), shown, things)


def _shown(graph: Graph, request: ContextRequest, snapshot: Snapshot) -> Bools | None:
    """Which nodes (bool by node) facts may name: documents that the filters leave, and labels; None for all."""
    filters = [one for one in request.filters if one.field.strip().lower() != "level"]  # that is said of sections
    left = snapshot.facets.document_mask(filters, EVERYTHING) if filters else None
    if left is None:
        return None
    others = np.zeros(len(graph.ids), np.bool_)
    for key, (slug, path, _) in snapshot.facets.places.items():
        if not left[key] and (node := graph.number_of.get(f"{slug}/{path}", -1)) >= 0:
            others[node] = True
    return ~others[graph.whole]


def _shortened(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}…"


def _size(value: object) -> int:
    """Characters of a value as agents see it."""
    shown = value if isinstance(value, str) else wire.compact(value)
    return len(msgspec.json.encode(shown, enc_hook=wire.as_text).decode())
