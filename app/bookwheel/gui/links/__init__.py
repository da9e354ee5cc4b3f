"""Backlinks, links made by hand, and the link report."""
