"""openai-agents without a model, in an environment of its own: its lists and answers, as JSON.

Standard input takes what `tests.clients.__main__` gives; which era is spoken the SDK beside it decides.
"""

from __future__ import annotations

import asyncio
import json
import sys
from typing import Any

from agents import Agent
from agents.mcp import MCPServer, MCPServerStdio, MCPServerStreamableHttp, MCPUtil
from agents.tool_context import ToolContext


def _server(given: dict[str, Any]) -> MCPServer:
    if given["way"] == "http":
        headers = {"Authorization": f"Bearer {given['token']}"}
        return MCPServerStreamableHttp(
            {"url": given["url"], "headers": headers}, use_structured_content=True, client_session_timeout_seconds=30
        )
    command, *words = given["command"]
    return MCPServerStdio(
        {"command": command, "args": words, "env": given["environment"]},
        use_structured_content=True,
        client_session_timeout_seconds=30,
    )


async def _talk(given: dict[str, Any]) -> dict[str, Any]:
    async with _server(given) as server:
        listed = [tool.model_dump(mode="json", by_alias=True) for tool in await server.list_tools()]
        reads = {tool["name"] for tool in listed if tool["annotations"]["readOnlyHint"]}
        context = ToolContext(None, tool_name="", tool_call_id="1", tool_arguments="{}")
        agent = Agent(name="nobody", mcp_servers=[server])
        offered: dict[str, Any] = {
            tool.name: tool for tool in await MCPUtil.get_function_tools(server, True, context, agent)
        }
        answers: list[dict[str, Any]] = []
        for name, arguments in given["calls"]:
            result = (await server.call_tool(name, arguments)).model_dump(mode="json", by_alias=True)
            texts = [part["text"] for part in result["content"]]
            if name in reads:  # as an agent's run would call it, and show it to a model
                texts.append(str(await offered[name].on_invoke_tool(context, json.dumps(arguments))))
            answers.append({"content": result["structuredContent"], "texts": texts, "is_error": result["isError"]})
        session: Any = server.session
        version = getattr(session, "protocol_version", None)
        begun: Any = server.server_initialize_result
        return {"era": version or begun.protocolVersion, "tools": listed, "answers": answers}


if __name__ == "__main__":
    print(json.dumps(asyncio.run(_talk(json.load(sys.stdin)))))
