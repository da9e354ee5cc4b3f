"""All of SPARQL 1.1 that only reads reaches the engine and means the same there."""

from __future__ import annotations

import pyoxigraph as ox
import pytest

from bookwheel.domain.errors import BadRequest
from bookwheel.indexes.ontology import query_sandbox
from bookwheel.indexes.ontology.sparql_tokens import USUAL

STORE = ox.Store()
STORE.load(
    b"""@prefix bw: <urn:bookwheel:ontology#> . @prefix : <urn:x:> .
    @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
    :a bw:title "a" ; bw:words 7, 8 ; bw:linksTo :b ; bw:date "2024-05-06"^^xsd:date .
    :b bw:title "b"@en ; bw:linksTo :c .
    :c a bw:Document ; bw:partOf :a ; bw:linksTo [ bw:title "none" ] .""",
    format=ox.RdfFormat.TURTLE,
)

FUNCTIONS = """
STR(1); LANG("a"@en); LANGMATCHES("en", "*"); DATATYPE("a"); BOUND(?z)
IRI("urn:a:b"); URI("urn:a:b"); BNODE(); BNODE("a")
RAND(); ABS(-1); CEIL(1.5); FLOOR(1.5); ROUND(1.5); CONCAT("a", "b"); CONCAT(); concat(str(1), Concat("b"))
STRLEN("a")
UCASE("a"); LCASE("A")
ENCODE_FOR_URI("a b"); CONTAINS("ab", "a"); STRSTARTS("ab", "a"); STRENDS("ab", "b")
STRBEFORE("ab", "b"); STRAFTER("ab", "a"); YEAR(NOW()); MONTH(NOW()); DAY(NOW()); HOURS(NOW()); MINUTES(NOW())
TZ(NOW())
SECONDS(NOW()); TIMEZONE(NOW()); UUID(); STRUUID(); MD5("a"); SHA1("a"); SHA256("a"); SHA384("a"); SHA512("a")
COALESCE(?z, "b"); COALESCE(1/0, ?z, CONCAT("c")); IF(true, 1, 2); STRLANG("a", "en"); STRDT("1", xsd:integer)
sameTerm(1, 1)
isIRI(bw:a); isURI(bw:a); isBLANK(BNODE()); isLITERAL(1); isNUMERIC(1); REGEX("abc", "b"); REGEX("abc", "B", "i")
SUBSTR("abc", 2); SUBSTR("abc", 2, 1); REPLACE("abc", "b", "x"); REPLACE("abc", "B", "x", "i"); EXISTS { ?s ?p ?o }
NOT EXISTS { ?s ?p ?o }; 1 IN (1, 2); 1 NOT IN (1, 2); 1 IN (); 1 NOT IN (); !true; 1+2*3-4/5; -(1)
1 != 2 && 1 <= 2 || false
xsd:integer("1"); xsd:date("2024-01-01"); xsd:gYear("2024"); xsd:dateTime("2024-01-01T00:00:00Z"); xsd:string(1)
xsd:boolean("true"); xsd:double("1"); xsd:float("1"); xsd:decimal("1"); YEAR(xsd:date("2024-01-01"))
"""
AGGREGATES = """
COUNT(*); COUNT(?w); COUNT(DISTINCT ?w); COUNT(DISTINCT *); SUM(?w); SUM(DISTINCT ?w); MIN(?w); MAX(?w)
AVG(?w); SAMPLE(?w)
GROUP_CONCAT(?w); GROUP_CONCAT(CONCAT(STR(?d), "x")); COALESCE(SUM(?w), 0)
"""
PATTERNS = """
?s bw:linksTo/bw:title ?o
?s bw:linksTo|bw:partOf ?o
?s ^bw:linksTo ?o
?s bw:linksTo+ ?o
?s bw:linksTo* ?o
?s bw:linksTo? ?o
?s !bw:title ?o
?s !(bw:title|^bw:partOf) ?o
?s (bw:linksTo/bw:linksTo)+ ?o
?s a|bw:title ?o
?s !a ?o
?s bw:linksTo ?o MINUS { ?s bw:title "a" }
?s bw:linksTo ?o FILTER EXISTS { ?o bw:title ?t }
?s bw:linksTo ?o FILTER NOT EXISTS { ?o bw:title ?t }
OPTIONAL { ?s bw:title ?o }
{ ?s bw:title ?o } UNION { ?s bw:words ?o }
?s bw:words ?w BIND(CONCAT("a", STR(?w)) AS ?x)
VALUES ?x { 1 2 UNDEF }
VALUES (?x ?y) { (1 2) (UNDEF 3) }
{ SELECT ?s (COUNT(*) AS ?c) { ?s ?p ?o } GROUP BY ?s } ?s bw:title ?t
?s bw:title ?o FILTER(COALESCE(?z, CONCAT(?o, "")) = STR(?o))
?s bw:linksTo [ bw:title ?t ]
[] bw:title ?t
?s bw:words 7, ?w ; bw:title ?t ; .
?s bw:date ?d FILTER(YEAR(?d) = 2024 && ?d < "2025-01-01"^^xsd:date)
?s bw:linksTo ?o FILTER(?o IN (<urn:x:b>, <urn:x:c>))
"""
WHOLE = """
CONSTRUCT { ?s bw:title ?o } WHERE { ?s bw:title ?o }
CONSTRUCT WHERE { ?s bw:title ?o }
DESCRIBE <urn:x:a>
DESCRIBE ?s WHERE { ?s bw:title "a" }
SELECT DISTINCT ?s { ?s ?p ?o } ORDER BY ?s LIMIT 2 OFFSET 1
SELECT REDUCED ?s { ?s bw:words ?o } ORDER BY ASC(?o) DESC(CONCAT(STR(?s), "x")) COALESCE(?z, 1)
SELECT ?s (COUNT(?w) AS ?n) { ?s bw:words ?w } GROUP BY ?s HAVING(COUNT(?w) > 1) ORDER BY DESC(?n)
SELECT ?y (COUNT(*) AS ?n) { ?s bw:date ?d } GROUP BY (CONCAT(STR(YEAR(?d)), "") AS ?y)
SELECT (GROUP_CONCAT(DISTINCT ?w; SEPARATOR=", ") AS ?all) { ?s bw:words ?w }
SELECT ?x { } VALUES ?x { 1 2 }
"""


def listed(text: str) -> list[str]:
    return [one.strip() for line in text.strip().splitlines() for one in line.split("; ") if one.strip()]


QUERIES = (
    *(f"SELECT ({one} AS ?x) {{ }}" for one in listed(FUNCTIONS)),
    *(f"SELECT ({one} AS ?x) {{ ?d bw:words ?w }} {by}" for one in listed(AGGREGATES) for by in ("", "GROUP BY ?d")),
    *(f"SELECT * {{ {one} }}" for one in PATTERNS.strip().splitlines()),
    *WHOLE.strip().splitlines(),
)


def answered(question: str, prefixes: object) -> list[tuple[str, ...]]:
    """Rows of the engine, but for what is different each time: names of blank nodes, chance, and the clock."""
    found = STORE.query(question, prefixes=dict(prefixes))  # type: ignore[call-overload]
    assert not isinstance(found, ox.QueryBoolean)
    return sorted(tuple("_:" if isinstance(term, ox.BlankNode) else str(term) for term in row) for row in found)


@pytest.mark.parametrize("text", QUERIES)
def test_what_only_reads_is_answered_as_the_engine_does(text: str):
    question = query_sandbox.read(text)
    rows, own = answered(question.text, question.prefixes), answered(text, USUAL)
    assert len(rows) == len(own) > 0
    if not any(word in text for word in ("NOW", "RAND", "UUID")):
        assert rows == own


@pytest.mark.parametrize("text", ["ASK { ?s bw:title 'a' }", "ASK WHERE { FILTER(CONCAT('a', 'b') = 'ab') }"])
def test_what_is_asked_with_yes_or_no_is_answered(text: str):
    question = query_sandbox.read(text)
    assert STORE.query(question.text, prefixes=dict(question.prefixes))


@pytest.mark.parametrize(
    "text", ["CONCAT ('a', 'b')", "CoAlesce\n(?z, 'ab')", "concat#a(\n('a', 'b' )", "IF(true, 'ab', BNODE ( ))"]
)
def test_a_space_before_a_bracket_means_nothing(text: str):
    question = query_sandbox.read(f"SELECT ({text} AS ?x) {{ }}")
    assert answered(question.text, question.prefixes) == [('"ab"',)]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("SELECT (CONCAT(,) AS ?x) { }", "column 16: “,” is not allowed here"),
        ("SELECT (COALESCE AS ?x) { }", "column 9: “COALESCE” is not allowed here"),
        ("SELECT ?x\n{ BIND(CONCAT(1 2) AS ?x) }", "line 2, column 17: “2” is not allowed here"),
    ],
)
def test_errors_in_and_after_such_a_call_name_their_place(text: str, said: str):
    question = query_sandbox.read(text)
    with pytest.raises((SyntaxError, ValueError)) as refused:
        list(STORE.query(question.text, prefixes=dict(question.prefixes)))  # type: ignore[call-overload]
    refusal = question.refusal(str(refused.value))
    assert isinstance(refusal, BadRequest)
    assert said in refusal.message
