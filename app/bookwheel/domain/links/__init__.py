"""Links as documents write them beyond Markdown's own: to names, to citations, and to places in files.

May import the rest of domain. Must not know where a link leads.
"""
