"""Reads what a checked token says: for whom it is, how long it holds, and whose it is."""

from __future__ import annotations

from typing import cast

from bookwheel.domain.errors import Unauthorised
from bookwheel.domain.team import IdentityConfig, TeamCaller

Claims = dict[str, object]

LEEWAY_S = 60.0
"""Seconds by which the provider's clock may differ."""

MOST_GROUPS = 5_000
LONGEST_GROUP = 200
LONGEST_NAME = 255

_LATEST_S = 1e12

_CLIENT_CLAIMS = ("client_id", "azp", "cid", "appid")
"""Where providers name the program, by precedence: RFC 9068, OpenID Connect, Okta, Microsoft."""

_NAME_CLAIMS = ("preferred_username", "email", "name")

_ID_CLAIMS = ("nonce", "at_hash", "c_hash")
"""What only ID tokens have, which say who signed in and allow nothing."""


def check_claims(claims: Claims, config: IdentityConfig, now_s: float) -> None:
    """Check issuer, audience, times and use of a token.

    Raises:
        Unauthorised: with a reason that may be shown.
    """
    if claims.get("iss") != config.issuer:
        raise Unauthorised("The access token comes from another identity provider.")
    audience = claims.get("aud")
    listed = cast("list[object]", audience) if isinstance(audience, list) else [audience]
    if config.audience not in listed:
        raise Unauthorised("The access token is for another service, not for {audience}.", audience=config.audience)
    if not _is_access_token(claims):
        raise Unauthorised("The token is not an access token.")
    if "cnf" in claims:
        raise Unauthorised("The access token is bound to a key, which is not supported.")
    _check_times(claims, now_s)


def read_caller(claims: Claims, config: IdentityConfig) -> TeamCaller:
    """Return whom a token names.

    Raises:
        Unauthorised: when it names nobody, or more groups than a token may.
    """
    client = next((text for name in _CLIENT_CLAIMS if (text := _read_name(claims.get(name)))), "")
    subject = _read_name(claims.get("sub", client))
    if not subject:
        raise Unauthorised("The access token names no caller.")
    name = next((text for name in _NAME_CLAIMS if (text := _read_name(claims.get(name)))), subject)
    return TeamCaller(subject, name, client, _read_groups(claims, config), _is_agent(claims, subject, client))


def _check_times(claims: Claims, now_s: float) -> None:
    expires_s = _read_time(claims, "exp")
    if expires_s is None:
        raise Unauthorised("The access token does not say when it expires.")
    if now_s >= expires_s + LEEWAY_S:
        raise Unauthorised("The access token has expired. Sign in again.")
    for name in ("nbf", "iat"):
        starts_s = _read_time(claims, name)
        if starts_s is not None and starts_s > now_s + LEEWAY_S:
            raise Unauthorised("The access token is not valid yet. Check the clocks of both computers.")


def _read_time(claims: Claims, name: str) -> float | None:
    """A time in seconds; None where there is none."""
    value = claims.get(name)
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= _LATEST_S:
        raise Unauthorised("The access token has a time that can't be read.")
    return float(value)


def _is_access_token(claims: Claims) -> bool:
    """Whether a token allows something; providers mark the others in ways of their own (Keycloak `typ`, Cognito)."""
    if any(name in claims for name in _ID_CLAIMS):
        return False
    kind, use = claims.get("typ", "Bearer"), claims.get("token_use", "access")
    return str(kind).lower() in ("bearer", "jwt", "at+jwt") and use == "access"


def _is_agent(claims: Claims, subject: str, client: str) -> bool:
    """Whether a program calls for itself (client credentials): it is the subject, or the provider says so."""
    if claims.get("gty") == "client-credentials" or claims.get("idtyp") == "app":  # Auth0; Microsoft
        return True
    own = (client, f"{client}@clients")
    is_service_account = claims.get("preferred_username") == f"service-account-{client.lower()}"  # Keycloak
    return bool(client) and (subject in own or is_service_account)


def _read_name(value: object) -> str:
    """A name as a token has it; empty where it is none that can be shown in one line."""
    is_name = isinstance(value, str) and len(value) <= LONGEST_NAME and value.isprintable()
    return cast("str", value).strip() if is_name else ""


def _read_groups(claims: Claims, config: IdentityConfig) -> frozenset[str]:
    """The groups of a caller; a single one may stand without a list."""
    named = claims.get("_claim_names")
    if isinstance(named, dict) and config.groups_claim in named:  # Microsoft, for more groups than it writes
        raise Unauthorised("The access token leaves the groups out, because there are too many for it.")
    value = claims.get(config.groups_claim)
    groups = [] if value is None else cast("list[object]", value) if isinstance(value, list) else [value]
    if len(groups) > MOST_GROUPS:
        raise Unauthorised("The access token names more than {most} groups.", most=MOST_GROUPS)
    if not all(isinstance(group, str) and len(group) <= LONGEST_GROUP for group in groups):
        raise Unauthorised("The access token names a group that can't be read, or is longer than 200 letters.")
    return frozenset(cast("list[str]", groups))
