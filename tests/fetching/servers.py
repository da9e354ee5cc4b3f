"""Servers of the tests' own on loopback that answer as they are told, and note what they were asked."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler

from tests.loopback import LoopbackServer, Silent, running

Answer = Callable[[BaseHTTPRequestHandler], None]


class Server(LoopbackServer):
    """A web server whose `answers` stand by path; `asked` holds the paths and headers of all requests."""

    def __init__(self) -> None:
        self.answers: dict[str, Answer] = {}
        self.asked: list[tuple[str, dict[str, str]]] = []
        super().__init__(_Exchange)

    def url(self, path: str) -> str:
        return f"http://{self.place}{path}"


class _Exchange(Silent, BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        server = self.server
        assert isinstance(server, Server)
        server.asked.append((self.path, {name.lower(): value for name, value in self.headers.items()}))
        answer = server.answers.get(self.path)
        if answer is None:
            self.send_error(404)
        else:
            answer(self)


def content(body: bytes, media_type: str = "image/png", **headers: str) -> Answer:
    """An answer with this body."""

    def give(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(200)
        handler.send_header("Content-Type", media_type)
        handler.send_header("Content-Length", str(len(body)))
        for name, value in headers.items():
            handler.send_header(name.replace("_", "-"), value)
        handler.end_headers()
        try:
            handler.wfile.write(body)
        except ConnectionError:
            handler.close_connection = True

    return give


def redirect(location: str) -> Answer:
    """An answer that leads elsewhere."""

    def give(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(302)
        handler.send_header("Location", location)
        handler.send_header("Content-Length", "0")
        handler.end_headers()

    return give


@contextmanager
def web_server() -> Iterator[Server]:
    """A running server."""
    with running(Server()) as server:
        yield server


def guide_page(title: str, words: str) -> Answer:
    """A page of a small guide, below the navigation that all its pages have."""
    links = '<a href="/guide/">Guide</a> <a href="/guide/wheels.html">Wheels</a>'
    main = f"<main><h1>{title}</h1><p>{words}</p></main><footer>Imprint and cookies</footer>"
    head = f'<!doctype html><html lang="en"><head><title>{title}</title></head>'
    return content(f"{head}<body><nav>{links}</nav>{main}</body></html>".encode(), "text/html; charset=utf-8")
