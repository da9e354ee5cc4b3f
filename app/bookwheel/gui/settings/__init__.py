"""All settings in one window that can be searched: the window's own, the library's, its collections' and the keys.

May import Qt, the client, the domain and the rest of `gui/`; nothing of the library's own rooms.
"""
