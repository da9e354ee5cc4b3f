"""Bookmarks, highlights and notes in the window; imports `shell`, `widgets` and what lies below, no other feature."""
