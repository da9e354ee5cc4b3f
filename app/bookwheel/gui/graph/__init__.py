"""The local graph: what is connected with the document that is read, as a drawing and as a table.

May import gui, client, wire, settings, paths and domain. Only `canvas` knows pyqtgraph, and only `canvas` and `layout`
know NumPy: both are imported in a thread, when the graph is first shown.
"""
