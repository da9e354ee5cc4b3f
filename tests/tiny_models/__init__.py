"""Tiny embedding models of the shapes that are published, made on the spot: graphs, tokenizers and settings."""
