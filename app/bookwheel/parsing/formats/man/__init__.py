"""Manual pages: roff, man's macros and mdoc.

May import `domain` and `parsing`; opens no file and fetches nothing.
"""
