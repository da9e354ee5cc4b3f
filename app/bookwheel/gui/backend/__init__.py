"""The connection to the service, and calls made off the GUI thread."""
