"""What checks the access tokens of a team's callers."""

from __future__ import annotations

from bookwheel.domain.team import TeamConfig
from bookwheel.service.identity.access_tokens import AccessTokens
from bookwheel.service.identity.provider_requests import asker


def open_tokens(config: TeamConfig) -> AccessTokens | None:
    """Return what checks tokens; None where nobody signs in."""
    identity = config.identity
    return None if identity is None else AccessTokens(identity, asker(identity.issuer))
