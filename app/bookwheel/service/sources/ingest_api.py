"""`/ingest/v1`: programs bring batches into the collections that the person lets them write to, and ask for jobs."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Executor
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, cast
from urllib.parse import parse_qsl, unquote

from bookwheel import packing, wire
from bookwheel.domain import storage
from bookwheel.domain.collection import Collection
from bookwheel.domain.errors import (
    BadRequest,
    BookwheelError,
    InternalError,
    NotAllowed,
    NotFound,
    Paused,
    TooMany,
)
from bookwheel.domain.ingest import BatchHead, DeletionRequest, Ingestor
from bookwheel.domain.jobs import ENDED, Job, JobRequest, JobsRequest
from bookwheel.domain.service.activity import Activity
from bookwheel.domain.service.agents import AgentClient
from bookwheel.service.http import request_body
from bookwheel.service.http.gate import CLIENT
from bookwheel.service.sources.ingest_openapi import BASE, OPERATIONS, Operation, document
from bookwheel.service.sources.ingest_queue import RETRY_AFTER_S
from bookwheel.service.sources.ingestion import Ingestion
from bookwheel.service.sources.jobs import Jobs

MOST_JOBS = 200
"""Jobs of one answer."""

MOST_WAIT_S = 60
FIRST_LOOK_S, LAST_LOOK_S = 0.02, 0.25
"""Seconds between two looks at a job that is waited for: at first, and after a while."""

_CHANGING = {"send_batch": "ingest", "delete_items": "ingest", "cancel_job": "jobs"}
"""What the list of calls says of the operations that change something."""

PREFIX = f"{BASE}/"

_TRUE, _FALSE = frozenset(("true", "1", "")), frozenset(("false", "0"))

logger = logging.getLogger(__name__)

Send = Callable[[Any], Any]


@dataclass(frozen=True, slots=True)
class Call:
    """One request: who asks, the parts of the path by their names, the query, and the body."""

    client: AgentClient
    path: Mapping[str, str]
    query: Mapping[str, str]
    body: bytes

    @property
    def is_owner(self) -> bool:
        """Whether it is one of the person's own programs, which may write everywhere."""
        return not self.client.name

    def number(self, name: str, default: float, least: float, most: float) -> float:
        """A number of the query.

        Raises:
            BadRequest: for what is none, or out of range.
        """
        text = self.query.get(name)
        try:
            value = float(text) if text is not None else default
        except ValueError:
            value = float("nan")
        if not least <= value <= most:
            raise BadRequest(
                "{name} is a number from {least} to {most}.", name=name, least=f"{least:g}", most=f"{most:g}"
            )
        return value

    def switch(self, name: str) -> bool:
        """A yes or no of the query.

        Raises:
            BadRequest: for anything else.
        """
        text = self.query.get(name, "false").lower()
        if text not in _TRUE | _FALSE:
            raise BadRequest("{name} is true or false.", name=name)
        return text in _TRUE


class IngestApi:
    """The ASGI application behind the gate of `/ingest`; handlers run in `threads`."""

    def __init__(
        self,
        find: Callable[[str], Collection],
        ingestion: Ingestion,
        jobs: Jobs,
        threads: Executor,
        is_paused: Callable[[], bool],
        record: Callable[[Activity], None],
    ) -> None:
        """`find` gives collections by slug or name; `is_paused` says that the person holds every program's calls.

        `record` gets what clients change.
        """
        self._find, self._ingestion, self._jobs = find, ingestion, jobs
        self._threads, self._is_paused, self._record = threads, is_paused, record
        self._handlers: dict[str, Callable[[Call], object]] = {
            "send_batch": self._send_batch, "delete_items": self._delete_items,
            "show_collection": self._show_collection, "list_jobs": self._list_jobs,
            "show_job": self._show_job, "cancel_job": self._cancel_job, "show_openapi": lambda call: document(),
        }  # fmt: skip

    async def __call__(self, scope: Mapping[str, Any], receive: request_body.Receive, send: Send) -> None:
        """Answer one request that passed the gate."""
        headers: list[tuple[bytes, bytes]] = []
        try:
            operation, path = _operation(str(scope["method"]), str(scope["path"]))
            query = _query(bytes(scope.get("query_string", b"")), operation)
            client = cast("AgentClient", scope[CLIENT])
            call = Call(client, path, query, await request_body.read(receive) if scope["method"] == "POST" else b"")
            answer = await self._answer(operation, call)
            status, content = operation.status, wire.encode_as_text(answer)
        except BookwheelError as error:
            status, content = error.http_status, wire.encode_as_text(wire.failure(error))
            if isinstance(error, TooMany):
                headers.append((b"retry-after", b"%d" % RETRY_AFTER_S))
        except Exception as caught:  # the process's edge: whatever else goes wrong is a bug, told without its text
            logger.exception("A request of a program failed.")
            bug = InternalError("Something went wrong in Bookwheel. See its log for details.")
            error = storage.find_storage_error(caught) or bug
            status, content = error.http_status, wire.encode_as_text(wire.failure(error))
        headers += [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(content))]
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": content})

    async def _answer(self, operation: Operation, call: Call) -> object:
        """The answer of an operation; a job that is waited for holds no thread."""
        loop, handler, started = asyncio.get_running_loop(), self._handlers[operation.id], time.perf_counter()
        if self._is_paused() and not call.is_owner:
            raise Paused("The user has paused all agents. Wait until they are resumed.")
        error = ""
        try:
            answer = await loop.run_in_executor(self._threads, handler, call)
        except BookwheelError as refused:
            error = refused.code
            raise
        finally:
            if operation.id in _CHANGING and not call.is_owner:
                self._note(operation, call, started, error)
        ends_at, pause_s = loop.time() + call.number("wait_s", 0, 0, MOST_WAIT_S), FIRST_LOOK_S
        while isinstance(answer, Job) and answer.state not in ENDED and loop.time() < ends_at:
            await asyncio.sleep(pause_s)
            pause_s = min(LAST_LOOK_S, 1.5 * pause_s)
            answer = await loop.run_in_executor(self._threads, handler, call)
        return answer

    def _note(self, operation: Operation, call: Call, started: float, error: str) -> None:
        """Let the list of calls say what a client brought, or took out."""
        at = datetime.now(UTC).isoformat(timespec="milliseconds")
        took_ms = round((time.perf_counter() - started) * 1000, 2)
        named = call.path.get("collection") or call.path.get("job", "")
        tool = _CHANGING[operation.id]
        self._record(Activity(0, at, call.client.name, tool, named[:200], (), 0, 0, took_ms, error))

    def _collection(self, call: Call) -> Collection:
        """The collection that a call names.

        Raises:
            NotAllowed: where the client may not write to it, or there is none: which of both is not told.
            NotFound: where there is none, for the person's own programs.
        """
        named = call.path["collection"]
        if not call.is_owner and named not in call.client.may_write:
            raise NotAllowed(
                "{client} may not write to {name}. The user can allow it.",
                client=call.client.name,
                name=named[:80],
                next="bookwheel connect generic --client NAME --write COLLECTION",
            )
        return self._find(named)

    def _send_batch(self, call: Call) -> Job:
        collection, query = self._collection(call), call.query
        ingestor = Ingestor(query.get("ingestor", ""), query.get("version", ""), query.get("instance", ""))
        head = BatchHead(query.get("datasource", ""), ingestor, call.switch("strict"))
        return self._ingestion.accept(collection, call.body, head, call.client.name or "cli")

    def _delete_items(self, call: Call) -> Job:
        request = packing.decode(call.body or b"{}", DeletionRequest)
        datasource, client = call.query.get("datasource", ""), call.client.name or "cli"
        return self._ingestion.delete(self._collection(call), request, client, datasource)

    def _show_collection(self, call: Call) -> object:
        return self._ingestion.status(self._collection(call))

    def _list_jobs(self, call: Call) -> object:
        limit = int(call.number("limit", 50, 1, MOST_JOBS))
        return self._jobs.listed(JobsRequest(self._collection(call).slug, limit))

    def _show_job(self, call: Call) -> Job:
        call.number("wait_s", 0, 0, MOST_WAIT_S)
        self._check_job(call)
        return self._jobs.answer(JobRequest(call.path["job"]))

    def _cancel_job(self, call: Call) -> Job:
        self._check_job(call)
        return self._jobs.answer(JobRequest(call.path["job"], is_cancelled=True))

    def _check_job(self, call: Call) -> None:
        """Let a client see the jobs of its collections alone.

        Raises:
            NotFound: for an unknown job, or one of another collection.
        """
        job = self._jobs.answer(JobRequest(call.path["job"]))
        if not call.is_owner and job.collection not in call.client.may_write:
            raise NotFound("There is no job {id}.", id=job.id, next="bookwheel jobs")


def methods_at(path: str) -> list[str]:
    """The methods by which a path can be asked; empty where nothing is."""
    return [operation.method for operation, _ in _operations_at(path)]


def _operation(method: str, path: str) -> tuple[Operation, dict[str, str]]:
    """The operation of a request, with the parts of its path by their names.

    Raises:
        NotFound: where there is none.
    """
    for operation, parts in _operations_at(path):
        if operation.method == method:
            return operation, parts
    raise NotFound("There is no {method} {path}.", method=method, path=path[:200], next=f"GET {BASE}/openapi.json")


def _operations_at(path: str) -> Iterator[tuple[Operation, dict[str, str]]]:
    """The operations of a path, each with the parts of the path by their names."""
    parts = [unquote(part) for part in path.removeprefix(PREFIX).rstrip("/").split("/")]
    for operation in OPERATIONS:
        wanted = operation.path.removeprefix(PREFIX).split("/")
        pairs = list(zip(wanted, parts, strict=False))
        if len(wanted) == len(parts) and all(name.startswith("{") or name == part for name, part in pairs):
            yield operation, {name[1:-1]: part for name, part in pairs if name.startswith("{")}


def _query(written: bytes, operation: Operation) -> dict[str, str]:
    """The query by name.

    Raises:
        BadRequest: for a name that the operation does not know.
    """
    found = dict(parse_qsl(written.decode("latin-1"), keep_blank_values=True, encoding="utf-8", errors="replace"))
    known = [parameter.name for parameter in operation.query]
    for name in found:
        if name not in known:
            raise BadRequest("There is no parameter {name}.", name=name[:80], did_you_mean=known)
    return found
