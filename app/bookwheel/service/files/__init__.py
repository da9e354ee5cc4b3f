"""The service's own files in a library's folder: lock, discovery record, settings, tokens, and what the disk refuses.

May import the state index, settings, paths, wire and domain. Must not know any other room of the service.
"""
