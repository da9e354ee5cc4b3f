"""Where each reader leaves documents, and going on there; imports as `window` does."""
