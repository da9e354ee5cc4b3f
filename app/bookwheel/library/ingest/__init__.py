"""Ingest: batches of documents and entities that programs bring, checked and written into a collection's mirror.

May import indexes, parsing, wire and what lies below. Must not know the other rooms of the library.
"""
