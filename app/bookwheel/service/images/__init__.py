"""Remote images of pages: fetched when a person asks, kept in a bounded cache.

May import fetching, parsing and what lies below. Must not know the library, agents or http.
"""
