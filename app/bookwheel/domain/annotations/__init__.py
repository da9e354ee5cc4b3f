"""What people and agents write beside the documents: memories, links made by hand, and pinned passages.

May import the rest of domain. Must not know where any of it is kept.
"""
