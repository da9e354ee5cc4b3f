"""What the graph answers, shaped for agents: explored nodes, rows and evidence, each within its budget of tokens."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from bookwheel.domain.graph import ContextAnswer, ExploreAnswer, QueryAnswer
from bookwheel.service.agents.shaping import TOKEN, Shaped, shaped

EXPLORE_TOKENS, QUERY_TOKENS = 1200, 2000
CONTEXT_TOKENS, CONTEXT_TOKENS_MOST = 4000, 16_000

_NOTICE = 160
_TEXT = 60
"""Characters of an edge's words where not everything fits."""

_TRIES = 4


def explore(answer: ExploreAnswer, tokens: int = EXPLORE_TOKENS) -> Shaped:
    """What was explored within its budget: the words of edges give way first, then the farthest nodes with theirs."""
    whole = shaped(answer)
    if len(whole.text) > tokens * TOKEN and not answer.path:
        whole = _shorter(answer, tokens * TOKEN)
    sections = tuple(dict.fromkeys(edge.section for edge in answer.edges if edge.section))[:20]
    return replace(whole, sections=sections, hits=answer.total)


def _shorter(answer: ExploreAnswer, budget: int) -> Shaped:
    edges = tuple(replace(edge, text=_cut(edge.text)) for edge in answer.edges)
    brief = replace(answer, edges=edges)
    tried = shaped(brief)
    if len(tried.text) <= budget:
        return tried
    low, high = 1, len(answer.nodes)
    best = _first(brief, 1)
    while low < high:  # the most nodes that fit, with as many of the edges between them
        count = (low + high + 1) // 2
        candidate = _first(brief, count)
        if len(candidate.text) <= budget:
            low, best = count, candidate
        else:
            high = count - 1
    if len(best.text) > budget or low == 1:
        best = _with_few_edges(brief, low, budget)
    return best


def _first(answer: ExploreAnswer, count: int) -> Shaped:
    """The first nodes, the edges between them, and a sentence on what is left out."""
    nodes = answer.nodes[:count]
    kept = {node.id for node in nodes}
    edges = tuple(edge for edge in answer.edges if _whole(edge.source, kept) and _whole(edge.target, kept))
    left = f"{answer.total - count:,} more nodes are left out; narrow with relation, kinds or fewer hops."
    notices = (*answer.notices, left) if answer.total > count else answer.notices
    return shaped(replace(answer, nodes=nodes, edges=edges, notices=notices))


def _with_few_edges(answer: ExploreAnswer, count: int, budget: int) -> Shaped:
    """Nodes with so many of their edges as fit, for a pair that is joined by very many."""
    nodes = answer.nodes[: max(1, min(count + 5, len(answer.nodes)))]
    edges = answer.edges
    notices = (*answer.notices, "Not all edges and nodes fit; narrow with relation, kinds or fewer hops.")
    while True:
        tried = shaped(replace(answer, nodes=nodes, edges=edges, notices=notices))
        if len(tried.text) <= budget or (not edges and len(nodes) <= 1):
            return tried
        edges, nodes = edges[: len(edges) // 2], nodes[: max(1, len(nodes) - (not edges))]


def _whole(end: str, kept: set[str]) -> bool:
    return end in kept or end.partition("#")[0] in kept


def _cut(text: str) -> str:
    return text if len(text) <= _TEXT else f"{text[: _TEXT - 1]}…"


def query(answer: QueryAnswer, tokens: int = QUERY_TOKENS) -> Shaped:
    """Rows within their budget, from the first."""
    budget = tokens * TOKEN
    whole = shaped(answer, hits=len(answer.rows))
    rows = answer.rows
    for _ in range(20):
        if len(whole.text) <= budget or not rows:
            break
        share = (budget - 2 * _NOTICE) / len(whole.text)
        rows = rows[: min(len(rows) - 1, int(len(rows) * share))]
        notice = f"Only {len(rows)} rows fit here; select fewer columns, or use OFFSET for those that follow."
        shorter = replace(answer, rows=rows, is_cut=True, notices=(*answer.notices[:5], notice))
        whole = shaped(shorter, hits=len(answer.rows))
    return whole


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
