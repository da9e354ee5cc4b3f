"""HTML: pages to blocks of Markdown, with the lines of their source.

May import `domain` and `parsing`; opens no file and fetches nothing.
"""
