"""The protocol's extension for tasks, as the SDK's own client uses it with a real service."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Iterator, Sequence
from typing import Any, ClassVar, Literal

import httpx2
import mcp_types as types
import psutil
import pytest
from mcp import Client as Agent
from mcp.client.extension import ClaimContext, ClientExtension, ResultClaim, advertise
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.exceptions import MCPError

from bookwheel.client import discovery
from bookwheel.client.connection import Client, connect
from bookwheel.client.ingest import Document, IngestClient
from bookwheel.domain.collection_source import SourceKind
from bookwheel.domain.service.activity import ActivityRequest
from bookwheel.domain.service.agents import AgentRequest, PauseAgentsRequest
from bookwheel.domain.sources import AddSourceRequest
from bookwheel.paths import LibraryPaths
from bookwheel.service.agents.tasks import EXTENSION, CreateTaskResult, TaskParams, UpdateTaskParams
from tests.waiting import until

pytestmark = pytest.mark.shares_service

NOW, BEFORE, GREETED = "2026-07-28", "legacy", "auto"
LINE = '{"id": "a", "text": "words"}'


class Anything(types.Result):
    """A result whose fields the test reads itself."""

    model_config = {"extra": "allow"}


class GetTask(types.Request[TaskParams, Literal["tasks/get"]]):
    method: Literal["tasks/get"] = "tasks/get"
    params: TaskParams
    name_param: ClassVar[str | None] = "taskId"


class CancelTask(types.Request[TaskParams, Literal["tasks/cancel"]]):
    method: Literal["tasks/cancel"] = "tasks/cancel"
    params: TaskParams
    name_param: ClassVar[str | None] = "taskId"


class UpdateTask(types.Request[UpdateTaskParams, Literal["tasks/update"]]):
    method: Literal["tasks/update"] = "tasks/update"
    params: UpdateTaskParams


class Other(types.Request[TaskParams, str]):
    method: str
    params: TaskParams


def _get(id: str) -> GetTask:
    return GetTask(params=TaskParams(task_id=id))


def _cancel(id: str) -> CancelTask:
    return CancelTask(params=TaskParams(task_id=id))


def _update(id: str) -> UpdateTask:
    return UpdateTask(params=UpdateTaskParams(task_id=id, input_responses={"name": {"action": "accept"}}))


class KnowsTasks(ClientExtension):
    """A client that declares the extension, and asks until a task has ended."""

    identifier = EXTENSION

    def claims(self) -> Sequence[ResultClaim[Any]]:
        return (ResultClaim(result_type="task", model=CreateTaskResult, resolve=self._resolve),)

    async def _resolve(self, task: CreateTaskResult, ctx: ClaimContext) -> types.CallToolResult:
        while True:
            state = _extra(await ctx.session.send_request(_get(task.task_id), Anything))
            if state["status"] != "working":
                return types.CallToolResult.model_validate(state["result"])
            await asyncio.sleep(0.05)


def _extra(answer: Anything) -> dict[str, Any]:
    return answer.model_extra or {}


@pytest.fixture
def tickets(client: Client) -> str:
    """The slug of a datasource."""
    return client.add_source(AddSourceRequest("Tickets", SourceKind.DATASOURCE)).collection.slug


def _token(client: Client, name: str, *may_write: str) -> str:
    return client.agent(AgentRequest(name, (), may_write=may_write)).token


def _talk(
    client: Client, token: str, conversation: Callable[[Agent], Awaitable[Any]], *, era: str = NOW, knows: bool = True
) -> Any:
    async def main() -> Any:
        async with httpx2.AsyncClient(headers={"Authorization": f"Bearer {token}"}, timeout=60) as http:
            transport = streamable_http_client(client.url.rstrip("/") + "/mcp", http_client=http)
            async with Agent(transport, mode=era, extensions=[KnowsTasks()] if knows else []) as agent:
                return await conversation(agent)

    return asyncio.run(main())


def _ask(client: Client, token: str, *requests: types.Request[Any, Any], knows: bool = True) -> list[dict[str, Any]]:
    """What each request answers; of one that is refused, its error."""

    async def conversation(agent: Agent) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = []
        for request in requests:
            try:
                found.append(_extra(await agent.session.send_request(request, Anything)))
            except MCPError as refused:
                found.append({"error": refused.error.code, "data": refused.error.data})
        return found

    return _talk(client, token, conversation, knows=knows)


def _begin(client: Client, token: str, items: str = LINE, **arguments: object) -> CreateTaskResult:
    """Call `ingest` as a client that knows tasks; the task."""

    async def conversation(agent: Agent) -> object:
        given = {"items": items, **arguments}
        return await agent.session.call_tool("ingest", given, allow_claimed=True)

    task = _talk(client, token, conversation)
    assert isinstance(task, CreateTaskResult)
    return task


def _end(client: Client, token: str, id: str) -> dict[str, Any]:
    """A task once it has ended."""

    until(lambda: _ask(client, token, _get(id))[0].get("status") != "working")
    return _ask(client, token, _get(id))[0]


@contextlib.contextmanager
def _ingester_stopped(client: Client) -> Iterator[None]:
    """Hold what applies batches, once it runs."""

    [process] = [one for one in psutil.Process(client.status().pid).children() if "ingester" in one.cmdline()]
    process.suspend()
    try:
        yield
    finally:
        process.resume()


def test_a_batch_is_a_task_that_completes_with_what_the_tool_answers(client: Client, tickets: str):
    token = _token(client, "writer", tickets)
    task = _begin(client, token)
    assert task.status == "working" and task.ttl_ms is None and task.poll_interval_ms == 1000
    assert task.created_at == task.last_updated_at
    done = _end(client, token, task.task_id)
    assert done["status"] == "completed" and done["resultType"] == "complete" and done["ttlMs"] is None
    assert done["statusMessage"] == "1 of 1 items applied." and done["lastUpdatedAt"] >= done["createdAt"]
    result = types.CallToolResult.model_validate(done["result"])
    job = (result.structured_content or {})["job"]
    assert job["id"] == task.task_id and job["state"] == "done" and not result.is_error
    calls = client.activity(ActivityRequest()).activity
    assert {call.tool for call in calls} >= {"ingest", "tasks/get"}


def test_a_client_that_resolves_tasks_gets_the_answer_of_a_plain_call(client: Client, tickets: str):
    token = _token(client, "writer", tickets)

    async def conversation(agent: Agent) -> types.CallToolResult:
        return await agent.call_tool("ingest", {"items": LINE})

    result = _talk(client, token, conversation)
    assert result.structured_content["job"]["state"] == "done"


@pytest.mark.parametrize(("era", "knows"), [(NOW, False), (BEFORE, True), (BEFORE, False)])
def test_who_does_not_know_tasks_of_today_gets_the_tools_own_answer(
    client: Client, tickets: str, era: str, knows: bool
):
    token = _token(client, "writer", tickets)

    async def conversation(agent: Agent) -> types.CallToolResult:
        return await agent.call_tool("ingest", {"items": LINE})

    result = _talk(client, token, conversation, era=era, knows=knows)
    assert result.structured_content["job"]["id"] and not result.is_error


def test_a_batch_that_fails_is_a_completed_task_with_an_error(client: Client, tickets: str):
    token = _token(client, "writer", tickets)
    task = _begin(client, token, LINE + "\n{", strict=True)
    done = _end(client, token, task.task_id)
    assert done["status"] == "completed" and done["result"]["isError"] is True
    assert done["result"]["structuredContent"]["job"]["state"] == "failed" and done["statusMessage"]


def test_a_refused_batch_makes_no_task(client: Client, tickets: str):
    token = _token(client, "writer", tickets)

    async def conversation(agent: Agent) -> object:
        return await agent.session.call_tool("ingest", {"items": "\n"}, allow_claimed=True)

    result = _talk(client, token, conversation)
    assert isinstance(result, types.CallToolResult) and result.is_error


def test_a_task_that_waits_is_cancelled_and_a_finished_one_stays_as_it_is(client: Client, tickets: str):
    token = _token(client, "writer", tickets)
    first = _begin(client, token)
    _end(client, token, first.task_id)
    with _ingester_stopped(client):
        _begin(client, token)
        waiting = _begin(client, token, '{"id": "never", "text": "words"}')
        [before] = _ask(client, token, _get(waiting.task_id))
        assert before["status"] == "working" and before["resultType"] == "complete" and "result" not in before
        assert _ask(client, token, _cancel(waiting.task_id)) == [{"resultType": "complete"}]
        [after] = _ask(client, token, _get(waiting.task_id))
        assert after["status"] == "cancelled" and "result" not in after
    assert _ask(client, token, _cancel(first.task_id)) == [{"resultType": "complete"}]
    assert _ask(client, token, _get(first.task_id))[0]["status"] == "completed"


def test_a_task_that_needs_no_input_takes_an_update_and_ignores_it(client: Client, tickets: str):
    token = _token(client, "writer", tickets)
    task = _begin(client, token)
    assert _ask(client, token, _update(task.task_id)) == [{"resultType": "complete"}]
    assert _end(client, token, task.task_id)["status"] == "completed"


def test_unknown_tasks_and_removed_methods_are_refused(client: Client, tickets: str):
    token = _token(client, "writer", tickets)
    task = _begin(client, token)
    for request in (_get("nothing"), _cancel("nothing"), _update("nothing"), _get("../" * 50)):
        assert _ask(client, token, request)[0]["error"] == types.INVALID_PARAMS
    for method in ("tasks/list", "tasks/result"):
        refused = _ask(client, token, Other(method=method, params=TaskParams(task_id=task.task_id)))
        assert refused[0]["error"] == types.METHOD_NOT_FOUND


def test_a_client_that_does_not_declare_the_extension_is_told_which_it_needs(client: Client, tickets: str):
    token = _token(client, "writer", tickets)
    task = _begin(client, token)
    for request in (_get(task.task_id), _cancel(task.task_id), _update(task.task_id), _get("nothing")):
        [refused] = _ask(client, token, request, knows=False)
        assert refused["error"] == types.MISSING_REQUIRED_CLIENT_CAPABILITY == -32021
        assert refused["data"] == {"requiredCapabilities": {"extensions": {EXTENSION: {}}}}


def test_the_protocol_of_before_has_no_tasks(client: Client, tickets: str):
    token = _token(client, "writer", tickets)
    task = _begin(client, token)

    async def conversation(agent: Agent) -> int:
        with pytest.raises(MCPError) as refused:
            await agent.session.send_request(_get(task.task_id), Anything)
        return refused.value.error.code

    assert _talk(client, token, conversation, era=BEFORE) == types.METHOD_NOT_FOUND


def test_a_task_shows_itself_to_those_who_may_write_its_collection_alone(client: Client, tickets: str):
    other = client.add_source(AddSourceRequest("Other", SourceKind.DATASOURCE)).collection.slug
    token = _token(client, "writer", tickets)
    task = _begin(client, token)
    for stranger in (_token(client, "stranger", other), client.agent(AgentRequest("reader", ())).token):
        for request in (_get(task.task_id), _cancel(task.task_id), _update(task.task_id)):
            assert _ask(client, stranger, request)[0]["error"] == types.INVALID_PARAMS
    assert _end(client, token, task.task_id)["status"] == "completed"


def test_only_who_may_write_is_offered_tasks(client: Client, tickets: str):
    async def conversation(agent: Agent) -> dict[str, Any]:
        return agent.server_capabilities.extensions or {}

    assert _talk(client, _token(client, "writer", tickets), conversation, era=GREETED) == {EXTENSION: {}}
    assert _talk(client, _token(client, "writer", tickets), conversation, era=BEFORE) == {}
    assert _talk(client, client.agent(AgentRequest("reader", ())).token, conversation, era=GREETED) == {}


def test_tasks_are_held_while_agents_are_paused(client: Client, tickets: str):
    token = _token(client, "writer", tickets)
    task = _begin(client, token)
    client.pause_agents(PauseAgentsRequest(True))
    assert _ask(client, token, _get(task.task_id))[0]["data"]["code"] == "agents_paused"
    client.pause_agents(PauseAgentsRequest(False))
    assert _end(client, token, task.task_id)["status"] == "completed"


def test_tasks_outlive_the_service(client: Client, tickets: str, library: LibraryPaths):
    token = _token(client, "writer", tickets)
    task = _begin(client, token)
    _end(client, token, task.task_id)
    with IngestClient(client.url, discovery.token(library)) as ingest:
        job = ingest.send(tickets, [Document("own", "words")])
        ingest.wait(job.id)
    client.stop()
    assert discovery.wait_until_gone(library, 30)
    with contextlib.closing(connect(library, client="cli")) as again:
        assert _ask(again, token, _get(task.task_id))[0]["status"] == "completed"
        assert _ask(again, token, _get(job.id))[0]["result"]["structuredContent"]["job"]["state"] == "done"


def test_an_extension_of_another_name_is_no_declaration(client: Client, tickets: str):
    token = _token(client, "writer", tickets)

    async def main() -> types.CallToolResult:
        async with httpx2.AsyncClient(headers={"Authorization": f"Bearer {token}"}, timeout=60) as http:
            transport = streamable_http_client(client.url.rstrip("/") + "/mcp", http_client=http)
            async with Agent(transport, mode=NOW, extensions=[advertise("com.example/tasks")]) as agent:
                return await agent.call_tool("ingest", {"items": LINE})

    assert not asyncio.run(main()).is_error
