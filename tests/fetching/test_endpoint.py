from __future__ import annotations

import base64
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler

import pytest

from bookwheel.domain.errors import FetchFailed, FetchRefused, TimedOut
from bookwheel.fetching.endpoint import Endpoint
from tests.loopback import (
    LoopbackServer,
    Silent,
    no_proxy,  # noqa: F401 - a fixture of every test here
    running,
)


class Exchange(Silent, BaseHTTPRequestHandler):  # pyright: ignore[reportIncompatibleMethodOverride]
    """Notes what is posted, and answers by the server's function."""

    def do_POST(self) -> None:
        server = self.server
        assert isinstance(server, Server)
        body = self.rfile.read(int(self.headers["content-length"]))
        server.asked.append((self.headers.get("authorization", ""), body))
        server.answer(self)


class Server(LoopbackServer):
    def __init__(self, answer: Callable[[BaseHTTPRequestHandler], None]) -> None:
        self.answer, self.asked = answer, list[tuple[str, bytes]]()
        super().__init__(Exchange)


def _give(handler: BaseHTTPRequestHandler, status: int, body: bytes, **headers: str) -> None:
    handler.send_response(status)
    for name, value in {"content-length": str(len(body)), **headers}.items():
        handler.send_header(name.replace("_", "-"), value)
    handler.end_headers()
    try:
        handler.wfile.write(body)
    except ConnectionError:
        handler.close_connection = True


@contextmanager
def _serving(
    answer: Callable[[BaseHTTPRequestHandler], None], login: tuple[str, str] | None = None
) -> Iterator[tuple[Server, Endpoint]]:
    with running(Server(answer)) as server:
        endpoint = Endpoint("Bookwheel/test", f"http://{server.place}/sparql", login)
        try:
            yield server, endpoint
        finally:
            endpoint.close()


def test_an_answer_is_cut_at_the_bytes_that_were_asked_for() -> None:
    with _serving(lambda handler: _give(handler, 200, b"x" * 1_000_000)) as (_, endpoint):
        reply = endpoint.post(b"query", {}, 10.0, 1000)
        assert (reply.status, reply.content) == (200, b"x" * 1000)
        assert endpoint.post(b"query", {}, 10.0, 2_000_000).content == b"x" * 1_000_000


def test_a_long_refusal_is_read_in_part() -> None:
    with _serving(lambda handler: _give(handler, 500, b"x" * 1_000_000)) as (_, endpoint):
        reply = endpoint.post(b"query", {}, 10.0, 1_000_000)
        assert reply.status == 500 and len(reply.content) < 10_000


def test_a_login_is_sent_once_the_server_asks_for_it_and_from_then_on() -> None:
    def answer(handler: BaseHTTPRequestHandler) -> None:
        if handler.headers.get("authorization"):
            _give(handler, 200, b"yes")
        else:
            _give(handler, 401, b"", www_authenticate='Basic realm="graph"')

    with _serving(answer, ("reader", "wörd")) as (server, endpoint):
        assert [endpoint.post(b"q", {}, 10.0, 100).content for _ in range(2)] == [b"yes", b"yes"]
        sent = f"Basic {base64.b64encode('reader:wörd'.encode()).decode()}"
        assert server.asked == [("", b"q"), (sent, b"q"), (sent, b"q")]


def test_a_login_by_digest_never_sends_the_password() -> None:
    def answer(handler: BaseHTTPRequestHandler) -> None:
        if handler.headers.get("authorization", "").startswith("Digest"):
            _give(handler, 200, b"yes")
        else:
            challenge = 'Digest realm="graph", nonce="abc", qop="auth", algorithm=MD5'
            _give(handler, 401, b"", www_authenticate=challenge)

    with _serving(answer, ("reader", "password")) as (server, endpoint):
        assert endpoint.post(b"q", {}, 10.0, 100).content == b"yes"
        assert all("password" not in sent and "cGFzc3dvcmQ" not in sent for sent, _ in server.asked)


def test_a_wrong_login_is_refused_and_not_tried_for_ever() -> None:
    with _serving(lambda handler: _give(handler, 401, b"", www_authenticate="Basic"), ("reader", "wrong")) as (
        server,
        endpoint,
    ):
        assert endpoint.post(b"q", {}, 10.0, 100).status == 401
        assert len(server.asked) == 2


def test_redirects_and_compressed_answers_are_not_followed() -> None:
    with _serving(lambda handler: _give(handler, 302, b"", location="http://example.org/")) as (server, endpoint):
        assert endpoint.post(b"q", {}, 10.0, 100).status == 302 and len(server.asked) == 1
    with (
        _serving(lambda handler: _give(handler, 200, b"x", content_encoding="gzip")) as (_, endpoint),
        pytest.raises(FetchRefused),
    ):
        endpoint.post(b"q", {}, 10.0, 100)


def test_a_server_that_answers_too_late_or_in_drops_is_given_up() -> None:
    ended = threading.Event()

    def wait(handler: BaseHTTPRequestHandler) -> None:
        ended.wait(30)

    def drip(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(200)
        handler.send_header("content-length", "1000000")
        handler.end_headers()
        while not ended.wait(0.02):
            try:
                handler.wfile.write(b"x")
            except OSError:
                return

    for answer in (wait, drip):
        ended.clear()
        with _serving(answer) as (_, endpoint):
            with pytest.raises(TimedOut):
                endpoint.post(b"q", {}, 0.5, 100_000)
            ended.set()


def test_a_server_that_is_away_is_told_at_once() -> None:
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        endpoint = Endpoint("Bookwheel/test", f"http://127.0.0.1:{sock.getsockname()[1]}/")
        with pytest.raises(FetchFailed):
            endpoint.post(b"q", {}, 10.0, 100)
        endpoint.close()


def test_what_is_no_web_address_is_refused() -> None:
    for address in ("ftp://example.org/", "https://user:word@example.org/", "example.org"):
        with pytest.raises(FetchRefused):
            Endpoint("Bookwheel/test", address)
