"""The address of an engine, as a configuration writes it."""

from __future__ import annotations

import importlib.util
from dataclasses import dataclass
from enum import StrEnum
from pathlib import PurePath
from urllib.parse import urlsplit

from bookwheel.domain.errors import ConfigurationRefused
from bookwheel.domain.messages import NO_MESSAGE, Message


class EngineKind(StrEnum):
    """Which adapter an address is for."""

    CHROMA = "chroma"
    LANCE = "lancedb"
    POSTGRES = "postgresql"


PACKAGES = {EngineKind.LANCE: "lancedb", EngineKind.POSTGRES: "psycopg"}
"""What an adapter imports; Chroma's server is asked over HTTP without any."""


@dataclass(frozen=True, slots=True)
class EngineAddress:
    """An adapter and what it opens: a server's address, a folder, or `s3://bucket/prefix`."""

    kind: EngineKind
    location: str


def read_address(text: str) -> EngineAddress:
    """Return what an address names.

    Raises:
        ConfigurationRefused: for one that no adapter opens.
    """
    scheme, _, rest = text.partition(":")
    try:
        parts = urlsplit(text.removeprefix("chroma+").removeprefix("lancedb+"))
        port = parts.port
    except ValueError:
        raise _refused() from None
    if scheme in ("chroma+http", "chroma+https") and parts.hostname and parts.path in ("", "/"):
        if parts.username or parts.query or parts.fragment or port == 0:
            raise _refused()
        return EngineAddress(EngineKind.CHROMA, f"{parts.scheme}://{parts.netloc}")
    if scheme == "lancedb" and PurePath(rest).is_absolute() and not rest.startswith("//"):
        return EngineAddress(EngineKind.LANCE, rest)
    if scheme == "lancedb+s3" and parts.hostname and not parts.username:
        return EngineAddress(EngineKind.LANCE, f"s3://{parts.netloc}{parts.path.rstrip('/')}")
    if scheme in ("postgresql", "postgres") and rest.startswith("//"):
        return EngineAddress(EngineKind.POSTGRES, text)
    raise _refused()


def check_engine(text: str) -> Message:
    """Return why the engine of an address cannot be opened here, as far as that is known without asking it."""
    try:
        address = read_address(text)
    except ConfigurationRefused as error:
        return error.message
    package = PACKAGES.get(address.kind)
    if package is not None and importlib.util.find_spec(package) is None:
        return Message("The package {package} is missing. Install bookwheel[team].", package=package)
    return NO_MESSAGE


def _refused() -> ConfigurationRefused:
    return ConfigurationRefused(
        "No engine has this address. Write chroma+http://host:port, lancedb:/folder, lancedb+s3://bucket/prefix"
        " or postgresql://host/database."
    )
