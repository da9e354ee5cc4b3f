"""Publishing: a collection's documents and vectors as signed segments in a target.

Imports snapshot, sources and the rooms below the library; runs in a child of the service.
"""
