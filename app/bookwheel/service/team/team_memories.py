"""What the callers of a team's reader keep: each its own memories, in a database that all readers share."""

from __future__ import annotations

import logging
import threading
from collections import OrderedDict
from collections.abc import Callable
from typing import TYPE_CHECKING

from bookwheel.domain.errors import StoreUnusable
from bookwheel.domain.team import TeamConfig
from bookwheel.indexes.embedding import Encoder
from bookwheel.library.annotations.memories import Memories
from bookwheel.library.annotations.memory_store import MemoryStore
from bookwheel.library.library import Library
from bookwheel.service.agents.tools.tool_definition import Tool
from bookwheel.service.agents.tools.tools import TOOLS
from bookwheel.service.memory_maintenance import encoder_of
from bookwheel.settings import Settings

if TYPE_CHECKING:
    from bookwheel.service.team.database.memories import MemoryDatabase

MOST_CALLERS = 200
"""Callers whose memories stay in a reader's own memory."""

MEMORY_TOOLS: dict[str, Tool] = {name: TOOLS[name] for name in ("remember", "recall", "forget")}

ALLOW = "the team's administrator allows it: [memory] in the configuration"

logger = logging.getLogger(__name__)


class TeamMemories:
    """The memories of all callers, those of each in a store of their own; any thread."""

    def __init__(self, database: MemoryDatabase) -> None:
        """Read nothing yet."""
        self._database = database
        self._lock = threading.Lock()
        self._stores: OrderedDict[str, MemoryStore] = OrderedDict()
        self._encoder: Callable[[], Encoder | None] = lambda: None

    def serve(self, library: Library, settings: Callable[[], Settings]) -> None:
        """Give a reader's library the callers' memories; links and topics are not theirs to keep."""
        self._encoder = lambda: encoder_of(library)
        library.memory = Memories(self, settings, allow=ALLOW)
        library.links = library.topic_proposals = None

    def for_client(self, client: str) -> MemoryStore:
        """Where a caller's memories are kept, by its name."""
        with self._lock:
            store = self._stores.get(client)
            if store is None:
                store = self._stores[client] = MemoryStore(self._database.of(client), lambda: self._encoder())
            self._stores.move_to_end(client)
            return store

    def settle(self, *, is_last: bool = False) -> bool:
        """Write what waits, and let go of the memories of those who have not called for longest."""
        with self._lock:
            stores = list(self._stores.items())
        is_more = False
        for client, store in stores:
            is_more = store.settle(is_last=is_last) or is_more
            with self._lock:
                if len(self._stores) > MOST_CALLERS and next(iter(self._stores)) == client:
                    del self._stores[client]
        return is_more

    def close(self) -> None:
        """Write what waits, and close the connection."""
        try:
            self.settle(is_last=True)
        except StoreUnusable as error:
            logger.warning("When memories were read is not noted: %s", error.message)
        self._database.close()


def open_memories(config: TeamConfig) -> TeamMemories | None:
    """Return what keeps the callers' memories; None where the configuration has no table for them."""
    if config.memory_database is None:
        return None
    from bookwheel.service.team.database.memories import MemoryDatabase  # noqa: PLC0415 - of the extra `team`

    return TeamMemories(MemoryDatabase(config.memory_database))
