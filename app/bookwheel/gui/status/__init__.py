"""The status bar and the health dialog."""
