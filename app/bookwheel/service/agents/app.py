"""The MCP application: the SDK's server over our tools, both protocol eras, stateless, to stand behind the gate."""

from __future__ import annotations

import asyncio
import difflib
import logging
import time
from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from typing import Any, cast

import mcp_types as types
from mcp.server.caching import CacheHint
from mcp.server.context import CallNext, HandlerResult, ServerRequestContext
from mcp.server.lowlevel.server import Server
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from mcp.server.transport_security import TransportSecuritySettings
from mcp.shared.exceptions import MCPError
from pydantic import ValidationError
from starlette.requests import Request
from starlette.types import Receive, Send
from starlette.types import Scope as Connection

import bookwheel
from bookwheel.domain.errors import BookwheelError, Paused, StorageUnavailable, TimedOut
from bookwheel.domain.service.activity import Activity
from bookwheel.domain.service.agents import AgentClient
from bookwheel.domain.service.events import Event, EventKind
from bookwheel.domain.stages import Stage, enter
from bookwheel.library.library import Library
from bookwheel.service.agents.audience import PERSON, Audience
from bookwheel.service.agents.fair_thread_pool import Turns
from bookwheel.service.agents.instructions import DIRECTORY_HEADER, instructions
from bookwheel.service.agents.resources.resource_handlers import PAUSED, Offers, client_of, spend
from bookwheel.service.agents.resources.subscriptions import Notices
from bookwheel.service.agents.search_supervisor import Second
from bookwheel.service.agents.tasks import Tasks, check_declared, is_declared
from bookwheel.service.agents.tools import answers, arguments
from bookwheel.service.agents.tools.tool_definition import Later, Tool
from bookwheel.service.agents.tools.tools import INGEST, SEARCH, usable
from bookwheel.settings import Settings

WORKERS = 3
"""Threads that answer calls; what waits for another process, as `query` does, holds none of them.

They share one interpreter: sixteen agents at once had 64 answers a second from eight threads, and 95 from three, with a
third less processor time for each. With two there are as many, but a slow call is felt more. One client has all but one
of them at most (`Turns`).
"""

_log = logging.getLogger(__name__)
_GREETINGS = ("initialize", "server/discover")
_HANDSHAKE = "the answer to initialize or server/discover lists the methods"

_Context = ServerRequestContext[Any, Any]


class AgentsApp:
    """The ASGI application of `/mcp`; must be called inside `async with app.running():`, once in its life.

    It trusts `scope["bookwheel.client"]`, which the gate puts there.
    """

    tells_progress = False
    """Whether tools say how far they are: ours do not, and an event stream for one answer costs half a millisecond."""

    def __init__(
        self,
        library: Library,
        settings: Callable[[], Settings],
        record: Callable[[Activity], None],
        is_paused: Callable[[], bool],
        second: Second | None = None,
        audience: Audience = PERSON,
    ) -> None:
        """Serve one library; `record` is called on the event loop after every call, `second` helps with searches."""
        self._second, self._audience = second, audience
        self._library, self._settings, self._record, self._is_paused = library, settings, record, is_paused
        self._turns = Turns(WORKERS, "agent")
        self._described = {tool.name: _described(tool) for tool in audience.tools.values()}
        self._offers = Offers(library, self._turns, lambda: settings().agents.call_s, record, is_paused, audience)
        self._tasks = Tasks(library, self._offers)
        self._notices = Notices(library, self._turns)
        self._manager = StreamableHTTPSessionManager(
            self._server(),
            stateless=True,
            json_response=not self.tells_progress,
            security_settings=TransportSecuritySettings(enable_dns_rebinding_protection=False),
        )

    async def __call__(self, scope: Connection, receive: Receive, send: Send) -> None:
        """Answer one request that passed the gate."""
        await self._manager.handle_request(scope, receive, send)

    @asynccontextmanager
    async def running(self) -> AsyncGenerator[None, None]:
        """The life of the application: enter it before the first request, leave it after the last."""
        try:
            async with self._manager.run():
                yield
        finally:
            self._turns.close()
            if self._second is not None:
                await self._second.close()

    def close(self) -> None:
        """End listening streams with their last word, so that a drain need not wait; calls go on being answered."""
        self._notices.close()

    @property
    def listening(self) -> int:
        """How many streams wait for notices."""
        return self._notices.streams

    def heard(self, event: Event) -> None:
        """Take in what happened in the service, for those who listen; from any thread."""
        if event.kind is EventKind.COLLECTIONS_CHANGED and self._second is not None:
            self._second.end()
        self._notices.heard(event)

    def _server(self) -> Server[Any]:
        tools = self._audience.tools.values()
        schemas = {tool.name: cast("dict[str, Any]", arguments.schema(tool.arguments)) for tool in tools}
        server: Server[Any] = Server(
            "bookwheel",
            version=bookwheel.__version__,
            title="Bookwheel",
            website_url=None,
            cache_hints={"tools/list": CacheHint(300_000, "private"), "server/discover": CacheHint(0, "private")},
            get_tool_input_schema=schemas.get,
            on_list_tools=self._list,
            on_call_tool=self._call,  # type: ignore[arg-type]
            on_list_resources=self._offers.resources,
            on_list_resource_templates=self._offers.templates,
            on_read_resource=self._offers.read,
            on_completion=self._offers.complete,
            on_list_prompts=self._offers.prompts,
            on_get_prompt=self._offers.prompt,
            on_subscriptions_listen=self._listen,
        )
        self._tasks.register(server)
        # In place of the SDK's tracing, which nothing here collects.
        server.middleware[:] = [_refuse, self._greet]
        return server

    async def _greet(self, ctx: _Context, call_next: CallNext) -> HandlerResult:
        """Add the instructions to either era's greeting, as this client may see the library, and its extensions."""
        answer = await call_next(ctx)
        if ctx.method not in _GREETINGS or not isinstance(answer, dict):
            return answer
        greeting = {**answer, "instructions": await self._instructions(ctx)}
        extensions = self._tasks.capabilities(self._audience.scope_of(client_of(ctx)))
        if ctx.method == "server/discover" and extensions:
            capabilities = cast("dict[str, Any]", answer["capabilities"])
            greeting["capabilities"] = {**capabilities, "extensions": extensions}
        return greeting

    async def _instructions(self, ctx: _Context) -> str:
        if self._is_paused():
            return PAUSED
        client, request = client_of(ctx), cast("Request", ctx.request)
        directory = request.headers.get(DIRECTORY_HEADER, "")
        scope, audience = self._audience.scope_of(client), self._audience
        return await self._turns.run(client.name, instructions, self._library, scope, directory, audience)

    async def _listen(
        self, ctx: _Context, params: types.SubscriptionsListenRequestParams
    ) -> types.SubscriptionsListenResult:
        if self._is_paused():
            raise MCPError(types.INVALID_PARAMS, PAUSED, answers.error(Paused.code, PAUSED).content)
        if "taskIds" in cast("Mapping[str, Any]", (ctx.params or {}).get("notifications") or {}):
            check_declared(ctx)
        client = client_of(ctx)
        return await self._notices.listen(ctx, params, client.name, self._audience.scope_of(client))

    async def _list(self, ctx: _Context, params: types.PaginatedRequestParams | None) -> types.ListToolsResult:
        client = client_of(ctx)
        tools = await self._turns.run(client.name, usable, self._library, self._audience.scope_of(client))
        return types.ListToolsResult(
            tools=[self._described[tool.name] for tool in tools if tool.name in self._described]
        )

    async def _call(self, ctx: _Context, params: types.CallToolRequestParams) -> dict[str, Any]:
        tools = self._audience.tools
        tool = tools.get(params.name)
        if tool is None:
            near = difflib.get_close_matches(params.name, tools, 3) or list(tools)
            refusal = answers.error("not_found", "There is no such tool.", near, "tools/list")
            self._note(client_of(ctx), params.name[:64], "", refusal, time.perf_counter(), "not_found")
            raise MCPError(types.INVALID_PARAMS, "There is no such tool.", refusal.content)
        client, given = client_of(ctx), params.arguments or {}
        started, error = time.perf_counter(), "cancelled"
        answer = answers.error(error, "")
        try:
            answer = self._noticed(await self._answered(tool, given, client))
            error = ""
        except BookwheelError as caught:
            if isinstance(caught, StorageUnavailable):
                await asyncio.to_thread(self._library.on_storage_refused, caught.message)
            refused = self._audience.reword(caught)
            error = refused.code
            answer = answers.error(refused.code, refused.message, refused.did_you_mean, refused.next)
        except Exception:
            # The border of the process: whatever else goes wrong is a bug, logged once, and told without its text.
            _log.exception("The tool %s failed", tool.name)
            error = "internal_error"
            answer = answers.error(error, "Internal error in Bookwheel; the log has the details.")
        finally:
            spend(ctx, answer.tokens)
            self._note(client, tool.name, _asked(tool, given), answer, started, error)
        if tool is INGEST and not error and is_declared(ctx):
            return self._tasks.create(answer)
        return {
            "content": [{"type": "text", "text": answer.text}],
            "structuredContent": answer.content,
            "isError": bool(error),
            "resultType": "complete",
        }

    def _noticed(self, answer: answers.Shaped) -> answers.Shaped:
        """Say in an answer that has notices what keeps the library from being written."""
        problem = self._library.storage_problem
        if not problem or "notices" not in answer.content:
            return answer
        notices = cast("list[str]", answer.content.get("notices") or [])
        return answers.joined(answer, {"notices": [str(problem), *notices]})

    async def _answered(self, tool: Tool, given: Mapping[str, object], client: AgentClient) -> answers.Shaped:
        if self._is_paused():
            raise Paused(PAUSED)
        parsed = arguments.parsed(tool.arguments, given)
        limit_s = self._settings().agents.call_s
        try:
            async with asyncio.timeout(limit_s):
                scope = self._audience.scope_of(client)
                if self._second is not None and tool is SEARCH:
                    others = self._turns.calls
                    answer = await self._second.answer(client.name, parsed, self._library, scope, others)
                    if answer is not None:
                        return answer
                done = await self._turns.run(client.name, tool.run, parsed, self._library, scope)
                if isinstance(done, Later):
                    with enter(Stage.CHILD):
                        answer = await asyncio.wrap_future(done.answer)
                    return await self._turns.run(client.name, done.shape, answer)
                return done
        except TimeoutError:
            raise TimedOut(f"The call took longer than {limit_s:g} s and was stopped; ask for less.") from None

    def _note(
        self, client: AgentClient, tool: str, query: str, answer: answers.Shaped, started: float, error: str
    ) -> None:
        at = datetime.now(UTC).isoformat(timespec="milliseconds")
        took_ms = round((time.perf_counter() - started) * 1000, 2)
        tokens = answer.tokens
        self._record(Activity(0, at, client.name, tool, query, answer.sections, answer.hits, tokens, took_ms, error))


async def _refuse(ctx: _Context, call_next: CallNext) -> HandlerResult:
    """Give every refusal of the SDK the shape that ours have."""
    try:
        return await call_next(ctx)
    except MCPError as refused:
        if isinstance(refused.error.data, dict):
            raise
        code, said = refused.error.code, refused.error.message
        data = answers.error("bad_request", said, next=_HANDSHAKE if code == types.METHOD_NOT_FOUND else "").content
        raise MCPError(code, said, data) from None
    except ValidationError:  # the SDK's own check of what a method takes; it says so by quoting its models
        said = "The parameters do not match this method."
        raise MCPError(types.INVALID_PARAMS, said, answers.error("bad_request", said).content) from None


def build(
    library: Library,
    settings: Callable[[], Settings],
    record: Callable[[Activity], None],
    is_paused: Callable[[], bool],
    second: Second | None = None,
    audience: Audience = PERSON,
) -> AgentsApp:
    """The application to mount at `/mcp` behind `gate.agent_gate`; see `AgentsApp` for its life."""
    return AgentsApp(library, settings, record, is_paused, second, audience)


def _described(tool: Tool) -> types.Tool:
    return types.Tool(
        name=tool.name,
        title=tool.title,
        description=tool.about,
        input_schema=cast("dict[str, Any]", arguments.schema(tool.arguments)),
        output_schema=cast("dict[str, Any]", tool.output),
        annotations=_annotations(tool),
    )


def _annotations(tool: Tool) -> types.ToolAnnotations:
    # Asked again, each tool leaves everything as it was after the first time.
    return types.ToolAnnotations(
        read_only_hint=tool.is_read,
        destructive_hint=None if tool.is_read else tool.is_destructive,
        idempotent_hint=True,
        open_world_hint=False,
    )


def _asked(tool: Tool, given: Mapping[str, object]) -> str:
    value = next((given[name] for name in tool.asks.split("|") if given.get(name)), "")
    if isinstance(value, list):
        value = ", ".join(str(part) for part in cast("list[object]", value))
    return str(value or "")[:200]
