"""More like this: a passage becomes a query of its own vectors and its rarest words.

May import the snapshot, the indexes and domain, and the query and the words' leg of the room around it.
"""
