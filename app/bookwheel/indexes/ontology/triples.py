"""One document as RDF statements, in text that both TriG and SPARQL read.

Text, because Oxigraph parses it without a Python object for each triple: building and loading takes half as long.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from urllib.parse import quote

import msgspec

from bookwheel.domain.history import FileHistory
from bookwheel.domain.links.named_links import REPLY_TO
from bookwheel.domain.links.place_links import name_and_value
from bookwheel.domain.places import FilePlace, PlaceKind
from bookwheel.domain.things import DOCUMENT, SECTION, Thing, ThingKind
from bookwheel.indexes.ontology.dates import DATE_FIELDS, xsd_type
from bookwheel.indexes.ontology.iris import FIELD, LINK, MANUAL_GRAPH, VOCABULARY, anchor_part, doc_iri, node_iri
from bookwheel.indexes.ontology.people import names_in

FORM = 9
"""Grows when statements take another form; a store of another form is built anew."""

PREFIXES = (
    f"PREFIX b: <{VOCABULARY}>\nPREFIX r: <http://www.w3.org/2000/01/rdf-schema#>\n"
    "PREFIX k: <http://www.w3.org/2004/02/skos/core#>\nPREFIX f: <http://www.w3.org/1999/02/22-rdf-syntax-ns#>\n"
    "PREFIX x: <http://www.w3.org/2001/XMLSchema#>\nPREFIX o: <http://www.w3.org/2002/07/owl#>\n"
)

_PEOPLE = {
    "author": "author", "authors": "author", "author.name": "author", "authors.name": "author", "creator": "author",
    "owner": "owner", "owners": "owner", "maintainer": "owner", "maintainers": "owner", "owner.name": "owner",
    "owners.name": "owner", "reviewer": "reviewer", "reviewers": "reviewer", "approver": "reviewer",
    "approvers": "reviewer",
}  # fmt: skip
"""Fields of front matter that name people, and the relation that each states."""

_CLASSES = {
    "entity": "Entity", "term": "Term", "project": "Project", "code": "CodeEntity", "language": "ProgrammingLanguage",
    "framework": "ProgrammingFramework",
}  # fmt: skip
"""The class of each kind of thing besides people."""

_THING_STARTS = tuple(f"{kind}:" for kind in ThingKind)

_MOST_PEOPLE = 200


@dataclass(frozen=True, slots=True)
class DescribedSection:
    """A section in its document's order; `parent` is an index into the sections, -1 for the document.

    Lines are those of the text; `place` is where in its file it stands, for formats that are not read line by line.
    """

    anchor: str
    level: int
    title: str
    parent: int
    line: int
    end_line: int
    words: int
    place: FilePlace | None = None


@dataclass(frozen=True, slots=True)
class DescribedLink:
    """A link: `section` is an index, `relation` a relation between documents or empty, `target` as it was written.

    `doc` and `anchor` say where it leads; without a document it is broken. `line` and `place` as of a section.
    """

    section: int
    relation: str
    target: str
    doc: str
    anchor: str
    line: int
    wording: str
    place: FilePlace | None = None


@dataclass(frozen=True, slots=True)
class DescribedStatement:
    """What a section says of things: ends are ids of nodes, or DOCUMENT or SECTION as in `domain/things.py`."""

    section: int
    source: str
    relation: str
    target: str
    line: int
    words: str
    count: int = 1
    place: FilePlace | None = None
    is_derived: bool = False


@dataclass(frozen=True, slots=True)
class DescribedManual:
    """A manual link between two nodes, by their IRIs; `label` is what it is called, `at` ISO 8601."""

    id: str
    source: str
    target: str
    label: str
    note: str
    by: str
    at: str


@dataclass(frozen=True, slots=True)
class DescribedPair:
    """Two things, by their IRIs, that are the same or are not."""

    first: str
    other: str
    is_same: bool


@dataclass(frozen=True, slots=True)
class Described:
    """What there is to state of a document; `modified_at` is ISO 8601, `fields` are pairs of name and value."""

    doc: str
    collection: str
    path: str
    title: str
    description: str = ""
    type: str = ""
    language: str = ""
    format: str = ""
    date: str = ""
    modified_at: str = ""
    words: int = 0
    tags: Sequence[str] = ()
    categories: Sequence[str] = ()
    aliases: Sequence[str] = ()
    fields: Sequence[tuple[str, str]] = ()
    sections: Sequence[DescribedSection] = ()
    links: Sequence[DescribedLink] = ()
    things: Sequence[Thing] = ()
    statements: Sequence[DescribedStatement] = ()
    history: FileHistory | None = None


@dataclass(slots=True)
class Concepts:
    """Statements of labels, people, collections and fields, each in a graph of its own, by that graph's IRI.

    They follow from the IRI alone. How a document spells a label is stated by the document, and goes with it.
    """

    graphs: dict[str, str] = field(default_factory=dict[str, str])

    def tag(self, name: str) -> str:
        """The IRI of a tag, which is described with all that are broader."""
        return self._nested("tag", name, "Tag", "tags")

    def category(self, name: str) -> str:
        """The IRI of a category, likewise."""
        return self._nested("category", name, "Category", "categories")

    def type(self, name: str) -> str:
        """The IRI of a type."""
        return self._described("type", name, "b:Type;k:inScheme b:types")

    def person(self, name: str) -> str:
        """The IRI of a person."""
        return self._described("person", name, "b:Person")

    def node(self, id: str) -> str:
        """The IRI of a thing, a document or a section."""
        return self.thing(id) if id.startswith(_THING_STARTS) else node_iri(id)

    def thing(self, id: str) -> str:
        """The IRI of a thing by its id; an entity's type stands in it."""
        kind, _, key = id.partition(":")
        if kind == ThingKind.PERSON:
            return self.person(key)
        type = key.partition("/")[0] if "/" in key and kind == ThingKind.ENTITY else ""
        iri = node_iri(id)
        said = f"b:{_CLASSES[kind]}" + (f";b:entityType {quoted(type)}" if type else "")
        self.graphs.setdefault(iri, f"<{iri}> a {said}.\n")
        return iri

    def described(self, id: str, rest: str) -> str:
        """The IRI of a node by its id, of which `rest` is said; that never changes."""
        iri = node_iri(id)
        self.graphs.setdefault(iri, f"<{iri}> a {rest}.\n")
        return iri

    def collection(self, slug: str) -> str:
        """The IRI of a collection."""
        return self._described("collection", slug, f"b:Collection;r:label {quoted(slug)}")

    def field(self, name: str) -> str:
        """The IRI of a property for a field of front matter."""
        iri = FIELD + quote(name, safe="")
        if iri not in self.graphs:
            self.graphs[iri] = f"<{iri}> a f:Property;r:subPropertyOf b:field;r:label {quoted(name)}.\n"
        return iri

    def _nested(self, kind: str, name: str, of_class: str, scheme: str) -> str:
        above = name.strip("/").rpartition("/")[0]
        broader = f";b:broader <{self._nested(kind, above, of_class, scheme)}>" if above.strip("/") else ""
        return self._described(kind, name, f"b:{of_class};k:inScheme b:{scheme}{broader}")

    def _described(self, kind: str, name: str, rest: str) -> str:
        iri = node_iri(f"{kind}:{folded(name)}")
        self.graphs.setdefault(iri, f"<{iri}> a {rest}.\n")
        return iri


def folded(name: str) -> str:
    """A label's key: spellings that differ in case or space alone are one label."""
    return " ".join(name.strip().strip("/").casefold().split())


def fields_of(pairs: Iterable[tuple[str, str]]) -> Mapping[str, tuple[str, ...]]:
    """People whom fields name, by relation."""
    found: dict[str, dict[str, None]] = {}
    for name, value in pairs:
        relation = _PEOPLE.get(name)
        if relation:
            for one in names_in(value):
                found.setdefault(relation, {}).setdefault(one)
    return {relation: tuple(names)[:_MOST_PEOPLE] for relation, names in found.items()}


def statements(document: Described, concepts: Concepts) -> str:
    """A document's own statements; those of its labels and fields go to `concepts`."""
    me = doc_iri(document.doc)
    said = [
        f"<{me}> a b:Document;b:title {quoted(document.title)};b:path {quoted(document.path)};b:words {document.words}"
        f";b:inCollection <{concepts.collection(document.collection)}>"
    ]
    for name, value in (
        ("description", document.description),
        ("language", document.language),
        ("format", document.format),
    ):
        if value:
            said.append(f";b:{name} {quoted(value)}")
    if date := document.date or _year(document.fields):
        said.append(f";b:date {_dated('date', date)}")
    if document.modified_at:
        said.append(f";b:modified {quoted(document.modified_at)}^^x:dateTime")
    if document.type:
        said.append(f";b:hasType <{concepts.type(document.type)}>")
    said.extend(f";b:hasTag <{concepts.tag(one)}>" for one in document.tags if folded(one))
    said.extend(f";b:inCategory <{concepts.category(one)}>" for one in document.categories if folded(one))
    said.extend(f";b:alias {quoted(one)}" for one in document.aliases)
    for relation, names in fields_of(document.fields).items():
        said.extend(f";b:{relation} <{concepts.person(one)}>" for one in names)
    said.extend(f";<{concepts.field(name)}> {_dated(name, value)}" for name, value in document.fields)
    said.append(".\n")
    said.extend(_spellings(document))
    anchors = [f"{me}#{anchor_part(section.anchor)}" for section in document.sections]
    said.extend(_section_statements(me, document.sections, anchors))
    said.extend(_link_statements(document, me, anchors))
    said.extend(_thing_statements(document, me, anchors, concepts))
    return "".join(said)


def _year(fields: Iterable[tuple[str, str]]) -> str:
    """The year or month that stands where a date may; a document's own date is a day."""
    return next((value for name, value in fields if name == "date" and xsd_type(value, is_date_field=True)[1]), "")


def _dated(field: str, value: str) -> str:
    """A field's value, with its type where it is a date."""
    text, xsd = xsd_type(value.strip(), is_date_field=field.rpartition(".")[2] in DATE_FIELDS)
    return f"{quoted(text)}^^x:{xsd}" if xsd else quoted(value)


def _spellings(document: Described) -> Iterator[str]:
    """How a document writes its labels and those that are broader, and the people it names."""
    used: dict[tuple[str, str], None] = {}
    for kind, names in (("tag", document.tags), ("category", document.categories)):
        for name in names:
            above = name
            while folded(above):
                used[kind, above] = None
                above = above.strip("/").rpartition("/")[0]
    if document.type:
        used["type", document.type] = None
    for names in fields_of(document.fields).values():
        used.update({("person", name): None for name in names})
    for kind, name in used:
        yield f"<{node_iri(f'{kind}:{folded(name)}')}> r:label {quoted(name)}.\n"


def _section_statements(me: str, sections: Sequence[DescribedSection], iris: Sequence[str]) -> Iterator[str]:
    before = ""
    for place, (section, iri) in enumerate(zip(sections, iris, strict=True)):
        above = iris[section.parent] if section.parent >= 0 else me
        follows = f";b:follows <{before}>" if before else ""
        before = iri
        yield (
            f"<{iri}> a b:Section;b:title {quoted(section.title)};b:level {section.level};b:position {place}"
            f"{_spot(section.line, section.place, section.end_line)};b:words {section.words}"
            f";b:partOf <{above}>{follows}.\n<{above}> b:containsSection <{iri}>.\n"
        )


def _link_statements(document: Described, me: str, sections: Sequence[str]) -> Iterator[str]:
    name = LINK + me.removeprefix("urn:bookwheel:doc:")
    for number, link in enumerate(document.links):
        if link.doc:
            to = doc_iri(link.doc) + (f"#{anchor_part(link.anchor)}" if link.anchor else "")
            relation = link.relation or "linksTo"
        else:
            to, relation = node_iri(f"broken:{document.collection}/{link.target}"), "brokenLinkTo"
        is_of_document = link.relation not in ("", REPLY_TO) and link.doc
        by = me if is_of_document else sections[link.section] if link.section < len(sections) else me
        yield (
            f"<{by}> b:{relation} <{to}>.\n<{name}#L{link.line}.{number}> a b:Link;b:from <{by}>"
            f";b:relation b:{relation};b:to <{to}>{_spot(link.line, link.place)}"
            f";b:wording {quoted(link.wording or link.target)}.\n"
        )


def _thing_statements(document: Described, me: str, sections: Sequence[str], concepts: Concepts) -> Iterator[str]:
    """How a document calls things, and what it states of them, each statement with its evidence."""
    for thing in document.things:
        more = [f";b:alias {quoted(one)}" for one in thing.aliases]
        more += [f";<{concepts.field(name)}> {_dated(name, value)}" for name, value in thing.properties]
        yield f"<{concepts.thing(thing.id)}> r:label {quoted(thing.label)}{''.join(more)}.\n"
    name = LINK + me.removeprefix("urn:bookwheel:doc:")
    for number, one in enumerate(document.statements):
        section = sections[one.section] if one.section < len(sections) else me
        ends = {DOCUMENT: me, SECTION: section}
        source, target = (ends.get(end) or concepts.node(end) for end in (one.source, one.target))
        count = f";b:count {one.count}" if one.count > 1 else ""
        inside = f";b:inSection <{section}>" if one.source != SECTION else ""
        kind = "Mention" if one.is_derived else "Link"
        yield (
            f"<{source}> b:{one.relation} <{target}>.\n<{name}#S{one.line}.{number}> a b:{kind};b:from <{source}>"
            f";b:relation b:{one.relation};b:to <{target}>{inside}{_spot(one.line, one.place)}"
            f";b:wording {quoted(one.words)}{count}.\n"
        )


def _spot(line: int, place: FilePlace | None, end_line: int = 0) -> str:
    """Where in its file something stands: its line there, or its page, slide, cells or other place.

    `b:textLine` is its line in the text that was made of such a file, which only Bookwheel reads.
    """
    if place is None:
        return f";b:line {line}" + (f";b:endLine {end_line}" if end_line else "")
    said = f";b:textLine {line}"
    if place.kind is PlaceKind.LINE:
        return f"{said};b:line {place.first}" + (f";b:endLine {place.last}" if end_line else "")
    name, value = name_and_value(place)
    return f"{said};b:{name} {value if value.isdecimal() and value.isascii() else quoted(value)}"


def manual_statements(links: Iterable[DescribedManual]) -> str:
    """The statements of manual links: each joins its ends directly, and says apart from that what it is and whose."""
    return "".join(
        f"<{one.source}> b:manual <{one.target}>.\n<{MANUAL_GRAPH}:{quote(one.id)}> a b:ManualLink"
        f";b:from <{one.source}>;b:relation b:manual;b:to <{one.target}>;r:label {quoted(one.label)}"
        f"{f';b:note {quoted(one.note)}' if one.note else ''}"
        f";b:by {quoted(one.by)};b:at {quoted(one.at)}^^x:dateTime.\n"
        for one in links
    )


def same_statements(pairs: Iterable[DescribedPair]) -> str:
    """Which things are the same and which are not, in the words of OWL: either way round, as both relations hold."""
    return "".join(
        f"<{here}> o:{'sameAs' if one.is_same else 'differentFrom'} <{there}>.\n"
        for one in pairs
        for here, there in ((one.first, one.other), (one.other, one.first))
    )


_encode = msgspec.json.Encoder().encode


def quoted(value: str) -> str:
    """A string as TriG and SPARQL write it; JSON's escapes are a part of theirs."""
    return _encode(value).decode()
