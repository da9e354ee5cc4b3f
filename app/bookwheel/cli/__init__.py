"""Thin verbs over the client.

May import client, wire, paths and domain. Must not know library, indexes, parsing, pages, service or gui.
"""
