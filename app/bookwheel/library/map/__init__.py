"""The map of a library: places of documents, regions, and the drawing child."""
