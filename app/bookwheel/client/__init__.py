"""Discovery, start and adopt, typed calls: Library's method names over the wire.

May import wire, paths, system_keyring and domain. Must not know library, indexes, parsing, pages, service or gui.
"""
