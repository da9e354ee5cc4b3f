"""What is asked of whatever keeps memories: a person's state, or a database that several readers share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from bookwheel.domain.annotations.memory import Memory

UNREAD = -1
"""The number of who has read nothing yet."""


class Overtaken(Exception):
    """Others changed the memories meanwhile, and nothing was written: read them, and decide again."""


@dataclass(frozen=True, slots=True)
class StoredMemories:
    """Memories as they stand at a number, which grows with every change.

    `ids` are those of all, in the order in which they were kept. `changed` are those that came or changed after the
    number that the reader knew, `vectors` what a model made of some of these (as in `MemoryStorage.put_vectors`), by
    id.
    """

    number: int
    ids: tuple[str, ...]
    changed: tuple[Memory, ...]
    vectors: Mapping[str, tuple[str, bytes]]


class MemoryStorage(Protocol):
    """Memories with their vectors. Any thread may call.

    Every method may raise `StorageUnavailable` or `EngineUnavailable` when they cannot be reached; nobody knows then
    whether a change was made.
    """

    def read(self, known: int) -> StoredMemories | None:
        """What changed since a number (`UNREAD` for all that there is); None where nothing did."""
        ...

    def change(
        self, known: int, kept: Sequence[Memory], dropped: Sequence[str] = (), *, is_edited: bool = False
    ) -> int:
        """Keep memories (in place of those of the same id) and drop others by id, in one write; the new number.

        `is_edited` says that an older text is to be gone from everywhere, as that of dropped ones is.

        Raises:
            Overtaken: when the memories no longer stand at the number that is known.
        """
        ...

    def touch(self, memories: Sequence[Memory]) -> None:
        """Note when memories were read, of those that are still there; the number stays."""
        ...

    def put_vectors(self, model: str, vectors: Sequence[tuple[str, bytes]]) -> None:
        """Keep what a model made of memories, of those that are still there; the number stays."""
        ...

    def back_up(self) -> None:
        """Renew the copy that stands in for a damaged one, if there is one."""
        ...
