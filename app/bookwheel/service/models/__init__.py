"""Embedding models on this computer and on the hub: listed, fetched once a person agrees, removed, chosen."""
