"""The main window: every feature built and connected."""
