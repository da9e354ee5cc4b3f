"""The outline of the document that is read."""
