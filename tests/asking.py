"""An agent that calls tools over the bridge, as a real one does."""

from __future__ import annotations

import asyncio
import os
import sys
from typing import Any

from mcp import Client as Agent
from mcp.client.stdio import StdioServerParameters, stdio_client

from bookwheel.paths import LibraryPaths


def asked(library: LibraryPaths, agent: str, *calls: tuple[str, dict[str, Any]]) -> list[dict[str, Any]]:
    """What an agent's calls answer over the bridge, which starts the service where there is none."""

    async def main() -> list[dict[str, Any]]:
        words = ["-m", "bookwheel", "mcp", "--client", agent, "--library", str(library.root)]
        parameters = StdioServerParameters(command=sys.executable, args=words, env=dict(os.environ))
        async with Agent(stdio_client(parameters)) as client:
            return [(await client.call_tool(name, given)).structured_content or {} for name, given in calls]

    return asyncio.run(main())
