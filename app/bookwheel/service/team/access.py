"""What checks the access tokens of a team's callers."""

from __future__ import annotations

from bookwheel.domain.team import IdentityConfig, TeamConfig
from bookwheel.service.identity.access_tokens import AccessTokens
from bookwheel.service.identity.provider_requests import asker
from bookwheel.service.team.callers import Tokens


def open_tokens(config: TeamConfig) -> Tokens | None:
    """Return what checks tokens; None where nobody signs in."""
    return None if config.identity is None else _open(config.identity)


def check_provider(config: TeamConfig) -> None:
    """Ask the provider for its keys.

    Raises:
        BookwheelError: when that does not work, with the reason.
    """
    if config.identity is not None:
        _open(config.identity).check()


def _open(identity: IdentityConfig) -> AccessTokens:
    return AccessTokens(identity, asker(identity.issuer))
