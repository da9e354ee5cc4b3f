"""Checks access tokens (JWT, RFC 9068) and says who calls with them."""

from __future__ import annotations

import time
from collections.abc import Callable

import jwt
import msgspec

from bookwheel.domain.errors import Unauthorised
from bookwheel.domain.team import IdentityConfig, TeamCaller
from bookwheel.service.identity.provider_keys import Ask, ProviderKeys
from bookwheel.service.identity.signing_keys import ALGORITHMS
from bookwheel.service.identity.token_claims import Claims, check_claims, read_caller

MOST_TOKEN_BYTES = 16_384

_TYPES = frozenset(("", "jwt", "at+jwt"))
"""Types of tokens, without `application/`. Some providers (Okta) name none; those of other uses, such as `logout+jwt`,
are refused."""

_SEGMENTS = 3

_jws = jwt.PyJWS(algorithms=ALGORITHMS)


class AccessTokens:
    """Checks the tokens of one provider. Safe to use from any thread; logs no token."""

    def __init__(
        self,
        config: IdentityConfig,
        ask: Ask,
        *,
        clock: Callable[[], float] = time.time,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        """`ask` fetches the provider's addresses, within bounds of size and time; nothing is asked yet."""
        self._config, self._clock = config, clock
        self._keys = ProviderKeys(config.issuer, ask, monotonic)

    def caller_of(self, token: str) -> TeamCaller:
        """Return the caller that a token names.

        Raises:
            Unauthorised: with a reason that may be shown to the caller.
        """
        claims = self._read(token)
        check_claims(claims, self._config, self._clock())
        return read_caller(claims, self._config)

    def check(self) -> None:
        """Ask the provider for its keys.

        Raises:
            FetchFailed: when that does not work, with the reason.
        """
        self._keys.check()

    def _read(self, token: str) -> Claims:
        """Return what a token says once its signature is checked."""
        if len(token) > MOST_TOKEN_BYTES:
            raise Unauthorised("The access token is larger than {most} bytes.", most=MOST_TOKEN_BYTES)
        if not token.isascii() or token.count(".") != _SEGMENTS - 1:
            raise Unauthorised("The access token is not a signed JSON Web Token.")
        try:
            header = _jws.get_unverified_header(token)
        except (jwt.PyJWTError, ValueError, RecursionError):
            raise Unauthorised("The access token is not a signed JSON Web Token.") from None
        algorithm, kid = _check_header(header)
        key = self._keys.find(kid, algorithm)
        try:
            content = _jws.decode(token, key.key, [algorithm])
        except (jwt.PyJWTError, ValueError, TypeError):
            raise Unauthorised("The signature of the access token is wrong. Sign in again.") from None
        try:
            return msgspec.json.decode(content, type=dict[str, object])
        except (ValueError, RecursionError):
            raise Unauthorised("The access token is not a signed JSON Web Token.") from None


def _check_header(header: Claims) -> tuple[str, str]:
    """The algorithm of a token and the name of its key; addresses and keys that a header names itself are not used."""
    algorithm, kid, kind = header.get("alg"), header.get("kid", ""), header.get("typ", "")
    if not isinstance(algorithm, str) or algorithm not in ALGORITHMS:
        raise Unauthorised("The access token is signed by an algorithm that is not allowed.")
    if not isinstance(kind, str) or kind.lower().removeprefix("application/") not in _TYPES:
        raise Unauthorised("The token is not an access token.")
    if not isinstance(kid, str) or "crit" in header or "b64" in header:
        raise Unauthorised("The access token demands something that is not supported.")
    return algorithm, kid
