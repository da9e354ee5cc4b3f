"""Readers that share a SPARQL server answer as a reader with its own engine does, and tell nothing hidden."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from bookwheel.domain.team import EngineConfig
from bookwheel.indexes.ontology.statements import ServerStatements
from bookwheel.service.team.statement_server import StatementServer
from tests import processes, waiting
from tests.loopback import no_proxy  # noqa: F401 - a fixture of every test here
from tests.service.team.serving import Served, serving, write_publications
from tests.team import sparql_servers
from tests.team.sparql_servers import SERVERS, SparqlServer

CALLERS = {
    "person:guest:": ("qumbra", "qworp", "zorb"),
    "agent:ada:staff": ("qworp", "zorb"),
    "person:bob:lab": ("qumbra", "zorb"),
    "person:eve:staff,lab": ("zorb",),
}
"""Callers, and how the words begin that each may not see."""

QUERIES = (
    "SELECT ?d ?t { ?d a bw:Document ; bw:title ?t }",
    "SELECT ?d ?w { ?d bw:words ?w FILTER(?w > 5) } ORDER BY DESC(?w) ?d",
    "SELECT ?s ?t { ?s a bw:Section ; bw:title ?t ; bw:level ?l }",
    "SELECT DISTINCT ?p { ?s ?p ?o FILTER(STRSTARTS(STR(?s), 'urn:bookwheel:doc:')) }",
    "SELECT ?c (COUNT(DISTINCT ?d) AS ?n) { ?d a bw:Document ; bw:inCollection ?c } GROUP BY ?c",
    "SELECT ?a ?b { ?a bw:linksTo ?b }",
    "SELECT ?a ?b { ?a bw:brokenLinkTo ?b }",
    "SELECT ?l ?from ?to ?text { ?l a bw:Link ; bw:from ?from ; bw:to ?to ; bw:wording ?text }",
    "SELECT ?tag ?name { ?d bw:hasTag ?tag . ?tag rdfs:label ?name }",
    "SELECT ?d { ?d bw:hasTag tag:start }",
    "SELECT ?d ?p { ?d bw:author ?p }",
    "SELECT ?d { ?d a bw:Document FILTER NOT EXISTS { ?d bw:hasTag ?t } }",
    "SELECT ?d ?t { ?d a bw:Document OPTIONAL { ?d bw:hasTag ?t } }",
    "SELECT ?g { GRAPH ?g { ?d a bw:Document } }",
    "SELECT ?g ?t { GRAPH ?g { ?g bw:title ?t } }",
    "SELECT ?s { ?s bw:partOf+ ?d . ?d a bw:Document }",
    "SELECT ?s ?o { ?s bw:partOf/bw:title ?o }",
    "SELECT ?d { { ?d bw:hasTag tag:start } UNION { ?d bw:author ?p } }",
    "SELECT ?d ?n { { SELECT ?d (COUNT(DISTINCT ?s) AS ?n) { ?s bw:partOf ?d } GROUP BY ?d } ?d a bw:Document }",
    "ASK { ?d bw:title 'Welcome' }",
    "ASK { ?d bw:title 'Qumbraplan' }",
    "ASK { bw:linksTo a owl:ObjectProperty }",
    "CONSTRUCT { ?d rdfs:label ?t } { ?d a bw:Document ; bw:title ?t }",
    "DESCRIBE tag:start",
    "DESCRIBE ?d { ?d bw:title 'Welcome' }",
)
"""With four callers, 100 questions."""

ATTACKS = (
    "SELECT ?s ?p ?o WHERE { ?s ?p ?o } LIMIT 1000",
    "SELECT ?g (COUNT(*) AS ?n) { GRAPH ?g { ?s ?p ?o } } GROUP BY ?g",
    "SELECT ?g ?s ?p ?o { GRAPH ?g { ?s ?p ?o } } LIMIT 1000",
    "SELECT ?o { GRAPH <urn:bookwheel:doc:{}/plan.md> { ?s ?p ?o } }",
    "SELECT ?d { ?d a bw:Document FILTER EXISTS { GRAPH <urn:bookwheel:doc:{}/plan.md> { ?s ?p ?o } } }",
    "SELECT ?d { ?d a bw:Document FILTER EXISTS { GRAPH ?g { ?s bw:inCollection <urn:bookwheel:collection:{}> } } }",
    "SELECT ?x { <urn:bookwheel:doc:{}/plan.md> (bw:linksTo|^bw:linksTo|bw:partOf)+ ?x }",
    "SELECT ?x { <urn:bookwheel:doc:{}/plan.md> !bw:nothing ?x }",
    "DESCRIBE <urn:bookwheel:doc:{}/plan.md>",
    "DESCRIBE <urn:bookwheel:collection:{}>",
    "DESCRIBE ?d { GRAPH ?g { ?d a bw:Document } }",
    "CONSTRUCT { ?s ?p ?o } { GRAPH ?g { ?s ?p ?o } }",
    "CONSTRUCT { ?s ?p ?o } { GRAPH <urn:bookwheel:doc:{}/result.md> { ?s ?p ?o } }",
    "SELECT (GROUP_CONCAT(?t) AS ?all) { ?d bw:title ?t }",
    "SELECT ?t { { SELECT ?t { GRAPH ?g { ?s bw:title ?t } } } }",
    "SELECT ?g ?n { ?g <urn:bookwheel:ontology#graphName> ?n }",
    "SELECT ?c ?m { ?c <urn:bookwheel:ontology#graphMark> ?m }",
    "SELECT ?g ?m { GRAPH <urn:bookwheel:team:team:list> { ?g ?r ?m } }",
    "SELECT ?o FROM <urn:bookwheel:doc:{}/plan.md> { ?s ?p ?o }",
    "SELECT ?o FROM NAMED <urn:bookwheel:doc:{}/plan.md> { GRAPH ?g { ?s ?p ?o } }",
    "SELECT ?bookwheelgraph1 ?o { GRAPH ?bookwheelgraph1 { ?s ?p ?o } }",
    "SELECT ?s { ?s ?p ?o } ORDER BY EXISTS { GRAPH <urn:bookwheel:doc:{}/plan.md> { ?x ?y ?z } }",
    "SELECT (EXISTS { GRAPH ?g { ?s bw:title ?t FILTER(STRSTARTS(?t, 'Q')) } } AS ?x) { }",
    "SELECT ?o { VALUES ?g { <urn:bookwheel:doc:{}/plan.md> } GRAPH ?g { ?s ?p ?o } }",
    "SELECT ?o { SERVICE <http://127.0.0.1:9/sparql> { ?s ?p ?o } }",
)
"""With four callers, 100 attacks and more, for each hidden collection that they name."""


@dataclass(frozen=True, slots=True)
class Readers:
    """One reader with its own engine, two that share a server, and the server."""

    own: Served
    shared: tuple[Served, Served]
    server: SparqlServer


def _engines(server: SparqlServer, folder: Path) -> EngineConfig:
    login = ""
    if server.login is not None:
        (folder / "login").write_text(":".join(server.login) + "\n", "utf-8")
        login = str(folder / "login")
    return EngineConfig("", server.query, server.update, login)


@pytest.fixture(scope="module", params=SERVERS)
def readers(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Readers]:
    if request.param in sparql_servers.missing():
        pytest.skip(f"{request.param} is not installed; packaging/team-environment.sh says how")
    folder = tmp_path_factory.mktemp(request.param)
    with processes.lasting(folder), ExitStack() as stack:
        server = stack.enter_context(SERVERS[request.param](folder))
        engines, collections = _engines(server, folder), write_publications(folder)
        own = stack.enter_context(serving(folder / "own", collections))
        shared = [
            stack.enter_context(serving(folder / name, collections, engines=engines)) for name in ("first", "second")
        ]
        found = Readers(own, (shared[0], shared[1]), server)
        for reader in (own, *shared):
            waiting.until(lambda reader=reader: _ask(reader, "ASK {}", "person:eve:staff,lab").get("rows"), 120)
        yield found


def _ask(reader: Served, sparql: str, token: str) -> dict[str, Any]:
    return reader.rpc("query", {"sparql": sparql, "limit": 1000}, token).json()


def _rows(answer: dict[str, Any]) -> set[tuple[str, ...]]:
    assert "rows" in answer, answer
    return {tuple(row) for row in answer["rows"]}


@pytest.mark.parametrize("token", CALLERS)
def test_readers_of_a_server_answer_as_a_reader_with_its_own_engine_does(readers: Readers, token: str):
    differing: list[str] = []
    for query in QUERIES:
        expected = _ask(readers.own, query, token)
        for reader in readers.shared:
            found = _ask(reader, query, token)
            is_same = _rows(found) == _rows(expected) and sorted(found["columns"]) == sorted(expected["columns"])
            if not is_same:
                differing.append(f"{query}: {_rows(found) ^ _rows(expected)}")
    assert not differing


@pytest.mark.parametrize("token", CALLERS)
def test_attacks_on_the_scope_learn_nothing(readers: Readers, token: str):
    for attack, hidden in itertools.product(ATTACKS, CALLERS[token]):
        query = attack.replace("{}", hidden)
        if "{}" not in attack and hidden != CALLERS[token][0]:
            continue
        for reader in readers.shared:
            told = json.dumps(_ask(reader, query, token)).lower().replace(json.dumps(query.lower())[1:-1], "")
            asked = query.lower()
            for word in CALLERS[token]:
                assert told.count(word) == 0 or word in asked and '"rows": []' in told, (query, told[:2000])


def test_the_second_reader_finds_what_the_first_has_written(readers: Readers):
    for token, reader in itertools.product(CALLERS, readers.shared):
        _ask(reader, "ASK {}", token)
    connection = StatementServer(readers.server.query, readers.server.update, readers.server.login)
    marks = ServerStatements(connection, "urn:bookwheel:team:team:").marks()
    connection.close()
    shown = [json.loads(mark)["collections"] for mark in marks.values()]
    assert len(shown) == len({tuple(one) for one in shown}) == len(CALLERS)


def test_without_its_server_a_reader_says_so_and_goes_on_searching(readers: Readers):
    readers.server.stop()
    token = "person:eve:staff,lab"
    refused = readers.shared[0].rpc("query", {"sparql": "ASK {}"}, token)
    assert refused.status_code == 503 and refused.json()["code"] == "graph_server_unavailable"
    told = readers.shared[0].tool("query", {"sparql": "ASK {}"}, "agent:ada:staff")
    assert told["isError"] and "SPARQL server" in json.dumps(told)
    assert readers.shared[0].rpc("search", {"query": "wheel"}, token).status_code == 200
    assert readers.shared[0].get("/readyz").status_code == 200
