"""The search box, the list of hits, facets, saved searches and quick open."""
