"""Connections of one fetch: a name is looked up once, its addresses are checked, and one of those is connected to.

Nothing looks the name up a second time, so that no other answer of a DNS server can lead elsewhere in between.
"""

from __future__ import annotations

import queue
import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from ipaddress import ip_address
from typing import Any

import httpcore

from bookwheel.domain.errors import FetchFailed, PrivateAddress
from bookwheel.fetching.addresses import Address, find_refused, may_be_allowed, own_addresses

Resolve = Callable[[str, int], Sequence[str]]
"""The addresses of a host, as numbers; raises OSError for a name that nobody knows."""


def resolve(host: str, port: int) -> Sequence[str]:
    """Ask the system for a host's addresses; each of them once."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return tuple(dict.fromkeys(str(entry[4][0]) for entry in found))


class Deadline:
    """The moment at which a fetch is given up."""

    def __init__(self, seconds: float) -> None:
        self._at = time.monotonic() + seconds

    def cut(self, timeout_s: float | None) -> float:
        """The seconds that may still be waited, at most those given.

        Raises:
            FetchFailed: when none is left.
        """
        left = self._at - time.monotonic()
        if left <= 0:
            raise FetchFailed("The server took too long to answer.")
        return left if timeout_s is None else min(left, timeout_s)


class ThreadDeadline(Deadline):
    """A deadline that each thread sets for its own request, for connections that several requests use."""

    def __init__(self) -> None:
        self._own = threading.local()

    def start(self, seconds: float) -> Deadline:
        """Set this thread's deadline, and return it."""
        self._own.deadline = deadline = Deadline(seconds)
        return deadline

    def cut(self, timeout_s: float | None) -> float:
        """As for a deadline; a thread that has set none waits as long as it says."""
        deadline: Deadline | None = getattr(self._own, "deadline", None)
        return deadline.cut(timeout_s) if deadline is not None else timeout_s or 0.0


class _TimedStream(httpcore.NetworkStream):
    """A connection of which each step ends at the deadline, however slowly its bytes drip."""

    def __init__(self, inner: httpcore.NetworkStream, deadline: Deadline) -> None:
        self._inner, self._deadline = inner, deadline

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        return self._inner.read(max_bytes, self._deadline.cut(timeout))

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        self._inner.write(buffer, self._deadline.cut(timeout))

    def close(self) -> None:
        self._inner.close()

    def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore.NetworkStream:
        inner = self._inner.start_tls(ssl_context, server_hostname, self._deadline.cut(timeout))
        return _TimedStream(inner, self._deadline)

    def get_extra_info(self, info: str) -> Any:
        return self._inner.get_extra_info(info)


class GuardedNetwork(httpcore.NetworkBackend):
    """Opens connections to public addresses alone.

    `allowed` holds `address:port` that are reached all the same: those of a proxy that the system names, and of tests.
    `private_hosts` holds `host:port` that a person allows to be in this computer or its network.
    """

    def __init__(
        self,
        deadline: Deadline,
        find: Resolve,
        allowed: frozenset[str],
        private_hosts: frozenset[str] = frozenset(),
    ) -> None:
        self._deadline, self._find, self._allowed, self._private_hosts = deadline, find, allowed, private_hosts
        self._backend = httpcore.SyncBackend()

    def check(self, host: str, port: int) -> Sequence[str]:
        """The addresses of a host, all of which may be connected to.

        Raises:
            PrivateAddress: when one of them is not public.
            FetchFailed: for a name that is not found in time.
        """
        addresses = self._look_up(host, port)
        found = [(text, _parse(text)) for text in addresses]
        checked = [address for text, address in found if f"{text}:{port}" not in self._allowed]
        if f"{host}:{port}".lower() in self._private_hosts:
            is_named = bool(_read_number(host))
            checked = [address for address in checked if not is_named and not may_be_allowed(address)]
        if checked and find_refused(checked, own_addresses()) is not None:
            raise PrivateAddress("{host} is an address in this computer's own network, not on the internet.", host=host)
        return [text for text, _ in found]

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.NetworkStream:
        """Connect to the first address of a host that answers."""
        failure: Exception | None = None
        for address in self.check(host, port):
            try:
                inner = self._backend.connect_tcp(
                    address, port, self._deadline.cut(timeout), local_address, socket_options
                )
            except (httpcore.ConnectError, httpcore.ConnectTimeout) as error:
                failure = error
            else:
                return _TimedStream(inner, self._deadline)
        raise failure or httpcore.ConnectError(f"{host} has no address.")

    def _look_up(self, host: str, port: int) -> Sequence[str]:
        """Look a name up in a thread of its own, for the system's resolver knows no deadline."""
        if number := _read_number(host):
            return (number,)
        answers: queue.SimpleQueue[Sequence[str] | Exception] = queue.SimpleQueue()

        def ask() -> None:
            try:
                answers.put(self._find(host, port))
            except Exception as error:  # the thread's edge: whoever waits must hear of it
                answers.put(error)

        threading.Thread(target=ask, name="look-up", daemon=True).start()
        try:
            answer = answers.get(timeout=self._deadline.cut(None))
        except queue.Empty:
            raise FetchFailed("The server took too long to answer.") from None
        if isinstance(answer, Exception) or not answer:
            raise FetchFailed("{host} was not found.", host=host)
        return answer


class ProxyNetwork(GuardedNetwork):
    """Opens connections to the proxy that the system names, wherever that is."""

    def check(self, host: str, port: int) -> Sequence[str]:
        """The addresses of the proxy."""
        return self._look_up(host, port)


def _read_number(host: str) -> str:
    """The address that a host is in itself, in any of the notations that systems know (`127.1`, `0x7f000001`)."""
    try:
        return str(ip_address(host.strip("[]")))
    except ValueError:
        pass
    try:
        return socket.inet_ntoa(socket.inet_aton(host))
    except (OSError, UnicodeError):
        return ""


def _parse(text: str) -> Address:
    try:
        return ip_address(text)
    except ValueError:
        raise FetchFailed("{host} was not found.", host=text) from None
