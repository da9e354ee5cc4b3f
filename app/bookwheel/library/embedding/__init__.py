"""Sections as vectors: made in a child, kept in arrays, found by nearness."""
