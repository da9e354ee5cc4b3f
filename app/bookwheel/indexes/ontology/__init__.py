"""The ontology: what documents say of each other, as RDF in an Oxigraph store that the indexer writes.

May import wire, paths, settings, log and domain. Must not know another index, the library, or a file format.
One named graph a document; a label, person, collection or field has a graph of its own while a document names it; all
links made by hand stand in one, and so does what the person says is the same; the topics of each collection in another.
"""

from bookwheel.indexes.ontology.graph_rows import GraphRows
from bookwheel.indexes.ontology.reader import OntologyReader
from bookwheel.indexes.ontology.stores import graph_files, version
from bookwheel.indexes.ontology.topic_triples import topic_statements, topics_graph
from bookwheel.indexes.ontology.triples import (
    Described,
    DescribedLink,
    DescribedManual,
    DescribedPair,
    DescribedSection,
    DescribedStatement,
    fields_of,
)
from bookwheel.indexes.ontology.writer import OntologyWriter

__all__ = [
    "Described",
    "DescribedLink",
    "DescribedManual",
    "DescribedPair",
    "DescribedSection",
    "DescribedStatement",
    "GraphRows",
    "OntologyReader",
    "OntologyWriter",
    "fields_of",
    "graph_files",
    "topic_statements",
    "topics_graph",
    "version",
]
