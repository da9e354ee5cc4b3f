"""Turtle and JSON-LD as documents: subjects as sections, and what they state of each other."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bookwheel.domain.document import Document
from bookwheel.domain.errors import SkippedFile
from bookwheel.domain.formats import FORMATS, format_of
from bookwheel.domain.places import place_at
from bookwheel.parsing.documents import parse
from bookwheel.parsing.formats.graphs import rdf, statements

WHEELS = """@prefix ex: <http://example.org/> .
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix dct: <http://purl.org/dc/terms/> .

<> a owl:Ontology ; rdfs:label "Wheels"@en, "Räder"@de ; dct:modified "2024-05-01" ; rdfs:comment "What turns." .

# A comment.
ex:wheel a skos:Concept ;
  skos:prefLabel "Turning wheel"@en, "Rad"@de ;
  skos:altLabel "book wheel" ;
  skos:definition \"\"\"It holds *books*.
ex:machine turns.\"\"\" ;
  skos:broader ex:machine ; ex:madeOf ( ex:oak "iron" ) ; ex:size [ ex:width 3 ; ex:unit "m" ] .

ex:machine a skos:Concept ; skos:prefLabel "Machine" ; skos:narrower ex:gear .
ex:label a owl:DatatypeProperty ; rdfs:label "label" .
"""


def _read(text: str, path: str = "a.ttl") -> Document:
    return parse(text.encode(), path)


def test_the_format_is_read_when_it_is_asked_for():
    kind = format_of("shelf/a.TTL")
    assert kind is not None
    assert (kind.name, kind.is_on) == ("rdf", False)
    assert format_of("a.jsonld") is kind and kind in FORMATS


def test_subjects_are_sections_with_their_prose_and_properties():
    document = _read(WHEELS)
    assert (document.title, document.description, document.date) == ("Wheels", "What turns.", "2024-05-01")
    assert [(section.level, section.title) for section in document.sections] == [
        (1, "Wheels"), (2, "Turning wheel"), (2, "Machine"), (2, "label"),
    ]  # fmt: skip
    for line in (
        "It holds \\*books\\*.  \nex:machine turns.",
        "- broader: [Machine](#machine)",
        "- madeOf: [ex:oak](http://example.org/oak), iron",
        "- size: width 3; unit m",
        "- prefLabel: Rad (de)",
    ):
        assert line in document.text
    assert {link.fragment for link in document.links} >= {"machine"}


def test_a_subject_is_cited_by_its_lines():
    document = _read(WHEELS)
    section = next(one for one in document.sections if one.title == "Machine")
    place = place_at(document.places, (section.start_line, section.end_line))
    assert place is not None and place.first == 17


def test_subjects_are_things_with_their_relations():
    document = _read(WHEELS)
    wheel, machine, gear = (f"entity:resource/http://example.org/{name}" for name in ("wheel", "machine", "gear"))
    named = {thing.id: thing for thing in document.things}
    assert set(named) == {wheel, machine}  # neither the file nor a property
    assert (named[wheel].label, named[wheel].aliases) == ("Turning wheel", ("Rad", "book wheel"))
    assert ("type", "Concept") in named[wheel].properties
    said = {(one.source, one.relation, one.target, one.words) for one in document.statements}
    assert said == {
        ("#", "defines", wheel, "Turning wheel"),
        ("#", "defines", machine, "Machine"),
        (wheel, "childOf", machine, "broader: ex:machine"),
        (gear, "childOf", machine, "narrower: ex:gear"),
    }
    lines = document.text.split("\n")
    assert all(one.words.partition(":")[0] in lines[one.line - 1] for one in document.statements)


def test_json_ld_says_the_same_and_knows_schema_org():
    value = {
        "@context": ["https://schema.org", {"ex": "http://example.org/"}],
        "@graph": [
            {"@id": "ex:ada", "@type": "Person", "name": "Ada", "knows": {"@id": "ex:bo"}, "description": "Notes."},
            {"@id": "ex:bo", "@type": "Person", "name": "Bo"},
        ],
    }
    document = _read(json.dumps(value, indent=1), "a.jsonld")
    assert [section.title for section in document.sections] == ["Ada", "Bo"]
    assert "*Person*" in document.text and "- knows: [Bo](#bo)" in document.text and not document.warnings
    ada, bo = (f"entity:resource/http://example.org/{name}" for name in ("ada", "bo"))
    assert (ada, "keyMatch", bo) in {(one.source, one.relation, one.target) for one in document.statements}


def test_a_context_that_is_elsewhere_is_not_fetched():
    value = {"@context": ["http://127.0.0.1:9/x.jsonld", {"y": {"@id": "http://y/", "@context": "https://q.test/c"}}],
             "id": "http://a/b", "name": "Ada", "y": {"name": "Inner"}}  # fmt: skip
    document = _read(json.dumps(value), "a.jsonld")
    assert document.sections[0].title == "Ada"
    assert "The context at http://127.0.0.1:9/x.jsonld was not fetched" in str(document.warnings[0])
    assert "https://q.test/c" in str(document.warnings[1])


def test_a_torn_file_is_read_up_to_where_it_is_torn():
    document = _read(WHEELS + "ex:torn a ")
    assert "Machine" in document.text
    assert "it was read up to there" in str(document.warnings[0])


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("", "a.ttl"), ("# nothing", "a.ttl"), ("no turtle", "a.ttl"), ("{", "a.jsonld"), ("[]", "a.jsonld"),
        ("<a> <b> " + "[ <c> " * 100_000, "a.ttl"),
        ("[" * 200_000, "a.jsonld"), ('{"a":' * 200_000, "a.jsonld"), ('{"@context": 7, "@id": "a"}', "a.jsonld"),
    ],
)  # fmt: skip
def test_what_is_no_graph_is_skipped_with_a_reason(text: str, path: str):
    with pytest.raises(SkippedFile) as refused:
        rdf.read(text.encode(), path)
    assert str(refused.value.message)


def test_bombs_stay_within_their_bounds(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(statements, "MOST_STATEMENTS", 1_000)
    document = _read("".join(f"<#a{number}> <b> <c> .\n" for number in range(2_000)))
    assert len(document.sections) <= 1_001 and "Only the first 1,000" in str(document.warnings[0])
    ring = "@prefix r: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .\n_:a r:first 1 ; r:rest _:a .\n<x> <y> _:a ."
    assert "y: 1" in _read(ring).text
    deep = "<a> <b> " + "[ <c> " * 5_000 + "[]" + " ]" * 5_000 + " ."
    assert "…" in _read(deep).text
    web = "_:a <p> _:b, _:c . _:b <p> _:a, _:c . _:c <p> _:a, _:b . <x> <y> _:a ."
    assert len(_read(web).text) < 2_000
    with pytest.raises(SkippedFile, match="larger than"):
        rdf.read(b"#" * (statements.LARGEST + 1), "a.ttl")


def test_hostile_words_stay_words():
    odd = '<http://x/a%22b> <http://x/p#q(x)> "<script>alert(1)</script> [x](javascript:y)\\u202e\\n# no heading" .'
    document = _read(odd)
    assert [section.level for section in document.sections if section.level] == [2]
    assert not [link for link in document.links if link.target.startswith("javascript")]


@given(st.text(max_size=200), st.sampled_from(("a.ttl", "a.jsonld")))
def test_any_text_gives_a_document_or_a_reason(text: str, path: str):
    try:
        rdf.read(text.encode("utf-8", "replace"), path)
    except SkippedFile as refused:
        assert str(refused.message)
