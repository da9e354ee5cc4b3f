"""E-books: chapters in their order, each through the reader of HTML or XML.

May import `domain` and `parsing`; must not open anything outside the book's own file.
"""
