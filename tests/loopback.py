"""What servers of the tests' own have in common: they run on loopback, are silent, and no proxy stands before them."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TypeVar

import pytest


class LoopbackServer(ThreadingHTTPServer):
    """A web server on a port of its own."""

    daemon_threads = True

    def __init__(self, exchange: type[BaseHTTPRequestHandler]) -> None:
        super().__init__(("127.0.0.1", 0), exchange)

    @property
    def port(self) -> int:
        return self.server_address[1]

    @property
    def place(self) -> str:
        """Its address as a test allows it."""
        return f"127.0.0.1:{self.port}"


class Silent:
    """An exchange of which nothing is printed."""

    def log_message(self, *_args: object) -> None:
        """Say nothing."""


Served = TypeVar("Served", bound=LoopbackServer)


@contextmanager
def running(server: Served) -> Iterator[Served]:
    """Run a server meanwhile."""
    thread = threading.Thread(target=server.serve_forever, args=(0.05,))
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


@pytest.fixture(autouse=True)
def no_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ask servers without a proxy, for the tests of a module that imports this."""
    for name in ("http_proxy", "https_proxy", "all_proxy", "no_proxy"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)
