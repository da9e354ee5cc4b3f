"""The agents that may connect, what each may see, and what each needs for it."""

from __future__ import annotations

from dataclasses import dataclass

from bookwheel.domain import scopes
from bookwheel.domain.messages import Message


@dataclass(frozen=True, slots=True)
class AgentClient:
    """A program that may connect: `collections` is its scope, None for all; `seen_at` its last call.

    `filter` narrows the scope further (see `domain.scopes`). `may_remember` says that it may keep memories as well,
    `may_read_annotations` that it may read the person's annotations and reading list. `may_write` names the collections
    into which it may bring documents and entities; it need not see them for that. `groups` are those of
    a caller of a team's reader.
    """

    name: str
    collections: tuple[str, ...] | None
    created_at: str
    seen_at: str = ""
    is_connected: bool = False
    may_remember: bool = False
    filter: str = scopes.DEFAULT
    may_read_annotations: bool = False
    may_write: tuple[str, ...] = ()
    groups: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class AgentsAnswer:
    """Every client with a token, and whether the person paused all of them.

    `notices` say when the tokens were damaged and what became of them.
    """

    agents: tuple[AgentClient, ...]
    is_paused: bool
    notices: tuple[Message, ...] = ()


@dataclass(frozen=True, slots=True)
class AgentRequest:
    """Make a client (or change its scope): `collections` None shows it everything.

    `filter` narrows that (see `domain.scopes`); None leaves a known client as it is, and hides private pages from a new
    one.
    `may_remember`, `may_read_annotations` and `may_write` None leave a known client as it is; a new one may not.
    `is_unasked` says that a program asks for itself, not the person: a known client then keeps its scope, and a revoked
    one stays out.
    """

    name: str
    collections: tuple[str, ...] | None = None
    is_unasked: bool = False
    may_remember: bool | None = None
    filter: str | None = None
    may_read_annotations: bool | None = None
    may_write: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class AgentAnswer:
    """A client with what it needs to connect; the token is shown to the person's own programs alone."""

    agent: AgentClient
    url: str
    token: str


@dataclass(frozen=True, slots=True)
class PauseAgentsRequest:
    """Hold every agent's calls, or let them go on."""

    is_paused: bool
