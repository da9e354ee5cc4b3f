"""Colours, style sheet and icons."""
