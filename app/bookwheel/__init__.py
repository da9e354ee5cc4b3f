"""Bookwheel: a desktop knowledge browser with one local index for its reader and their agents."""

__version__ = "0.1.0"
