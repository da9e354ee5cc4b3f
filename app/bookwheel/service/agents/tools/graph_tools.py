"""The tools that ask the graph: explore, query, context."""

from __future__ import annotations

import difflib
from dataclasses import replace

from bookwheel.domain.errors import BadRequest
from bookwheel.domain.graph import (
    ContextAnswer,
    ContextRequest,
    ExploreRequest,
    ExploreView,
    NodeKind,
    QueryAnswer,
    QueryRequest,
)
from bookwheel.domain.search import Scope
from bookwheel.library.library import Library
from bookwheel.service.agents.tools import answers, graph_answers, output_schemas
from bookwheel.service.agents.tools.answers import Shaped
from bookwheel.service.agents.tools.arguments import CURSOR, WEIGHTS, Argument, Given, Kind
from bookwheel.service.agents.tools.filters import FILTERS, filters_of
from bookwheel.service.agents.tools.freshness import freshness, graph_revision
from bookwheel.service.agents.tools.tool_definition import Later, Tool
from bookwheel.service.sanitising import original_id

_STATE_TOKENS = 20


def _explore(given: Given, library: Library, scope: Scope) -> Shaped:
    known = {kind.value: kind for kind in NodeKind}
    kinds = [kind.strip().lower() for kind in given.words("kinds")]
    if unknown := [kind for kind in kinds if kind not in known]:
        near = difflib.get_close_matches(unknown[0][:40], known, 5) or tuple(known)
        raise BadRequest(f"kinds knows no {unknown[0][:40]}.", did_you_mean=near)
    request = ExploreRequest(
        original_id(given.text("node")),
        ExploreView(given.text("view")),
        given.text("level"),
        given.number("hops"),
        given.text("relation"),
        original_id(given.text("to")),
        tuple(known[kind] for kind in kinds),
        given.number("limit"),
    )
    answer = library.explore(request, scope)
    return answers.joined(
        graph_answers.explore(answer, graph_answers.EXPLORE_TOKENS - _STATE_TOKENS), freshness(library, scope)
    )


def _query(given: Given, library: Library, scope: Scope) -> Later:
    request = QueryRequest(given.text("sparql"), given.number("limit"), given.text("cursor"))
    asked = library.query(request, scope)

    def shape(answer: QueryAnswer) -> Shaped:
        def cut(count: int) -> QueryAnswer:
            return library.queries.cut(request, scope, answer, count)

        reached = graph_revision(library, scope, answer.graph_revision)
        answer = replace(answer, graph_revision=reached)
        whole = graph_answers.query(answer, cut, graph_answers.QUERY_TOKENS - _STATE_TOKENS)
        return answers.joined(whole, freshness(library, scope))

    return Later(asked, shape)


def _context(given: Given, library: Library, scope: Scope) -> Shaped:
    question, depth, budget = given.text("question"), given.number("depth"), given.number("budget")
    filters, weights = filters_of(given), given.text("weights")

    def ask(tokens: int) -> ContextAnswer:
        return library.context(ContextRequest(question, tokens, depth, filters, weights), scope)

    return graph_answers.context(ask, budget)


EXPLORE = Tool(
    "explore",
    "Explore the graph",
    "How a document, section, tag, person, term or other thing is connected: its neighbourhood, what links to it, "
    "related documents, or the shortest way to another. Level schema counts kinds and relations.",
    (
        Argument(
            "node",
            about="Id, title, part of a name, or tag:x, person:x, term:x, entity:type/x; a kind at level schema.",
        ),
        Argument("view", choices=tuple(view.value for view in ExploreView), default=ExploreView.NEIGHBOURS.value),
        Argument("level", choices=("data", "schema"), default="data"),
        Argument("hops", Kind.NUMBER, "0 for details.", least=0, most=3, default=1),
        Argument("relation", about="Only this relation, such as linksTo or hasTag."),
        Argument("to", about="Node to find the way to."),
        Argument("kinds", Kind.WORDS, "Only nodes of these kinds, apart from the ends."),
        Argument("limit", Kind.NUMBER, least=1, most=200, default=30),
    ),
    output_schemas.EXPLORE,
    "node",
    _explore,
)

QUERY = Tool(
    "query",
    "Query in SPARQL",
    "SELECT, ASK, CONSTRUCT or DESCRIBE over the graph, stopped after seconds. Known: bw:Document, Section, Tag, "
    "Link; bw:title, path, hasTag, hasType, inCategory, linksTo, partOf, line; explore at level schema shows more.",
    (
        Argument("sparql", about="bw:, rdfs:, skos:, doc:, tag: and others need no PREFIX.", is_required=True),
        Argument("limit", Kind.NUMBER, "Rows.", least=1, most=1000, default=50),
        CURSOR,
    ),
    output_schemas.QUERY,
    "sparql",
    _query,
)

CONTEXT = Tool(
    "context",
    "Gather evidence",
    "Evidence for a question in one call: the best passages with section and lines, and facts of the graph as "
    "sentences, all within a budget.",
    (
        Argument("question", is_required=True),
        Argument(
            "budget",
            Kind.NUMBER,
            "Tokens of the answer.",
            least=200,
            most=graph_answers.CONTEXT_TOKENS_MOST,
            default=graph_answers.CONTEXT_TOKENS,
        ),
        Argument("depth", Kind.NUMBER, "How far facts reach.", least=0, most=2, default=1),
        WEIGHTS,
        *FILTERS,
    ),
    output_schemas.CONTEXT,
    "question",
    _context,
)
