"""AsciiDoc, by a small reader of our own; included files are named, never opened.

May import `domain` and `parsing`; opens no file and fetches nothing.
"""
