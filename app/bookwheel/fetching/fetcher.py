"""Fetches one address: guarded connections, each redirect checked again, nothing sent but what is asked for."""

from __future__ import annotations

import ssl
import threading
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from urllib.parse import urljoin

import httpcore
import httpx

from bookwheel.domain.errors import FetchFailed, FetchRefused
from bookwheel.domain.web_addresses import PORTS, parse_web_address
from bookwheel.fetching import proxies
from bookwheel.fetching.connections import Deadline, GuardedNetwork, ProxyNetwork, Resolve, resolve
from bookwheel.fetching.limits import Limits
from bookwheel.fetching.transport import GuardedTransport, plain_failures, port_of, system_proxy
from bookwheel.fetching.turns import Turns

_REDIRECTS = frozenset((301, 302, 303, 307, 308))
_OK = 200
_LOWEST_PORT = 1024
_WEB_PORTS = frozenset((80, 443))
"""Ports below 1024 that are asked; others belong to mail and the like, which would read a request as their own."""
_LONGEST_URL = 4000


@dataclass(frozen=True, slots=True)
class Fetched:
    """What came, and from where after all redirects."""

    content: bytes
    media_type: str
    url: str


class Fetcher:
    """Fetches what a person asks for; safe to use from several threads, of which others wait for their turn."""

    def __init__(self, agent: str, limits: Limits | None = None, find: Resolve = resolve) -> None:
        """`agent` names the program to servers; `find` looks names up."""
        self._agent, self._limits, self._find = agent, limits or Limits(), find
        self._turns = Turns()
        self._context: ssl.SSLContext | None = None
        self._making = threading.Lock()

    def fetch(self, url: str, accept: str, check: Callable[[str], object] | None = None) -> Fetched:
        """The content behind an address; `check` refuses addresses, that one and those which it leads on to.

        Raises:
            FetchRefused: for an address that is not public or not of the web, and an answer above its size.
            FetchFailed: when there is no answer, or not the one asked for.
        """
        deadline: Deadline | None = None
        for _ in range(self._limits.redirects + 1):
            if check is not None:
                check(url)
            with self._turns.turn(check_url(url).host):
                deadline = deadline or Deadline(self._limits.total_s)
                found = self._ask(url, accept, deadline)
            if isinstance(found, Fetched):
                return found
            url = found
        raise FetchRefused("The server redirects more than {count} times.", count=self._limits.redirects)

    def _ask(self, url: str, accept: str, deadline: Deadline) -> Fetched | str:
        """What one address gives: its content, or where it leads on."""
        with self.send(url, {"Accept": accept}, deadline) as response:
            return _following(url, response) or self._read(url, response)

    @property
    def limits(self) -> Limits:
        """Its bounds."""
        return self._limits

    @contextmanager
    def send(self, url: str, headers: Mapping[str, str], deadline: Deadline) -> Generator[httpx.Response]:
        """The answer of one address, of which nothing is read yet; redirects are not followed.

        Raises:
            FetchRefused, FetchFailed: as `fetch` does, while the answer is read as well.
        """
        address = check_url(url)
        network, proxy = self._network(address, deadline)
        limits = self._limits
        sent = {"User-Agent": self._agent, "Accept-Encoding": "identity", **headers}
        timeout = httpx.Timeout(limits.read_s, connect=limits.connect_s)
        with (
            plain_failures(address.host),
            GuardedTransport(self._authorities(), network, proxy) as transport,
            httpx.Client(transport=transport, trust_env=False, timeout=timeout) as client,
        ):
            client.headers.clear()
            with client.stream("GET", address, headers=sent, follow_redirects=False) as response:
                yield response

    def _network(self, address: httpx.URL, deadline: Deadline) -> tuple[httpcore.NetworkBackend, str]:
        """The guarded network, or that of a proxy, once what this computer knows of the host was checked as well."""
        network = GuardedNetwork(deadline, self._find, self._limits.allowed, self._limits.private_hosts)
        if proxy := system_proxy(network, address):
            return ProxyNetwork(deadline, self._find, frozenset()), proxy
        return network, ""

    def _read(self, url: str, response: httpx.Response) -> Fetched:
        most = self._limits.size_bytes
        if response.status_code != _OK:
            raise FetchFailed("The server answers {status}.", status=response.status_code)
        if response.headers.get("content-encoding", "identity").lower() != "identity":
            raise FetchRefused("The server sends a compressed answer that was not asked for.")
        content = bytearray()
        for chunk in response.iter_raw():
            content += chunk
            if len(content) > most:
                raise FetchRefused("The file is larger than {size} MB.", size=f"{most / 1_000_000:g}")
        return Fetched(bytes(content), response.headers.get("content-type", "").partition(";")[0].strip(), url)

    def _authorities(self) -> ssl.SSLContext:
        with self._making:
            if self._context is None:
                self._context = proxies.trusted_authorities()
            return self._context


def check_url(url: str) -> httpx.URL:
    """An address of the web, parsed.

    Raises:
        FetchRefused: for another scheme, a user name or password in it, a port of other services, and no address.
    """
    parts = parse_web_address(url) if len(url) <= _LONGEST_URL else None
    try:
        address = httpx.URL(url) if parts is not None else httpx.URL()
    except (httpx.InvalidURL, ValueError, UnicodeError):
        raise FetchRefused("This is not a web address.") from None
    if parts is None or address.scheme not in PORTS or not address.host:
        raise FetchRefused("This is not a web address.")
    if parts.has_login or address.userinfo:
        raise FetchRefused("Addresses with a user name or password are not fetched.")
    if port_of(address) < _LOWEST_PORT and port_of(address) not in _WEB_PORTS:
        raise FetchRefused("Port {port} is not allowed.", port=port_of(address))
    return address.copy_with(fragment=None)


def _following(url: str, response: httpx.Response) -> str:
    return next_address(url, response.status_code, response.headers.get("location", ""))


def next_address(url: str, status: int, location: str) -> str:
    """Where an answer leads on by its status and its header `Location`; empty where it is one itself."""
    if status not in _REDIRECTS or not location:
        return ""
    try:
        return urljoin(url, location)
    except ValueError:
        return location


Fetch = Callable[[str, str, Callable[[str], object]], Fetched]
"""`Fetcher.fetch`, by which others know it."""
