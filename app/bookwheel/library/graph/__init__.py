"""The library as a graph: loaded, walked, listed, exported, and asked in SPARQL pages."""
