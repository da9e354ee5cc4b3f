"""What programs write into Markdown beside it: callouts, template marks, shortcodes, and the marks of note keepers.

May import `domain` and what `pages` reads of other files; turns marks into Markdown or HTML and opens nothing.
"""
