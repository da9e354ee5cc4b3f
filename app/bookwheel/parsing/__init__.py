"""Bytes to Document: one file a format, front matter, typing, links.

May import wire, settings, paths, log and domain. Must not know Qt, the engines, library or pages.
"""
