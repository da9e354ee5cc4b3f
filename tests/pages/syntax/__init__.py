"""The syntax that programs write into Markdown beside it."""
