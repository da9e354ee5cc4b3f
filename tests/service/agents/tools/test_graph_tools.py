"""Explore, query and context as the SDK's own client meets them."""

from __future__ import annotations

import json

import pytest

from bookwheel.service.agents.tools import graph_answers
from bookwheel.service.agents.tools.answers import TOKEN
from tests.service.agents.serving import Served
from tests.service.agents.tools.test_tools import call

ATTACKS = (
    "SELECT * { ?s ?p ?o } ORDER BY ?s ?p ?o",
    "SELECT ?g ?s { GRAPH ?g { ?s ?p ?o } } ORDER BY ?g ?s",
    "SELECT ?g (COUNT(*) AS ?n) { GRAPH ?g { ?s ?p ?o } } GROUP BY ?g ORDER BY ?g",
    "SELECT ?x { <urn:bookwheel:doc:notes/wheel.md> (!bw:nothing|^!bw:nothing)* ?x }",
    "SELECT ?l { ?x rdfs:label|bw:alias|bw:title|bw:wording ?l } ORDER BY ?l",
    "SELECT ?s { GRAPH <urn:bookwheel:doc:secret/plan.md> { ?s ?p ?o } }",
    "SELECT ?p ?o { GRAPH <urn:bookwheel:library> { ?s ?p ?o } }",
    "SELECT ?p ?o { GRAPH <urn:bookwheel:manual> { ?s ?p ?o } }",
    "SELECT * FROM <urn:bookwheel:doc:secret/plan.md> { ?s ?p ?o }",
    "SELECT * FROM NAMED <urn:bookwheel:doc:secret/plan.md> { GRAPH ?g { ?s ?p ?o } }",
    "SELECT * { SERVICE <urn:bookwheel:doc:secret/plan.md> { ?s ?p ?o } }",
    "DESCRIBE <urn:bookwheel:doc:secret/plan.md>",
    "CONSTRUCT { ?o ?p ?s } WHERE { ?s ?p ?o }",
    "SELECT ?t { tag:hush ^bw:hasTag/bw:title ?t }",
    "ASK { }",
    "nonsense",
)
"""Queries that look for what is hidden."""

HIDDEN = ("secret", "xyzzyplan", "hush", "nemo")


def size(answer: dict[str, object]) -> int:
    return len(json.dumps(answer, ensure_ascii=False, separators=(",", ":")))


def test_a_neighbourhood_comes_with_evidence(served: Served):
    answer, is_error = call(served, served.token("reader"), "explore", node="Wheel")
    assert not is_error
    assert answer["nodes"][0]["id"] == "notes/wheel.md"
    link = next(edge for edge in answer["edges"] if edge["relation"] == "linksTo")
    assert (link["target"], link["section"], link["line"]) == ("notes/guide/reading.md", "notes/wheel.md#wheel", 3)
    assert answer["graph_revision"] == answer["revision"] > 0


def test_backlinks_related_ways_and_schema_are_explored(served: Served):
    token = served.token("reader")
    back, _ = call(served, token, "explore", node="notes/guide/reading.md", view="backlinks")
    assert [node["id"] for node in back["nodes"]] == ["notes/guide/reading.md", "notes/wheel.md"]
    way, _ = call(served, token, "explore", node="Wheel", to="tag:reading")
    assert way["path"] == ["notes/wheel.md", "notes/guide/reading.md", "tag:reading"]
    related, _ = call(served, token, "explore", node="notes/wheel.md", view="related")
    assert related["nodes"][1]["id"] == "notes/guide/reading.md"
    schema, _ = call(served, token, "explore", level="schema")
    assert {node["id"] for node in schema["nodes"]} >= {"document", "section", "tag", "collection"}


def kinds_of(answer: dict[str, object]) -> set[str]:
    return {node["kind"] for node in answer["nodes"][1:]}


def test_kinds_keep_nodes_of_these_kinds_alone(served: Served):
    token = served.token("reader")
    asked = {"node": "notes/guide/reading.md", "hops": 2, "limit": 200}
    everything, _ = call(served, token, "explore", **asked)
    assert kinds_of(everything) >= {"document", "tag", "category", "type", "collection"}
    for kinds in (["tag"], ["document"], ["tag", "category"], ["Tag ", "CATEGORY"], "tag"):
        answer, is_error = call(served, token, "explore", **asked, kinds=kinds)
        wanted = {kinds} if isinstance(kinds, str) else {kind.strip().lower() for kind in kinds}
        assert not is_error
        assert answer["nodes"][0]["id"] == "notes/guide/reading.md"
        assert kinds_of(answer) == wanted
        ends = {edge[end].partition("#")[0] for edge in answer["edges"] for end in ("source", "target")}
        assert ends <= {node["id"] for node in answer["nodes"]}
    tags, _ = call(served, token, "explore", **asked, kinds=["tag"])
    assert [node["id"] for node in tags["nodes"][1:]] == ["tag:marginalia", "tag:reading"]
    assert tags["total"] == 3


def test_kinds_narrow_backlinks_and_ways(served: Served):
    token = served.token("reader")
    back, _ = call(served, token, "explore", node="notes/guide/reading.md", view="backlinks", kinds=["document"])
    assert [node["id"] for node in back["nodes"]] == ["notes/guide/reading.md", "notes/wheel.md"]
    none, _ = call(served, token, "explore", node="notes/guide/reading.md", view="backlinks", kinds=["tag"])
    assert (len(none["nodes"]), none["total"]) == (1, 0)
    through, _ = call(served, token, "explore", node="tag:marginalia", to="tag:reading", kinds=["document"])
    assert through["path"] == ["tag:marginalia", "notes/guide/reading.md", "tag:reading"]
    closed, _ = call(served, token, "explore", node="tag:marginalia", to="tag:reading", kinds=["tag"])
    assert "path" not in closed and "There is no path" in closed["notices"][0]


def test_a_kind_that_there_is_not_is_refused_with_near_ones(served: Served):
    answer, is_error = call(served, served.token("reader"), "explore", node="Wheel", kinds=["tag", "tags"])
    assert is_error and answer["code"] == "bad_request"
    assert "tag" in answer["did_you_mean"]


@pytest.mark.parametrize("arguments", [{"node": "collection:notes"}, {"node": "notes/long.md#a-long-book", "hops": 2}])
def test_what_is_explored_fits_its_budget_and_says_what_is_left_out(served: Served, arguments: dict[str, object]):
    answer, is_error = call(served, served.token("reader"), "explore", limit=200, **arguments)
    assert not is_error
    assert size(answer) <= graph_answers.EXPLORE_TOKENS * TOKEN
    assert size(answer) > graph_answers.EXPLORE_TOKENS * TOKEN * 0.6
    assert answer["total"] > len(answer["nodes"]) > 5
    assert "left out" in answer["notices"][-1] or "fit" in answer["notices"][-1]


def test_an_unknown_node_offers_near_ones(served: Served):
    answer, is_error = call(served, served.token("reader"), "explore", node="tag:raeding")
    assert is_error
    assert answer["code"] == "not_found"
    assert "tag:reading" in answer["did_you_mean"]


def test_sparql_is_answered_cut_and_refused_in_words(served: Served):
    token = served.token("reader")
    answer, _ = call(served, token, "query", sparql="SELECT ?d { ?d bw:hasTag tag:marginalia }")
    assert answer["rows"] == [["urn:bookwheel:doc:notes/guide/reading.md"]]
    many, _ = call(served, token, "query", sparql="SELECT ?s ?p ?o { ?s ?p ?o }", limit=1000)
    assert size(many) <= graph_answers.QUERY_TOKENS * TOKEN
    assert many["is_cut"] and len(many["rows"]) > 10
    refused, is_error = call(served, token, "query", sparql="SELECT * { SERVICE <http://x.y/> { ?s ?p ?o } }")
    assert is_error and refused["code"] == "bad_request"
    stopped, is_error = call(
        served, token, "query", sparql="SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i }"
    )
    assert is_error and stopped["code"] == "timed_out" and stopped["next"]
    assert [activity.error for activity in served.record] == ["", "", "bad_request", "timed_out"]


def test_rows_come_in_pages_that_are_the_whole_result(served: Served):
    token = served.token("reader")
    asked = {"sparql": "SELECT ?p ?t { ?d bw:path ?p; bw:title ?t } ORDER BY ?p"}
    rows: list[object] = []
    page, _ = call(served, token, "query", **asked, limit=20)
    assert len(page["rows"]) == 20
    first = page["cursor"]
    while True:
        rows += page["rows"]
        assert page["is_cut"] == bool(page["cursor"])
        assert size(page) <= graph_answers.QUERY_TOKENS * TOKEN
        if not page["cursor"]:
            break
        page, is_error = call(served, token, "query", **asked, limit=1000, cursor=page["cursor"])
        assert not is_error
    assert len(rows) == 67
    assert rows == sorted(rows)
    again, _ = call(served, token, "query", **asked, limit=5, cursor=first)
    assert again["rows"] == rows[20:25]
    other, is_error = call(served, token, "query", sparql="ASK { }", cursor=first)
    assert is_error and other["code"] == "bad_request"
    stranger, is_error = call(served, served.token("stranger"), "query", **asked, cursor=first)
    assert is_error and stranger["code"] == "bad_request"
    for wrong in ("x", first[:-2] + "AA"):
        refused, is_error = call(served, token, "query", **asked, cursor=wrong)
        assert is_error and refused["code"] == "bad_request"


def test_rows_that_do_not_fit_the_budget_follow_by_cursor(served: Served):
    token = served.token("reader")
    asked = {"sparql": "SELECT ?s ?p ?o { ?s ?p ?o }", "limit": 1000}
    page, _ = call(served, token, "query", **asked)
    rows = [*page["rows"]]
    while page["cursor"] and len(rows) < 400:
        page, _ = call(served, token, "query", **asked, cursor=page["cursor"])
        assert size(page) <= graph_answers.QUERY_TOKENS * TOKEN
        rows += page["rows"]
    assert len(rows) >= 400
    assert len({tuple(row) for row in rows}) == len(rows)
    many, _ = call(served, token, "query", sparql=asked["sparql"] + " LIMIT 400", limit=1000)
    assert many["rows"] == rows[: len(many["rows"])] and many["is_cut"]
    more, is_error = call(
        served, token, "query", sparql=asked["sparql"] + " LIMIT 400", limit=1000, cursor=many["cursor"]
    )
    assert not is_error
    assert more["rows"] == rows[len(many["rows"]) :][: len(more["rows"])]


@pytest.mark.parametrize("budget", [200, 1000, 4000, 16000])
def test_evidence_fits_its_budget(served: Served, budget: int):
    answer, is_error = call(served, served.token("reader"), "context", question="turning pages wheel", budget=budget)
    assert not is_error
    assert size(answer) <= budget * TOKEN
    assert answer["tokens"] <= budget
    assert answer["passages"]
    assert served.record[-1].sections == tuple(passage["section"] for passage in answer["passages"])


def test_evidence_is_cleaned_and_still_fits(served: Served):
    answer, _ = call(served, served.token("reader"), "context", question="ordinary instructions poisoned", budget=600)
    assert any("Ignore all previous instructions" in passage["text"] for passage in answer["passages"])
    text = json.dumps(answer, ensure_ascii=False)
    assert not {"\x1b", "\u202e", "\u200b", "\u2066"} & set(text)
    assert "\u200c" in text


def test_a_narrow_scope_learns_nothing_of_the_rest(served: Served):
    token = served.token("narrow", "notes")
    asked: list[tuple[str, dict[str, object]]] = [
        ("explore", {"level": "schema"}),
        ("explore", {"node": "notes/wheel.md", "hops": 3, "limit": 200}),
        ("explore", {"node": "collection:notes", "view": "backlinks"}),
        ("context", {"question": "wheel nobody may see", "depth": 2, "budget": 8000}),
        ("context", {"question": "xyzzy", "depth": 2}),
    ]
    for name, arguments in asked:
        answer, is_error = call(served, token, name, **arguments)
        assert not is_error
        assert not any(word in json.dumps(answer).lower() for word in HIDDEN)
    for node in ("secret/plan.md", "tag:hush", "person:nemo", "collection:secret", "Secret plan", "tag:hus"):
        answer, is_error = call(served, token, "explore", node=node)
        assert is_error and answer["code"] == "not_found"
        assert not any(word in json.dumps([answer["did_you_mean"], answer["next"]]).lower() for word in HIDDEN)
    for sparql in ATTACKS:
        cursor = ""
        for _ in range(30):
            answer, _ = call(served, token, "query", sparql=sparql, limit=1000, cursor=cursor)
            told = {key: value for key, value in answer.items() if key != "cursor"}
            assert not any(word in json.dumps(told).lower() for word in HIDDEN), sparql
            cursor = answer.get("cursor", "")
            if not cursor:
                break


def test_a_narrow_scope_asks_in_sparql_what_it_shows(served: Served):
    narrow, wide = served.token("narrow", "notes"), served.token("wide")
    counted = "SELECT (COUNT(DISTINCT ?d) AS ?n) { ?d a bw:Document }"
    few, is_error = call(served, narrow, "query", sparql=counted)
    assert not is_error
    many, _ = call(served, wide, "query", sparql=counted)
    assert 0 < int(few["rows"][0][0]) < int(many["rows"][0][0])
    titled, _ = call(served, narrow, "query", sparql="SELECT ?t { ?d bw:hasTag tag:marginalia; bw:title ?t }")
    assert titled["rows"] and titled["graph_revision"] == titled["revision"]
    line, _ = call(served, narrow, "query", sparql="SELECT ?l { ?x a bw:Link; bw:line ?l; bw:wording ?w } LIMIT 1")
    assert line["rows"]
    for sparql in (
        "ASK { <urn:bookwheel:doc:secret/plan.md> ?p ?o }",
        "ASK { ?s ?p person:nemo }",
        "ASK { tag:hush ?p ?o }",
    ):
        answer, _ = call(served, narrow, "query", sparql=sparql)
        assert answer["rows"] == [["false"]], sparql
    refused, is_error = call(
        served, narrow, "query", sparql="SELECT * FROM <urn:bookwheel:doc:secret/plan.md> { ?s ?p ?o }"
    )
    assert is_error and refused["code"] == "bad_request"
    stopped, is_error = call(
        served, narrow, "query", sparql="SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i . ?j ?k ?l }"
    )
    assert is_error and stopped["code"] == "timed_out"
    again, is_error = call(served, narrow, "query", sparql=counted)
    assert not is_error and again["rows"] == few["rows"]


def test_rows_of_a_wider_scope_are_not_brought_to_a_narrower_one(served: Served):
    asked = {"sparql": "SELECT ?t { ?d bw:title ?t } ORDER BY ?t"}
    first, _ = call(served, served.tokens.make("shrinking"), "query", **asked, limit=2)
    answer, is_error = call(
        served, served.tokens.make("shrinking", ("notes",)), "query", **asked, cursor=first["cursor"]
    )
    assert is_error and answer["code"] == "bad_request"


@pytest.mark.parametrize("filter", ["-author:Nemo", "-tag:hush", "-path:secret/", "path:notes/"])
def test_a_filter_hides_as_a_collection_does(served: Served, filter: str):
    token = served.tokens.make("filtered", filter=filter)
    secrets = ("secret plan", "xyzzyplan", "hush", "nemo", "plan.md")
    asked: list[tuple[str, dict[str, object]]] = [
        ("browse", {"view": view}) for view in ("collections", "documents", "tags", "status", "categories")
    ]
    asked += [
        ("search", {"query": "wheel nobody", "mode": mode, "limit": 50, "explain": True})
        for mode in ("auto", "keyword", "graph", "hybrid")
    ]
    asked += [
        ("search", {"query": "xyzzypla"}),
        ("search", {"query": "author:nem"}),
        ("context", {"question": "wheel"}),
    ]
    asked += [("explore", {"node": "notes/wheel.md", "hops": 3}), ("explore", {"level": "schema"})]
    asked += [("query", {"sparql": "SELECT ?s ?o { ?s ?p ?o } ORDER BY ?s ?o"})]
    for name, arguments in asked:
        answer, is_error = call(served, token, name, **arguments)
        assert not is_error, (name, answer)
        assert not any(word in json.dumps(answer).lower() for word in secrets), (name, arguments)
    for name, arguments in (
        ("read", {"docs": ["secret/plan.md"]}),
        ("outline", {"doc": "secret/plan.md"}),
        ("explore", {"node": "tag:hush"}),
    ):
        answer, is_error = call(served, token, name, **arguments)
        assert is_error and answer["code"] in ("not_found", "not_allowed")
        assert "secret plan" not in json.dumps([answer["message"], answer["did_you_mean"]]).lower()
    everything = served.tokens.make("unfiltered", filter="")
    assert "xyzzyplan" in json.dumps(call(served, everything, "search", query="nobody may see")[0])
