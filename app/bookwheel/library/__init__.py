"""What the product does: collections, indexing, watching, search, fusion, outline.

May import indexes, parsing, pages and below. Must not know Qt, the engines themselves, service, client or gui.
"""
