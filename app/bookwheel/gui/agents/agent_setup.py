"""What an agent's configuration says, written and tried; call these off the window's thread."""

from __future__ import annotations

from bookwheel.client import agent_config, agents, connection_test
from bookwheel.client.connection import Client
from bookwheel.client.known_agents import Agent, Surroundings
from bookwheel.domain.errors import BookwheelError

_UNTOLD = "bw_"
"""In place of a token that is made when the change is written."""


def http_entry(client: Client, agent: Agent, token: str = _UNTOLD) -> agent_config.Table:
    """The entry that asks the address, with the token that stands in it already where none is told yet."""
    if token == _UNTOLD:
        held = agent_config.entry_in(agent.file(Surroundings.here()), agent.format) or {}
        token = agent_config.token_in(held) or token
    return agent.http_entry(f"{client.url}/mcp", token)


def apply_change(client: Client, change: agent_config.Change, agent: Agent) -> tuple[connection_test.Trial | None, str]:
    """Let the agent in, write its configuration and try it, or take our entry out: how it answers, and what fails."""
    if change.after is None:
        change.write()
        return None, ""
    token, entry = agents.admitted(client, agent.name, ()).token, change.after
    if "url" in entry:
        entry = http_entry(client, agent, token)
        agent_config.changed(change.path, entry, agent.format).write()
    else:
        change.write()
    try:
        return connection_test.tried(entry), ""
    except BookwheelError as error:
        return None, error.message
