"""Documents as they are read: outlines, passages, rendered pages, and browsing."""
