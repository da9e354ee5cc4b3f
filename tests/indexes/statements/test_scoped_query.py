"""What a caller's query becomes before a server sees it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bookwheel.domain.errors import BadRequest
from bookwheel.indexes.ontology.statements.scoped_query import NO_GRAPH, GraphNames, scope_query

GRAPHS = GraphNames("urn:server:union", "urn:server:names", lambda name: {"urn:a": "urn:server:a"}.get(name, NO_GRAPH))


def _words(sparql: str) -> str:
    return " ".join(scope_query(sparql, GRAPHS, 10).text.split())


def test_a_name_of_a_graph_becomes_the_servers_or_that_of_nothing():
    assert "GRAPH <urn:server:a> { ?s" in _words("SELECT * { GRAPH <urn:a> { ?s ?p ?o } }")
    assert f"GRAPH <{NO_GRAPH}> {{ ?s" in _words("SELECT * { GRAPH <urn:server:a> { ?s ?p ?o } }")
    found = scope_query("ASK { GRAPH <urn:a> { } FILTER EXISTS { GRAPH <urn:b> { } } }", GRAPHS, 10)
    assert (found.named, found.looks_through_graphs) == (("urn:server:a", NO_GRAPH), False)


def test_a_variable_looks_through_the_graphs_of_the_list_alone():
    found = scope_query("SELECT * { GRAPH ?g { ?s ?p ?o } }", GRAPHS, 10)
    assert found.looks_through_graphs
    assert (
        "GRAPH <urn:server:names> { ?bookwheelgraph1 <urn:bookwheel:ontology#graphName> ?g } GRAPH ?bookwheelgraph1 {"
        in " ".join(found.text.split())
    )
    own = scope_query("SELECT * { GRAPH ?bookwheelgraph1 { ?s ?p ?o } }", GRAPHS, 10).own
    assert own != "bookwheelgraph" and own.startswith("bookwheelgraph")


@pytest.mark.parametrize(
    ("sparql", "end"),
    [
        ("SELECT * { ?s ?p ?o }", "} LIMIT 10"),
        ("SELECT * { ?s ?p ?o } LIMIT 3", "} LIMIT 3"),
        ("SELECT * { ?s ?p ?o } LIMIT 99999999999999999999", "} LIMIT 10"),
        ("SELECT * { ?s ?p ?o } ORDER BY ?s OFFSET 2", "OFFSET 2 LIMIT 10"),
        ("SELECT * { { SELECT * { ?s ?p ?o } LIMIT 3 } }", "LIMIT 3 } } LIMIT 10"),
        ("SELECT * { ?s ?p ?o } VALUES ?s { <urn:a> }", "} LIMIT 10 VALUES ?s { <urn:a> }"),
        ("SELECT (COALESCE(?s, 1) AS ?x) { ?s ?p ?o }", "} LIMIT 10"),
        ("ASK { ?s ?p ?o }", "?o }"),
    ],
)
def test_rows_are_limited_where_the_query_ends(sparql: str, end: str):
    assert _words(sparql).endswith(end)


def test_paths_in_brackets_after_a_subject_are_no_functions():
    assert "<urn:x> ( <urn:p> | <urn:q> ) +" in _words("SELECT ?o { <urn:x> (<urn:p>|<urn:q>)+ ?o }")
    assert "<http://www.w3.org/2001/XMLSchema#integer> (" in _words("SELECT (xsd:integer('1') AS ?x) { }")
    for call in ("FILTER <urn:f>(1)", "BIND(<urn:f>(1) AS ?x)", "?s ?p ?o } ORDER BY <urn:f>(?s) #"):
        with pytest.raises(BadRequest):
            scope_query(f"SELECT * {{ {call}\n }}", GRAPHS, 10)


PIECES = st.sampled_from(
    "SELECT ASK DESCRIBE CONSTRUCT * { } ( ) ?g ?s <urn:b> . GRAPH FILTER EXISTS LIMIT 5 VALUES 'GRAPH' ; |".split()  # noqa: SIM905 - shorter
)


@given(st.lists(PIECES, max_size=20))
def test_no_name_of_a_graph_reaches_a_server(pieces: list[str]):
    try:
        found = scope_query(" ".join(pieces), GRAPHS, 10)
    except BadRequest:
        return
    words = found.text.split("\n")
    after = [words[at + 1] for at, word in enumerate(words[:-1]) if word.lower() == "graph"]
    assert all(word in (f"<{NO_GRAPH}>", "<urn:server:names>") or word.startswith("?bookwheelgraph") for word in after)
