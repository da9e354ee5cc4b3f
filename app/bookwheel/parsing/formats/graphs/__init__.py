"""Graphs that are written as files: Turtle and JSON-LD.

May import domain and the rest of parsing/formats, and pyoxigraph as a parser. Must not fetch anything.
"""
