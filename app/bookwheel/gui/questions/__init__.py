"""Questions to the graph in SPARQL: written, kept, answered as a table or as a graph.

May import what `gui/` may. Must not know how questions are answered: that is the service's.
"""
