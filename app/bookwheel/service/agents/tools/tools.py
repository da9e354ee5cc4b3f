"""The tools: what each is called, takes, answers and does."""

from __future__ import annotations

from dataclasses import replace

from bookwheel.domain.browse import BrowseAnswer, BrowseRequest, Sort, View
from bookwheel.domain.errors import BadRequest
from bookwheel.domain.reading import OutlineRequest, ReadAnswer, ReadRequest
from bookwheel.domain.search import Mode, Order, Scope, SearchAnswer, SearchRequest
from bookwheel.library.library import Library
from bookwheel.service.agents.tools import answers, output_schemas
from bookwheel.service.agents.tools.annotation_answers import OWN_VIEWS, browse_own
from bookwheel.service.agents.tools.answers import Shaped
from bookwheel.service.agents.tools.arguments import CURSOR, WEIGHTS, Argument, Given, Kind
from bookwheel.service.agents.tools.change_answers import VIEW as CHANGES
from bookwheel.service.agents.tools.change_answers import browse_changes
from bookwheel.service.agents.tools.filters import FILTER, FILTERS, filters_of
from bookwheel.service.agents.tools.graph_tools import CONTEXT, EXPLORE, QUERY
from bookwheel.service.agents.tools.ingest_tools import INGEST, JOBS
from bookwheel.service.agents.tools.memory_tools import FORGET, RECALL, REMEMBER, VIEWS, beside, browse
from bookwheel.service.agents.tools.query_suggestions import looser
from bookwheel.service.agents.tools.report_answers import VIEWS as FINDINGS
from bookwheel.service.agents.tools.report_answers import browse_findings
from bookwheel.service.agents.tools.tool_definition import Tool
from bookwheel.service.agents.tools.topic_answers import browse_topics
from bookwheel.service.sanitising import original_id

_MOST_FACETS, _FACET_VALUES = 4, 8
"""Fields that a search counts by, and values of each."""


def _browse(given: Given, library: Library, scope: Scope) -> Shaped:
    if given.text("view") in VIEWS:
        return browse(given.text("view"), given.number("limit"), library, scope)
    if given.text("view") == CHANGES:
        return browse_changes(given.text("since"), given.text("collection"), given.number("limit"), library, scope)
    if given.text("view") in OWN_VIEWS:
        view, collection, cursor = given.text("view"), given.text("collection"), given.text("cursor")
        return browse_own(view, collection, given.number("limit"), cursor, library, scope)
    if given.text("view") in FINDINGS:
        view, collection, cursor = given.text("view"), given.text("collection"), given.text("cursor")
        return browse_findings(view, collection, given.number("limit"), cursor, library, scope)
    if given.text("view") == View.TOPICS:
        topic, collection, cursor = original_id(given.text("topic")), given.text("collection"), given.text("cursor")
        return browse_topics(topic, collection, given.number("limit"), cursor, library, scope)
    view, sort, cursor = View(given.text("view")), Sort(given.text("sort")), given.text("cursor")
    filters = filters_of(given)

    def ask(limit: int) -> BrowseAnswer:
        return library.browse(BrowseRequest(view, filters, sort, limit, cursor), scope)

    return answers.browse(ask, library.cursor_before, given.number("limit"))


def _search(given: Given, library: Library, scope: Scope) -> Shaped:
    query, mode, cursor = given.text("query"), Mode(given.text("mode")), given.text("cursor")
    like = original_id(given.text("like"))
    explain, order = given.switch("explain"), Order(given.text("order"))
    filters, facets = filters_of(given), given.words("facets")[:_MOST_FACETS]
    if not (query or like or filters or cursor):
        raise BadRequest("query is missing.", next="give a query, or like with the id of a section")

    def ask(limit: int) -> SearchAnswer:
        request = SearchRequest(
            query, mode, filters, limit, cursor, explain, facets=facets, order=order, is_located=True,
            weights=given.text("weights"), facet_values=_FACET_VALUES, is_regex=given.switch("regex"),
            is_case_sensitive=given.switch("case"), like=like, snippets=given.number("snippets"),
            folds_copies=not given.switch("copies"),
        )  # fmt: skip
        return looser(library.search(request, scope), request, library, scope)

    limit = given.number("limit")
    if not given.switch("memories") or cursor:
        return answers.search(ask, library.cursor_before, limit)
    memories, tokens = beside(query, library, scope)
    hits = answers.search(ask, library.cursor_before, limit, answers.SEARCH_TOKENS - tokens)
    return answers.joined(hits, {"memories": memories})


def _outline(given: Given, library: Library, scope: Scope) -> Shaped:
    doc, section = original_id(given.text("doc")), original_id(given.text("section"))
    answer = library.outline(OutlineRequest(doc, section, given.number("depth")), scope)
    last = original_id(given.text("after"))
    if last:
        names = [entry.section for entry in answer.sections]
        if last not in names:
            raise BadRequest("after names no section of this outline.", next="the last section of the answer before")
        answer = replace(answer, sections=answer.sections[names.index(last) + 1 :])
    return answers.outline(answer)


def _read(given: Given, library: Library, scope: Scope) -> Shaped:
    targets = tuple(original_id(target) for target in (*given.words("docs"), *given.words("sections")))
    if not targets:
        raise BadRequest("Name at least one document or section.", next="search, browse or outline give ids")
    lines = given.lines("lines")

    def ask(budget: int) -> ReadAnswer:
        request = ReadRequest(
            targets, given.switch("subtree"), lines, given.switch("metadata"), given.text("cursor"), budget
        )
        return library.read(request, scope)

    return answers.read(ask, given.number("budget"))


BROWSE = Tool(
    "browse",
    "Browse the library",
    "List what the library holds, with counts: collections, documents, topics, people, changes, kinds, index status. "
    "Start here when you do not know the library.",
    (
        Argument(
            "view",
            about=f"What to list; from {FINDINGS[0]} on, link and content problems.",
            choices=(*(view.value for view in View), CHANGES, *OWN_VIEWS, *VIEWS, *FINDINGS),
            default=View.COLLECTIONS.value,
        ),
        Argument("collection", about="Only this collection."),
        Argument("topic", about="One topic, by id or name, with its documents."),
        Argument("since", about="ISO date, for changes."),
        FILTER,
        Argument("sort", about="Order of documents.", choices=tuple(sort.value for sort in Sort), default="title"),
        Argument("limit", Kind.NUMBER, least=1, most=200, default=30),
        CURSOR,
    ),
    output_schemas.BROWSE,
    "view",
    _browse,
)

SEARCH = Tool(
    "search",
    "Search sections",
    "Find sections that answer a query, best first, each with a snippet, its lines (in a long one also the snippet's "
    "line, to read around) and an id for read; bookwheel://doc/ and the id is its address. "
    'Words are stemmed; operators: "a phrase", -without, OR, prefix*, title: heading: body: code:, '
    "has:table, any field (status:done, priority:>3). Filters are joined by AND.",
    (
        Argument("query", about="Words, a name or a question."),
        Argument("like", about="Instead, find what is like this: an id (doc, doc#section, doc:10-20) or a text."),
        Argument("mode", choices=tuple(mode.value for mode in Mode), default=Mode.AUTO.value),
        Argument("regex", Kind.SWITCH, "query is a regular expression (RE2)."),
        Argument("case", Kind.SWITCH, "Match case, with regex or mode literal: text as written."),
        WEIGHTS,
        *FILTERS,
        Argument("order", choices=tuple(order.value for order in Order), default=Order.BEST.value),
        Argument("limit", Kind.NUMBER, least=1, most=50, default=10),
        CURSOR,
        Argument("snippets", Kind.NUMBER, "Places shown of a long section.", least=1, most=3, default=1),
        Argument("copies", Kind.SWITCH, "List near-identical hits apart."),
        Argument("facets", Kind.WORDS, "Fields to count by: type, tag, path, has, any other."),
        Argument("explain", Kind.SWITCH, "Say why each hit ranks."),
        Argument("memories", Kind.SWITCH, "Also search your memories."),
    ),
    output_schemas.SEARCH,
    "query|like",
    _search,
)

OUTLINE = Tool(
    "outline",
    "Outline a document",
    "A document's headings as a tree, with section ids, word counts and lines, without text. "
    "Use it before reading a long document in parts.",
    (
        Argument("doc", about="Document id from search or browse.", is_required=True),
        Argument("section", about="Only the branch under this section id."),
        Argument("depth", Kind.NUMBER, "Levels to show, 0 for all.", least=0, most=10, default=0),
        Argument("after", about="Continue after this section id."),
    ),
    output_schemas.OUTLINE,
    "doc",
    _outline,
)

READ = Tool(
    "read",
    "Read documents",
    "The source text of whole documents, sections, branches or a range of lines, with its location. "
    "What does not fit the budget follows with the cursor.",
    (
        Argument("docs", Kind.WORDS, "Document ids, also with a place as in a.pdf?page=12."),
        Argument("sections", Kind.WORDS, "Section ids (document#anchor)."),
        Argument("subtree", Kind.SWITCH, "Include everything below the sections."),
        Argument("lines", Kind.LINES, "First and last line of one document."),
        Argument("metadata", Kind.SWITCH, "Include front matter."),
        Argument(
            "budget",
            Kind.NUMBER,
            "Tokens of the answer.",
            least=200,
            most=answers.READ_TOKENS_MOST,
            default=answers.READ_TOKENS,
        ),
        CURSOR,
    ),
    output_schemas.READ,
    "docs|sections",
    _read,
)

_ALL = (BROWSE, SEARCH, OUTLINE, READ, EXPLORE, QUERY, CONTEXT, REMEMBER, RECALL, FORGET, INGEST, JOBS)

TOOLS = {tool.name: tool for tool in _ALL}
"""Every tool by name, in the order in which they are listed."""


def usable(library: Library, scope: Scope) -> list[Tool]:
    """The tools that a caller may use: who may not remember has no memories, and who may not write brings nothing."""
    shut = set[str]()
    if not scope.may_remember:
        shut |= {REMEMBER.name, RECALL.name, FORGET.name}
    if not scope.may_write or library.ingestion is None:
        shut |= {INGEST.name, JOBS.name}
    return [tool for tool in _ALL if tool.name not in shut]
