"""What well-known vocabularies call labels, prose, headers and relations."""

from __future__ import annotations

_RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
_RDFS = "http://www.w3.org/2000/01/rdf-schema#"
_OWL = "http://www.w3.org/2002/07/owl#"
_SKOS = "http://www.w3.org/2004/02/skos/core#"
_FOAF = "http://xmlns.com/foaf/0.1/"
_TERMS = ("http://purl.org/dc/terms/", "http://purl.org/dc/elements/1.1/")
_SCHEMA = ("https://schema.org/", "http://schema.org/")

TYPE = f"{_RDF}type"

LABELS = {
    f"{_SKOS}prefLabel": 0, f"{_RDFS}label": 1, **{f"{one}title": 2 for one in _TERMS},
    **{f"{one}name": 3 for one in _SCHEMA}, f"{_FOAF}name": 4, **{f"{one}headline": 5 for one in _SCHEMA},
    "file:///terms#name": 6, "file:///terms#label": 7, "file:///terms#title": 8,
}  # fmt: skip
"""Properties that say what a subject is called, the best first."""

ALIASES = frozenset(
    (*LABELS, f"{_SKOS}altLabel", f"{_TERMS[0]}alternative", f"{_FOAF}nick", *(f"{s}alternateName" for s in _SCHEMA))
)

PROSE = frozenset(
    (
        f"{_RDFS}comment", *(f"{_SKOS}{one}" for one in ("definition", "scopeNote", "note", "example", "historyNote")),
        *(f"{one}description" for one in (*_TERMS, *_SCHEMA)), *(f"{one}abstract" for one in (_TERMS[0], *_SCHEMA)),
        *(f"{one}text" for one in _SCHEMA), "file:///terms#description", "file:///terms#content",
    )
)  # fmt: skip
"""Properties whose values are sentences."""

HEADERS = frozenset((f"{_OWL}Ontology", f"{_SKOS}ConceptScheme", "http://rdfs.org/ns/void#Dataset"))
"""Types of a subject that stands for the file."""

PROPERTIES = frozenset(
    (
        f"{_RDF}Property", f"{_RDFS}Datatype",
        *(f"{_OWL}{kind}Property" for kind in ("Object", "Datatype", "Annotation", "Symmetric", "Functional")),
    )
)  # fmt: skip
"""Types of properties."""

FIELDS = {
    **dict.fromkeys((f"{_SKOS}prefLabel", f"{_RDFS}label", *(f"{one}title" for one in _TERMS)), "title"),
    **dict.fromkeys((f"{_RDFS}comment", *(f"{one}description" for one in _TERMS)), "description"),
    **dict.fromkeys((f"{one}creator" for one in _TERMS), "author"),
    **dict.fromkeys((f"{_TERMS[0]}{one}" for one in ("modified", "issued", "created", "date")), "date"),
}
"""What a subject that stands for the file says of it, by the name of the field of front matter."""

RELATIONS = {
    f"{_SKOS}broader": ("childOf", False), f"{_SKOS}narrower": ("childOf", True),
    f"{_RDFS}subClassOf": ("childOf", False), f"{_TERMS[0]}isPartOf": ("childOf", False),
    f"{_TERMS[0]}hasPart": ("childOf", True), f"{_TERMS[0]}requires": ("dependsOn", False),
    **{f"{one}isPartOf": ("childOf", False) for one in _SCHEMA},
    **{f"{one}hasPart": ("childOf", True) for one in _SCHEMA},
}  # fmt: skip
"""Relations of things that the library's vocabulary has, and whether they lead the other way."""
