"""The tools as the SDK's own client meets them, over HTTP, in both protocol eras."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any

import httpx2
import jsonschema
import pytest
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.exceptions import MCPError

from bookwheel.domain.scopes import DEFAULT, filters_of
from bookwheel.domain.search import Scope
from bookwheel.service.agents.tools import answers
from bookwheel.service.agents.tools.report_answers import VIEWS as FINDINGS
from bookwheel.service.agents.tools.tools import TOOLS
from bookwheel.settings import AgentSettings, Settings
from tests.service.agents.serving import Served

ERAS = ["legacy", "auto"]
MEMORY = ("remember", "recall", "forget")
WRITING = ("ingest", "jobs")
READING = [name for name in TOOLS if name not in (*MEMORY, *WRITING)]


def talk(served: Served, token: str, era: str, conversation: Callable[[Client], Awaitable[Any]]) -> Any:
    """Hold a conversation with the SDK's client."""

    async def main() -> Any:
        async with httpx2.AsyncClient(headers={"Authorization": f"Bearer {token}"}, timeout=60) as http:
            transport = streamable_http_client(served.url, http_client=http)
            async with Client(transport, mode=era) as client:
                return await conversation(client)

    return asyncio.run(main())


def call(
    served: Served, token: str, name: str, era: str = "2026-07-28", **arguments: Any
) -> tuple[dict[str, Any], bool]:
    """One call: its structured answer, checked against the text and the schema, and whether it is an error."""

    async def conversation(client: Client) -> Any:
        return await client.call_tool(name, arguments)

    result = talk(served, token, era, conversation)
    [content] = result.content
    assert json.loads(content.text) == result.structured_content
    jsonschema.validate(result.structured_content, TOOLS[name].output)
    return result.structured_content, bool(result.is_error)


@pytest.mark.parametrize("era", ERAS)
def test_an_agent_finds_its_way_from_a_query_to_the_text(served: Served, era: str):
    async def conversation(client: Client) -> None:
        assert "notes" in (client.instructions or "") and "Languages: en, ja." in (client.instructions or "")
        listed = await client.list_tools()
        assert [tool.name for tool in listed.tools] == READING
        found = (await client.call_tool("search", {"query": "manicule"})).structured_content
        hit = found["hits"][0]
        assert hit["section"] == "notes/guide/reading.md#symbols"
        assert "doc" not in hit and "uri" not in hit
        doc = hit["section"].partition("#")[0]
        outline = (await client.call_tool("outline", {"doc": doc})).structured_content
        assert hit["section"] in [entry["section"] for entry in outline["sections"]]
        read = (await client.call_tool("read", {"sections": [hit["section"]]})).structured_content
        [passage] = read["passages"]
        assert passage["uri"] == f"bookwheel://doc/{hit['section']}"
        assert passage["text"].startswith("### Symbols\n\nA manicule points at what matters.")
        assert passage["lines"][0] == hit["lines"][0]
        again = (await client.call_tool("read", {"docs": [doc], "lines": passage["lines"]})).structured_content
        assert again["passages"][0]["text"].strip() == passage["text"].strip()

    talk(served, served.token("reader"), era, conversation)


@pytest.mark.parametrize("era", ERAS)
def test_a_client_is_offered_what_it_may_use(served: Served, era: str):
    async def conversation(client: Client) -> list[str]:
        return [tool.name for tool in (await client.list_tools()).tools]

    def offered(token: str) -> list[str]:
        return talk(served, token, era, conversation)

    remembering = [name for name in TOOLS if name not in WRITING]
    assert offered(served.token("writer", may_remember=True)) == remembering
    assert offered(served.token("reader")) == READING
    assert offered(served.token("narrow", "notes")) == READING
    hides_nothing = served.tokens.make("both", None, filter="-tag:nothing", may_remember=True)
    assert offered(hides_nothing) == remembering


def test_ten_hits_are_ten(served: Served):
    answer, _ = call(served, served.token("reader"), "search", query="page wheel turns", limit=10)
    assert len(answer["hits"]) == 10
    assert len(json.dumps(answer, ensure_ascii=False, separators=(",", ":"))) <= 1000 * answers.TOKEN
    for hit in answer["hits"]:
        assert json.dumps(hit).count(hit["section"]) == 1


def test_a_hit_names_what_its_section_does_not_say(served: Served):
    answer, _ = call(served, served.token("reader"), "search", query="values references")
    hit = next(hit for hit in answer["hits"] if hit["section"] == "notes/C#.md#types")
    assert hit["doc"] == "notes/C#.md"
    assert hit["uri"] == "bookwheel://doc/notes/C%23.md#types"


@pytest.mark.parametrize(
    "narrowed", [{"path": "guide"}, {"tag": "marginalia"}, {"filter": ["category=craft/reading"]}, {"type": "guide"}]
)
def test_evidence_is_narrowed_as_a_search_is(served: Served, narrowed: dict[str, object]):
    token = served.token("reader")
    everywhere, _ = call(served, token, "context", question="turning wheel", depth=0, budget=8000)
    assert len({passage["doc"] for passage in everywhere["passages"]}) > 1
    answer, is_error = call(served, token, "context", question="turning wheel", depth=0, budget=8000, **narrowed)
    assert not is_error
    assert {passage["doc"] for passage in answer["passages"]} == {"notes/guide/reading.md"}
    nothing, _ = call(served, token, "context", question="wheel", collection="secret", path="guide")
    assert nothing["passages"] == []


def test_the_tools_are_listed_in_one_order_and_few_tokens(served: Served):
    async def conversation(client: Client) -> Any:
        return (await client.list_tools()).model_dump_json(by_alias=True, exclude_none=True)

    token = served.token("reader")
    listed = [talk(served, token, era, conversation) for era in ERAS]
    assert json.loads(listed[0])["tools"] == json.loads(listed[1])["tools"]
    assert len(listed[1]) / answers.TOKEN < 3500
    for tool in json.loads(listed[0])["tools"]:
        jsonschema.Draft202012Validator.check_schema(tool["inputSchema"])
        jsonschema.Draft202012Validator.check_schema(tool["outputSchema"])
        assert tool["annotations"]["readOnlyHint"] is (tool["name"] not in ("remember", "forget"))
        assert tool["annotations"].get("destructiveHint", False) is (tool["name"] == "forget")
        assert tool["annotations"]["idempotentHint"] and tool["annotations"]["openWorldHint"] is False
        flat = {"string", "integer", "boolean", "array"}
        assert all(part["type"] in flat for part in tool["inputSchema"]["properties"].values())


@pytest.mark.parametrize(
    ("name", "given"),
    [
        ("browse", {}),
        ("search", {"query": "wheel"}),
        ("outline", {"doc": "notes/wheel.md"}),
        ("read", {"docs": ["notes/wheel.md"]}),
        ("explore", {"node": "notes/wheel.md"}),
        ("explore", {"level": "schema"}),
        ("query", {"sparql": "SELECT ?d ?t { ?d a bw:Document ; bw:title ?t }"}),
        ("context", {"question": "What turns?"}),
    ],
)
def test_every_answer_says_how_fresh_it_is(served: Served, name: str, given: dict[str, Any]):
    answer, is_error = call(served, served.token("reader"), name, **given)
    assert not is_error
    snapshot = served.library.seen(Scope(client="reader", filters=filters_of(DEFAULT)))
    assert snapshot is not None and snapshot.told_revision > 0
    assert (answer["revision"], answer["pending"], answer["coverage"]) == (snapshot.told_revision, 0, 0)


@pytest.mark.parametrize(
    "view",
    [
        "collections",
        "documents",
        "categories",
        "types",
        "tags",
        "labels",
        "topics",
        "people",
        "schema",
        "status",
        *FINDINGS,
    ],
)
def test_every_view_is_browsed_within_its_budget(served: Served, view: str):
    answer, is_error = call(served, served.token("reader"), "browse", view=view)
    assert not is_error
    assert answer["view"] == view
    assert len(json.dumps(answer, ensure_ascii=False, separators=(",", ":"))) <= answers.BROWSE_TOKENS * answers.TOKEN


def test_following_the_cursor_shows_every_document_once(served: Served):
    token, cursor, seen = served.token("reader", "notes"), "", []
    while True:
        answer, is_error = call(served, token, "browse", view="documents", limit=200, cursor=cursor)
        assert not is_error
        seen.extend(row["doc"] for row in answer["documents"])
        cursor = answer["cursor"]
        if not cursor:
            break
    assert len(seen) == len(set(seen)) == answer["total"] == 66


def test_following_the_cursor_shows_every_hit_once(served: Served):
    token, cursor, seen = served.token("reader", "notes"), "", []
    while True:
        answer, is_error = call(served, token, "search", query="turns", limit=50, cursor=cursor)
        assert not is_error
        seen.extend(hit["section"] for hit in answer["hits"])
        cursor = answer["cursor"]
        if not cursor:
            break
    assert len(seen) == len(set(seen)) == answer["total"] >= 60


def test_following_the_cursor_reads_a_long_document_whole(served: Served):
    token, cursor, text = served.token("reader"), "", ""
    while True:
        answer, is_error = call(served, token, "read", docs=["notes/long.md"], cursor=cursor)
        assert not is_error
        assert len(json.dumps(answer, ensure_ascii=False, separators=(",", ":"))) <= 4000 * answers.TOKEN
        for passage in answer["passages"]:
            text += passage["text"] + "\n"
        cursor = answer["cursor"]
        if not cursor:
            break
    source = (served.paths.root.parent / "notes" / "long.md").read_text("utf-8")
    assert text.split() == source.split()
    assert served.record[0].sections == ("notes/long.md",)


def test_an_outline_too_long_is_continued(served: Served):
    token = served.token("reader")
    first, _ = call(served, token, "outline", doc="notes/long.md")
    assert "more sections follow" in first["notices"][-1]
    seen = [entry["section"] for entry in first["sections"]]
    while True:
        answer, is_error = call(served, token, "outline", doc="notes/long.md", after=seen[-1])
        assert not is_error
        seen += [entry["section"] for entry in answer["sections"]]
        if not answer["notices"]:
            break
    assert len(seen) == len(set(seen)) == 80


def test_a_search_counts_by_the_fields_that_are_named(served: Served):
    answer, _ = call(served, served.token("reader"), "search", query="wheel", facets=["category", "has", "categroy"])
    assert {"field": "category", "value": "craft/reading", "count": 1} in answer["facets"]
    assert any(row["field"] == "has" and row["value"] == "link" for row in answer["facets"])
    assert any("did you mean category" in notice for notice in answer["notices"])
    narrow, _ = call(served, served.token("narrow", "secret"), "search", query="wheel", facets=["category"])
    assert not any(row["value"] == "craft/reading" for row in narrow.get("facets", []))


def test_a_search_finds_the_text_as_it_is_written(served: Served):
    token = served.token("reader")
    answer, _ = call(served, token, "search", query="(guide/reading.md)", mode="literal")
    assert [(hit["section"], hit["line"]) for hit in answer["hits"]] == [("notes/wheel.md#wheel", 3)]
    assert answer["hits"][0]["snippet"].startswith("3: The bookwheel of Ramelli")
    answer, _ = call(served, token, "search", query="ramelli", regex=True, case=True)
    assert answer["hits"] == [] and answer["total"] == 0
    answer, _ = call(served, token, "search", query="/RAM[e]lli/i path:wheel.md")
    assert [hit["section"] for hit in answer["hits"]] == ["notes/wheel.md#wheel"]
    refused, is_error = call(served, token, "search", query="wheel(", regex=True)
    assert is_error and "fault at character 6" in refused["message"]
    narrow, _ = call(served, served.token("narrow", "secret"), "search", query="Ramelli", mode="literal")
    assert narrow["hits"] == []


def test_a_search_finds_what_is_like_a_passage(served: Served):
    token = served.token("reader")
    for like in ("notes/wheel.md#wheel", "notes/wheel.md", "notes/wheel.md:3", "The bookwheel of Ramelli turns"):
        answer, is_error = call(served, token, "search", like=like, limit=50)
        assert not is_error and answer["hits"], like
        if like.startswith("notes/wheel.md"):
            assert "notes/wheel.md#wheel" not in [hit["section"] for hit in answer["hits"]], like
    only, _ = call(served, token, "search", like="notes/wheel.md#wheel", path="guide", limit=50)
    assert only["hits"] and all(hit["section"].startswith("notes/guide/") for hit in only["hits"])
    first, _ = call(served, token, "search", like="notes/wheel.md#wheel", limit=1)
    more, _ = call(served, token, "search", like="notes/wheel.md#wheel", limit=1, cursor=first["cursor"])
    assert more["hits"][0]["section"] != first["hits"][0]["section"]
    refused, is_error = call(served, token, "search", like="notes/weel.md")
    assert is_error and refused["did_you_mean"][0] == "notes/wheel.md"
    refused, is_error = call(served, token, "search")
    assert is_error and refused["message"] == "query is missing."


def test_filters_narrow_a_search(served: Served):
    token = served.token("reader")
    answer, _ = call(
        served, token, "search", query="wheel", category="craft", tag="marginalia|none", after="2024-01-01"
    )
    assert {hit["section"].partition("#")[0] for hit in answer["hits"]} == {"notes/guide/reading.md"}
    answer, _ = call(served, token, "search", query="wheel", filter=["type!=guide", "path=guide"])
    assert answer["hits"] == []
    answer, is_error = call(served, token, "search", query="wheel", filter=["nonsense"])
    assert is_error and answer["code"] == "bad_request"


def test_explain_says_why_within_the_budget(served: Served):
    answer, _ = call(served, served.token("reader"), "search", query="wheel", explain=True)
    assert answer["hits"][0]["explanation"]["legs"][0]["leg"] == "keyword"


def test_two_collections_are_found_together_and_kept_apart_by_scope(served: Served):
    everything, notes, secret = (
        served.token("all"),
        served.token("only-notes", "notes"),
        served.token("only-secret", "secret"),
    )
    assert _found_in(served, everything, "wheel") == {"notes", "secret"}
    for token, own in ((notes, "notes"), (secret, "secret")):
        assert _found_in(served, token, "wheel") == {own}
        answer, _ = call(served, token, "browse")
        assert [row["slug"] for row in answer["collections"]] == [own]
        answer, _ = call(served, token, "browse", view="documents", limit=200)
        assert all(row["doc"].startswith(own) for row in answer["documents"])


def _found_in(served: Served, token: str, query: str) -> set[str]:
    """The collections of all hits, cursor after cursor."""
    cursor, found = "", set[str]()
    while True:
        answer, is_error = call(served, token, "search", query=query, limit=50, cursor=cursor)
        assert not is_error
        found |= {hit["section"].split("/")[0] for hit in answer["hits"]}
        cursor = answer["cursor"]
        if not cursor:
            return found


def test_what_lies_outside_the_scope_looks_unknown(served: Served):
    token = served.token("only-notes", "notes")
    pairs = [
        ("read", {"docs": ["secret/plan.md"]}, {"docs": ["secret/none.md"]}),
        ("read", {"sections": ["secret/plan.md#secret-plan"]}, {"sections": ["secret/none.md#secret-plan"]}),
        ("outline", {"doc": "secret/plan.md"}, {"doc": "secret/none.md"}),
    ]
    for name, hidden, unknown in pairs:
        first, is_error = call(served, token, name, **hidden)
        second, _ = call(served, token, name, **unknown)
        assert is_error
        assert json.dumps(first).replace("plan.md", "X") == json.dumps(second).replace("none.md", "X")
        assert "secret/plan.md" not in first["did_you_mean"]
    answer, _ = call(served, token, "search", query="xyzzyplan")
    assert answer["hits"] == [] and answer["total"] == 0
    assert "xyzzyplan" not in json.dumps(answer.get("suggestions", []))

    async def conversation(client: Client) -> str:
        return client.instructions or ""

    for era in ERAS:
        assert "secret" not in talk(served, token, era, conversation).lower()


def test_a_cursor_of_one_client_is_worthless_to_another(served: Served):
    answer, _ = call(served, served.token("all"), "search", query="turns")
    cursor = answer["cursor"]
    assert cursor
    answer, is_error = call(served, served.token("only-notes", "notes"), "search", query="turns", cursor=cursor)
    assert is_error and answer["code"] in ("bad_request", "revision_changed")
    others: list[tuple[str, dict[str, Any]]] = [
        ("browse", {"view": "documents", "limit": 1}),
        ("browse", {"view": "tags", "limit": 1}),
        ("read", {"docs": ["notes/long.md"], "budget": 300}),
    ]
    for name, arguments in others:
        cursor = call(served, served.token("all"), name, **arguments)[0]["cursor"]
        assert not call(served, served.token("all"), name, **arguments, cursor=cursor)[1]
        for token in (served.token("only-notes", "notes"), served.token("reader")):
            answer, is_error = call(served, token, name, **arguments, cursor=cursor)
            assert is_error and answer["code"] == "bad_request"
    answer, is_error = call(served, served.token("all"), "search", query="turns", cursor="AAAA" + cursor[4:])
    assert is_error


def test_an_unknown_id_brings_near_ones(served: Served):
    answer, is_error = call(served, served.token("reader"), "read", docs=["notes/guide/readin.md"])
    assert is_error
    assert answer["code"] == "not_found"
    assert "notes/guide/reading.md" in answer["did_you_mean"]


def test_poison_reaches_an_agent_as_plain_data(served: Served):
    token = served.token("reader")
    answer, _ = call(served, token, "read", docs=["notes/poison.md"])
    text = json.dumps(answer, ensure_ascii=False)
    for forbidden in ("\\u001b", "\\u0007", "\u202e", "\u2066", "\u200b"):
        assert forbidden not in text
    assert "می\u200cخواهم" in answer["passages"][0]["text"]
    answer, _ = call(served, token, "search", query="poisoned heading")
    assert any('"injected"' in hit["title"] for hit in answer["hits"])
    answer, _ = call(served, token, "outline", doc="notes/poison.md")
    assert "\u202e" not in answer["title"]


def test_an_unknown_tool_is_a_protocol_error(served: Served):
    async def conversation(client: Client) -> None:
        with pytest.raises(MCPError) as caught:
            await client.call_tool("serach", {"query": "x"})
        assert caught.value.error.code == -32602

    for era in ERAS:
        talk(served, served.token("reader"), era, conversation)
    assert [one.error for one in served.record] == ["not_found", "not_found"]


def test_every_call_is_recorded(served: Served):
    token = served.token("reader")
    call(served, token, "search", query="manicule")
    call(served, token, "read", docs=["notes/none.md"])
    call(served, token, "search", limit=1)
    outline, _ = call(served, token, "outline", doc="notes/guide/reading.md")
    near, _ = call(served, token, "explore", node="notes/wheel.md")
    found, missing, misfit, *others = served.record
    assert [one.hits for one in (missing, misfit, *others)] == [0, 0, len(outline["sections"]), near["total"]]
    assert (found.client, found.tool, found.query, found.error) == ("reader", "search", "manicule", "")
    assert "notes/guide/reading.md#symbols" in found.sections
    assert found.tokens > 0 and found.took_ms > 0 and found.hits >= 1
    assert (missing.tool, missing.query, missing.error) == ("read", "notes/none.md", "not_found")
    assert (misfit.tool, misfit.error) == ("search", "bad_request")


@pytest.mark.parametrize("era", ERAS)
def test_a_pause_refuses_calls_and_tells_why(served: Served, era: str):
    served.is_paused = True
    answer, is_error = call(served, served.token("reader"), "search", era, query="wheel")
    assert is_error
    assert answer["code"] == "agents_paused"
    assert served.record[-1].error == "agents_paused"
    served.is_paused = False
    assert not call(served, served.token("reader"), "search", era, query="wheel")[1]


def test_a_call_that_takes_too_long_is_given_up(served: Served):
    served.settings = Settings(agents=AgentSettings(calls_per_s=1000, call_s=0.000_001))
    answer, is_error = call(served, served.token("reader"), "search", query="wheel")
    assert is_error and answer["code"] == "timed_out"


def test_a_listening_stream_opens_and_ends(served: Served):
    async def conversation(client: Client) -> None:
        async with asyncio.timeout(5), client.listen(tools_list_changed=True):
            pass

    talk(served, served.token("reader"), "2026-07-28", conversation)


def test_a_name_with_the_sign_of_an_anchor_is_outlined(served: Served):
    token = served.token("notes-only", "notes")
    whole, is_error = call(served, token, "outline", doc="notes/C#.md")
    assert not is_error and [row["title"] for row in whole["sections"]] == ["C sharp", "Types"]
    for named in ({"doc": "notes/C#.md#types"}, {"doc": "notes/C#.md", "section": "types"}):
        branch, is_error = call(served, token, "outline", **named)
        assert not is_error and [row["section"] for row in branch["sections"]] == ["notes/C#.md#types"]
    branch, is_error = call(served, token, "outline", doc="notes/C#.md", section="notes/C#.md#types")
    assert not is_error and len(branch["sections"]) == 1


def test_hits_come_in_the_order_asked_for(served: Served):
    answer, _ = call(served, served.token("reader"), "search", query="wheel", order="title", limit=5)
    titles = [hit["title"].casefold() for hit in answer["hits"]]
    assert titles == sorted(titles) and len(titles) > 2
    _, is_error = call(served, served.token("reader"), "search", query="wheel", order="sideways")
    assert is_error


def test_an_empty_answer_offers_looser_queries_and_topics_within_the_scope(served: Served):
    token = served.token("reader")
    answer, _ = call(served, token, "search", query="manicule", type="nothing", mode="keyword")
    assert answer["hits"] == [] and answer["suggestions"] == ["manicule (without type)"]
    answer, _ = call(served, token, "search", query='"manicule marginalium"', mode="keyword")
    assert answer["hits"] == [] and {"manicule", "tag:marginalia"} <= set(answer["suggestions"])
    answer, _ = call(served, served.token("reader"), "search", query="zqxj vvkwq")
    assert not answer["hits"] and "suggestions" not in answer and "view=topics" in answer["notices"][-1]
    narrow = served.token("narrow", "notes")
    for query in ('"xyzzyplan manicule"', '"hush manicule"', '"nobody plan"', '"hus manicule"'):
        answer, _ = call(served, narrow, "search", query=query, mode="keyword")
        assert not {"xyzzyplan", "tag:hush", "nobody", "plan", "hush"} & set(answer.get("suggestions", []))
