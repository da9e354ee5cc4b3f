"""Signs a person in to a team's reader by a code that they confirm in a browser (RFC 8628), and renews tokens."""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass, field, replace

from bookwheel.client.teams import provider_requests
from bookwheel.client.teams.provider_requests import Fields
from bookwheel.domain.errors import FetchFailed, FetchRefused, Unauthorised
from bookwheel.domain.team import SignInDescription
from bookwheel.domain.web_addresses import is_protected_address

DISCOVERY = "/.well-known/openid-configuration"
DEVICE_GRANT = "urn:ietf:params:oauth:grant-type:device_code"

SCOPE = "openid offline_access"
"""Asks for a token that renews the others, where the provider allows it."""

INTERVAL_S = 5.0
"""Seconds between two polls unless the provider says otherwise; a provider that wants more time gets as many more."""

_LONGEST_INTERVAL_S = 60.0
_LONGEST_CODE_S = 3_600.0
_LONGEST_TOKEN = 16_384
_LONGEST_TEXT = 2_000


@dataclass(frozen=True, slots=True)
class DeviceCode:
    """A sign-in that waits for the person: `user_code` is to be confirmed at `verification_uri`."""

    user_code: str
    verification_uri: str
    complete_uri: str
    """The same with the code filled in; empty where the provider gives none."""
    interval_s: float
    ends_s: float
    """When the code expires, by `time.monotonic`."""
    description: SignInDescription
    token_address: str
    device_code: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Tokens:
    """What a person is known by; never shown or logged."""

    access: str = field(repr=False)
    refresh: str = field(default="", repr=False)
    expires_s: float = 0.0
    """When the access token expires, in seconds since 1970; 0 where the provider does not say."""


def begin(description: SignInDescription) -> DeviceCode:
    """Ask the provider for a code that the person confirms.

    Raises:
        FetchFailed: when the provider can't be reached, or does not offer to sign in so.
        Unauthorised: when it refuses this program.
    """
    provider = _discover(description.issuer)
    token_address = _address(provider, "token_endpoint")
    form = {"client_id": description.client_id, "scope": SCOPE, **_target(description)}
    status, answer = provider_requests.post(_address(provider, "device_authorization_endpoint"), form)
    if status != 200:
        raise _refusal(answer)
    verification = answer.get("verification_uri", answer.get("verification_url"))
    complete, user_code = _text(answer, "verification_uri_complete"), _text(answer, "user_code")
    device_code = _text(answer, "device_code")
    if not isinstance(verification, str) or not is_protected_address(verification) or not user_code or not device_code:
        raise FetchRefused("The identity provider gives no code and address for signing in.")
    if not is_protected_address(complete):
        complete = ""
    lasts_s = _number(answer, "expires_in", 600.0, _LONGEST_CODE_S)
    interval_s = _number(answer, "interval", INTERVAL_S, _LONGEST_INTERVAL_S)
    ends_s = time.monotonic() + lasts_s
    return DeviceCode(user_code, verification, complete, interval_s, ends_s, description, token_address, device_code)


def poll(code: DeviceCode) -> Tokens | DeviceCode:
    """Ask whether the person has confirmed: tokens, or the code to poll with again after its `interval_s`.

    Raises:
        Unauthorised: when the person declined, or the code has expired.
        FetchFailed: when the provider can't be reached; polling may go on.
    """
    if time.monotonic() >= code.ends_s:
        raise _expired()
    form = {"grant_type": DEVICE_GRANT, "device_code": code.device_code, "client_id": code.description.client_id}
    status, answer = provider_requests.post(code.token_address, {**form, **_target(code.description)})
    if status == 200:
        return _tokens(answer)
    match answer.get("error"):
        case "authorization_pending":
            return code
        case "slow_down":
            return replace(code, interval_s=code.interval_s + INTERVAL_S)
        case "access_denied":
            raise Unauthorised("The sign-in was declined.")
        case "expired_token":
            raise _expired()
        case _:
            raise _refusal(answer)


def wait(code: DeviceCode, stop: threading.Event) -> Tokens | None:
    """Poll until the person has confirmed; None once `stop` is set. A provider that is away is asked again.

    Raises:
        Unauthorised: when the person declined, or the code has expired.
    """
    while not stop.wait(code.interval_s):
        try:
            answer = poll(code)
        except FetchFailed:
            continue
        if isinstance(answer, Tokens):
            return answer
        code = answer
    return None


def refresh(description: SignInDescription, tokens: Tokens) -> Tokens:
    """Return new tokens for old ones.

    Raises:
        Unauthorised: when the provider wants the person to sign in again.
        FetchFailed: when the provider can't be reached.
    """
    if not tokens.refresh:
        raise Unauthorised("The sign-in has expired. Sign in again.")
    address = _address(_discover(description.issuer), "token_endpoint")
    form = {"grant_type": "refresh_token", "refresh_token": tokens.refresh, "client_id": description.client_id}
    status, answer = provider_requests.post(address, {**form, **_target(description)})
    if status == 200:
        renewed = _tokens(answer)
        return renewed if renewed.refresh else replace(renewed, refresh=tokens.refresh)
    if answer.get("error") == "invalid_grant":
        raise Unauthorised("The sign-in has expired. Sign in again.")
    raise _refusal(answer)


def _discover(issuer: str) -> Fields:
    provider = provider_requests.get(issuer.rstrip("/") + DISCOVERY)
    if provider.get("issuer") != issuer:
        raise FetchRefused("The identity provider calls itself by another name than {issuer}.", issuer=issuer)
    return provider


def _address(provider: Fields, name: str) -> str:
    found = provider.get(name)
    if not isinstance(found, str) or not is_protected_address(found):
        raise FetchRefused("The identity provider does not offer to sign in by a code ({name}).", name=name)
    return found


def _target(description: SignInDescription) -> dict[str, str]:
    """Whom the tokens are for, as providers read it: `resource` is the standard (RFC 8707), for addresses alone."""
    is_address = ":" in description.audience
    return {"resource" if is_address else "audience": description.audience}


def _tokens(answer: Fields) -> Tokens:
    access, kind = answer.get("access_token"), str(answer.get("token_type", "Bearer"))
    if not isinstance(access, str) or not 0 < len(access) <= _LONGEST_TOKEN or not access.isascii():
        raise FetchRefused("The identity provider gives no access token.")
    if kind.lower() != "bearer" or not access.isprintable():
        raise FetchRefused("The identity provider gives a token of a kind that is not supported.")
    again = answer.get("refresh_token", "")
    lasts_s = _number(answer, "expires_in", 0.0, 1e9)
    kept = again if isinstance(again, str) and len(again) <= _LONGEST_TOKEN else ""
    return Tokens(access, kept, time.time() + lasts_s if lasts_s else 0.0)


def _text(answer: Fields, name: str) -> str:
    found = answer.get(name)
    return found if isinstance(found, str) and len(found) <= _LONGEST_TEXT and found.isprintable() else ""


def _number(answer: Fields, name: str, usual: float, most: float) -> float:
    found = answer.get(name)
    if isinstance(found, bool) or not isinstance(found, int | float) or not found > 0:
        return usual
    return float(min(found, most))


def _expired() -> Unauthorised:
    return Unauthorised("The code has expired. Sign in again.")


def _refusal(answer: Fields) -> Unauthorised:
    reason = _text(answer, "error")[:100] or "no reason"
    return Unauthorised("The identity provider refuses the sign-in ({reason}).", reason=reason)
