"""The window; Qt lives here and nowhere else.

May import client, wire, settings, paths, log and domain.
Must not know library, indexes, parsing, pages, service or cli.
"""
