"""The port for statements: graphs of collections that are replaced, dropped and asked in SPARQL under a mask.

May import the ontology's own modules and domain. Must not open connections: the adapter for servers is handed one.
"""

from bookwheel.indexes.ontology.statements.port import Connection, Limits, Mask, Statements
from bookwheel.indexes.ontology.statements.server import ServerStatements
from bookwheel.indexes.ontology.statements.terms import graphs_of_part

__all__ = [
    "Connection",
    "Limits",
    "Mask",
    "ServerStatements",
    "Statements",
    "graphs_of_part",
]
