"""Markdown to pieces: one reader, HTML and template marks inside the text, and the dialect of a folder."""
