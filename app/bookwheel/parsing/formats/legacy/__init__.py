"""Documents of older programs, which LibreOffice turns into newer formats for our own readers.

May import `domain`, `parsing.outside` and the readers of these formats.
"""
