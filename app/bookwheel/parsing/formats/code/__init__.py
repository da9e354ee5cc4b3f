"""Readers of source code and of data files: the text stays as it is, and its outline is read from it.

Uses `parsing`'s own pieces and the contract above; no reader here knows another room.
"""
