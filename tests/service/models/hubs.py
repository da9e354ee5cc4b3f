"""A hub of the tests' own on loopback: it describes a folder as the real one does, and gives its files in parts."""

from __future__ import annotations

import hashlib
import json
from http.server import BaseHTTPRequestHandler
from pathlib import Path

from bookwheel.fetching.downloads import Hosts
from bookwheel.fetching.fetcher import Fetcher
from bookwheel.fetching.limits import Limits
from bookwheel.service.models.hub import Hub
from tests.fetching.servers import Answer, Server, content

COMMIT = "0123456789abcdef0123456789abcdef01234567"
NAME = "someone/tiny"


def hub_at(server: Server, read_s: float = 20.0) -> Hub:
    """A hub whose address is a server's."""
    allowed = frozenset((server.place,))
    fetcher = Fetcher("test", Limits(size_bytes=1_000_000, read_s=read_s, allowed=allowed))
    return Hub(server.url(""), Hosts(frozenset(("127.0.0.1",)), allowed), fetcher)


def describe(
    folder: Path, large: tuple[str, ...] = ("onnx/model.onnx", "tokenizer.json"), **more: object
) -> dict[str, object]:
    """What the hub says of a folder's files."""
    files: list[dict[str, object]] = []
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        body, name = path.read_bytes(), path.relative_to(folder).as_posix()
        blob = hashlib.sha1(b"blob %d\0" % len(body) + body, usedforsecurity=False).hexdigest()
        lfs = {"lfs": {"sha256": hashlib.sha256(body).hexdigest(), "size": len(body)}} if name in large else {}
        files.append({"rfilename": name, "size": len(body), "blobId": blob, **lfs})
    return {"sha": COMMIT, "siblings": files, "cardData": {"license": "mit"}, "gated": False, **more}


def publish(server: Server, folder: Path, told: dict[str, object] | None = None, name: str = NAME) -> None:
    """Let a server be the hub of a folder."""
    answer = json.dumps(told if told is not None else describe(folder)).encode()
    server.answers[f"/api/models/{name}?blobs=true"] = content(answer, "application/json")
    for path in folder.rglob("*"):
        if path.is_file():
            server.answers[address(path.relative_to(folder).as_posix(), name)] = in_parts(path.read_bytes())


def address(file: str, name: str = NAME) -> str:
    """Where a file lies on the hub."""
    return f"/{name}/resolve/{COMMIT}/{file}"


def in_parts(body: bytes, breaks_after: int = 0) -> Answer:
    """An answer that can begin anywhere; it breaks off once after so many bytes, if that is not 0."""
    left = [breaks_after] if breaks_after else []

    def give(handler: BaseHTTPRequestHandler) -> None:
        start = int(handler.headers.get("Range", "bytes=0-").removeprefix("bytes=").removesuffix("-"))
        rest = body[start:]
        handler.send_response(206 if start else 200)
        if start:
            handler.send_header("Content-Range", f"bytes {start}-{len(body) - 1}/{len(body)}")
        handler.send_header("Content-Length", str(len(rest)))
        handler.end_headers()
        handler.wfile.write(rest[: left.pop()] if left else rest)
        handler.close_connection = True

    return give
