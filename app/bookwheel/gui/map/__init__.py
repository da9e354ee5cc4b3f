"""The map of the whole library: every document as a place, a page of its own in the centre, and the same as a table.

May import gui, client, wire, settings, paths and domain. Only `canvas` and `painting` know pyqtgraph, and only they,
`scene` and `view` know NumPy: they are imported in a thread, when the map is first shown.
"""
