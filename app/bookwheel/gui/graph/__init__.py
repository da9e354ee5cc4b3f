"""The graph around the document that is read.

Only `canvas` knows pyqtgraph, and only `canvas` and `force_layout` know NumPy: both are imported in a thread, when the
graph is first shown.
"""
