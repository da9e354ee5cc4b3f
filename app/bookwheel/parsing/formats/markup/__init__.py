"""Blocks and inline text of Markdown with the lines of their source, for every reader of markup.

May import `domain` and `parsing`.
"""
