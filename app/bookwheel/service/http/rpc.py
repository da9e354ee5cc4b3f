"""`POST /rpc/<method>`: a JSON request to a method and its answer, or its failure, back."""

from __future__ import annotations

import asyncio
import functools
import logging
import time
from collections.abc import Callable, Mapping
from concurrent.futures import Executor, Future
from typing import Any, Protocol, cast

from bookwheel import wire
from bookwheel.domain import storage
from bookwheel.domain.annotations.memory import (
    ForgetAnswer,
    ForgetRequest,
    MemoriesAnswer,
    MemoriesRequest,
    MemoryChange,
)
from bookwheel.domain.browse import BrowseAnswer, BrowseRequest
from bookwheel.domain.errors import (
    BookwheelError,
    InternalError,
    NotFound,
    ProtocolMismatch,
    StorageUnavailable,
)
from bookwheel.domain.graph import (
    ContextAnswer,
    ContextRequest,
    ExploreAnswer,
    ExploreRequest,
    QueryAnswer,
    QueryRequest,
)
from bookwheel.domain.messages import Message
from bookwheel.domain.reading import OutlineAnswer, OutlineRequest, ReadAnswer, ReadRequest
from bookwheel.domain.search import SearchAnswer, SearchRequest
from bookwheel.domain.service.activity import Activity
from bookwheel.domain.stages import Stage, carry, enter
from bookwheel.service.events import Send
from bookwheel.service.http import request_body

Receive = request_body.Receive
Method = Callable[[Any], object]
Asker = Mapping[str, Any]
"""The ASGI scope of a call, in which the gate has put who calls."""

PREFIX = "/rpc/"
_COUNTED = frozenset(
    {"search", "read", "outline", "browse", "explore", "query", "context"}
    | {"memories", "change_memory", "forget_memories", "export_memories"}
)
_COUNTED_IN_WINDOW = frozenset({"search", "read"})

logger = logging.getLogger(__name__)


class Calls(Protocol):
    """What calls are noted in."""

    def record(self, activity: Activity) -> None:
        """Note a call."""
        ...

    def record_settled(self, activity: Activity) -> None:
        """Note a search as it was typed, once its last letter is there."""
        ...


class Rpc:
    """The ASGI application behind `/rpc`; methods run in `threads`."""

    def __init__(
        self,
        find: Callable[[str, Asker], Method],
        threads: Executor,
        activity: Calls,
        on_storage_refused: Callable[[Message], None],
        *,
        client_of: Callable[[Asker], str] | None = None,
        reword: Callable[[BookwheelError], BookwheelError] = lambda error: error,
    ) -> None:
        """Serve the methods that `find` gives, whose names are those of `wire.METHODS`.

        `on_storage_refused` gets the sentence of each call that the system's refusal ended, in one of the threads.
        `client_of` says under which name a call is noted, by default what its program calls itself. `reword` gives the
        error that a caller is told in place of another.
        """
        self._find, self._threads, self._activity = find, threads, activity
        self._on_storage_refused, self._reword = on_storage_refused, reword
        self._client_of = client_of or _named_client
        self.called_at = time.monotonic()
        self.calls = 0

    async def __call__(self, scope: Mapping[str, Any], receive: Receive, send: Send) -> None:
        """Answer one call."""
        self.calls += 1
        self.called_at = time.monotonic()
        try:
            status, content = await self._answer(scope, receive)
        finally:
            self.calls -= 1
            self.called_at = time.monotonic()
        headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(content))]
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": content})

    async def _answer(self, scope: Mapping[str, Any], receive: Receive) -> tuple[int, bytes]:
        name = str(scope["path"]).removeprefix(PREFIX)
        try:
            headers = {bytes(key): bytes(value) for key, value in scope["headers"]}
            _check_protocol(headers)
            method = self._find(name, scope)
            request: object = wire.decode(
                await request_body.read(receive) or b"{}", cast("type[object]", wire.METHODS[name][0])
            )
            client = self._client_of(scope)
            loop, started = asyncio.get_running_loop(), time.perf_counter()
            call = carry(self._call)
            content = await loop.run_in_executor(self._threads, call, name, method, request, client, started)
            if isinstance(content, Future):
                # What another process answers is waited for here, and holds no thread; `_told` raises a refusal.
                with enter(Stage.CHILD):
                    await asyncio.gather(asyncio.wrap_future(content), return_exceptions=True)
                told: Method = functools.partial(_told, content)
                content = await loop.run_in_executor(self._threads, self._call, name, told, request, client, started)
            assert isinstance(content, bytes)
            return 200, content
        except BookwheelError as refused:
            error = refused
        except Exception as caught:  # the process's edge: whatever else goes wrong is a bug, told without its text
            logger.exception("The call %s failed.", name)
            bug = InternalError("Something went wrong in Bookwheel. See its log for details.")
            error = storage.find_storage_error(caught) or bug
        if isinstance(error, StorageUnavailable):
            await asyncio.get_running_loop().run_in_executor(self._threads, self._on_storage_refused, error.message)
        error = self._reword(error)
        return error.http_status, wire.encode(wire.failure(error))

    def _call(self, name: str, method: Method, request: object, client: str, started: float) -> bytes | Future[object]:
        """The answer as it crosses the wire, or the future of one."""
        is_counted = name in (_COUNTED_IN_WINDOW if client == "window" else _COUNTED)
        try:
            answer = method(request)
        except BookwheelError as error:
            if is_counted:
                self._log(name, request, None, client, 0, _since(started), error.code)
            raise
        if isinstance(answer, Future):
            return cast("Future[object]", answer)
        content = wire.encode(answer)
        if is_counted:
            self._log(name, request, answer, client, len(content) // 4, _since(started))
        return content

    def _log(
        self, name: str, request: object, answer: object, client: str, tokens: int, took_ms: float, error: str = ""
    ) -> None:
        sections, hits = _named(request, answer)
        call = Activity(0, "", client, name, _asked(request), sections, hits, tokens, took_ms, error)
        if isinstance(request, SearchRequest) and request.is_prefix:
            self._activity.record_settled(call)
        else:
            self._activity.record(call)


def methods_of(table: Mapping[str, Method]) -> Callable[[str, Asker], Method]:
    """Find methods in a table that is the same for every caller."""

    def find(name: str, asker: Asker) -> Method:
        method = table.get(name)
        if method is None:
            raise NotFound("There is no method {name}.", name=name)
        return method

    return find


def _named_client(asker: Asker) -> str:
    """What a client calls itself, as the person's own programs do."""
    given = next((bytes(value) for name, value in asker["headers"] if name == b"bookwheel-client"), b"other")
    return given.decode("latin-1")[:40]


def _told(answer: Future[object], _request: object) -> object:
    return answer.result()


def _since(started: float) -> float:
    return round((time.perf_counter() - started) * 1000, 2)


def _check_protocol(headers: Mapping[bytes, bytes]) -> None:
    given = headers.get(b"bookwheel-protocol", b"").decode("latin-1")
    if given != str(wire.PROTOCOL):
        raise ProtocolMismatch(
            "This service uses protocol version {ours}, the client {theirs}. Update the older one.",
            ours=wire.PROTOCOL,
            theirs=given or "none",
        )


def _asked(request: object) -> str:
    match request:
        case SearchRequest():
            return request.query
        case ReadRequest():
            return " ".join(request.targets)
        case OutlineRequest():
            return f"{request.doc}#{request.section}" if request.section else request.doc
        case BrowseRequest():
            return request.view.value
        case ExploreRequest():
            return f"{request.node} → {request.to}" if request.to else request.node or "schema"
        case QueryRequest():
            return " ".join(request.sparql.split())[:500]
        case ContextRequest():
            return request.question
        case MemoriesRequest():
            return request.query
        case MemoryChange():
            return request.id
        case ForgetRequest():
            return " ".join(request.ids) or request.session or request.client
        case _:
            return ""


def _named(request: object, answer: object) -> tuple[tuple[str, ...], int]:
    """The sections that an answer showed, and how many it found."""
    match answer:
        case SearchAnswer():
            return tuple(hit.section for hit in answer.hits), answer.total
        case ReadAnswer():
            return tuple(passage.section for passage in answer.passages), len(answer.passages)
        case OutlineAnswer():
            return (answer.doc,), len(answer.sections)
        case BrowseAnswer():
            return (), answer.total
        case ExploreAnswer():
            return (), answer.total
        case QueryAnswer():
            return (), len(answer.rows)
        case MemoriesAnswer():
            return (), answer.total
        case ForgetAnswer():
            return (), answer.forgotten
        case ContextAnswer():
            return tuple(passage.section for passage in answer.passages), len(answer.passages)
        case _:
            return (), 0
