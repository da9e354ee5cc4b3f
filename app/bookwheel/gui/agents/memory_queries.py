"""What the sheet of memories asks, off the window's thread: a list, and the agents and sessions that there are."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from bookwheel.client import exporting
from bookwheel.client.connection import Client
from bookwheel.domain.annotations.memory import MemoriesRequest, Memory, MemoryExportRequest
from bookwheel.domain.messages import Message

FORMATS = {"jsonl": "JSON Lines", "md": "Markdown"}
"""How memories are exported, by the end of the file's name."""


@dataclass(frozen=True, slots=True)
class MemoryFilter:
    """The memories of one client (all, when empty), of one of its sessions (all, for None)."""

    client: str = ""
    session: str | None = None

    def request(self, query: str, limit: int) -> MemoriesRequest:
        """What asks for these memories."""
        return MemoriesRequest(query, self.client, session=self.session, limit=limit, is_newest_first=True)


ALL = MemoryFilter()


@dataclass(frozen=True, slots=True)
class MemoryListing:
    """An answer, what was asked, and which agents and sessions may be chosen: the newest first."""

    request: MemoriesRequest = MemoriesRequest()
    memories: tuple[Memory, ...] = ()
    total: int = 0
    cursor: str = ""
    notices: tuple[Message, ...] = ()
    clients: tuple[str, ...] = ()
    sessions: tuple[MemoryFilter, ...] = ()

    @property
    def query(self) -> str:
        """The words that were asked, empty for none."""
        return self.request.query

    @property
    def which(self) -> MemoryFilter:
        """Whose memories were asked for."""
        return MemoryFilter(self.request.client, self.request.session)


def look_up(client: Client, request: MemoriesRequest) -> MemoryListing:
    """The memories asked for, the newest first or the best first, with what else may be chosen."""
    answer = client.memories(request)
    memories = answer.memories
    is_all = not request.query and request.session is None
    own = answer.sessions if is_all else client.memories(MemoriesRequest(client=request.client, limit=1)).sessions
    everyone = client.memories(MemoriesRequest(limit=1)).sessions if request.client else own
    named = {card.client for card in everyone} | {one.client for one in memories} | {request.client}
    named |= {agent.name for agent in client.agents().agents if agent.may_remember}
    return MemoryListing(
        replace(request, cursor=""),
        memories,
        answer.total,
        answer.cursor,
        answer.notices,
        tuple(sorted(named - {""})),
        tuple(MemoryFilter(card.client, card.session) for card in own),
    )


def write_to(client: Client, which: MemoryFilter, form: str, file: Path) -> int:
    """Write memories to a file that its owner alone may read, oldest first; how many.

    Raises:
        BadRequest: when it cannot be written.
    """
    request = MemoryExportRequest(which.client, which.session, form)

    def part(cursor: str) -> tuple[str, str, int]:
        answer = client.export_memories(replace(request, cursor=cursor))
        return answer.content, answer.cursor, answer.memories

    return exporting.write(part, file, 0o600)
