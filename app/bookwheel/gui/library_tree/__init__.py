"""The tree of collections, folders and documents."""
