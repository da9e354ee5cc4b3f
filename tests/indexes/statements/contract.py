"""The contract of the port for statements, which every adapter passes whole.

A module that holds an adapter imports everything from here and has a fixture `statements` that gives an empty one.
"""

from __future__ import annotations

import contextlib
from collections.abc import Sequence

import pyoxigraph as ox
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bookwheel.domain.errors import BadRequest, BookwheelError, TimedOut
from bookwheel.domain.graph import QueryRequest
from bookwheel.indexes.ontology.statements import Limits, Mask, Statements
from tests.indexes.statements.model import Model

LIMITS = Limits(time_s=20.0)
ALL = Mask({"a": None, "b": None})
OPEN = Mask({"a": None})
FEW_EXAMPLES = 8
"""Examples of sequences: each asks a real engine some thirty times."""

NAMES = [f"urn:t:{collection}/{number}" for collection in "ab" for number in range(3)]
ENDS = ["<urn:t:x>", "<urn:t:y>", "<urn:t:z>", "_:n"]
VALUES = [*ENDS, '"one"', '"two"@en', '"3"^^<http://www.w3.org/2001/XMLSchema#integer>']
RELATIONS = ["<urn:t:p>", "<urn:t:q>"]

QUERIES = [
    "SELECT ?s ?o { ?s <urn:t:p> ?o }",
    "SELECT (COUNT(DISTINCT ?o) AS ?n) { ?s <urn:t:p> ?o }",
    "SELECT ?g ?o { GRAPH ?g { ?s <urn:t:p> ?o } }",
    "SELECT ?g (COUNT(?o) AS ?n) { GRAPH ?g { ?s <urn:t:q> ?o } } GROUP BY ?g",
    "SELECT ?o { GRAPH <urn:t:a/0> { <urn:t:x> <urn:t:p> ?o } }",
    "SELECT ?s { ?s <urn:t:q> ?o FILTER NOT EXISTS { ?s <urn:t:p> ?o } }",
    "SELECT ?s { ?s <urn:t:q> ?o FILTER EXISTS { GRAPH <urn:t:b/0> { ?s <urn:t:p> ?any } } }",
    "SELECT ?o { <urn:t:x> (<urn:t:p>|<urn:t:q>)/<urn:t:p> ?o }",
    "SELECT ?s ?o { ?s <urn:t:p>/<urn:t:q> ?o }",
    "SELECT ?s ?o { { SELECT ?s { ?s <urn:t:p> ?any } } ?s <urn:t:q> ?o }",
    "SELECT ?s { { ?s <urn:t:p> <urn:t:x> } UNION { ?s <urn:t:q> <urn:t:y> } }",
    "ASK { <urn:t:x> <urn:t:p> <urn:t:y> }",
    "CONSTRUCT { ?o <urn:t:back> ?s } { ?s <urn:t:p> ?o FILTER(isIRI(?o)) }",
]

HIDDEN = "zorb"
"""A word that is in every hidden statement, and in nothing else."""


def rows(statements: Statements, sparql: str, mask: Mask = ALL, limit: int = 1000) -> list[tuple[str, ...]]:
    """All rows of a query."""
    found = statements.ask(QueryRequest(sparql, limit), mask, LIMITS)
    return [*found.first.rows, *found.following]


def _triples() -> st.SearchStrategy[str]:
    triple = st.tuples(st.sampled_from(ENDS), st.sampled_from(RELATIONS), st.sampled_from(VALUES))
    return st.lists(triple, max_size=6).map(lambda found: "".join(f"{' '.join(one)} .\n" for one in found))


def _masks() -> st.SearchStrategy[Mask]:
    some = st.none() | st.frozensets(st.sampled_from(NAMES), max_size=4)
    return st.dictionaries(st.sampled_from(["a", "b"]), some, min_size=1, max_size=2).map(Mask)


def _steps() -> st.SearchStrategy[tuple[object, ...]]:
    return st.one_of(
        st.tuples(st.just("replace"), st.dictionaries(st.sampled_from(NAMES), _triples(), min_size=1, max_size=3)),
        st.tuples(st.just("drop"), st.sampled_from([*NAMES, "a", "b"])),
        st.tuples(st.just("ask"), st.lists(st.sampled_from(QUERIES), min_size=1, max_size=3), _masks()),
    )


@settings(max_examples=FEW_EXAMPLES, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps=st.lists(_steps(), min_size=2, max_size=6))
def test_any_history_answers_as_rdflib_does(statements: Statements, steps: Sequence[tuple[object, ...]]):
    model = Model()
    for collection in "ab":
        statements.drop(collection)
    for step in [*steps, ("ask", QUERIES, ALL), ("ask", QUERIES, Mask({"a": None, "b": frozenset(NAMES[3:4])}))]:
        if step[0] == "replace":
            graphs = step[1]
            assert isinstance(graphs, dict)
            for collection in "ab":
                own = {name: text for name, text in graphs.items() if name.startswith(f"urn:t:{collection}")}
                statements.replace(collection, own)
                model.replace(collection, own)
        elif step[0] == "drop":
            name = str(step[1])
            statements.drop(name[6] if len(name) > 1 else name, [name] if len(name) > 1 else None)
            model.drop(name[6] if len(name) > 1 else name, name if len(name) > 1 else "")
        else:
            _, queries, mask = step
            assert isinstance(queries, list) and isinstance(mask, Mask)
            for query in queries:
                found = rows(statements, query, mask)
                assert set(found) == model.rows(query, mask), query


def test_what_is_written_twice_is_there_once(statements: Statements):
    text = '<urn:t:x> <urn:t:p> "one" .\n_:n <urn:t:p> _:m .\n'
    statements.replace("a", {"urn:t:a/0": text, "urn:t:a/1": text})
    statements.replace("a", {"urn:t:a/0": text})
    assert rows(statements, "SELECT DISTINCT ?o { <urn:t:x> <urn:t:p> ?o }") == [("one",)]
    assert rows(statements, "SELECT (COUNT(*) AS ?n) { GRAPH <urn:t:a/0> { ?s <urn:t:p> ?o } }") == [("2",)]
    assert len(rows(statements, "SELECT DISTINCT ?s { ?s <urn:t:p> ?o FILTER(isIRI(?o)) }")) == 2


@pytest.mark.parametrize(
    "value",
    [
        'quotes " and \' and \\" } . <urn:t:evil>',
        "lines\nof\r\ntext\tand tabs",
        "controls \x01\x08\x1b\x7f\x85 and \u2028",
        "astral 😀 𝔘𝔫𝔦 and é́",
        '""" \\u0022 } ; DROP ALL #',
        "x" * 300_000,
        " leading and trailing ",
        "",
    ],
)
def test_hostile_literals_come_back_as_they_were(statements: Statements, value: str):
    statements.replace("a", {"urn:t:a/0": f"<urn:t:x> <urn:t:p> {ox.Literal(value)} .\n"})
    found = rows(statements, "SELECT ?o (STRLEN(?o) AS ?n) { <urn:t:x> <urn:t:p> ?o }")
    assert len(found) == 1 and found[0][1] == str(len(value))
    assert found[0][0] == value or (len(value) > 2000 and found[0][0][:1999] == value[:1999])


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("urn:t:a/0", "<no iri> <urn:t:p> <urn:t:x> .\n"),
        ("urn:t:a/0", "<urn:t:x> <urn:t:p> <urn:t:a\\u003E . > .\n"),
        ("urn:t:a/0", '<urn:t:x> <urn:t:p> "open .\n'),
        ("urn:t:a/0", "<urn:t:x> <urn:t:p> <urn:t:y> . } ; DROP ALL ; INSERT DATA {\n"),
        ("urn:t:a/0> { } } ; DROP ALL #", "<urn:t:x> <urn:t:p> <urn:t:y> .\n"),
        ("nothing", "<urn:t:x> <urn:t:p> <urn:t:y> .\n"),
    ],
)
def test_what_is_no_statement_is_refused_and_changes_nothing(statements: Statements, name: str, text: str):
    statements.replace("a", {"urn:t:a/0": '<urn:t:x> <urn:t:p> "kept" .\n'})
    with pytest.raises(BadRequest):
        statements.replace("a", {"urn:t:a/1": '<urn:t:x> <urn:t:p> "other" .\n', name: text})
    assert rows(statements, "SELECT ?o { <urn:t:x> <urn:t:p> ?o }") == [("kept",)]


def test_a_path_without_end_is_followed_from_its_start(statements: Statements):
    # Without rings: Virtuoso 7 leaves out the start of a path that leads back to it.
    chain = "".join(f"<urn:t:n{n}> <urn:t:p> <urn:t:n{n + 1}> .\n" for n in range(5))
    statements.replace("a", {"urn:t:a/0": chain})
    assert set(rows(statements, "SELECT ?o { <urn:t:n2> <urn:t:p>+ ?o }")) == {(f"urn:t:n{n}",) for n in (3, 4, 5)}
    assert set(rows(statements, "SELECT ?s { ?s (<urn:t:p>|<urn:t:q>)+ <urn:t:n1> }")) == {("urn:t:n0",)}


def test_marks_are_kept_until_their_collection_goes(statements: Statements):
    statements.replace("a", {"urn:t:a/0": '<urn:t:x> <urn:t:p> "one" .\n'})
    statements.set_mark("a", 'first "mark"\n')
    statements.set_mark("a", "second")
    statements.set_mark("b", "other")
    assert dict(statements.marks()) == {"a": "second", "b": "other"}
    statements.drop("a")
    assert dict(statements.marks()) == {"b": "other"}
    assert rows(statements, "SELECT ?o { <urn:t:x> <urn:t:p> ?o }") == []


def test_rows_are_cut_at_their_limits_and_say_so(statements: Statements):
    statements.replace("a", {"urn:t:a/0": "".join(f'<urn:t:x> <urn:t:p> "{n:03}" .\n' for n in range(50))})
    query = "SELECT ?o { <urn:t:x> <urn:t:p> ?o } ORDER BY ?o"
    found = statements.ask(QueryRequest(query, 10), OPEN, LIMITS)
    assert [row[0] for row in found.first.rows] == [f"{n:03}" for n in range(10)] and found.first.is_cut
    assert len(found.following) == 40 and not found.is_cut
    bounded = statements.ask(QueryRequest(query, 10), OPEN, Limits(20.0, 30))
    assert len(bounded.first.rows) + len(bounded.following) == 30 and bounded.is_cut
    limited = statements.ask(QueryRequest(f"{query} LIMIT 5", 10), OPEN, LIMITS)
    assert len(limited.first.rows) == 5 and not limited.first.is_cut
    with pytest.raises(BadRequest):
        statements.ask(QueryRequest(query, 0), OPEN, LIMITS)


def test_describe_tells_what_is_said_of_a_resource(statements: Statements):
    statements.replace("a", {"urn:t:a/0": "<urn:t:x> <urn:t:p> <urn:t:y> .\n<urn:t:y> <urn:t:p> <urn:t:z> .\n"})
    about = ("urn:t:x", "urn:t:p", "urn:t:y")
    assert rows(statements, "DESCRIBE <urn:t:x>") == [about]
    assert rows(statements, "DESCRIBE ?s { ?s <urn:t:p> <urn:t:y> }") == [about]
    assert set(rows(statements, "DESCRIBE * { ?s <urn:t:p> <urn:t:y> }")) == {about}
    assert rows(statements, "DESCRIBE <urn:t:x> { ?s <urn:t:nothing> ?o }") == []


@pytest.mark.parametrize(
    "text",
    [
        "SELECT * { SERVICE <http://127.0.0.1:9/> { ?s ?p ?o } }",
        "SELECT * { SERVICE SILENT <http://127.0.0.1:9/> { ?s ?p ?o } }",
        "SELECT * FROM <urn:t:b/0> { ?s ?p ?o }",
        "SELECT * FROM NAMED <urn:t:b/0> { GRAPH ?g { ?s ?p ?o } }",
        "INSERT DATA { <urn:t:x> <urn:t:p> 1 }",
        "DELETE WHERE { ?s ?p ?o }",
        "LOAD <file:///etc/hosts>",
        "CLEAR ALL",
        "DROP ALL",
        "WITH <urn:t:a/0> DELETE { ?s ?p ?o } WHERE { ?s ?p ?o }",
        "SELECT * { ?s ?p ?o } ; DROP ALL",
        "define input:default-graph-uri <urn:t:b/0> SELECT * { ?s ?p ?o }",
        "PREFIX bif: <bif:> SELECT (bif:now() AS ?x) {}",
        "PREFIX sql: <sql:> SELECT * { ?s ?p ?o FILTER(sql:rdf_load(?s)) }",
        "SELECT (<java:java.lang.System.exit>(1) AS ?x) {}",
        "SELECT (<http://example.org/f>(1) AS ?x) {}",
        "SELECT * { ?s ?p ?o } LIMIT 10 SERVICE <http://127.0.0.1:9/> { }",
        "",
        "SELECT * { ?s ?p",
    ],
)
def test_what_does_more_than_read_is_refused(statements: Statements, text: str):
    statements.replace("a", {"urn:t:a/0": '<urn:t:x> <urn:t:p> "kept" .\n'})
    with pytest.raises(BadRequest):
        rows(statements, text)
    assert rows(statements, "SELECT ?o { <urn:t:x> <urn:t:p> ?o }") == [("kept",)]


@pytest.mark.parametrize(
    "text",
    [
        "SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i . ?j ?k ?l . ?m ?q ?o . FILTER(?c < ?o && ?l > ?f) }",
        "SELECT (COUNT(*) AS ?n) { ?x (!<urn:t:no>)* ?y . ?y (!<urn:t:no>)* ?z . ?z (!<urn:t:no>)* ?v . ?q ?r ?t }",
    ],
)
def test_a_query_without_end_is_stopped_and_the_next_is_answered(statements: Statements, text: str):
    chain = "".join(f"<urn:t:n{n}> <urn:t:p> <urn:t:n{(n * 7 + 1) % 400}> .\n" for n in range(400))
    statements.replace("a", {"urn:t:a/0": chain})
    with contextlib.suppress(TimedOut, BadRequest):  # some engines answer the second one, and not all of it
        statements.ask(QueryRequest(text, 10), OPEN, Limits(2.0))
    assert rows(statements, "SELECT ?o { <urn:t:n0> <urn:t:p> ?o }") == [("urn:t:n1",)]


ATTACKS = [
    "SELECT * { ?s ?p ?o }",
    "SELECT ?g ?s ?o { GRAPH ?g { ?s ?p ?o } }",
    "SELECT ?g { GRAPH ?g { } }",
    "SELECT * { GRAPH <HIDDEN> { ?s ?p ?o } }",
    "SELECT * { ?s ?p ?o FILTER EXISTS { GRAPH <HIDDEN> { ?x ?y ?z } } }",
    "SELECT * { ?a <urn:t:p> ?b FILTER EXISTS { GRAPH ?g { <urn:t:secret> ?y ?z } } }",
    "ASK { GRAPH <HIDDEN> { ?s ?p ?o } }",
    "ASK { ?s ?p 'zorb' }",
    "ASK { <urn:t:secret> ?p ?o }",
    "ASK { <urn:t:x> <urn:t:p> ?b FILTER EXISTS { <urn:t:secret> ?y ?z } }",
    "ASK { <urn:t:x> <urn:t:p> ?b FILTER EXISTS { GRAPH <HIDDEN> { ?x ?y ?z } } }",
    "ASK { <urn:t:x> <urn:t:p> ?b FILTER EXISTS { SELECT ?y { GRAPH ?g { <urn:t:secret> ?y ?z } } } }",
    "ASK { <urn:t:x> <urn:t:p> ?b FILTER EXISTS { FILTER EXISTS { GRAPH <HIDDEN> { ?x ?y ?z } } } }",
    "ASK { <urn:t:x> <urn:t:p> ?b FILTER EXISTS { <urn:t:x> <urn:t:p> ?b FILTER EXISTS { <urn:t:secret> ?y ?z } } }",
    "ASK { <urn:t:x> <urn:t:p> ?b FILTER EXISTS { <urn:t:x> <urn:t:toHidden>/<urn:t:p> ?z } }",
    "ASK { <urn:t:x> <urn:t:p> ?b FILTER EXISTS { <urn:t:secret> <urn:t:p>* ?z FILTER(?z != <urn:t:secret>) } }",
    "ASK { <urn:t:x> <urn:t:p> ?b OPTIONAL { GRAPH <HIDDEN> { ?x ?y ?z } } FILTER(bound(?z)) }",
    "ASK { <urn:t:x> <urn:t:p> ?b OPTIONAL { <urn:t:secret> ?y ?z } FILTER(bound(?z)) }",
    "ASK { { SELECT ?s { ?s ?p 'zorb' } } }",
    "ASK { <urn:t:secret> (<urn:t:p>|^<urn:t:p>) ?x }",
    "ASK { <urn:t:x> (<urn:t:toHidden>|<urn:t:p>)+ 'zorb' }",
    "SELECT ?y { <urn:t:secret> !<urn:t:none> ?y }",
    "SELECT ?y { ?y ^<urn:t:p> <urn:t:secret> }",
    "SELECT (GROUP_CONCAT(?o) AS ?all) { ?s ?p ?o FILTER(CONTAINS(STR(?o), 'zorb')) }",
    "SELECT (SAMPLE(?o) AS ?one) { GRAPH ?g { ?s <urn:t:hides> ?o } }",
    "SELECT ?o { VALUES ?g { <HIDDEN> } GRAPH ?g { ?s ?p ?o } }",
    "SELECT ?o { BIND(<HIDDEN> AS ?g) GRAPH ?g { ?s ?p ?o } }",
    "SELECT ?o { { SELECT ?o { GRAPH ?g { ?s ?p ?o } } } }",
    "SELECT ?o { { SELECT ?o { { SELECT ?o { ?s <urn:t:hides> ?o } } } } }",
    "SELECT ?o { { ?s <urn:t:p> ?o } UNION { GRAPH <HIDDEN> { ?s ?p ?o } } }",
    "SELECT ?o { { ?s <urn:t:p> ?o } UNION { GRAPH ?g { ?s <urn:t:hides> ?o } } }",
    "SELECT ?x { ?x <urn:t:p> ?b MINUS { GRAPH <HIDDEN> { <urn:t:secret> ?q ?o . ?x ?p ?b } } FILTER(false) }",
    "SELECT (EXISTS { GRAPH <HIDDEN> { ?s ?p ?o } } AS ?leak) { }",
    "SELECT (EXISTS { <urn:t:secret> ?p ?o } AS ?leak) { }",
    "SELECT (IF(EXISTS { GRAPH ?g { <urn:t:secret> ?p ?o } }, 'zorb', '') AS ?leak) { <urn:t:x> <urn:t:p> ?b }",
    "CONSTRUCT { ?s ?p ?o } { GRAPH ?g { ?s ?p ?o } }",
    "CONSTRUCT { ?s ?p ?o } { GRAPH <HIDDEN> { ?s ?p ?o } }",
    "CONSTRUCT { ?s ?p ?o } { ?s ?p ?o FILTER EXISTS { GRAPH <HIDDEN> { ?s ?p ?o } } }",
    "CONSTRUCT WHERE { ?s <urn:t:hides> ?o }",
    "DESCRIBE <urn:t:secret>",
    "DESCRIBE <HIDDEN>",
    "DESCRIBE ?s { GRAPH <HIDDEN> { ?s ?p ?o } }",
    "DESCRIBE ?s { GRAPH ?g { ?s <urn:t:hides> ?o } }",
    "DESCRIBE * { ?s ?p 'zorb' }",
    "SELECT ?s { ?s ?p ?o } ORDER BY EXISTS { GRAPH <HIDDEN> { ?x ?y 'zorb' } } LIMIT 1",
    "SELECT ?s { ?s <urn:t:p> ?o } GROUP BY ?s HAVING (EXISTS { GRAPH <HIDDEN> { ?x ?y 'zorb' } })",
    "SELECT ?g ?n { GRAPH <LIST> { ?g ?r ?n } }",
    "SELECT ?g ?n { ?g <urn:bookwheel:ontology#graphName> ?n }",
    "SELECT ?g ?n { GRAPH ?x { ?g <urn:bookwheel:ontology#graphName> ?n } }",
    "SELECT ?bookwheelgraph1 { GRAPH ?bookwheelgraph1 { ?s ?p ?o } }",
    "SELECT * { ?bookwheelgraph1 ?bookwheelgraph2 ?bookwheelgraph3 }",
]
"""Queries that ask for what is hidden; HIDDEN is its graph's name, or the server's."""


SECRET = (
    f'<urn:t:secret> <urn:t:p> <urn:t:{HIDDEN}> .\n<urn:t:secret> <urn:t:p> "{HIDDEN}" .\n'
    f'<urn:t:secret> <urn:t:hides> "{HIDDEN}" .\n<urn:t:x> <urn:t:toHidden> <urn:t:secret> .\n'
)
SHOWN = Mask({"a": frozenset(("urn:t:a/0",))})


@pytest.mark.parametrize("attack", ATTACKS)
def test_nothing_hidden_is_told_or_changes_an_answer(statements: Statements, attack: str):
    named = [attack.replace("HIDDEN", name) for name in ("urn:t:a/1", "urn:t:b/0")][: 1 + ("HIDDEN" in attack)]
    statements.replace("a", {"urn:t:a/0": '<urn:t:x> <urn:t:p> "seen" .\n'})
    before = [_told(statements, query) for query in named]
    statements.replace("a", {"urn:t:a/1": SECRET})
    statements.replace("b", {"urn:t:b/0": SECRET})
    after = [_told(statements, query) for query in named]
    assert after == before
    assert not any(HIDDEN in cell or cell == "urn:t:a/1" for answer in after for row in answer for cell in row)


def _told(statements: Statements, query: str) -> set[tuple[str, ...]]:
    """All that a caller learns of a query: its rows, or why there are none."""
    try:
        return set(rows(statements, query, SHOWN))
    except BookwheelError as error:
        return {("refused", error.code, str(error.message))}
