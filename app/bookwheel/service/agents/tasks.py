"""The protocol's extension for tasks: what `ingest` begins is a task that a client asks for, and can cancel."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

import mcp_types as types
from mcp.server.context import HandlerResult, ServerRequestContext
from mcp.server.lowlevel.server import Server
from mcp.shared.exceptions import MCPError
from mcp_types.version import MODERN_PROTOCOL_VERSIONS

from bookwheel.domain.jobs import Job, JobRequest, JobState
from bookwheel.domain.search import Scope
from bookwheel.library.library import Library
from bookwheel.service.agents.resources.resource_handlers import Offers, Told
from bookwheel.service.agents.tools import answers, ingest_tools
from bookwheel.service.agents.tools.answers import Shaped
from bookwheel.service.sanitising import cleaned

EXTENSION = "io.modelcontextprotocol/tasks"

POLL_MS = 1000
"""Milliseconds after which a client should ask again: a batch that an agent writes is mostly applied in one."""

_STATUS: dict[JobState, Literal["working", "completed", "cancelled"]] = {
    JobState.QUEUED: "working",
    JobState.RUNNING: "working",
    JobState.DONE: "completed",
    JobState.FAILED: "completed",
    JobState.CANCELLED: "cancelled",
}
"""A failed job is a completed task: the status `failed` is for errors of the protocol alone."""

_DECLARED = types.ClientCapabilities(extensions={EXTENSION: {}})
_Context = ServerRequestContext[Any, Any]


class Task(types.Result):
    """How a task is; unlike the SDK's other results it says that no end of its lifetime is set.

    Source: https://modelcontextprotocol.io/seps/2663-tasks-extension, for protocol 2026-07-28.
    """

    task_id: str
    status: Literal["working", "completed", "cancelled"]
    status_message: str | None = None
    created_at: str
    last_updated_at: str
    ttl_ms: int | None = None
    poll_interval_ms: int = POLL_MS

    def wire(self) -> dict[str, Any]:
        """The task as it crosses the wire: `ttlMs` is there even when it is null."""
        return {"ttlMs": None, **self.model_dump(by_alias=True, mode="json", exclude_none=True)}


class CreateTaskResult(Task):
    """What `ingest` answers to a client that knows tasks."""

    result_type: Literal["task"] = "task"


class DetailedTask(Task):
    """What `tasks/get` answers; `result` is the tool's own answer once the task is completed."""

    result_type: Literal["complete"] = "complete"
    result: types.CallToolResult | None = None


class TaskParams(types.RequestParams):
    """What `tasks/get` and `tasks/cancel` take."""

    task_id: str


class UpdateTaskParams(TaskParams):
    """What `tasks/update` takes; none of our tasks asks for anything, so the answers are read by nobody."""

    input_responses: dict[str, Any]


class Tasks:
    """Serves the jobs of a library as tasks; `offers` limits and notes each call like a tool's."""

    def __init__(self, library: Library, offers: Offers) -> None:
        """Tell of the jobs that the library's ingestion has."""
        self._library, self._offers = library, offers

    def register(self, server: Server[Any]) -> None:
        """Let a server answer the extension's methods."""
        server.add_request_handler("tasks/get", TaskParams, self._get)
        server.add_request_handler("tasks/cancel", TaskParams, self._cancel)
        server.add_request_handler("tasks/update", UpdateTaskParams, self._update)

    def capabilities(self, scope: Scope) -> dict[str, dict[str, Any]]:
        """The extension as the greeting names it; empty for a client that may not write."""
        is_offered = scope.may_write and self._library.ingestion is not None
        return {EXTENSION: {}} if is_offered else {}

    def create(self, answer: Shaped) -> dict[str, Any]:
        """The task of a batch that `ingest` has just accepted."""
        job = ingest_tools.job_of(answer, self._library)
        return CreateTaskResult.model_validate(_fields(job)).wire()

    async def _get(self, ctx: _Context, params: TaskParams) -> HandlerResult:
        def work(scope: Scope) -> tuple[dict[str, Any], Told]:
            job = ingest_tools.find_job(params.task_id, self._library, scope)
            result = _result(job) if _STATUS[job.state] == "completed" else None
            task = DetailedTask.model_validate({**_fields(job), "result": result}).wire()
            return task, Told(-(-answers.size_of(task) // answers.TOKEN))

        return await self._answer(ctx, params, work)

    async def _cancel(self, ctx: _Context, params: TaskParams) -> HandlerResult:
        def work(scope: Scope) -> tuple[dict[str, Any], Told]:
            job = ingest_tools.find_job(params.task_id, self._library, scope)
            ingest_tools.ingests(self._library).job(JobRequest(job.id, is_cancelled=True))
            return {"resultType": "complete"}, Told()

        return await self._answer(ctx, params, work)

    async def _update(self, ctx: _Context, params: UpdateTaskParams) -> HandlerResult:
        """Acknowledge answers that nothing has asked for; the extension has a server ignore them."""

        def work(scope: Scope) -> tuple[dict[str, Any], Told]:
            ingest_tools.find_job(params.task_id, self._library, scope)
            return {"resultType": "complete"}, Told()

        return await self._answer(ctx, params, work)

    async def _answer(
        self, ctx: _Context, params: TaskParams, work: Callable[[Scope], tuple[dict[str, Any], Told]]
    ) -> dict[str, Any]:
        if ctx.protocol_version not in MODERN_PROTOCOL_VERSIONS:
            raise MCPError(types.METHOD_NOT_FOUND, "Method not found", ctx.method)
        check_declared(ctx)
        return await self._offers.answer(ctx, ctx.method, params.task_id, work)


def is_declared(ctx: _Context) -> bool:
    """Whether a client said with its request that it knows tasks; only the protocol of today has it."""
    return ctx.protocol_version in MODERN_PROTOCOL_VERSIONS and ctx.session.check_client_capability(_DECLARED)


def check_declared(ctx: _Context) -> None:
    """Refuse a client that does not know tasks.

    Raises:
        MCPError: with the capability that it has to declare.
    """
    if not is_declared(ctx):
        data = types.MissingRequiredClientCapabilityErrorData(required_capabilities=_DECLARED)
        raise MCPError(
            types.MISSING_REQUIRED_CLIENT_CAPABILITY,
            f"Missing required client capability. Declare the extension {EXTENSION} with each request.",
            data.model_dump(by_alias=True, mode="json", exclude_none=True),
        )


def _fields(job: Job) -> dict[str, object]:
    """What every task has, under the names that the wire has for it."""
    return {
        "taskId": job.id,
        "status": _STATUS[job.state],
        "statusMessage": _status_message(job),
        "createdAt": job.created_at,
        "lastUpdatedAt": job.ended_at or job.started_at or job.created_at,
    }


def _status_message(job: Job) -> str:
    if job.state is JobState.QUEUED:
        return "Waiting for its turn."
    if job.message:
        return str(cleaned(job.message))
    return f"{job.counts.done:,} of {job.counts.total:,} items applied."


def _result(job: Job) -> types.CallToolResult:
    """What `ingest` would have answered, had it waited for the job's end."""
    shaped = ingest_tools.shape_job(job)
    content: list[types.ContentBlock] = [types.TextContent(type="text", text=shaped.text)]
    failed = job.state is JobState.FAILED
    return types.CallToolResult(content=content, structured_content=shaped.content, is_error=failed)
