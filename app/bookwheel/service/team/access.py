"""What checks the access tokens of a team's callers."""

from __future__ import annotations

from bookwheel.domain.errors import ConfigurationRefused
from bookwheel.domain.team import TeamConfig
from bookwheel.service.team.callers import Tokens


def open_tokens(config: TeamConfig) -> Tokens | None:
    """Return what checks tokens; None where nobody signs in."""
    if config.identity is None:
        return None
    raise ConfigurationRefused("identity: Sign-in is not available in this version.")


def check_provider(config: TeamConfig) -> None:
    """Ask the provider for its keys.

    Raises:
        BookwheelError: when that does not work, with the reason.
    """
    open_tokens(config)
