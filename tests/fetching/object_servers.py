"""A server on loopback that refuses and lies as stores of objects do, and notes what it was asked."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler

from tests.loopback import LoopbackServer, Silent, running

Answer = Callable[[BaseHTTPRequestHandler], None]


class ObjectServer(LoopbackServer):
    """Gives `answer` to every request; `asked` holds methods, paths and headers in lower case."""

    def __init__(self, answer: Answer) -> None:
        self.answer = answer
        self.asked: list[tuple[str, str, dict[str, str]]] = []
        super().__init__(_Exchange)

    @property
    def endpoint(self) -> str:
        return f"http://{self.place}"


class _Exchange(Silent, BaseHTTPRequestHandler):
    def _answer(self) -> None:
        server = self.server
        assert isinstance(server, ObjectServer)
        self.rfile.read(int(self.headers.get("Content-Length") or 0))
        headers = {name.lower(): value for name, value in self.headers.items()}
        server.asked.append((self.command, self.path, headers))
        server.answer(self)

    def __getattr__(self, name: str) -> object:
        if name.startswith("do_"):
            return self._answer
        raise AttributeError(name)


def refusal(status: int, code: str = "", **headers: str) -> Answer:
    """A refusal as stores write it."""
    body = f"<?xml version='1.0'?><Error><Code>{code}</Code><Message>no</Message></Error>".encode() if code else b""
    return content(body, status=status, **headers)


def content(body: bytes, *, status: int = 200, length: int | None = None, **headers: str) -> Answer:
    """An answer with this body, which may say another length of itself."""

    def give(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(status)
        told = {"Content-Length": str(len(body) if length is None else length), "ETag": '"e"'}
        told |= {"Last-Modified": "Sat, 28 Nov 2026 05:57:53 GMT"}
        for name, value in (told | headers).items():
            handler.send_header(name, value)
        handler.end_headers()
        if handler.command != "HEAD":
            handler.wfile.write(body)
        handler.close_connection = True

    return give


@contextmanager
def object_server(answer: Answer) -> Iterator[ObjectServer]:
    """A running server."""
    with running(ObjectServer(answer)) as server:
        yield server
