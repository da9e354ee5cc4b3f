"""Document to safe HTML, by dialect.

May import wire, settings, paths, log and domain. Must not know Qt, the engines, parsing or library.
"""
