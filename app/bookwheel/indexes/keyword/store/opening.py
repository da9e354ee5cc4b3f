"""Opens the words of an address, as a configuration writes it."""

from __future__ import annotations

import importlib.util
from urllib.parse import urlsplit

from bookwheel.domain.errors import ConfigurationRefused
from bookwheel.domain.messages import NO_MESSAGE, Message
from bookwheel.indexes.keyword.store.port import SharedKeyword
from bookwheel.indexes.keyword.store.postgres_words import PostgresWords


def open_words(address: str) -> SharedKeyword:
    """Return the words at an address, which is asked at the first call.

    Raises:
        ConfigurationRefused: for an address that no adapter opens.
        EngineUnavailable: where the engine's package is missing.
    """
    if not _is_postgres(address):
        raise ConfigurationRefused("No store of words has this address. Write postgresql://user@host/database.")
    return PostgresWords(address)


def check_words(address: str) -> Message:
    """Return why the words of an address cannot be opened here, as far as that is known without asking."""
    if not _is_postgres(address):
        return Message("No store of words has this address. Write postgresql://user@host/database.")
    if importlib.util.find_spec("psycopg") is None:
        return Message("The package {package} is missing. Install bookwheel[team].", package="psycopg")
    return NO_MESSAGE


def _is_postgres(address: str) -> bool:
    try:
        parts = urlsplit(address)
        return parts.scheme in ("postgresql", "postgres") and address.partition(":")[2].startswith("//")
    except ValueError:
        return False
