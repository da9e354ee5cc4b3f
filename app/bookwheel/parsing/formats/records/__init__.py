"""Readers of notebooks, subtitles, mail, bibliographies, address books, calendars, outlines and canvases.

May import `domain`, `parsing` and its sibling rooms of readers; opens no file and fetches nothing.
"""
