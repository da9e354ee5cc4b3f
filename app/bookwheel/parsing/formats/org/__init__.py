"""Org: outline, tables, blocks and links.

May import `domain` and `parsing`; opens no file and fetches nothing.
"""
