"""SPARQL from outside: it reads, and nothing it can say does anything else."""

from __future__ import annotations

import gc
import socket
from collections.abc import Iterator
from pathlib import Path

import pyoxigraph as ox
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bookwheel.domain.errors import BadRequest
from bookwheel.domain.graph import QueryRequest
from bookwheel.indexes.ontology import Described, DescribedSection, OntologyWriter, query_sandbox
from bookwheel.indexes.ontology.query import LARGEST, LONGEST_VALUE, Asker

SECTION = DescribedSection("top", 0, "Title", -1, 1, 2, 3)


@pytest.fixture
def writer(tmp_path: Path) -> Iterator[OntologyWriter]:
    one = OntologyWriter(tmp_path / "oxigraph")
    documents = [
        Described(f"notes/{name}.md", "notes", f"{name}.md", name, tags=("desk",), words=7, sections=(SECTION,))
        for name in ("a service", "from # load", "c")
    ]
    one.replace(documents)
    one.stamp(3)
    yield one
    one.close()


@pytest.fixture
def asker(writer: OntologyWriter, tmp_path: Path) -> Iterator[Asker]:
    yield Asker(tmp_path / "oxigraph")
    gc.collect()  # Oxigraph's answers are let go by the thread that asked for them, and by no other


def rows(asker: Asker, text: str, limit: int = 100) -> tuple[tuple[str, ...], ...]:
    return asker.answer(QueryRequest(text, limit)).rows


def test_every_form_of_query_is_answered_over_documents_and_vocabulary(asker: Asker):
    answer = asker.answer(QueryRequest("SELECT ?t ?nothing { ?d a bw:Document; bw:title ?t } ORDER BY ?t", 2))
    assert (answer.columns, answer.rows) == (("t", "nothing"), (("a service", ""), ("c", "")))
    assert (answer.is_cut, answer.graph_revision) == (True, 3)
    assert rows(asker, "ASK { bw:Document a owl:Class }") == (("true",),)
    assert rows(asker, "CONSTRUCT { ?d <a:is> ?w } { ?d bw:words ?w; bw:title 'c' }") == (
        ("urn:bookwheel:doc:notes/c.md", "a:is", "7"),
    )
    assert len(rows(asker, "DESCRIBE <urn:bookwheel:doc:notes/c.md>")) > 5


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ('SELECT ?d { ?d bw:title "a service" } # SERVICE <http://x.y/> { }', 1),
        ("SELECT ?d { ?d bw:title '''from # load''' }", 1),
        ("PREFIX v: <urn:bookwheel:ontology#>\nprefix : <urn:bookwheel:tag:>\nSELECT ?d { ?d v:hasTag :desk }", 3),
        ("SELECT ?service { ?service bw:hasTag tag:desk FILTER(?service != <http://x/service>) }", 3),
        ("SELECT ?d { GRAPH ?d { ?d bw:words ?w } FILTER(?w<8&&?w > -1) }", 3),
        ("SELECT ?d { ?d bw:words ?w BIND(?w -1 AS ?v) FILTER(?v = 6) }", 3),
        ("SELECT ?s { ?s (bw:partOf|^bw:containsSection)+ doc:notes\\/c.md }", 1),
        ('SELECT ?d { ?d bw:title ?t FILTER(STRSTARTS(?t, "\\u0061 serv")) }', 1),
        ("SELECT (COUNT(*) AS ?n) { VALUES (?a ?b) { (1 -2) (UNDEF 'x'@en-GB) (\"3\"^^xsd:integer 4.5e1) } }", 1),
        ("SELECT ?d { ?d bw:title ?t . FILTER NOT EXISTS { ?d bw:hasTag tag:no } } ORDER BY DESC(?t) LIMIT 2", 2),
    ],
)
def test_words_in_strings_names_and_comments_are_no_keywords(asker: Asker, text: str, count: int):
    assert len(rows(asker, text)) == count


@pytest.mark.parametrize(
    "text",
    [
        "SELECT * { SERVICE <URL> { ?s ?p ?o } }",
        "SELECT * { service silent <URL> { ?s ?p ?o } }",
        "PREFIX x: <URL> SELECT * { SERVICEx: { ?s ?p ?o } }",
        "PREFIX SERVICEx: <URL> PREFIX x: <URL> SELECT * { SERVICEx: { ?s ?p ?o } }",
        "SELECT * { VALUES ?s { <URL> } BIND(1 AS ?o) FILTER(?o<2)SERVICE?s#>\n{ ?a ?b ?c } }",
        "SELECT * { VALUES ?s { <URL> } BIND(1 AS ?o) FILTER(?o<?o)SERVICE?s#>\n{ ?a ?b ?c } }",
        "SELECT * { BIND(1 AS ?o) FILTER(?o<?b)#>'''\nSERVICE <URL> { ?a ?b ?c }\n#'''\n}",
        'SELECT * { BIND("""\\""" AS ?a) SERVICE <URL> { ?a ?b ?c } #"""\n}',
        "SELECT * { { SELECT * { SERVICE <URL> { ?s ?p ?o } } } }",
        "SELECT * { \\u0053ERVICE <URL> { ?s ?p ?o } }",
        "SELECT * { ?s ?p ?o FILTER(1<2)#\rSERVICE <URL> { ?a ?b ?c }\n }",
        "SELECT * { ?s ?p 1SERVICE <URL> { ?a ?b ?c } }",
        "SELECT * { ?s ?p 'x'@en SERVICE <URL> { ?a ?b ?c } }",
        "ASK { LATERAL { SERVICE <URL> { ?s ?p ?o } } }",
    ],
)
def test_no_query_asks_another_service(asker: Asker, text: str):
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        listening.settimeout(0.05)
        url = f"http://127.0.0.1:{listening.getsockname()[1]}/"
        with pytest.raises(BadRequest):
            rows(asker, text.replace("URL", url))
        with pytest.raises(TimeoutError):
            listening.accept()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "# nothing",
        "SELECT",
        "SELECT * FROM <a:b> { ?s ?p ?o }",
        "SELECT * FROM NAMED <a:b> { GRAPH ?g { ?s ?p ?o } }",
        "DROP ALL",
        "INSERT DATA { <a:b> <a:c> 1 }",
        "DELETE WHERE { ?s ?p ?o }",
        "LOAD <file:///etc/hosts>",
        "SELECT * { ?s ?p ?o }; CLEAR ALL",
        "BASE <http://x.y/> SELECT * { ?s <p> ?o }",
        "SELECT * { ?s <p> ?o }",
        "SELECT * { ?s nope:p ?o }",
        "SELECT * { ?s ?p 'open }",
        "SELECT * { ?s ?p '\\q' }",
        "SELECT * { ?s ?p '\\uD800' }",
        "SELECT * { ?s ?p ?o } §",
        "SELECT " + "(" * 5000,
        "SELECT * " + "{" * 5000 + "}" * 5000,
        "SELECT * { ?s ?p " + "!" * 30_000,
    ],
)
def test_what_is_no_query_that_reads_is_refused_in_our_own_words(asker: Asker, text: str):
    with pytest.raises(BadRequest) as refused:
        rows(asker, text)
    said = refused.value.message
    assert said.endswith((".", ")"))
    assert not any(word in said for word in ("expected", "oxigraph", "_]", "SyntaxError", "error at"))


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("SELECT *\nWHERE {\n  ?s bw:title }", "line 3, column 15"),
        ("SELECT ?x { ?s ?p ?o } ORDER LIMIT 3", "line 1, column 30"),
        ("SELCT ?x { ?s ?p ?o }", "line 1, column 1"),
        ("SELECT ?x\n{ ?s nope:p ?o }", "line 2, column 6"),
        ("SELECT (NOPE(?x) AS ?y) { ?s ?p ?x }", "line 1, column 9"),
        ("SELECT (COUNT(?x) AS ?n) ?y { ?x ?p ?y }", "grouped"),
        ("SELECT * { ?s ?p ?o", "incomplete"),
    ],
)
def test_errors_name_line_and_column(asker: Asker, text: str, place: str):
    with pytest.raises(BadRequest, match=place):
        rows(asker, text)


def test_words_nearly_right_get_a_hint(asker: Asker):
    with pytest.raises(BadRequest) as refused:
        rows(asker, "SELCT ?x { ?s ?p ?o }")
    assert "SELECT" in refused.value.did_you_mean
    answer = asker.answer(QueryRequest("SELECT ?x { ?s bw:linkTo ?x }"))
    assert answer.rows == ()
    assert any("bw:linksTo" in notice for notice in answer.notices)


def test_a_function_that_there_is_not_is_refused_and_damages_nothing(asker: Asker):
    with pytest.raises(BadRequest, match="This function does not exist"):
        rows(asker, "SELECT (<urn:f:x>(1) AS ?x) { }")
    assert rows(asker, "SELECT (xsd:integer('1') AS ?x) { }") == (("1",),)


def test_a_changed_store_is_opened_anew(asker: Asker, writer: OntologyWriter):
    count = "SELECT (COUNT(?d) AS ?n) { ?d a bw:Document }"
    assert rows(asker, count) == (("3",),)
    writer.replace([], dropped=["notes/c.md"])
    writer.stamp(4)
    answer = asker.answer(QueryRequest(count))
    assert (answer.rows, answer.graph_revision) == ((("2",),), 4)
    writer.erase()
    writer.stamp(5)
    assert rows(asker, count) == (("0",),)


def test_without_a_store_the_vocabulary_answers(tmp_path: Path):
    answer = Asker(tmp_path / "nowhere").answer(QueryRequest("ASK { bw:linksTo a owl:ObjectProperty }"))
    assert answer.rows == (("true",),)
    assert answer.graph_revision == 0
    assert answer.notices


def test_large_answers_are_cut(asker: Asker):
    long = "9" * 5000
    answer = asker.answer(QueryRequest(f"SELECT ?a ('{long}' AS ?b) {{ ?a ?c ?d . ?e ?f ?g . ?h ?i ?j }}", 1000))
    assert answer.is_cut
    assert sum(len(cell) for row in answer.rows for cell in row) <= LARGEST
    assert max(len(cell) for row in answer.rows for cell in row) == LONGEST_VALUE
    with pytest.raises(BadRequest):
        rows(asker, "ASK { }", 0)


def test_the_rows_after_an_answer_are_read_once_within_bounds(asker: Asker, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("bookwheel.indexes.ontology.query.MOST_KEPT", 30)
    every = QueryRequest("SELECT * { ?a ?b ?c }", 10)
    answer = asker.answer(every)
    following, is_cut = asker.following()
    assert (len(answer.rows), answer.is_cut, len(following), is_cut) == (10, True, 30, True)
    whole = asker.answer(QueryRequest(every.sparql, 40)).rows
    assert (*answer.rows, *following) == whole
    assert len(asker.following()[0]) == 30
    assert asker.following() == ((), False)
    assert not asker.answer(QueryRequest("ASK { }")).is_cut
    assert asker.following() == ((), False)


def test_slow_rows_after_an_answer_are_left_out(asker: Asker, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("bookwheel.indexes.ontology.query.READ_ON_S", 0.0)
    assert asker.answer(QueryRequest("SELECT * { ?a ?b ?c }", 10)).is_cut
    following, is_cut = asker.following()
    assert (len(following), is_cut) == (1, True)


PIECES = st.sampled_from(
    r"""
    SELECT ASK * { } ( ) < > <a:b> " ' # \ ?x ?s$ SERVICE FROM bw:title x:SERVICE @en _:b 1 -1 1.e2 ^^ . ; ,
    FILTER PREFIX x: | / ^ << >> && \u0041 ² §
    """.split()  # noqa: SIM905 - forty strings with quotation marks are harder to read
    + ["\n", "\r", "'''", '"' * 3]
)


@settings(max_examples=300)
@given(st.lists(PIECES | st.text(max_size=3), max_size=14), st.sampled_from(["", " "]))
def test_any_text_is_read_or_refused_and_never_reaches_out(pieces: list[str], between: str):
    try:
        question = query_sandbox.read(between.join(pieces))
    except BadRequest as refused:
        assert "SyntaxError" not in refused.message
        return
    words = {line.strip().lower() for line in question.text.split("\n")}
    assert not words & {"service", "from"}
    assert {word for word in words if word.startswith("<")} <= {"<", "<=", "<<", "<<("}
    store = ox.Store()
    try:
        store.query(question.text, prefixes=dict(question.prefixes))
    except (SyntaxError, ValueError) as error:
        assert isinstance(question.refusal(str(error)), BadRequest)
