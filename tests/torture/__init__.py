"""Hostile files through the real parser and the real command line, and children killed: `python -m tests.torture`."""
