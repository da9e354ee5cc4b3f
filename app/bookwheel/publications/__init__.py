"""Published collections: manifests and their keys, segments, and the places that they are written to and read from.

Imports domain and packing; knows neither indexes nor the network, and no room above.
"""
