"""Readers of files that are neither Markdown nor plain text: bytes in, a `Converted` out, one module for a format.

May import `domain` and `parsing`; opens no file, fetches nothing, and runs in the parser child alone.
"""
