"""langchain-mcp-adapters without a model, in an environment of its own: its lists and answers, as JSON.

Standard input takes what `tests.clients.__main__` gives.
"""

from __future__ import annotations

import asyncio
import json
import sys
from typing import Any

from langchain_mcp_adapters.client import MultiServerMCPClient
from langchain_mcp_adapters.tools import load_mcp_tools


def _connection(given: dict[str, Any]) -> Any:
    if given["way"] == "http":
        headers = {"Authorization": f"Bearer {given['token']}"}
        return {"transport": "streamable_http", "url": given["url"], "headers": headers}
    command, *words = given["command"]
    return {"transport": "stdio", "command": command, "args": words, "env": given["environment"]}


async def _talk(given: dict[str, Any]) -> dict[str, Any]:
    client = MultiServerMCPClient({"bookwheel": _connection(given)})
    async with client.session("bookwheel", auto_initialize=False) as session:
        begun = await session.initialize()
        listed = [tool.model_dump(mode="json", by_alias=True) for tool in (await session.list_tools()).tools]
        offered = {tool.name: tool for tool in await load_mcp_tools(session)}
        answers: list[dict[str, Any]] = []
        for name, arguments in given["calls"]:
            call = {"type": "tool_call", "id": "1", "name": name, "args": arguments}
            message = await offered[name].ainvoke(call)
            texts = [part["text"] for part in message.content]
            content = message.artifact["structured_content"]
            answers.append({"content": content, "texts": texts, "is_error": message.status == "error"})
        return {"era": begun.protocolVersion, "tools": listed, "answers": answers}


if __name__ == "__main__":
    print(json.dumps(asyncio.run(_talk(json.load(sys.stdin)))))
