"""Names of agents as a person writes them."""

from __future__ import annotations


def display_name(client: str) -> str:
    """A client's name as a person writes it: `claude-code` is Claude Code."""
    return client.replace("-", " ").title() if client.islower() else client
