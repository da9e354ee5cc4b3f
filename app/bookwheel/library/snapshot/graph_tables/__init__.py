"""Texts and rows of the graph as arrays, which a mapped file may hold; imports indexes and domain, never a graph."""
