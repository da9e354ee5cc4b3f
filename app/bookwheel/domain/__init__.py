"""What Bookwheel talks about: frozen dataclasses and the error tree.

May import the standard library alone. Must not do I/O or know a third party.
"""
