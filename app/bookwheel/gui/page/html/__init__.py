"""A document as the HTML of a page: its template, its style, and the code that runs in it.

May import `client`, `domain` and the rooms of `gui` below the features; knows no web view.
"""
