"""The desktop around the window: other programs, screens and the single instance."""
