"""The words, signs and prefixes of SPARQL, as far as queries may use them."""

from __future__ import annotations

import re

from bookwheel.domain.messages import Message
from bookwheel.indexes.ontology.iris import VOCABULARY

USUAL = {
    "bw": VOCABULARY,
    "rdf": "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
    "rdfs": "http://www.w3.org/2000/01/rdf-schema#",
    "owl": "http://www.w3.org/2002/07/owl#",
    "skos": "http://www.w3.org/2004/02/skos/core#",
    "xsd": "http://www.w3.org/2001/XMLSchema#",
    "dcterms": "http://purl.org/dc/terms/",
    "foaf": "http://xmlns.com/foaf/0.1/",
    "schema": "https://schema.org/",
    "prov": "http://www.w3.org/ns/prov#",
    "doc": "urn:bookwheel:doc:",
    "tag": "urn:bookwheel:tag:",
    "topic": "urn:bookwheel:topic:",
    "type": "urn:bookwheel:type:",
    "category": "urn:bookwheel:category:",
    "person": "urn:bookwheel:person:",
    "collection": "urn:bookwheel:collection:",
    "field": "urn:bookwheel:field:",
}
"""Prefixes that need no declaration."""

WORDS = frozenset(
    """
    select ask construct describe where distinct reduced as group by having order asc desc limit offset values undef
    optional union minus filter bind graph lateral not exists in true false a count sum min max avg sample
    group_concat separator str lang langmatches datatype bound iri uri bnode rand abs ceil floor round concat strlen
    ucase lcase encode_for_uri contains strstarts strends strbefore strafter year month day hours minutes seconds
    timezone tz now uuid struuid md5 sha1 sha256 sha384 sha512 coalesce if strlang strdt sameterm isiri isuri
    isblank isliteral isnumeric regex substr replace triple subject predicate object istriple haslang haslangdir
    langdir strlangdir adjust
    """.split()  # noqa: SIM905 - a list of a hundred strings is harder to read
)
TIGHT = frozenset(("bnode", "coalesce", "concat"))
"""Functions whose bracket must follow at once: Oxigraph 0.5 reads no space there, though SPARQL allows one."""

REFUSED = {
    "service": Message("SERVICE is not supported: a query covers this library only."),
    "from": Message(
        "FROM is not supported: a query covers the whole library. Use GRAPH for the statements of one document."
    ),
    "base": Message("BASE is not supported. Write every name in full or with a prefix."),
}
UPDATES = frozenset(("insert", "delete", "load", "clear", "create", "drop", "copy", "move", "add", "with", "using"))

_NAME = r"(?:[\w:]|%[0-9A-Fa-f]{2}|\\[_~.\-!$&'()*+,;=/?#@%])"
TOKEN = re.compile(
    rf"""(?P<space>\s+|\#[^\n\r]*)
    |(?P<iri><[^<>"{{}}|^`\\\x00-\x20]*>)
    |(?P<string>\"\"\"(?:[^"\\]|\\.|"(?!""))*\"\"\"|'''(?:[^'\\]|\\.|'(?!''))*'''
        |"(?:[^"\\\n\r]|\\[^\n\r])*"|'(?:[^'\\\n\r]|\\[^\n\r])*')
    |(?P<variable>[?$]\w+)
    |(?P<language>@[A-Za-z]+(?:-[A-Za-z0-9]+)*)
    |(?P<blank>_:\w(?:[\w.-]*[\w-])?)
    |(?P<name>(?P<prefix>(?:[^\W\d_](?:[\w.-]*[\w-])?)?):(?P<local>(?:{_NAME}(?:(?:{_NAME}|[.-])*(?:{_NAME}|-))?)?))
    |(?P<number>[+-]?(?:\d+\.\d*[eE][+-]?\d+|\.?\d+[eE][+-]?\d+|\d*\.\d+|\d+))
    |(?P<word>[A-Za-z_]\w*)
    |(?P<sign><<\(|\)>>|<<|>>|\{{\||\|\}}|\^\^|&&|\|\||!=|<=|>=|[{{}}()\[\];,.*/+\-!|^?=<>~])""",
    re.VERBOSE | re.DOTALL,
)
ESCAPE = re.compile(r"\\(?:u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|(.))", re.DOTALL)
ESCAPED = {"t": "\t", "b": "\b", "n": "\n", "r": "\r", "f": "\f", '"': '"', "'": "'", "\\": "\\"}
