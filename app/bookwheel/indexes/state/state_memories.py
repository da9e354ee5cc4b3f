"""Memories in the state of a person's own library, which nobody else writes."""

from __future__ import annotations

from collections.abc import Sequence

from bookwheel.domain.annotations.memory import Memory
from bookwheel.indexes.state.memory_storage import UNREAD, StoredMemories
from bookwheel.indexes.state.state import State


class StateMemories:
    """See `MemoryStorage`; the number counts the changes of this process."""

    def __init__(self, state: State) -> None:
        """Read nothing yet."""
        self._state = state

    def read(self, known: int) -> StoredMemories | None:
        """All memories the first time; what comes later, the reader itself has brought."""
        if known != UNREAD:
            return None
        memories = self._state.memories()
        return StoredMemories(0, tuple(memory.id for memory in memories), memories, self._state.memory_vectors())

    def change(
        self, known: int, kept: Sequence[Memory], dropped: Sequence[str] = (), *, is_edited: bool = False
    ) -> int:
        """Keep and drop memories in one write."""
        self._state.change_memories(kept, dropped, is_edited=is_edited)
        return known + 1

    def touch(self, memories: Sequence[Memory]) -> None:
        """Keep the memories as they are now; what was dropped is none of them."""
        self._state.change_memories(memories)

    def put_vectors(self, model: str, vectors: Sequence[tuple[str, bytes]]) -> None:
        """Keep vectors."""
        self._state.put_memory_vectors(model, vectors)

    def back_up(self) -> None:
        """Renew the state's backup."""
        self._state.back_up()
