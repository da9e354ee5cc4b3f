"""Memory: what agents keep for later, kept apart from documents. Times are ISO 8601 in UTC."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from bookwheel.domain.messages import Message

RELATIONS = ("about", "recordedBy", "inSession")
"""What the graph says of a memory: what it names, the agent that kept it, and its session."""


class Role(StrEnum):
    """Who said what is kept."""

    USER = "user"
    ASSISTANT = "assistant"
    SYSTEM = "system"
    TOOL = "tool"


class MemoryType(StrEnum):
    """What kind of thing is kept."""

    NOTE = "note"
    FACT = "fact"
    PREFERENCE = "preference"
    DECISION = "decision"
    TASK = "task"
    EVENT = "event"
    SUMMARY = "summary"


@dataclass(frozen=True, slots=True)
class Memory:
    """One memory. `client` is whose token kept it, `agent` which of that client's agents (the client, unless named).

    `keywords` are found in the content. `read_at` is when an agent last recalled it, empty for never; `changed_at` when
    it was last edited. A summary in place of other memories says how many (`folded`) and from when on (`since`).
    `score` is 0 to 1, and 0 where no query was asked.
    """

    id: str
    client: str
    agent: str
    session: str
    role: Role
    type: MemoryType
    content: str
    tags: tuple[str, ...]
    keywords: tuple[str, ...]
    created_at: str
    read_at: str = ""
    changed_at: str = ""
    folded: int = 0
    since: str = ""
    score: float = 0.0


@dataclass(frozen=True, slots=True)
class RememberRequest:
    """What to keep. The same content of the same session and agent is kept once; its tags come together."""

    content: str
    session: str = ""
    role: Role = Role.ASSISTANT
    type: MemoryType = MemoryType.NOTE
    tags: tuple[str, ...] = ()
    agent: str = ""


@dataclass(frozen=True, slots=True)
class RememberAnswer:
    """The memory as it is kept, whether it is new, and how many the client has."""

    memory: Memory
    is_new: bool
    total: int
    notices: tuple[Message, ...] = ()


@dataclass(frozen=True, slots=True)
class MemoriesRequest:
    """Memories that answer a query, best first; without one, those of a session in order, or all, newest first.

    Empty fields narrow nothing. `limit` is 1 to 500; with `budget_tokens` (of four characters) as many come as fit, one
    at least. With `is_newest_first` a session's come so as well.
    """

    query: str = ""
    client: str = ""
    agent: str = ""
    session: str | None = None
    limit: int = 50
    cursor: str = ""
    budget_tokens: int = 0
    is_newest_first: bool = False


@dataclass(frozen=True, slots=True)
class SessionCard:
    """A session of a client with its number of memories and the time of its last one; its name may be empty."""

    client: str
    session: str
    memories: int
    last_at: str


@dataclass(frozen=True, slots=True)
class MemoriesAnswer:
    """Memories; `total` of all that fit. `sessions` come newest first where neither query nor session was given."""

    memories: tuple[Memory, ...]
    total: int
    cursor: str
    sessions: tuple[SessionCard, ...] = ()
    notices: tuple[Message, ...] = ()


@dataclass(frozen=True, slots=True)
class MemoryChange:
    """Another content, type or tags for a memory; None leaves them as they are."""

    id: str
    content: str | None = None
    type: MemoryType | None = None
    tags: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class ForgetRequest:
    """Which memories to forget: those that fit everything given, of which something must be.

    `before` is an ISO date or time. With a `summary`, that one memory takes the place of all of them.
    """

    ids: tuple[str, ...] = ()
    client: str = ""
    agent: str = ""
    session: str | None = None
    before: str = ""
    summary: str = ""


@dataclass(frozen=True, slots=True)
class ForgetAnswer:
    """How many memories were forgotten, and the summary in their place, if one was given."""

    forgotten: int
    summary: Memory | None = None


@dataclass(frozen=True, slots=True)
class MemoryExportRequest:
    """Memories of a client or session (all, when empty) as JSON lines or Markdown, oldest first; a part at a time."""

    client: str = ""
    session: str | None = None
    format: str = "jsonl"
    cursor: str = ""


@dataclass(frozen=True, slots=True)
class MemoryExportAnswer:
    """A part of an export; the parts after one another are the whole, and the last has no cursor."""

    content: str
    cursor: str
    memories: int
    links: int = 0
