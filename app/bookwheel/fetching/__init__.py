"""Requests to other computers, each guarded: addresses, redirects, sizes, times and the number at once.

May import log and domain. Must not know Qt, the engines, library, service or whoever asks; the service alone uses it.
"""
