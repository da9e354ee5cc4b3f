"""What a site's robots.txt allows, how slowly it wants to be asked, and the sitemaps that it names."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import urljoin

from protego import Protego

from bookwheel.domain.errors import FetchFailed

AGENT = "Bookwheel"
"""The name by which rules for this program are looked up."""

LONGEST_DELAY_S = 60.0
LARGEST = 500_000
"""Bytes of a robots.txt that are read, as its standard (RFC 9309) asks at least."""


class Robots:
    """The rules of one host."""

    def __init__(self, text: str = "") -> None:
        self._rules = Protego.parse(text)

    def allows(self, url: str) -> bool:
        """Whether an address may be asked for."""
        return bool(self._rules.can_fetch(url, AGENT))

    @property
    def delay_s(self) -> float:
        """Seconds to leave between two requests, 0 where it says none."""
        delay = self._rules.crawl_delay(AGENT) or 0.0
        rate = self._rules.request_rate(AGENT)
        slowest = max(float(delay), rate.seconds / rate.requests if rate and rate.requests else 0.0)
        return min(LONGEST_DELAY_S, max(0.0, slowest))

    def sitemaps(self, base: str) -> Sequence[str]:
        """The addresses of sitemaps that it names."""
        return tuple(urljoin(base, address) for address in self._rules.sitemaps)


def read(status: int, content: bytes) -> Robots:
    """The rules in an answer, by its status; a site that has no robots.txt allows everything.

    Raises:
        FetchFailed: when the server fails, for then nothing may be asked.
    """
    if status >= 500 or status == 429:
        raise FetchFailed(
            "The server answers {status} for robots.txt, so its pages are not asked for. Refresh again later.",
            status=status,
        )
    if status != 200:
        return Robots()
    return Robots(content[:LARGEST].decode("utf-8", "replace"))
