"""What is offered beside the tools: resources, completion and prompts, each call limited and noted like a tool's."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, TypeVar, cast

import mcp_types as types
from mcp.server.context import ServerRequestContext
from mcp.shared.exceptions import MCPError
from starlette.requests import Request

from bookwheel.domain.errors import BadRequest, BookwheelError, NotFound, Paused, TimedOut
from bookwheel.domain.search import Scope
from bookwheel.domain.service.activity import Activity
from bookwheel.domain.service.agents import AgentClient
from bookwheel.library.library import Library
from bookwheel.service.agents.audience import PERSON, Audience
from bookwheel.service.agents.fair_thread_pool import Turns
from bookwheel.service.agents.resources import completion, prompts, resources
from bookwheel.service.agents.tools import answers
from bookwheel.service.agents.tools.answers import TOKEN
from bookwheel.service.http.gate import CLIENT, SPEND

T = TypeVar("T")

PAUSED = "The user has paused all agents. Wait until they are resumed."

_REFUSED = -32000
_log = logging.getLogger(__name__)
_Context = ServerRequestContext[Any, Any]


@dataclass(frozen=True, slots=True)
class Told:
    """What the activity list shows of an answer."""

    tokens: int = 0
    sections: tuple[str, ...] = ()
    hits: int = 0


class Offers:
    """Answers the protocol's questions for resources, completion and prompts."""

    def __init__(
        self,
        library: Library,
        turns: Turns,
        limit_s: Callable[[], float],
        record: Callable[[Activity], None],
        is_paused: Callable[[], bool],
        audience: Audience = PERSON,
    ) -> None:
        """Answer from one library, in `threads`; `record` is called on the event loop after every call."""
        self._audience = audience
        self._library, self._turns, self._limit_s = library, turns, limit_s
        self._record, self._is_paused = record, is_paused

    async def resources(self, ctx: _Context, params: types.PaginatedRequestParams | None) -> types.ListResourcesResult:
        """The resources of fixed address."""
        found = await self.answer(ctx, "", "", lambda scope: (resources.listed(self._library, scope), Told()))
        return types.ListResourcesResult(resources=found)

    async def templates(
        self, ctx: _Context, params: types.PaginatedRequestParams | None
    ) -> types.ListResourceTemplatesResult:
        """The addresses of everything else."""
        return types.ListResourceTemplatesResult(resource_templates=resources.TEMPLATES)

    async def read(self, ctx: _Context, params: types.ReadResourceRequestParams) -> types.ReadResourceResult:
        """A resource's content."""

        def work(scope: Scope) -> tuple[types.ReadResourceResult, Told]:
            found = resources.read(params.uri, self._library, scope)
            answer = types.ReadResourceResult(contents=list(found.contents))
            return answer, Told(found.tokens, found.sections, len(found.sections))

        return await self.answer(ctx, "resource", params.uri, work)

    async def complete(self, ctx: _Context, params: types.CompleteRequestParams) -> types.CompleteResult:
        """How an argument may go on."""

        def work(scope: Scope) -> tuple[types.CompleteResult, Told]:
            values, total = completion.complete(params, self._library, scope)
            completed = types.Completion(values=values, total=total, has_more=total > len(values))
            tokens = -(-sum(len(value) for value in values) // TOKEN)
            return types.CompleteResult(completion=completed), Told(tokens, hits=total)

        return await self.answer(ctx, "complete", params.argument.value, work)

    async def prompts(self, ctx: _Context, params: types.PaginatedRequestParams | None) -> types.ListPromptsResult:
        """The prompts."""
        return types.ListPromptsResult(prompts=prompts.PROMPTS)

    async def prompt(self, ctx: _Context, params: types.GetPromptRequestParams) -> types.GetPromptResult:
        """A prompt with its arguments filled in."""
        values = params.arguments or {}

        def work(scope: Scope) -> tuple[types.GetPromptResult, Told]:
            answer = prompts.given(params.name, values, self._library, scope)
            return answer, Told(-(-len(answer.model_dump_json()) // TOKEN))

        return await self.answer(ctx, params.name, next(iter(values.values()), ""), work)

    async def answer(self, ctx: _Context, name: str, asked: str, work: Callable[[Scope], tuple[T, Told]]) -> T:
        """Return what `work` gives for the caller's scope in the time of a call; noted under a name, if it has one."""
        client, started = client_of(ctx), time.perf_counter()
        told, error = Told(), "cancelled"
        try:
            if self._is_paused():
                raise Paused(PAUSED)
            answer, told = await self._within_time(client, lambda: work(self._audience.scope_of(client)))
            error = ""
            return answer
        except BookwheelError as caught:
            refused = self._audience.reword(caught)
            error = refused.code
            data = answers.error(refused.code, refused.message, refused.did_you_mean, refused.next).content
            code = types.INVALID_PARAMS if isinstance(refused, NotFound | BadRequest) else _REFUSED
            raise MCPError(code, str(data["message"]), data) from None
        except Exception:
            # The border of the process: whatever else goes wrong is a bug, logged once, and told without its text.
            _log.exception("An answer to %s failed", name or "a list")
            error = "internal_error"
            said = "Internal error in Bookwheel; the log has the details."
            raise MCPError(types.INTERNAL_ERROR, said, answers.error(error, said).content) from None
        finally:
            spend(ctx, told.tokens)
            if name:
                took_ms = round((time.perf_counter() - started) * 1000, 2)
                at = datetime.now(UTC).isoformat(timespec="milliseconds")
                row = (told.sections, told.hits, told.tokens, took_ms, error)
                self._record(Activity(0, at, client.name, name[:64], asked[:200], *row))

    async def _within_time(self, client: AgentClient, work: Callable[[], T]) -> T:
        limit_s = self._limit_s()
        try:
            async with asyncio.timeout(limit_s):
                return await self._turns.run(client.name, work)
        except TimeoutError:
            raise TimedOut(f"The call took longer than {limit_s:g} s and was stopped; ask for less.") from None


def client_of(ctx: _Context) -> AgentClient:
    """Who asks, as the gate found out."""
    return cast("Request", ctx.request).scope[CLIENT]


def spend(ctx: _Context, tokens: int) -> None:
    """Count the tokens of an answer against what its caller may read in a minute."""
    tell: Callable[[int], None] | None = cast("Request", ctx.request).scope.get(SPEND)
    if tell is not None:
        tell(tokens)
