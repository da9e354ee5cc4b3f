"""Where documents come from besides folders: sources, when they are refreshed, and the jobs that do it.

May import service/workers and what lies below. Must not know agents or the window.
"""
