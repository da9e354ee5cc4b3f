"""The same SDK with one tool that does nothing, to compare with: prints its URL and serves until it is ended."""

from __future__ import annotations

import socket

import uvicorn
from mcp.server.mcpserver import MCPServer

server = MCPServer("bare", log_level="WARNING")


@server.tool()
def search(query: str, limit: int = 10) -> dict[str, object]:
    """Answer at once."""
    return {"hits": [{"title": query, "rank": rank} for rank in range(limit)], "total": limit}


def main() -> None:
    """Serve on a free loopback port."""
    # asyncio turns Nagle's algorithm off only on sockets whose protocol is named.
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.bind(("127.0.0.1", 0))
    listening.listen()
    print(f"http://127.0.0.1:{listening.getsockname()[1]}/mcp", flush=True)
    config = uvicorn.Config(server.streamable_http_app(stateless_http=True), log_level="warning", access_log=False)
    uvicorn.Server(config).run(sockets=[listening])


if __name__ == "__main__":
    main()
