"""Hostile files through the real parser and the real command line: `python -m tests.torture CORPORA_DIR`."""
