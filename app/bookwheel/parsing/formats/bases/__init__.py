"""Reads Obsidian's bases.

May import the modules of `parsing` and domain. Must not know what shows them.
"""
