"""MediaWiki's markup and Textile: sections, lists, tables, templates, links and notes.

May import `domain` and `parsing`; opens no file and fetches nothing.
"""
