"""Passwords of protected documents: kept in the system's keyring or in memory, tried, handed to the indexer.

It may import the library and the state; nothing here logs, stores or announces a password.
"""
