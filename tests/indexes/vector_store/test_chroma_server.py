"""What Chroma's adapter makes of a server that answers anything; `tests/team` tries it at a real one."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, cast

import numpy as np
import pytest

from bookwheel.domain.errors import EngineUnavailable
from bookwheel.indexes.vector_store import Model, Vectors, engine_vectors, json_server, open_vectors
from bookwheel.indexes.vector_store.engine_vectors import EngineVectors
from bookwheel.indexes.vector_store.port import Found
from tests import waiting

_COLLECTION = b'{"id": "1-2", "name": "bookwheel-x"}'
_KEY = bytes(15) + b"\x01"
_QUERY = np.ones(4, np.float32)


@contextmanager
def _serving(body: bytes, status: int = 200, *, ends: threading.Event | None = None) -> Iterator[Vectors]:
    """Vectors of a server that says one thing to every question, in pieces until `ends` is set."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def _answer(self) -> None:
            self.rfile.read(int(self.headers.get("content-length", 0)))
            is_question = self.path.endswith(("/query", "/get", "/count"))
            content = body if is_question else _COLLECTION
            self.send_response(status if is_question else 200)
            if ends is not None and is_question:
                self.end_headers()
                self.close_connection = True
                try:
                    while not ends.wait(0.01):
                        self.wfile.write(content)
                except OSError:
                    pass
                return
            self.send_header("content-length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        do_GET = do_POST = do_DELETE = _answer  # noqa: N815 - as the class names them

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    vectors = open_vectors(f"chroma+http://127.0.0.1:{server.server_port}", Model("one", 4))
    try:
        yield vectors
    finally:
        vectors.close()
        if ends is not None:
            ends.set()
        server.shutdown()
        server.server_close()
        thread.join()


@pytest.mark.parametrize(
    "body",
    [
        b"", b"null", b"[]", b"{}", b"<html>", b"\xff\xfe", b'{"ids": [], "distances": []}', b"[" * 100_000,
        b'{"ids": [["00"]], "distances": [[0.1]]}', b'{"ids": [["zz"]], "distances": [[0.1]]}',
        b'{"ids": [["00000000000000000000000000000001"]], "distances": [[]]}',
        b'{"ids": [["00000000000000000000000000000001"]], "distances": [["near"]]}',
    ],
)  # fmt: skip
def test_an_answer_that_cannot_be_used_counts_as_none(body: bytes) -> None:
    with _serving(body) as vectors, pytest.raises(EngineUnavailable):
        vectors.near(_QUERY, 3, {"one": None})


@pytest.mark.parametrize("distance", [b"null", b"1e999"])
def test_distances_that_are_no_numbers_find_nothing(distance: bytes) -> None:
    body = b'{"ids": [["00000000000000000000000000000001"]], "distances": [[%s]]}' % distance
    # A number that is too large is no JSON of a server's.
    with _serving(body) as vectors, suppress(EngineUnavailable):
        assert not vectors.near(_QUERY, 3, {"one": None}).rows


def test_keys_that_were_not_asked_for_are_left_out() -> None:
    with _serving(b'{"ids": [["00000000000000000000000000000001"]], "distances": [[-7]]}') as vectors:
        assert not vectors.near(_QUERY, 3, {"one": frozenset((bytes(16),))}).rows
        assert vectors.near(_QUERY, 3, {"one": frozenset((_KEY,))}).cosines.tolist() == [1.0]


@pytest.mark.parametrize("status", [301, 400, 401, 500, 503])
def test_a_refusal_is_said_with_its_status_and_is_not_followed(status: int) -> None:
    with _serving(b"no \x1b[31m way", status) as vectors:
        with pytest.raises(EngineUnavailable, match=str(status)) as caught:
            vectors.keys("one")
        assert "\x1b" not in str(caught.value)


def test_an_endless_answer_ends_at_its_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(json_server, "MOST_BYTES", 100_000)
    with _serving(b"x" * 50_000, ends=threading.Event()) as vectors, pytest.raises(EngineUnavailable, match="large"):
        vectors.keys("one")


def test_a_server_that_says_its_answer_slowly_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine_vectors, "NEAR_S", 0.2)
    with _serving(b" ", ends=threading.Event()) as vectors:
        with pytest.raises(EngineUnavailable, match="within"):
            vectors.near(_QUERY, 3, {"one": None})
        with pytest.raises(EngineUnavailable, match="a moment ago"):
            vectors.near(_QUERY, 3, {"one": None})


def test_nobody_waits_for_an_engine_that_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine_vectors, "NEAR_S", 0.2)
    monkeypatch.setattr(engine_vectors, "AWAY_S", 0.0)
    engine = _Engine()
    vectors = EngineVectors(cast("Any", engine), Model("one", 4))
    with pytest.raises(EngineUnavailable, match="within"):
        vectors.near(_QUERY, 3, {"one": None})
    monkeypatch.setattr(engine_vectors, "NEAR_S", 60.0)
    for _ in range(3):  # the try that hangs is no question's
        with pytest.raises(EngineUnavailable, match="a moment ago"):
            vectors.near(_QUERY, 3, {"one": None})
    engine.may_answer.set()

    def answers() -> bool:
        with suppress(EngineUnavailable):
            return vectors.near(_QUERY, 3, {"one": None}).rows == (("one", _KEY),)
        return False

    waiting.until(answers)
    vectors.close()


class _Engine:
    """An engine that is silent until it may answer."""

    def __init__(self) -> None:
        self.may_answer = threading.Event()

    def near(self, vector: object, count: int, collections: object) -> Found:
        assert self.may_answer.wait(60)
        return Found((("one", _KEY),), np.ones(1, np.float32))

    def close(self) -> None:
        self.may_answer.set()
