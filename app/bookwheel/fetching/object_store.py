"""Opens stores of objects (`s3://bucket/prefix`), by the extra `bookwheel[s3]`."""

from __future__ import annotations

import os
from collections.abc import Iterator
from importlib.util import find_spec
from typing import Protocol

from bookwheel.domain.errors import BadRequest
from bookwheel.domain.publications import Stored
from bookwheel.fetching.s3_settings import read_settings


class ObjectStore(Protocol):
    """Files by their names, such as `segments/<hash>`; every write is whole or not at all."""

    def read(self, name: str, most_bytes: int) -> Stored | None:
        """A file; None when it is not there.

        Raises:
            PublicationRefused: when it is larger than `most_bytes`.
            BookwheelError: when it cannot be read.
        """
        ...

    def write_new(self, name: str, content: bytes) -> bool:
        """Write a file unless there is one of this name and size; whether it was written."""
        ...

    def replace(self, name: str, content: bytes, version: str) -> None:
        """Write a file in the place of that version of it; an empty one stands for no file.

        Raises:
            PublicationChanged: when another version is there.
        """
        ...

    def names(self, folder: str) -> Iterator[tuple[str, float]]:
        """The names of the files in a folder, each with its age in seconds."""
        ...

    def delete(self, name: str) -> None:
        """Delete a file; nothing happens when it is not there."""
        ...


def open_object_store(address: str) -> ObjectStore:
    """Return the store at `s3://bucket/prefix`, with keys, region and endpoint of the environment (`AWS_…`).

    Nothing is sent before a file is read or written. Without keys, requests are not signed: public files can be read.

    Raises:
        BadRequest: for an address or a setting that cannot be used, and where the extra is not installed.
    """
    settings = read_settings(address, os.environ)
    if find_spec("obstore") is None:
        raise BadRequest(
            "Reading and writing {address} needs an extra of Bookwheel. Install it with: pip install 'bookwheel[s3]'",
            address=settings.address,
        )
    from bookwheel.fetching.s3_store import S3Store  # noqa: PLC0415 - of the extra

    return S3Store(settings)
