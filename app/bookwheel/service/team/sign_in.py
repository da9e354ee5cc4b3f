"""What tells clients how to sign in: the metadata of the protected resource and the challenge of a refusal."""

from __future__ import annotations

from bookwheel.domain.team import TeamConfig
from bookwheel.service.team.routes import METADATA


def metadata(config: TeamConfig) -> dict[str, object] | None:
    """Return the metadata of the resource; None where nobody signs in.

    Source: RFC 9728.
    """
    if config.identity is None:
        return None
    return {
        "resource": f"{config.public_url}/mcp",
        "resource_name": config.name,
        "authorization_servers": [config.identity.issuer],
        "bearer_methods_supported": ["header"],
    }


def challenge(config: TeamConfig, reason: str) -> str:
    """Return the value of `WWW-Authenticate`; `reason` says what is wrong with a token, empty where none was sent.

    Source: RFC 6750, 3; RFC 9728, 5.1.
    """
    where = f'Bearer resource_metadata="{config.public_url}{METADATA}"'
    plain = reason.replace("\\", "").replace('"', "")
    return f'{where}, error="invalid_token", error_description="{plain}"' if plain else where
