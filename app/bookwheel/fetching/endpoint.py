"""Posts to one address that an operator names, such as a SPARQL server, within bounds of time and size."""

from __future__ import annotations

import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass
from http.cookiejar import DefaultCookiePolicy

import httpcore
import httpx

from bookwheel.domain.errors import FetchFailed, FetchRefused, TimedOut
from bookwheel.domain.web_addresses import parse_web_address
from bookwheel.fetching.connections import GuardedNetwork, ThreadDeadline, resolve
from bookwheel.fetching.fetcher import check_url
from bookwheel.fetching.proxies import trusted_authorities
from bookwheel.fetching.transport import GuardedTransport, plain_failures

CONNECT_S = 5.0
_UNAUTHORISED = 401
_MOST_OF_REFUSAL = 4_096
"""Bytes that are read of an answer that is not 200."""


@dataclass(frozen=True, slots=True)
class Reply:
    """What a server answers; `content` is cut at the bytes that were asked for."""

    status: int
    content: bytes


class Endpoint:
    """Posts to one address over kept connections; safe to use from several threads. Redirects are never followed.

    The address may be in the operator's own network. A login is sent once the server asks for it, by Digest where the
    server offers that, else by Basic.
    """

    def __init__(self, agent: str, url: str, login: tuple[str, str] | None = None, connections: int = 4) -> None:
        """`agent` names the program to the server.

        Raises:
            FetchRefused: for what is no web address.
        """
        self._agent, self._address, self._login = agent, check_url(url), login
        self._deadline = ThreadDeadline()
        parts = parse_web_address(url)
        own = frozenset((f"{parts.host}:{parts.port}",)) if parts is not None else frozenset[str]()
        network = GuardedNetwork(self._deadline, resolve, frozenset(), own)
        transport = GuardedTransport(trusted_authorities(), network, "", connections)
        self._client = httpx.Client(transport=transport, trust_env=False)
        self._client.headers.clear()
        self._client.cookies.jar.set_policy(DefaultCookiePolicy(allowed_domains=()))
        self._auth: httpx.Auth | None = None
        self._choosing = threading.Lock()

    def post(self, content: bytes, headers: Mapping[str, str], total_s: float, most_bytes: int) -> Reply:
        """Post content and return the answer.

        Raises:
            TimedOut: when the server was reached and did not answer within `total_s`.
            FetchFailed: when the server cannot be reached.
            FetchRefused: for a compressed answer, which was not asked for.
        """
        began = time.monotonic()
        try:
            reply = self._send(content, headers, total_s, most_bytes, self._auth)
            if reply.status == _UNAUTHORISED and self._login is not None and self._auth is None:
                reply = self._send(content, headers, total_s, most_bytes, self._choose_login(reply.content))
        except FetchFailed:
            if time.monotonic() - began >= total_s:
                raise _timed_out(total_s) from None
            raise
        return reply

    def close(self) -> None:
        """Close the connections."""
        self._client.close()

    def _send(
        self, content: bytes, headers: Mapping[str, str], total_s: float, most_bytes: int, auth: httpx.Auth | None
    ) -> Reply:
        deadline = self._deadline.start(total_s)
        sent = {"User-Agent": self._agent, "Accept-Encoding": "identity", **headers}
        timeout = httpx.Timeout(total_s, connect=min(CONNECT_S, total_s))
        with plain_failures(self._address.host):
            try:
                with self._client.stream(
                    "POST", self._address, content=content, headers=sent, auth=auth, timeout=timeout,
                    follow_redirects=False,
                ) as response:  # fmt: skip
                    if response.status_code == _UNAUTHORISED:
                        return Reply(_UNAUTHORISED, response.headers.get("www-authenticate", "").encode())
                    most = most_bytes if response.is_success else _MOST_OF_REFUSAL
                    if response.headers.get("content-encoding", "identity").lower() != "identity":
                        raise FetchRefused("The server sends a compressed answer that was not asked for.")
                    received = bytearray()
                    for chunk in response.iter_raw():
                        received += chunk
                        deadline.cut(None)
                        if len(received) >= most:
                            break
                    return Reply(response.status_code, bytes(received[:most]))
            except (httpx.ReadTimeout, httpcore.ReadTimeout):
                raise _timed_out(total_s) from None

    def _choose_login(self, challenge: bytes) -> httpx.Auth:
        assert self._login is not None
        with self._choosing:
            if self._auth is None:
                is_digest = b"digest" in challenge.lower()
                self._auth = httpx.DigestAuth(*self._login) if is_digest else httpx.BasicAuth(*self._login)
            return self._auth


def _timed_out(total_s: float) -> TimedOut:
    return TimedOut("The server did not answer within {time} s.", time=f"{total_s:g}")
