"""For whom `/mcp` is served: what each caller may see, which tools there are, and how refusals are worded."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from bookwheel.domain.errors import BookwheelError
from bookwheel.domain.scopes import filters_of
from bookwheel.domain.search import Scope
from bookwheel.domain.service.agents import AgentClient
from bookwheel.service.agents.tools.tool_definition import Tool
from bookwheel.service.agents.tools.tools import TOOLS


def scope_of(client: AgentClient) -> Scope:
    """What an agent may see and do, as the person chose for it."""
    filters = filters_of(client.filter)
    may = (client.may_remember, filters, client.may_read_annotations, client.may_write)
    return Scope(client.collections, client.name, *may)


def _as_it_is(error: BookwheelError) -> BookwheelError:
    return error


@dataclass(frozen=True, slots=True)
class Audience:
    """The callers of one service: by default the agents of a person, who are told whatever the person is told.

    `library` and `empty` are what agents are told of the library: whose it is, and what is said while it is empty.
    `reword` gives the error that a caller is told in place of another.
    """

    scope_of: Callable[[AgentClient], Scope] = scope_of
    tools: Mapping[str, Tool] = field(default_factory=lambda: TOOLS)
    library: str = "the person's own library"
    empty: str = "Bookwheel holds no documents yet; the person adds folders to it."
    reword: Callable[[BookwheelError], BookwheelError] = _as_it_is


PERSON = Audience()
