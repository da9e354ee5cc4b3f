"""Asks the identity provider, within bounds of size and time; it may be in the organisation's own network."""

from __future__ import annotations

import bookwheel
from bookwheel.domain.web_addresses import parse_web_address
from bookwheel.fetching.fetcher import Fetcher
from bookwheel.fetching.limits import Limits
from bookwheel.service.identity.provider_keys import Ask

MOST_BYTES = 1_000_000
TOTAL_S = 10.0


def asker(issuer: str) -> Ask:
    """Return what fetches the addresses of a provider.

    Redirects are not followed. Other hosts than the issuer's own, which may keep its keys, must be public.
    """
    limits = Limits(MOST_BYTES, connect_s=5.0, read_s=5.0, total_s=TOTAL_S, redirects=0, private_hosts=_own(issuer))
    fetcher = Fetcher(f"Bookwheel/{bookwheel.__version__}", limits)
    return lambda address: fetcher.fetch(address, "application/json").content


def _own(issuer: str) -> frozenset[str]:
    parts = parse_web_address(issuer)
    return frozenset() if parts is None else frozenset((f"{parts.host}:{parts.port}",))
