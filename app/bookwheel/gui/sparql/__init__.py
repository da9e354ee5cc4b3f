"""The SPARQL dialog."""
