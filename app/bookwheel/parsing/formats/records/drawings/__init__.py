"""Canvases and drawings: their words as Markdown, and their shapes for the page; opens nothing."""
