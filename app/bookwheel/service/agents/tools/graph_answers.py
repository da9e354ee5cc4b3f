"""What the graph answers, shaped for agents: explored nodes, rows and evidence, each within its budget of tokens."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Container, Mapping
from dataclasses import replace
from typing import cast

from bookwheel.domain.graph import ContextAnswer, Edge, ExploreAnswer, QueryAnswer
from bookwheel.service.agents.tools.answers import CURSOR_LONGEST, TOKEN, Shaped, shaped, size_of

EXPLORE_TOKENS, QUERY_TOKENS = 1200, 2000
CONTEXT_TOKENS, CONTEXT_TOKENS_MOST = 4000, 16_000

_TEXT = 60
"""Characters of an edge's words where not everything fits."""

_TRIES = 4


def explore(answer: ExploreAnswer, tokens: int = EXPLORE_TOKENS) -> Shaped:
    """What was explored within its budget.

    What gives way first are the words of edges, then edges between nodes of one distance, then all but one edge for
    each node, then the farthest nodes.
    """
    whole = shaped(answer)
    if len(whole.text) > tokens * TOKEN and not answer.path:
        whole = _shorter(answer, tokens * TOKEN)
    sections = tuple(dict.fromkeys(edge.section for edge in answer.edges if edge.section))[:20]
    return replace(whole, sections=sections, hits=answer.total)


def _shorter(answer: ExploreAnswer, budget: int) -> Shaped:
    brief = replace(
        answer, edges=tuple(replace(edge, text=_cut(edge.text), note=_cut(edge.note)) for edge in answer.edges)
    )
    hops = {node.id: node.hops for node in answer.nodes}
    inward = replace(brief, edges=tuple(edge for edge in brief.edges if _farther(edge, hops)))
    for tried in (shaped(brief), _first(inward, len(answer.nodes))):
        if len(tried.text) <= budget:
            return tried
    single = {_farther(edge, hops): edge for edge in reversed(inward.edges)}
    least = replace(inward, edges=tuple(reversed(single.values())))
    low, high = 0, len(answer.nodes)
    best = _first(least, 0)
    while low < high:  # the most nodes that fit
        count = (low + high + 1) // 2
        candidate = _first(least, count)
        low, high, best = (count, high, candidate) if len(candidate.text) <= budget else (low, count - 1, best)
    return best


def _farther(edge: Edge, hops: Mapping[str, int]) -> str:
    """The end of an edge that is farther from the start than the other; empty when both are as far."""
    source, target = _node(edge.source, hops), _node(edge.target, hops)
    apart = hops.get(source, 0) - hops.get(target, 0)
    return "" if not apart else source if apart > 0 else target


def _first(answer: ExploreAnswer, count: int) -> Shaped:
    """The first nodes, the edges between them, and a sentence on what is left out."""
    nodes = answer.nodes[:count]
    known, kept = {node.id for node in answer.nodes}, {node.id for node in nodes}
    edges = tuple(
        edge for edge in answer.edges if _node(edge.source, known) in kept and _node(edge.target, known) in kept
    )
    left = f"{answer.total - count:,} more nodes are left out; narrow with relation, kinds or fewer hops."
    notices = (*answer.notices, left) if answer.total > count else answer.notices
    return shaped(replace(answer, nodes=nodes, edges=edges, notices=notices))


def _node(end: str, known: Container[str]) -> str:
    """The node that an edge ends at: a section itself, or its document where sections are no nodes."""
    return end if end in known else end.partition("#")[0]


def _cut(text: str) -> str:
    return text if len(text) <= _TEXT else f"{text[: _TEXT - 1]}…"


def query(answer: QueryAnswer, cut: Callable[[int], QueryAnswer], tokens: int = QUERY_TOKENS) -> Shaped:
    """Rows within their budget, from the first; `cut` gives so many of them and a cursor for the others."""
    budget = tokens * TOKEN
    answer = replace(answer, notices=answer.notices[:5])
    whole = shaped(answer, hits=len(answer.rows))
    if len(whole.text) <= budget or len(answer.rows) < 2:
        return whole
    rows = cast("list[object]", whole.content["rows"])
    sizes = itertools.accumulate(size_of(row) + 1 for row in rows)
    room = budget - size_of({**whole.content, "rows": []}) - CURSOR_LONGEST
    count = sum(size <= room for size in sizes)
    return shaped(cut(max(1, count)), hits=len(answer.rows))


def context(ask: Callable[[int], ContextAnswer], tokens: int) -> Shaped:
    """Evidence within its budget; cleaning may make an answer longer, and then a shorter one is asked for."""
    allowed = tokens
    answer = ask(allowed)
    tried = shaped(answer)
    for _ in range(_TRIES):
        if len(tried.text) <= tokens * TOKEN or allowed <= 200:
            break
        allowed = max(200, int(allowed * tokens * TOKEN / len(tried.text)) - 8)
        answer = ask(allowed)
        tried = shaped(answer)
    sections = tuple(passage.section for passage in answer.passages)
    return replace(tried, sections=sections, hits=len(answer.passages))
