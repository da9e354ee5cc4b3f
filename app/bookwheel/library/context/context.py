"""Evidence for a question within a budget: whole sections, what the graph says of them, and where all of it stands."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import msgspec
import numpy as np

from bookwheel import wire
from bookwheel.domain.document import Dialect
from bookwheel.domain.errors import BadRequest
from bookwheel.domain.graph import ContextAnswer, ContextRequest, Evidence, Fact
from bookwheel.domain.messages import Message
from bookwheel.domain.places import Place, place_at
from bookwheel.domain.readiness import COUNTING
from bookwheel.domain.search import EVERYTHING, Hit, Mode, SearchAnswer, SearchRequest
from bookwheel.library.context.dated_facts import asks_when, dated_facts
from bookwheel.library.context.passage_selection import Passage, passages
from bookwheel.library.graph.evidence_places import EvidencePlaces
from bookwheel.library.graph.facts import facts_about
from bookwheel.library.graph.node_facts import MOST_NAMED, things_named, topics_said
from bookwheel.library.search.graph_leg import named_in
from bookwheel.library.search.legs import NOTHING_NAMED
from bookwheel.library.search.search import matcher_of
from bookwheel.library.search.snippets import Matcher
from bookwheel.library.snapshot.graph_arrays import Bools, Graph
from bookwheel.library.snapshot.index_lag import graph_notices, is_keyword_behind
from bookwheel.library.snapshot.lookup import split_id
from bookwheel.library.snapshot.section_tree import branch_end
from bookwheel.library.snapshot.snapshot import Snapshot
from bookwheel.library.sources.named_link_text import without_lost_names

LEAST, MOST = 200, 16_000
TOKEN = 4
"""Characters that count as one token."""

_FACTS_SHARE = 0.15
_LONGEST_SHARE = 0.6
"""One section takes no more of the budget than this while others wait."""

_WORTH = 0.25
"""A section scores at least this share of the best one."""

_STUB = 8
"""A section of no more words than this is taken with what stands below it."""

_LEAST_CUT = 240
"""Characters of a part that is worth showing."""

_TOPIC_WORTH = 0.5
"""What a topic that a question names counts for beside the best thing that it names."""

_ALIKE = 0.85
_WORDS = re.compile(r"\w+")
_Ask = Callable[[SearchRequest], SearchAnswer]


@dataclass(frozen=True, slots=True)
class _Piece:
    """A range of a document's bytes with the hit that led to it."""

    hit: Hit
    document_key: int
    start: int
    end: int
    lines: tuple[int, int]
    text: str
    places: Sequence[Place]


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


def context(request: ContextRequest, ask: _Ask, snapshot: Snapshot, graph: Graph | None) -> ContextAnswer:
    """The best sections for a question, whole while they fit, with facts; never more than the budget. Calls no model.

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
        pieces = _pieces(found.hits, snapshot, request.question, int(room * _LONGEST_SHARE))
    facts: list[Fact] = []
    if graph is not None and request.depth:
        share = int(room * _FACTS_SHARE)
        docs = _worth_of_documents(_passages(pieces, room - share))
        facts = _fit(_facts(graph, docs, request, snapshot), share)
        room -= sum(_size(fact) + 1 for fact in facts)
    passages = _passages(pieces, room)
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


def _worth_of_documents(passages: Sequence[Evidence]) -> dict[str, float]:
    """The documents of passages, best first, each with the share of the best score that its first passage has."""
    best = max((passage.score for passage in passages), default=0.0)
    worth: dict[str, float] = {}
    for passage in passages:
        worth.setdefault(passage.doc, max(0.0, passage.score / best) if best > 0 else 0.0)
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


def _passages(pieces: Sequence[_Piece], room: int) -> list[Evidence]:
    """Whole sections by rank until the room is full; what is too long for it is cut at a paragraph, and is the last.

    A section that would leave little for the others is cut before that, and gets what they leave in the end.
    """
    passages: list[Evidence] = []
    texts: list[frozenset[int]] = []
    taken: list[_Piece] = []
    share, long = int(room * _LONGEST_SHARE), -1
    for piece in pieces:
        shingles = _shingles(piece.text)
        if any(_overlaps(piece, other) for other in taken) or any(_are_alike(shingles, other) for other in texts):
            continue
        whole = _evidence(piece)
        limit = min(room, share) if len(pieces) > 1 else room
        passage = whole if _size(whole) + 1 <= limit else _cut(whole, limit, piece.places)
        if passage is None:
            break
        room -= _size(passage) + 1
        passages.append(passage)
        texts.append(shingles)
        taken.append(piece)
        if passage.is_cut and limit < share:
            return passages
        if passage.is_cut:
            long = len(passages) - 1
    if long >= 0:
        whole, size = _evidence(taken[long]), _size(passages[long]) + 1
        longer = whole if _size(whole) + 1 <= room + size else _cut(whole, room + size, taken[long].places)
        passages[long] = longer or passages[long]
    return passages


def _pieces(hits: Sequence[Hit], snapshot: Snapshot, question: str, longest: int) -> list[_Piece]:
    """The text of each hit that is worth it, best first; of one longer than `longest` characters the best passages."""
    words: Matcher | None = None
    found: list[tuple[float, _Piece]] = []
    for piece in _sections(hits, snapshot):
        if len(piece.text) <= longest:
            found.append((piece.hit.score, piece))
            continue
        words = words or matcher_of(question, snapshot)
        parts, room = passages(piece.text, words.marks), longest
        for part in parts:
            room -= part.end - part.start
            # Beyond its share a section waits until the others have had theirs.
            found.append((piece.hit.score * part.worth if room >= 0 else part.worth - 1, _part(piece, part)))
        if not parts:
            found.append((piece.hit.score, piece))
    return [piece for _, piece in sorted(found, key=lambda pair: -pair[0])]


def _part(piece: _Piece, part: Passage) -> _Piece:
    text = piece.text[part.start : part.end]
    stripped = text.strip()
    start = part.start + text.index(stripped)
    line = piece.lines[0] + piece.text.count("\n", 0, start)
    at = piece.start + len(piece.text[:start].encode())
    return replace(
        piece,
        start=at,
        end=at + len(stripped.encode()),
        lines=(line, line + stripped.count("\n")),
        text=stripped,
    )


def _sections(hits: Sequence[Hit], snapshot: Snapshot) -> Iterator[_Piece]:
    """The text of each hit that is worth it; a heading with hardly a word of its own comes with its branch."""
    best = hits[0].score if hits else 0.0
    texts: dict[int, bytes] = {}
    for hit in hits:
        if hit.score < best * _WORTH:
            return
        row = snapshot.catalogue.document(hit.doc)
        if row is None:
            continue
        sections = snapshot.catalogue.sections_of(row.key)
        anchor = split_id(hit.section)[1]
        first = next((number for number, one in enumerate(sections) if one.anchor == anchor), -1)
        if first < 0:
            continue
        last = first
        if sections[first].words <= _STUB:
            last = branch_end(sections, first) - 1
        start, end = sections[first].start_byte, sections[last].end_byte
        if row.key not in texts:
            texts[row.key] = snapshot.catalogue.text_of(row.key).encode()
        text = texts[row.key][start:end].decode("utf-8", "replace").rstrip()
        if text:
            line = sections[first].start_line
            lines = (line, line + text.count("\n"))
            text = without_lost_names(text, Dialect(row.dialect), row.collection, row.path, snapshot.catalogue)
            yield _Piece(hit, row.key, start, end, lines, text, snapshot.catalogue.places_of(row.key))


def _evidence(piece: _Piece) -> Evidence:
    hit, score = piece.hit, round(piece.hit.score, 4)
    head = (hit.section, hit.doc, hit.title, hit.breadcrumb)
    return Evidence(*head, piece.lines, piece.text, score, hit.uri, place=place_at(piece.places, piece.lines))


def _cut(passage: Evidence, room: int, places: Sequence[Place]) -> Evidence | None:
    """The beginning of a passage, up to the end of a paragraph, else of a line or a word; None when hardly any fits."""
    left = room - _size(replace(passage, text="", is_cut=True)) - 1
    text = passage.text
    while len(text) >= _LEAST_CUT:
        over = _size(text) - 2 - left
        if over <= 0:
            lines = (passage.lines[0], passage.lines[0] + text.count("\n"))
            return replace(passage, text=text, lines=lines, place=place_at(places, lines), is_cut=True)
        # What JSON escapes takes more room than it counts, so that this may take some rounds.
        text = _whole_paragraphs(text, max(0, min(len(text) - 1, int(len(text) * left / (left + over)))))
    return None


def _whole_paragraphs(text: str, most: int) -> str:
    for border in ("\n\n", "\n", " "):
        end = text.rfind(border, 0, most)
        if end >= most * 0.5:
            return text[:end].rstrip()
    return text[:most]


def _overlaps(piece: _Piece, other: _Piece) -> bool:
    is_apart = piece.end <= other.start or other.end <= piece.start
    return piece.document_key == other.document_key and not is_apart


def _shingles(text: str) -> frozenset[int]:
    words = _WORDS.findall(text.casefold())
    return frozenset(hash(tuple(words[at : at + 4])) for at in range(max(1, len(words) - 3)))


def _are_alike(one: frozenset[int], other: frozenset[int]) -> bool:
    return len(one & other) >= _ALIKE * min(len(one), len(other))


def _shortened(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}…"


def _size(value: object) -> int:
    """Characters of a value as agents see it."""
    shown = value if isinstance(value, str) else wire.compact(value)
    return len(msgspec.json.encode(shown, enc_hook=wire.as_text).decode())
