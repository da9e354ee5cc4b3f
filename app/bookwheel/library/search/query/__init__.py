"""What a typed query means: its operators, the fields that it names, and the values that these have.

May import the snapshot, the indexes and domain. Must not rank, or know another room of the library.
"""
