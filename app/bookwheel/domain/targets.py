"""Where publications are written to and read from."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from bookwheel.domain.publications import Listed, Stored


class Target(Protocol):
    """Files by their names, such as `segments/<hash>`; every write is whole or not at all."""

    def read(self, name: str, most_bytes: int) -> Stored | None:
        """A file; None when it is not there.

        Raises:
            PublicationRefused: when it is larger than `most_bytes`.
            BookwheelError: when it cannot be read.
        """
        ...

    def write_new(self, name: str, content: bytes) -> bool:
        """Write a file unless there is one of this name and content; whether it was written."""
        ...

    def replace(self, name: str, content: bytes, version: str) -> None:
        """Write a file in the place of that version of it; an empty one stands for no file.

        Raises:
            PublicationChanged: when another version is there.
        """
        ...

    def names(self, folder: str) -> Iterator[Listed]:
        """The files in a folder."""
        ...

    def sweep_drafts(self, older_than_s: float) -> int:
        """Delete drafts beside the manifest that a publisher left when it was ended; how many."""
        ...

    def delete(self, name: str) -> None:
        """Delete a file; nothing happens when it is not there."""
        ...
