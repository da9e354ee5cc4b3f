"""The map of the library.

Only `drawing` knows pyqtgraph, and only it, `canvas`, `scene` and `viewport` know NumPy: they are imported in a thread,
when the map is first shown.
"""
