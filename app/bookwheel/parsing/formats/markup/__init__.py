"""Readers of markup languages that are written by hand: reStructuredText, Org, AsciiDoc, manual pages, LaTeX.

May import `domain` and `parsing`; a directive that would open or fetch a file is named, never followed.
"""
