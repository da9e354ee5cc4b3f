"""Many requests to the same hosts: kept connections, conditions, compressed answers, each guarded as one fetch is."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from dataclasses import dataclass
from http.cookiejar import DefaultCookiePolicy

import httpx

from bookwheel.domain.errors import FetchFailed, FetchRefused
from bookwheel.fetching.connections import Deadline, GuardedNetwork, ProxyNetwork, Resolve, ThreadDeadline, resolve
from bookwheel.fetching.decompression import Unpacker
from bookwheel.fetching.fetcher import check_url, next_address
from bookwheel.fetching.limits import Limits
from bookwheel.fetching.proxies import trusted_authorities
from bookwheel.fetching.transport import GuardedTransport, plain_failures, system_proxy

_OK = 200
_MOST_OF_REFUSAL = 65_536
"""Bytes of an answer without content that are read, so that its connection can be kept."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a server answers; `headers` have names in lower case, `content` is empty unless the status is 200."""

    url: str
    status: int
    headers: Mapping[str, str]
    content: bytes = b""

    @property
    def leads_to(self) -> str:
        """Where a redirect leads; empty for another answer."""
        return next_address(self.url, self.status, self.headers.get("location", ""))


class Session:
    """Sends requests over kept connections; safe to use from several threads. Redirects are never followed."""

    def __init__(self, agent: str, limits: Limits | None = None, find: Resolve = resolve, connections: int = 4) -> None:
        """`agent` names the program to servers; `find` looks names up."""
        self._agent, self.limits, self._find, self._connections = agent, limits or Limits(), find, connections
        self._deadline = ThreadDeadline()
        self._context = trusted_authorities()
        self._network = GuardedNetwork(self._deadline, find, self.limits.allowed, self.limits.private_hosts)
        self._clients: dict[str, httpx.Client] = {}
        self._making = threading.Lock()

    def get(
        self, url: str, headers: Mapping[str, str] | None = None, *, most_bytes: int = 0, total_s: float = 0.0
    ) -> Answer:
        """Ask for one address; `most_bytes` and `total_s` stand for the session's limits where they are not 0.

        Raises:
            FetchRefused: for an address that may not be asked, or an answer above its size.
            FetchFailed: when there is no whole answer in time.
        """
        address = check_url(url)
        deadline = self._deadline.start(total_s or self.limits.total_s)
        most = most_bytes or self.limits.size_bytes
        sent = {"User-Agent": self._agent, "Accept": "*/*", "Accept-Encoding": "gzip", **(headers or {})}
        with plain_failures(address.host):
            client = self._client(address)
            with client.stream("GET", address, headers=sent, follow_redirects=False) as response:
                named = {name.lower(): value for name, value in response.headers.items()}
                content = self._read(response, deadline, most) if response.status_code == _OK else _drain(response)
                return Answer(str(address), response.status_code, named, content)

    def close(self) -> None:
        """Close the connections."""
        for client in self._clients.values():
            client.close()

    def _client(self, address: httpx.URL) -> httpx.Client:
        proxy = system_proxy(self._network, address)
        with self._making:
            if proxy not in self._clients:
                network = ProxyNetwork(self._deadline, self._find, frozenset()) if proxy else self._network
                transport = GuardedTransport(self._context, network, proxy, self._connections)
                timeout = httpx.Timeout(self.limits.read_s, connect=self.limits.connect_s, pool=self.limits.total_s)
                client = httpx.Client(transport=transport, trust_env=False, timeout=timeout)
                client.headers.clear()
                client.cookies.jar.set_policy(DefaultCookiePolicy(allowed_domains=()))  # none is kept
                self._clients[proxy] = client
            return self._clients[proxy]

    def _read(self, response: httpx.Response, deadline: Deadline, most: int) -> bytes:
        unpacker = Unpacker(response.headers.get("content-encoding", "identity").strip().lower(), most)
        content = bytearray()
        received = 0
        for chunk in response.iter_raw():
            received += len(chunk)
            if received > most:
                raise FetchRefused("The file is larger than {size} MB.", size=f"{most / 1_000_000:g}")
            content += unpacker.unpack(chunk)
            deadline.cut(None)
        if not unpacker.is_whole:
            raise FetchFailed("The connection broke off.")
        return bytes(content)


def _drain(response: httpx.Response) -> bytes:
    """Read the rest of an answer that is not wanted, unless it is long."""
    size = 0
    for chunk in response.iter_raw():
        size += len(chunk)
        if size > _MOST_OF_REFUSAL:
            break
    return b""
