"""reStructuredText, that of Sphinx as well, through docutils; nothing that it names is opened.

May import `domain` and `parsing`; opens no file and fetches nothing.
"""
