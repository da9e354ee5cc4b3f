"""The programming interface for programs that bring documents and entities: the types of items, and a client.

It is stable, and speaks the interface at `/ingest/v1` alone, so that a program in another language can do the same.

    with IngestClient("http://127.0.0.1:40123", token) as client:
        jobs = client.send_all("tickets", [Document("guide/intro", "# Intro")], ingestor=Ingestor("my-program", "1.0"))
        for job in jobs:
            print(client.wait(job.id).counts)
"""

from __future__ import annotations

import http.client
import time
from collections.abc import Iterable, Iterator
from types import TracebackType
from typing import Self, TypeVar
from urllib.parse import quote, urlencode, urlsplit

from bookwheel import wire
from bookwheel.domain.errors import BadRequest, ServiceUnavailable, TooMany
from bookwheel.domain.ingest import (
    MOST_BATCH_BYTES,
    DeletionRequest,
    EntityRef,
    EntityRelation,
    IngestDeletion,
    IngestDocument,
    IngestEntity,
    Ingestor,
    IngestStatus,
    Item,
    TextFormat,
)
from bookwheel.domain.jobs import ENDED, Job, JobsAnswer

__all__ = (
    "Deletion",
    "Document",
    "Entity",
    "EntityRef",
    "EntityRelation",
    "IngestClient",
    "Ingestor",
    "Job",
    "TextFormat",
    "batches_of",
    "line_of",
)

T = TypeVar("T")

Document, Entity, Deletion = IngestDocument, IngestEntity, IngestDeletion
"""What a batch holds, under the names that programs use."""

BATCH_ITEMS, BATCH_BYTES = 2_000, 4 * 1024 * 1024
"""Size of the batches into which a long row of items is cut."""

CALL_S = 120.0
"""Seconds in which a call must be answered."""

PATIENCE_S = 600.0
"""Seconds for which a program waits in all while too much waits to be taken in."""

NOBODY = Ingestor()

_LOST = (OSError, http.client.HTTPException)
_LINES = "application/x-ndjson"


class IngestClient:
    """A connection to a library for one thread; open it with the URL and token of `bookwheel connect generic`.

    Every call raises what the service answered, an error of `bookwheel.domain.errors`, or ServiceUnavailable.
    """

    def __init__(self, url: str, token: str, *, timeout_s: float = CALL_S) -> None:
        """Speak to the service at `url`, whose path does not matter; nothing is sent yet."""
        parts = urlsplit(url)
        if parts.scheme != "http" or not parts.hostname:
            raise BadRequest("The address of the service begins with http://, not {url}.", url=url[:200])
        self._token = token
        self._connection = http.client.HTTPConnection(parts.hostname, parts.port or 80, timeout=timeout_s)

    def __enter__(self) -> Self:
        """Open it for a block."""
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        """Close it at the block's end."""
        self.close()

    def close(self) -> None:
        """Close the connection."""
        self._connection.close()

    def send(
        self,
        collection: str,
        items: Iterable[Item] | bytes,
        *,
        datasource: str = "",
        ingestor: Ingestor = NOBODY,
        is_strict: bool = False,
    ) -> Job:
        """Send items, or the lines of a batch, as one batch; the job that applies it.

        Raises:
            TooMany: while too much waits; try again after a moment.
        """
        content = items if isinstance(items, bytes) else b"".join(line_of(item) for item in items)
        query = {
            "datasource": datasource, "ingestor": ingestor.name, "version": ingestor.version,
            "instance": ingestor.instance, "strict": "true" if is_strict else "",
        }  # fmt: skip
        path = f"/collections/{quote(collection, safe='')}/batches"
        return self._call("POST", path, query, content, _LINES, Job)

    def send_all(
        self,
        collection: str,
        items: Iterable[Item] | Iterable[bytes],
        *,
        datasource: str = "",
        ingestor: Ingestor = NOBODY,
        is_strict: bool = False,
        patience_s: float = PATIENCE_S,
    ) -> Iterator[Job]:
        """Send any number of items, or lines of a batch, in batches; the job of each as it is taken in.

        While too much waits, this waits too.

        Raises:
            TooMany: when that has taken `patience_s` in all.
        """
        left_s = patience_s
        for content in batches_of(items):
            pause_s = 0.05
            while True:
                try:
                    yield self.send(collection, content, datasource=datasource, ingestor=ingestor, is_strict=is_strict)
                    break
                except TooMany:
                    if left_s <= 0:
                        raise
                    time.sleep(pause_s)
                    left_s -= pause_s
                    pause_s = min(2.0, pause_s * 2)

    def delete(
        self, collection: str, *, ids: Iterable[str] = (), job: str = "", datasource: str = "", of_datasource: str = ""
    ) -> Job:
        """Delete items by their ids (in `of_datasource`), those that a job brought last, or all of a datasource."""
        request = DeletionRequest(tuple(ids), job, datasource)
        path = f"/collections/{quote(collection, safe='')}/deletions"
        return self._call("POST", path, {"datasource": of_datasource}, wire.encode(request), "application/json", Job)

    def status(self, collection: str) -> IngestStatus:
        """What a collection holds, and how many batches wait."""
        return self._call("GET", f"/collections/{quote(collection, safe='')}", {}, b"", "", IngestStatus)

    def jobs(self, collection: str, limit: int = 50) -> tuple[Job, ...]:
        """The jobs of a collection, newest first."""
        path = f"/collections/{quote(collection, safe='')}/jobs"
        return self._call("GET", path, {"limit": str(limit)}, b"", "", JobsAnswer).jobs

    def job(self, id: str, wait_s: float = 0.0) -> Job:
        """A job, after waiting some seconds (60 at most) for its end."""
        return self._call("GET", f"/jobs/{quote(id, safe='')}", {"wait_s": f"{wait_s:g}"}, b"", "", Job)

    def wait(self, id: str, timeout_s: float = 3600.0) -> Job:
        """A job at its end, or as it is when the seconds are over."""
        ends_at = time.monotonic() + timeout_s
        while True:
            left_s = max(0.0, ends_at - time.monotonic())
            job = self.job(id, min(30.0, left_s))
            if job.state in ENDED or not left_s:
                return job

    def cancel(self, id: str) -> Job:
        """Cancel a job that has not ended; the job as it is then."""
        return self._call("DELETE", f"/jobs/{quote(id, safe='')}", {}, b"", "", Job)

    def _call(self, method: str, path: str, query: dict[str, str], body: bytes, kind: str, answer: type[T]) -> T:
        given = urlencode({name: value for name, value in query.items() if value})
        headers = {"authorization": f"Bearer {self._token}"} | ({"content-type": kind} if kind else {})
        status, content = 0, b""
        target = f"/ingest/v1{path}{'?' if given else ''}{given}"
        for is_last in (False, True):  # the service closes a connection that is idle; a batch may be sent twice
            try:
                self._connection.request(method, target, body or None, headers)
                response = self._connection.getresponse()
                status, content = response.status, response.read()
                break
            except _LOST as error:
                self._connection.close()
                if is_last:
                    name = type(error).__name__
                    raise ServiceUnavailable("The service does not answer ({reason}).", reason=name) from None
        if status >= 400:
            raise wire.raised(wire.decode(content, wire.Failure))
        return wire.decode(content, answer)


def line_of(item: Item) -> bytes:
    """An item as a line of a batch, with its end."""
    return wire.encode(item) + b"\n"


def batches_of(items: Iterable[Item] | Iterable[bytes]) -> Iterator[bytes]:
    """Items, or lines of batches, cut into batches that the service takes.

    Raises:
        BadRequest: for an item that is larger than a batch may be.
    """
    parts: list[bytes] = []
    size = 0
    for item in items:
        line = item.rstrip(b"\r\n") + b"\n" if isinstance(item, bytes) else line_of(item)
        if not line.strip():
            continue
        if len(line) > MOST_BATCH_BYTES:
            raise BadRequest("An item has {size} MB at most.", size=MOST_BATCH_BYTES >> 20)
        if parts and (len(parts) >= BATCH_ITEMS or size + len(line) > BATCH_BYTES):
            yield b"".join(parts)
            parts, size = [], 0
        parts.append(line)
        size += len(line)
    if parts:
        yield b"".join(parts)
