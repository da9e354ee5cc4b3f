"""The vocabulary, and the store of statements that follow it."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
import rdflib
from hypothesis import given
from hypothesis import strategies as st
from rdflib.namespace import DCMITYPE, DCTERMS, DOAP, FOAF, OWL, PROV, RDF, RDFS, SDO, SKOS, XSD

from bookwheel.domain import things as domain_things
from bookwheel.domain.graph import QueryRequest
from bookwheel.domain.history import Contributor, FileCommit, FileHistory
from bookwheel.domain.places import FilePlace, PlaceKind
from bookwheel.domain.things import DOCUMENT, SECTION, Thing, ThingKind, keyed_id
from bookwheel.domain.topics import StatedTopic, StatedTopics, TopicOrigin
from bookwheel.indexes.ontology import (
    Described,
    DescribedLink,
    DescribedManual,
    DescribedSection,
    DescribedStatement,
    OntologyReader,
    OntologyWriter,
    topic_statements,
)
from bookwheel.indexes.ontology.dates import xsd_type
from bookwheel.indexes.ontology.history_triples import history_statements
from bookwheel.indexes.ontology.iris import RELATIONS, THINGS, VOCABULARY, node_iri, node_of
from bookwheel.indexes.ontology.memory_triples import DescribedMemory, DescribedMention, memory_statements
from bookwheel.indexes.ontology.query import Asker
from bookwheel.indexes.ontology.stores import numbered, vocabulary_path
from bookwheel.indexes.ontology.triples import PREFIXES, Concepts, manual_statements, statements
from tests.indexes.stated_rows import everything, open_copy

BW = rdflib.Namespace(VOCABULARY)
ODD = "notes/,ä b/100% #1 <x> \"q\" 'z' \\ \u202e 读.md"


MEMORY = DescribedMemory(
    *("memory:m1", "Says so.", "note", "2026-03-01T10:00:00Z", "agent:x", "x", "session:x/s", "s"),
    (DescribedMention("urn:bookwheel:tag:x", 1, "x"),),
)
TOPICS = StatedTopics(
    "notes",
    (
        StatedTopic("boats", 'Boats "<\u202e', "", TopicOrigin.GIVEN),
        StatedTopic("sails", "Sails", "boats", TopicOrigin.DISCOVERED),
        StatedTopic("empty", "Empty", "", TopicOrigin.PERSON),
    ),
    (("a.md", "sails"), ("b.md", "boats"), ("gone.md", "sails"), ("a.md", "unknown")),
)
BY_HAND = DescribedManual(
    "l0000abcd",
    "urn:bookwheel:doc:notes/a.md",
    "urn:bookwheel:tag:x",
    'is an "example" of',
    "Said so.\nTwice.",
    "the person",
    "2026-03-01T10:00:00+00:00",
)


HISTORY = FileHistory(
    "a.md", "0a1b", "work <\"tree\">", "main", 14, 2,
    (FileCommit("f" * 40, "2026-05-03T10:00:00+00:00", "Ada", "Fix \"it\" <now>", ("v1",), ("side",)),),
    (Contributor("Ada", "0123abcd", 13, "2026-05-03T10:00:00+00:00", ("ada",)),
     Contributor("Ben", "", 1, "2025-01-31")),
    (("b.md", 3),),
)  # fmt: skip


def described(doc: str = "notes/a.md", **changes: object) -> Described:
    collection, _, path = doc.partition("/")
    values: dict[str, object] = {
        "title": f"Title of {path}",
        "description": 'Says "this"\nand \\u0041 that\x07',
        "type": "guide",
        "language": "en",
        "format": "markdown",
        "date": "2024-05-01",
        "modified_at": "2024-05-02T10:00:00Z",
        "words": 12,
        "tags": ("Tools/Wheels", "desk"),
        "categories": ("furniture/old",),
        "aliases": ("Rotary desk",),
        "fields": (("author", "Ada <ada@example.org>; Bo"), ("status", "draft"), ("reviewers", "bo")),
        "sections": (
            DescribedSection("top", 0, "Title", -1, 1, 2, 3),
            DescribedSection("one", 1, "One", -1, 3, 4, 4),
            DescribedSection("two-ö", 2, "Two ö", 1, 5, 9, 5),
        ),
        "links": (
            DescribedLink(2, "", "b.md", "notes/b.md", "deep", 6, "see b"),
            DescribedLink(1, "", "gone.md", "", "", 4, "gone"),
            DescribedLink(0, "supersedes", "old", "notes/old.md", "", 2, "old"),
        ),
        **changes,
    }
    return Described(doc, collection, path, **values)  # type: ignore[arg-type]


@pytest.fixture
def vocabulary() -> rdflib.Graph:
    return rdflib.Graph().parse(vocabulary_path())


@pytest.fixture
def writer(tmp_path: Path) -> Iterator[OntologyWriter]:
    one = OntologyWriter(tmp_path / "oxigraph")
    yield one
    one.close()


def reader_of(tmp_path: Path) -> OntologyReader:
    return open_copy(tmp_path / "oxigraph")


def stated(document: Described) -> rdflib.Graph:
    concepts = Concepts()
    text = statements(document, concepts) + history_statements(document, concepts) + "".join(concepts.graphs.values())
    return rdflib.Graph().parse(data=PREFIXES + text, format="turtle")


def documents(reader: OntologyReader) -> dict[str, str]:
    return {node: title for node, title in everything(reader).titles if node in reader.docs()}


def count(reader: OntologyReader, pattern: str) -> int:
    return int(next(reader._rows(f"SELECT (count(*) AS ?n) {{ {pattern} }}"))[0])


def test_every_term_of_the_vocabulary_has_a_label_and_a_comment(vocabulary: rdflib.Graph) -> None:
    terms = {one for one in vocabulary.subjects() if isinstance(one, rdflib.URIRef)}
    assert len(terms) > 40
    for term in terms:
        for said in (RDFS.label, RDFS.comment):
            texts = list(vocabulary.objects(term, said))
            assert len(texts) == 1, (term, said)
            assert isinstance(texts[0], rdflib.Literal)
            assert texts[0].language == "en"


def test_the_statements_use_all_of_the_vocabulary_and_nothing_else(vocabulary: rdflib.Graph, tmp_path: Path) -> None:
    links = tuple(
        DescribedLink(0, relation, "b", "notes/b.md", "", 1, "b")
        for relation in ("", "supersedes", "supersededBy", "dependsOn", "relatedTo", "references", "replyTo")
    )
    spots = tuple(
        DescribedLink(0, "", "b", "notes/b.md", "", 1, "b", FilePlace(kind, 1, 1, "A" * (kind is PlaceKind.SHEET)))
        for kind in PlaceKind
    )
    document = described(
        links=(*links, *spots, *described().links),
        fields=(*described().fields, ("owner", "Cy")),
        things=[Thing(id, id, ("other",)) for id in (*(f"{kind}:x" for kind in THINGS), "entity:company/x")],
        statements=[
            DescribedStatement(0, DOCUMENT, relation, "entity:x", 3, "words", 2, is_derived=relation == "mentions")
            for relation in domain_things.RELATIONS
        ],
    )
    document = replace(document, history=HISTORY)
    by_hand = rdflib.Graph().parse(data=PREFIXES + manual_statements([BY_HAND]), format="turtle")
    kept = rdflib.Graph().parse(data=PREFIXES + memory_statements([MEMORY]), format="turtle")
    topics = rdflib.Graph().parse(data=PREFIXES + topic_statements(TOPICS, {"a.md", "b.md"}), format="turtle")
    used = {
        term
        for triple in (*stated(document), *by_hand, *topics, *kept)
        for term in triple
        if isinstance(term, rdflib.URIRef) and term.startswith(VOCABULARY)
    }
    declared = {
        term for term in vocabulary.subjects() if isinstance(term, rdflib.URIRef) and term.startswith(VOCABULARY)
    }
    assert used == declared - {
        BW.revision,
        BW.statementsVersion,
        BW.statings,
        BW.statedAs,
        BW.manualVersion,
        BW.topicsVersion,
    }
    assert {str(BW[name]) for name in RELATIONS} <= {str(term) for term in used}


def test_a_history_is_read_with_its_counts_and_goes_with_its_document(writer: OntologyWriter, tmp_path: Path) -> None:
    writer.replace([described(links=(), history=HISTORY), described("notes/b.md", links=())])
    writer.stamp(1)
    reader = reader_of(tmp_path)
    commit, branch = f"commit:{'f' * 40}", "branch:0a1b/main"
    assert {
        ("notes/a.md", "changedIn", commit),
        (commit, "authoredBy", "person:ada"),
        (commit, "committedTo", branch),
        (branch, "belongsTo", "repository:0a1b"),
    } <= set(everything(reader).stated)
    assert {row[:6] for row in everything(reader).links if row[1] in ("modifiedBy", "changedWith")} == {
        ("notes/a.md", "modifiedBy", "person:ada", 0, "last change on 3 May 2026; 14 changes by 2 people", ""),
        ("notes/a.md", "modifiedBy", "person:ben", 0, "1 change, the last on 31 January 2025", ""),
        ("notes/a.md", "changedWith", "notes/b.md", 0, "changed together 3 times", ""),
    }
    assert (commit, 'Fix "it" <now>') in everything(reader).labels
    writer.replace([described(links=())])
    writer.stamp(2)
    kinds = {node.partition(":")[0] for node, _ in everything(reader_of(tmp_path)).labels}
    assert not kinds & {"commit", "branch", "repository"}


def test_what_is_said_of_things_is_read_with_the_section_that_says_it(writer: OntologyWriter, tmp_path: Path) -> None:
    acme, ada = "entity:company/acme", "person:ada"
    things = [Thing(acme, "ACME", ("Acme Ltd",), (("city", "Turin"),)), Thing(ada, "Ada")]
    statements = [
        DescribedStatement(2, DOCUMENT, "describes", ada, 2, "name: Ada"),
        DescribedStatement(2, SECTION, "mentions", acme, 7, "ACME", is_derived=True),
        DescribedStatement(2, acme, "coOccursWith", ada, 2, "company: ACME", 3),
    ]
    writer.replace([described(things=things, statements=statements, links=()), described("notes/b.md", links=())])
    writer.stamp(1)
    reader = reader_of(tmp_path)
    section = "notes/a.md#two-ö"
    assert sorted(everything(reader).links) == [
        (acme, "coOccursWith", ada, 2, "company: ACME", section, False),
        ("notes/a.md", "describes", ada, 2, "name: Ada", section, False),
        (section, "mentions", acme, 7, "ACME", "", True),
    ]
    assert dict(everything(reader).labels)[acme] == "ACME"
    found = reader._rows(
        "SELECT ?t ?c ?n { ?e a b:Entity; b:entityType ?t; b:alias 'Acme Ltd'; <urn:bookwheel:field:city> ?c."
        " ?l b:from ?e; b:count ?n }"
    )
    assert list(found) == [["company", "Turin", "3"]]
    writer.replace([described(links=())])
    writer.stamp(2)
    assert acme not in {node for node, _ in everything(reader_of(tmp_path)).labels}
    reader.close()


@pytest.mark.parametrize(
    ("date", "written", "type"),
    [
        ("2024-05-01", "2024-05-01", XSD.date),
        ("2024-05-01T10:20:30", "2024-05-01T10:20:30", XSD.dateTime),
        ("2024-05-01T10:20", "2024-05-01T10:20:00", XSD.dateTime),
        ("2024-05-01 10:20:30.5+02:00", "2024-05-01T10:20:30.5+02:00", XSD.dateTime),
        ("2024-05-01T10:20:30Z", "2024-05-01T10:20:30Z", XSD.dateTime),
        ("2024", "2024", XSD.gYear),
        ("2024-05", "2024-05", XSD.gYearMonth),
        ("2024-02-30", "2024-02-30", None),
        ("2024-13", "2024-13", None),
        ("2024-05-01T25:00", "2024-05-01T25:00", None),
        ("2024-05-01T10:00+15:00", "2024-05-01T10:00+15:00", None),
        ("0000", "0000", None),
        ("٢٠٢٤", "٢٠٢٤", None),
        ("next week", "next week", None),
    ],
)
def test_dates_have_the_type_that_they_are_written_in(date: str, written: str, type: rdflib.URIRef | None) -> None:
    known = stated(described(date=date, fields=(("updated", date), ("pages", date))))
    me = rdflib.URIRef(node_iri("notes/a.md"))
    literal = rdflib.Literal(written, datatype=type)
    assert list(known.objects(me, BW.date)) == [literal]
    assert list(known.objects(me, rdflib.URIRef("urn:bookwheel:field:updated"))) == [literal]
    pages = literal if type in (XSD.date, XSD.dateTime) else rdflib.Literal(date)
    assert list(known.objects(me, rdflib.URIRef("urn:bookwheel:field:pages"))) == [pages]


def test_a_year_stands_where_there_is_no_day(tmp_path: Path, writer: OntologyWriter) -> None:
    writer.replace(
        [
            described("notes/year.md", date="", fields=(("date", "1589"),)),
            described("notes/word.md", date="", fields=(("date", "long ago"),)),
            described("notes/month.md", date="", fields=(("date", "2023-02"),)),
            described("notes/day.md", date="2023-02-03"),
            described("notes/moment.md", date="2023-02-03T23:59:00+01:00"),
        ]
    )
    writer.stamp(1)
    asker = Asker(tmp_path / "oxigraph")
    years = asker.answer(QueryRequest("SELECT ?p (YEAR(?d) AS ?y) { ?x bw:date ?d; bw:path ?p } ORDER BY ?y ?p"))
    assert years.rows == (("year.md", "1589"), ("day.md", "2023"), ("moment.md", "2023"), ("month.md", "2023"))
    within = "?d >= '2023-02-01'^^xsd:date && ?d < '2023-03-01'^^xsd:date"
    days = asker.answer(QueryRequest(f"SELECT ?p {{ ?x bw:date ?d; bw:path ?p FILTER({within}) }}"))
    assert days.rows == (("day.md",),)


@given(date=st.text(max_size=30) | st.datetimes().map(str) | st.dates().map(str))
def test_no_date_is_stated_that_is_none(date: str) -> None:
    text, xsd = xsd_type(date, is_date_field=True)
    if xsd:
        value = rdflib.Literal(text, datatype=XSD[xsd])
        assert not value.ill_typed
        assert value.value is not None
    else:
        assert text == date


def test_alignments_lead_to_published_terms(vocabulary: rdflib.Graph) -> None:
    published = {
        str(space): {f"{space}{name}" for name in space.__annotations__}
        for space in (DCTERMS, SKOS, SDO, FOAF, PROV, DCMITYPE, DOAP, RDF, RDFS, OWL)
    }
    published["http://purl.org/spar/doco/"] = {"http://purl.org/spar/doco/Section"}
    aligned = {
        str(term)
        for relation in (RDFS.subClassOf, RDFS.subPropertyOf)
        for term in vocabulary.objects(None, relation)
        if not str(term).startswith(VOCABULARY)
    }
    assert {space for space in published if any(term.startswith(space) for term in aligned)} >= {
        str(space) for space in (DCTERMS, SKOS, SDO, FOAF, PROV, "http://purl.org/spar/doco/")
    }
    for term in aligned:
        assert any(term in terms for terms in published.values()), term


def test_labels_stand_in_concept_schemes(vocabulary: rdflib.Graph) -> None:
    graph = stated(described())
    schemes = set(vocabulary.subjects(RDF.type, SKOS.ConceptScheme))
    assert schemes == {BW.types, BW.categories, BW.tags, BW.topics}
    for of_class in (BW.Type, BW.Category, BW.Tag):
        for concept in graph.subjects(RDF.type, of_class):
            assert set(graph.objects(concept, SKOS.inScheme)) <= schemes
    assert (
        rdflib.URIRef("urn:bookwheel:tag:tools/wheels"), BW.broader, rdflib.URIRef("urn:bookwheel:tag:tools")
    ) in graph  # fmt: skip


def test_mail_addresses_are_left_out() -> None:
    graph = stated(described(fields=(("authors", "Ada <ada@example.org>"), ("author", "cy@example.org"))))
    names = {str(label) for one in graph.subjects(RDF.type, BW.Person) for label in graph.objects(one, RDFS.label)}
    assert names == {"Ada", "cy"}


@pytest.mark.parametrize("node", ["notes/a.md", ODD, f"{ODD}#ünder", "tag:a/b c", "person:ada: x", "broken:n/x#y"])
def test_a_node_is_found_again_by_its_iri(node: str) -> None:
    if "#" in node and not node.startswith("broken"):
        doc, _, anchor = node.rpartition("#")
        if doc.endswith(".md"):
            assert node_of(f"{node_iri(doc)}#{node_iri(anchor).removeprefix('urn:bookwheel:doc:')}") == node
    assert node_of(node_iri(node)) == node
    assert rdflib.URIRef(node_iri(node)).n3()


def test_what_was_written_is_read_with_its_evidence(writer: OntologyWriter, tmp_path: Path) -> None:
    writer.replace([described(), described(ODD, links=())])
    writer.stamp(3)
    reader = reader_of(tmp_path)
    assert reader.revision == 3
    assert documents(reader) == {"notes/a.md": "Title of a.md", ODD: f"Title of {ODD[6:]}"}
    assert ("notes/a.md#two-ö", "Two ö") in everything(reader).titles
    assert dict(everything(reader).follows)["notes/a.md#two-ö"] == "notes/a.md#one"
    assert dict(everything(reader).parents)["notes/a.md#two-ö"] == "notes/a.md#one"
    assert sorted(everything(reader).links) == [
        ("notes/a.md", "supersedes", "notes/old.md", 2, "old", "", False),
        ("notes/a.md#one", "brokenLinkTo", "broken:notes/gone.md", 4, "gone", "", False),
        ("notes/a.md#two-ö", "linksTo", "notes/b.md#deep", 6, "see b", "", False),
    ]
    assert ("notes/a.md", "author", "person:ada") in everything(reader).stated
    assert ("tag:tools/wheels", "broader", "tag:tools") in everything(reader).stated
    assert ("tag:tools/wheels", "Tools/Wheels") in everything(reader).labels
    found = reader._rows("SELECT ?d { ?x b:path 'a.md'; b:description ?d; <urn:bookwheel:field:status> 'draft' }")
    assert list(found) == [[described().description]]
    reader.close()


@pytest.mark.parametrize("large", [4_000_000, 200])
def test_writing_twice_changes_nothing_and_replacing_leaves_nothing_behind(
    writer: OntologyWriter, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, large: int
) -> None:
    monkeypatch.setattr("bookwheel.indexes.ontology.writer.LARGE", large)
    writer.replace([described(), described("notes/b.md", tags=("desk",), links=(), fields=())])
    writer.stamp(1)
    first = count(reader_of(tmp_path), "?s ?p ?o")
    writer.replace([described()])
    writer.stamp(2)
    assert count(reader_of(tmp_path), "?s ?p ?o") == first
    writer.replace([described(tags=(), fields=(), categories=(), type="", links=(), sections=())])
    writer.replace([], dropped=["notes/b.md", "notes/never.md"])
    writer.stamp(3)
    reader = reader_of(tmp_path)
    assert {node for node, _ in everything(reader).labels} == {"collection:notes"}
    assert everything(reader).links == everything(reader).parents == []
    assert writer.docs() == {"notes/a.md"}


def test_a_document_of_many_statements_is_stated_in_parts(
    writer: OntologyWriter, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    writer.replace([described()])
    writer.stamp(1)
    whole = reader_of(tmp_path)
    writer.close()
    monkeypatch.setattr("bookwheel.indexes.ontology.writer.LARGE", 100)
    (tmp_path / "parted").mkdir()
    parted = OntologyWriter(tmp_path / "parted/oxigraph")
    parted.replace([described()])
    parted.stamp(1)
    reader = reader_of(tmp_path / "parted")
    assert count(reader, "?s ?p ?o") == count(whole, "?s ?p ?o")
    assert sorted(everything(reader).links) == sorted(everything(whole).links)
    parted.close()


def test_a_label_is_spelled_as_documents_spell_it_now(writer: OntologyWriter, tmp_path: Path) -> None:
    def labels() -> set[tuple[str, str]]:
        return {
            (node, label)
            for node, label in everything(reader_of(tmp_path)).labels
            if node.startswith(("tag:oak", "person"))
        }

    writer.replace([described(tags=("Oak/Ash",), fields=(("author", "ada"),)), described("notes/b.md", tags=("oak",))])
    writer.stamp(1)
    assert {("tag:oak", "Oak"), ("tag:oak/ash", "Oak/Ash"), ("tag:oak", "oak"), ("person:ada", "ada")} <= labels()
    writer.replace([described(tags=("oak/ash",), fields=(("author", "Ada"),))])
    writer.replace([described("notes/b.md", tags=("oak",), fields=())])
    writer.stamp(2)
    assert labels() == {("tag:oak", "oak"), ("tag:oak/ash", "oak/ash"), ("person:ada", "Ada")}


def test_many_new_documents_are_stated_like_one(writer: OntologyWriter, tmp_path: Path) -> None:
    writer.replace([described(f"notes/{number}.md") for number in range(60)])
    writer.stamp(1)
    reader = reader_of(tmp_path)
    assert len(documents(reader)) == 60
    assert len(everything(reader).links) == 180
    assert count(reader, "?t a b:Tag") == 3


def test_an_open_reader_keeps_its_revision_while_the_writer_goes_on(writer: OntologyWriter, tmp_path: Path) -> None:
    writer.replace([described()])
    writer.stamp(1)
    reader = reader_of(tmp_path)
    writer.replace([described("notes/b.md")])
    writer.stamp(2)
    assert (reader.revision, reader_of(tmp_path).revision) == (1, 2)
    assert documents(reader).keys() == {"notes/a.md"}


@pytest.mark.parametrize("most", [0, 1_000_000])
def test_what_was_stamped_outlives_a_kill_whether_in_the_log_or_flushed(
    writer: OntologyWriter, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, most: int
) -> None:
    monkeypatch.setattr("bookwheel.indexes.ontology.writer.MOST_UNFLUSHED", most)
    for revision in range(1, 4):
        writer.replace([described(f"notes/{revision}.md"), described("notes/a.md", title=f"A{revision}")])
        writer.stamp(revision)
    assert (writer._unflushed == 0) is (most == 0)
    _copy_open(tmp_path / "oxigraph", tmp_path / "killed/oxigraph")
    reader = reader_of(tmp_path / "killed")
    assert reader.revision == 3
    assert documents(reader)["notes/a.md"] == "A3" and len(documents(reader)) == 4
    again = OntologyWriter(tmp_path / "killed/oxigraph")
    assert again.revision == 3
    again.close()


def _copy_open(store: Path, copy: Path) -> None:
    """Copy a store as it is while its writer has it open, whose engine may take a file away meanwhile."""
    while True:
        try:
            shutil.copytree(store, copy)
            return
        except shutil.Error:
            shutil.rmtree(copy)


WRITTEN = st.text(st.characters(exclude_categories=("Cs",)), min_size=1, max_size=30)


@given(texts=st.lists(WRITTEN, min_size=6, max_size=6))
def test_any_text_is_read_as_it_was_written(writer: OntologyWriter, tmp_path: Path, texts: list[str]) -> None:
    name, anchor, title, tag, field, wording = texts
    doc = f"notes/{name.replace('#', 'x')}.md"
    document = described(
        doc,
        title=title,
        tags=(tag,),
        fields=((field, title),),
        sections=(DescribedSection(anchor, 1, title, -1, 1, 2, 3),),
        links=(DescribedLink(0, "", name, "", "", 4, wording), DescribedLink(0, "", "", doc, anchor, 5, wording)),
    )
    for _ in range(2):  # new, then changed: the two ways into the store
        writer.replace([document])
        writer.stamp(1)
    reader = reader_of(tmp_path)
    assert documents(reader)[doc] == title
    assert (doc, f"{doc}#{anchor}") in [(above, section) for section, above in everything(reader).parents]
    mine = [row for row in everything(reader).links if row[0] == f"{doc}#{anchor}"]
    assert [
        (relation, target, line, text) for _, relation, target, line, text, *_ in sorted(mine, key=lambda row: row[3])
    ] == [
        ("brokenLinkTo", f"broken:notes/{name}", 4, wording),
        ("linksTo", f"{doc}#{anchor}", 5, wording),
    ]
    writer.replace([], dropped=[doc])
    reader.close()


@given(texts=st.lists(WRITTEN, min_size=4, max_size=4))
def test_any_name_of_a_thing_is_read_as_it_was_written(
    writer: OntologyWriter, tmp_path: Path, texts: list[str]
) -> None:
    name, type, field, wording = texts
    thing = keyed_id(ThingKind.ENTITY, name, type) or "entity:x/none"
    project = keyed_id(ThingKind.PROJECT, name) or "project:none"
    things = [Thing(thing, name, (wording,), ((field, wording),)), Thing(project, name)]
    statements = [
        DescribedStatement(1, DOCUMENT, "mentions", thing, 3, wording),
        DescribedStatement(1, project, "dependsOn", thing, 4, wording),
    ]
    for _ in range(2):
        writer.replace([described(things=things, statements=statements, links=())])
        writer.stamp(1)
    reader = reader_of(tmp_path)
    said = {row[:5] for row in everything(reader).links}
    assert ("notes/a.md", "mentions", thing, 3, wording) in said and (project, "dependsOn", thing, 4, wording) in said
    assert (thing, name) in everything(reader).labels and (thing, wording) in everything(reader).aliases
    writer.replace([], dropped=["notes/a.md"])
    reader.close()


def test_a_store_without_a_stamp_is_not_opened(writer: OntologyWriter, tmp_path: Path) -> None:
    writer.replace([described()])
    assert OntologyReader.open(tmp_path / "oxigraph") is None
    assert OntologyReader.open(tmp_path / "nowhere") is None


@pytest.mark.parametrize("harm", ["torn", "deleted", "version"])
def test_a_store_that_cannot_be_used_is_begun_anew(tmp_path: Path, harm: str, monkeypatch: pytest.MonkeyPatch) -> None:
    writer = OntologyWriter(tmp_path / "oxigraph")
    writer.replace([described()])
    writer.stamp(4)
    writer.close()
    ((_, place),) = numbered(tmp_path / "oxigraph")
    if harm == "torn":
        for file in place.glob("MANIFEST*"):
            file.write_bytes(b"torn")
    elif harm == "deleted":
        for file in place.glob("*"):
            file.unlink()
    else:
        monkeypatch.setattr("bookwheel.indexes.ontology.triples.FORM", 99)
        monkeypatch.setattr("bookwheel.indexes.ontology.stores.FORM", 99)
    again = OntologyWriter(tmp_path / "oxigraph")
    assert again.revision == -1
    assert bool(again.notice) == (harm != "deleted")
    assert again.docs() == set()
    again.replace([described()])
    again.stamp(5)
    assert reader_of(tmp_path).revision == 5
    again.close()


@pytest.mark.parametrize("is_stamped", [False, True])
def test_a_store_killed_while_it_was_made_is_no_loss(tmp_path: Path, is_stamped: bool) -> None:
    writer = OntologyWriter(tmp_path / "oxigraph")
    if is_stamped:
        writer.stamp(1)
    writer.close()
    ((_, place),) = numbered(tmp_path / "oxigraph")
    (place / "CURRENT").unlink()  # what is written last when a store is made
    again = OntologyWriter(tmp_path / "oxigraph")
    assert bool(again.notice) == is_stamped
    again.stamp(2)
    assert sorted(path.name for path in (tmp_path / "oxigraph").iterdir()) == ["2", "2.stamped"]
    again.close()


def test_topics_have_a_graph_of_their_own_that_is_replaced_whole(writer: OntologyWriter, tmp_path: Path) -> None:
    said = topic_statements(TOPICS, {"a.md", "b.md"})
    assert writer.state_topics({"urn:bookwheel:topics:notes": said})
    assert not writer.state_topics({"urn:bookwheel:topics:notes": said})
    writer.stamp(1)
    reader = reader_of(tmp_path)
    assert sorted(reader.topics()) == [("topic:notes/boats", 'Boats "<\u202e'), ("topic:notes/sails", "Sails")]
    assert sorted(reader.of_topics()) == [
        ("notes/a.md", "hasTopic", "topic:notes/sails"),
        ("notes/b.md", "hasTopic", "topic:notes/boats"),
        ("topic:notes/sails", "broader", "topic:notes/boats"),
    ]
    reader.close()
    assert writer.state_topics({})
    writer.stamp(2)
    reader = reader_of(tmp_path)
    assert not list(reader.topics()) and not list(reader.of_topics()) and not reader.topic_signs
    reader.close()


def test_topics_without_documents_are_not_stated() -> None:
    assert topic_statements(TOPICS, set()) == ""
    lines = topic_statements(TOPICS, {"b.md"}).splitlines()
    assert len(lines) == 2 and "topic:notes/boats" in lines[0] and "b:documents 1" in lines[0]


@pytest.mark.parametrize("is_there", [False, True])
def test_topics_of_a_writer_killed_before_its_stamp_are_stated_anew(tmp_path: Path, is_there: bool) -> None:
    writer = OntologyWriter(tmp_path / "oxigraph")
    writer.stamp(1)
    said = {"urn:bookwheel:topics:notes": topic_statements(TOPICS, {"a.md", "b.md"})}
    assert not writer.state_topics({}) and writer.state_topics(said)
    writer.flush()
    writer.close()
    again = OntologyWriter(tmp_path / "oxigraph")
    now = said if is_there else {}
    assert again.state_topics(now) and not again.state_topics(now)
    again.stamp(1)
    assert len(list(reader_of(tmp_path).topics())) == (2 if is_there else 0)
    again.close()


@pytest.mark.parametrize("now", [[], [BY_HAND]])
def test_links_of_a_writer_killed_before_its_stamp_are_stated_anew(tmp_path: Path, now: list[DescribedManual]) -> None:
    writer = OntologyWriter(tmp_path / "oxigraph")
    writer.stamp(1)
    assert not writer.link([]) and writer.link([BY_HAND])
    writer.flush()
    writer.close()
    again = OntologyWriter(tmp_path / "oxigraph")
    assert again.link(now) and not again.link(now)
    again.stamp(1)
    assert len(list(reader_of(tmp_path).manual())) == len(now)
    again.close()


def test_places_in_files_are_stated_by_their_kind_and_lines_of_such_a_text_are_none_of_the_file(
    writer: OntologyWriter, tmp_path: Path
) -> None:
    places = (
        FilePlace(PlaceKind.PAGE, 12, 14),
        FilePlace(PlaceKind.PAGE, 2, 2, "ii"),
        FilePlace(PlaceKind.SHEET, 2, 40, "Budget!A:F"),
        FilePlace(PlaceKind.LINE, 7, 9),
        None,
    )
    links = [DescribedLink(0, "", "b", "notes/b.md", "", 90 + at, f"w{at}", place) for at, place in enumerate(places)]
    writer.replace([described(links=links), described("notes/b.md", links=())])
    writer.stamp(1)
    reader = reader_of(tmp_path)
    assert sorted((line, words) for _, _, _, line, words, *_ in everything(reader).links) == [
        (90 + at, f"w{at}") for at in range(5)
    ]
    query = "SELECT ?w ?p { ?l a bw:Link; bw:wording ?w; bw:page|bw:cells|bw:line ?p } ORDER BY ?w"
    asker = Asker(tmp_path / "oxigraph")
    rows = asker.answer(QueryRequest(query)).rows
    assert rows == (("w0", "12"), ("w1", "ii"), ("w2", "Budget!A2:F40"), ("w3", "7"), ("w4", "94"))
    reader.close()


def test_erasing_leaves_no_word_in_any_file(writer: OntologyWriter, tmp_path: Path) -> None:
    writer.replace([described(title="obnubilated"), described("notes/kept.md")])
    writer.stamp(1)
    writer.erase()
    writer.replace([described("notes/kept.md")])
    writer.stamp(2)
    files = [path.read_bytes() for path in (tmp_path / "oxigraph").rglob("*") if path.is_file()]
    assert not any(b"obnubilated" in content for content in files)
    assert list(documents(reader_of(tmp_path))) == ["notes/kept.md"]
