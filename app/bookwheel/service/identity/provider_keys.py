"""The keys of an OpenID Connect provider: discovered, cached, and fetched again when tokens name others."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import cast

import msgspec

from bookwheel.domain.errors import FetchFailed, FetchRefused, Unauthorised
from bookwheel.domain.web_addresses import parse_web_address
from bookwheel.service.identity.signing_keys import SigningKey, read_keys

DISCOVERY = "/.well-known/openid-configuration"

REFETCH_S = 30.0
"""Seconds between two requests for the keys, however many tokens name a key that is not known."""

FRESH_S = 900.0
"""Seconds after which the keys are fetched again, so that a key that is withdrawn stops counting."""

KEPT_S = 86_400.0
"""Seconds for which known keys stay in force while the provider can't be reached."""

WAIT_S = 1.0
"""Seconds that a caller waits for newer keys where those that are known fit its token."""

Ask = Callable[[str], bytes]
"""What an address answers; raises FetchFailed."""

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Keys:
    keys: tuple[SigningKey, ...] = ()
    at_s: float = 0.0


class ProviderKeys:
    """The keys by which a provider signs. Safe to use from any thread.

    One thread fetches; meanwhile others go on with the keys that are known, and wait only where there are none. A fetch
    that is due by time alone has a thread of its own, so that a provider which is silent holds no caller up.
    """

    def __init__(self, issuer: str, ask: Ask, clock: Callable[[], float] = time.monotonic) -> None:
        """Ask nothing yet; the first token does."""
        self._issuer, self._ask, self._clock = issuer, ask, clock
        self._fetching = threading.Lock()
        self._keys = _Keys()
        self._asked_s: float | None = None
        self._is_away = False

    def find(self, kid: str, algorithm: str) -> SigningKey:
        """Return the key of a token; an empty `kid` means the only one that fits the algorithm.

        Raises:
            Unauthorised: when the provider publishes no such key, or can't be reached and the key is not known.
        """
        if _choose(self._current(), kid, algorithm) is None:
            self._refresh(0.0)
        else:
            self._renew()
        key = _choose(self._current(), kid, algorithm)
        if key is not None:
            return key
        if self._is_away:
            raise Unauthorised("The identity provider can't be reached. Try again in a minute.")
        raise Unauthorised("The identity provider does not publish the key of this access token. Sign in again.")

    def check(self) -> None:
        """Fetch the keys now, for whoever wants to know whether that works.

        Raises:
            FetchFailed: when the provider does not answer, or with something else.
        """
        with self._fetching:
            self._fetch()

    def _current(self) -> tuple[SigningKey, ...]:
        known = self._keys
        return known.keys if self._clock() - known.at_s < KEPT_S else ()

    def _renew(self) -> None:
        """Fetch the keys in a thread of their own when they are no longer fresh; wait for them a moment.

        Of a provider that did not answer the last time nothing is waited for.
        """
        if not self._is_due(FRESH_S) or self._fetching.locked():
            return
        fetching = threading.Thread(target=self._refresh, args=(FRESH_S,), name="provider keys", daemon=True)
        fetching.start()
        if not self._is_away:
            fetching.join(WAIT_S)

    def _refresh(self, age_s: float) -> None:
        """Fetch the keys when they are older than that, unless they were asked for a moment ago."""
        if not self._is_due(age_s) or not self._fetching.acquire(blocking=not self._current()):
            return
        try:
            if self._is_due(age_s):
                self._fetch()
        except FetchFailed as error:
            logger.warning("The keys of the identity provider could not be fetched: %s", error.message)
        finally:
            self._fetching.release()

    def _is_due(self, age_s: float) -> bool:
        now = self._clock()
        if self._asked_s is not None and now - self._asked_s < REFETCH_S:
            return False
        return not self._current() or now - self._keys.at_s >= age_s

    def _fetch(self) -> None:
        is_away = True
        try:
            self._keys = _Keys(self._ask_for_keys(), self._clock())
            is_away = False
        finally:  # after the answer, so that whoever waits for the first keys waits until then
            self._is_away, self._asked_s = is_away, self._clock()

    def _ask_for_keys(self) -> tuple[SigningKey, ...]:
        described = _read_object(self._ask(self._issuer.rstrip("/") + DISCOVERY))
        if described.get("issuer") != self._issuer:
            raise FetchRefused(
                "The identity provider calls itself {other}. Write this as the issuer.",
                other=repr(described.get("issuer"))[:200],
            )
        address = described.get("jwks_uri")
        if not isinstance(address, str) or not _is_safe(address, self._issuer):
            raise FetchRefused("The identity provider names no https address of its keys.")
        return read_keys(_read_object(self._ask(address)))


def _choose(keys: tuple[SigningKey, ...], kid: str, algorithm: str) -> SigningKey | None:
    fitting = [key for key in keys if algorithm in key.algorithms and kid in ("", key.kid)]
    return fitting[0] if len(fitting) == 1 else None


def _is_safe(address: str, issuer: str) -> bool:
    """Whether the keys come by TLS; plain http is for an issuer that is written so, on loopback alone."""
    own, other = parse_web_address(issuer), parse_web_address(address)
    if own is None or other is None or other.has_login:
        return False
    return other.scheme == "https" or (own.scheme == "http" and own.host == other.host)


def _read_object(content: bytes) -> dict[str, object]:
    try:
        found: object = msgspec.json.decode(content)
    except (ValueError, RecursionError):
        raise FetchRefused("The identity provider answers with something that is not JSON.") from None
    if not isinstance(found, dict):
        raise FetchRefused("The identity provider answers with something that is not a JSON object.")
    return cast("dict[str, object]", found)
