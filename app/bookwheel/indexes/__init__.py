"""One engine a file: catalogue, state, keyword, embedding, ontology; each behind a plain interface.

May import wire, settings, paths, log and domain. Must not know Qt, another index, parsing or library.
"""
