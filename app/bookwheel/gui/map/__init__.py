"""The map of the library.

Only `canvas` and `batch_painter` know pyqtgraph, and only they, `scene` and `viewport` know NumPy: they are imported
in a thread, when the map is first shown.
"""
