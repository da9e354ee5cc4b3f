"""Nearest vectors: the one process that opens Chroma, and when it builds. May import what `workers` may."""
