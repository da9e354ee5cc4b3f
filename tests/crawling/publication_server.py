"""A web server of the tests' own that serves a folder as a publication, well or badly."""

from __future__ import annotations

import hashlib
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler
from pathlib import Path

from tests.loopback import LoopbackServer, Silent, running

Misdeed = Callable[[BaseHTTPRequestHandler, bytes], None]


class PublicationServer(LoopbackServer):
    """Serves `folder` below `/pub/`; `misdeeds` answer in its place for paths that begin with their name."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.misdeeds: dict[str, Misdeed] = {}
        self.asked: Counter[str] = Counter()
        self.sent: Counter[str] = Counter()
        self.headers: list[dict[str, str]] = []
        self.is_over = threading.Event()
        super().__init__(_Exchange)

    @property
    def address(self) -> str:
        return f"http://{self.place}/pub/"


class _Exchange(Silent, BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        server = self.server
        assert isinstance(server, PublicationServer)
        path = self.path.partition("?")[0]
        server.asked[path] += 1
        server.headers.append({name.lower(): value for name, value in self.headers.items()})
        file = server.folder / path.removeprefix("/pub/")
        content = file.read_bytes() if path.startswith("/pub/") and file.is_file() else b""
        misdeed = next((one for name, one in server.misdeeds.items() if path.startswith(name)), None)
        try:
            if misdeed is not None:
                misdeed(self, content)
            else:
                give(self, content)
        except ConnectionError:
            self.close_connection = True


def give(exchange: BaseHTTPRequestHandler, content: bytes, status: int = 200) -> None:
    """Answer as a server of files does."""
    server = exchange.server
    assert isinstance(server, PublicationServer)
    tag = f'"{hashlib.md5(content).hexdigest()}"'
    status = status if content or status != 200 else 404
    is_known = status == 200 and exchange.headers.get("If-None-Match") == tag
    exchange.send_response(304 if is_known else status)
    if status == 200:
        exchange.send_header("ETag", tag)
    exchange.send_header("Content-Length", "0" if is_known else str(len(content)))
    exchange.end_headers()
    if not is_known:
        server.sent[exchange.path] += 1
        exchange.wfile.write(content)


def status(number: int) -> Misdeed:
    """Answer with this status."""
    return lambda exchange, content: give(exchange, b"no", number)


def instead(other: bytes) -> Misdeed:
    """Answer with other bytes."""
    return lambda exchange, content: give(exchange, other)


def half(exchange: BaseHTTPRequestHandler, content: bytes) -> None:
    """Promise all and send a half."""
    exchange.send_response(200)
    exchange.send_header("Content-Length", str(len(content)))
    exchange.end_headers()
    exchange.wfile.write(content[: len(content) // 2])
    exchange.close_connection = True


def drip(exchange: BaseHTTPRequestHandler, content: bytes) -> None:
    """Send a byte now and then, until the test is over."""
    server = exchange.server
    assert isinstance(server, PublicationServer)
    exchange.send_response(200)
    exchange.send_header("Content-Length", str(len(content)))
    exchange.end_headers()
    for number in range(len(content)):
        exchange.wfile.write(content[number : number + 1])
        exchange.wfile.flush()
        if server.is_over.wait(0.05):
            return


def endless(exchange: BaseHTTPRequestHandler, content: bytes) -> None:
    """Send far more than there is."""
    exchange.send_response(200)
    exchange.end_headers()
    exchange.close_connection = True
    for _ in range(200):
        exchange.wfile.write(b"x" * 100_000)


def redirect(location: str) -> Misdeed:
    """Lead elsewhere; what is named by the path's last part is put behind it."""

    def lead(exchange: BaseHTTPRequestHandler, content: bytes) -> None:
        exchange.send_response(302)
        exchange.send_header("Location", location + exchange.path.rpartition("/")[2])
        exchange.send_header("Content-Length", "0")
        exchange.end_headers()

    return lead


@contextmanager
def publication_server(folder: Path) -> Iterator[PublicationServer]:
    with running(PublicationServer(folder)) as server:
        try:
            yield server
        finally:
            server.is_over.set()
