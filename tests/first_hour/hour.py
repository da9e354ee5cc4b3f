"""The first hour as a person and two agents live it, by real processes.

`python -m tests.first_hour.hour FOLDER SECONDS`: FOLDER holds `documents`, BOOKWHEEL_LIBRARY names the library. After
the last step the service stays idle until SECONDS have passed since the start.
"""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx2
from mcp import Client as Agent
from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp.client.streamable_http import streamable_http_client

from bookwheel import paths
from tests.first_hour.pages import REMOTE

MODES = ("auto", "keyword", "semantic", "hybrid")
CALLING = (
    f"SELECT * {{ SERVICE <{REMOTE}/sparql> {{ ?s ?p ?o }} }}",
    f"SELECT * FROM <{REMOTE}/graph.ttl> {{ ?s ?p ?o }}",
    f"SELECT * FROM NAMED <{REMOTE}/graph.ttl> {{ GRAPH ?g {{ ?s ?p ?o }} }}",
    f"LOAD <{REMOTE}/graph.ttl>",
)


def main(words: Sequence[str]) -> int:
    """Live it; 0 when every step did what it should."""
    folder, until = Path(words[0]), time.monotonic() + float(words[1])
    documents = folder / "documents"
    bookwheel("serve", "--detach")
    try:
        bookwheel("add", str(documents), "--wait", "all")
        search_and_read()
        ask_the_graph(folder)
        with open_window(documents):
            http = json.loads(bookwheel("connect", "generic", "--client", "near", "--json"))
            asyncio.run(use_agents(http))
            (documents / "later.md").write_text(f"# Later\n\nA new wheel. ![far]({REMOTE}/later.png)\n", "utf-8")
            until_found("later.md")
        bookwheel("rebuild")
        keep_house()
        while time.monotonic() < until:
            time.sleep(min(1.0, max(0.0, until - time.monotonic())))
    finally:
        bookwheel("stop")
    return 0


def bookwheel(*words: str, may_fail: bool = False) -> str:
    """Run a verb; what it prints."""
    done = subprocess.run([*paths.command(), *words], capture_output=True, text=True, encoding="utf-8", timeout=200)
    if done.returncode and not may_fail:
        raise AssertionError(f"bookwheel {' '.join(words)} ended with {done.returncode}:\n{done.stdout}{done.stderr}")
    return done.stdout


def search_and_read() -> None:
    """Search in every mode, browse, and read."""
    for mode in MODES:
        assert '"hits":[{' in bookwheel("search", "wheel that holds books", "--mode", mode, "--json"), mode
    bookwheel("search", "the wheel", "--mode", "graph", may_fail=True)  # may name nothing that stands in the graph
    bookwheel("browse")
    bookwheel("outline", "documents/reaching.md")
    bookwheel("read", "documents/reaching.md")
    bookwheel("explore", "documents/wheel.md")
    bookwheel("context", "what holds many books")


def ask_the_graph(folder: Path) -> None:
    """Ask in SPARQL, also what would call another computer, and export in every format."""
    bookwheel("sparql", "SELECT ?d { ?d a bw:Document }")
    for query in CALLING:
        assert not bookwheel("sparql", query, may_fail=True), f"{query} was answered"
    for form in ("turtle", "n-quads", "json-ld"):
        bookwheel("export", str(folder / "tmp" / f"export.{form}"), "--format", form)


@contextmanager
def open_window(documents: Path) -> Iterator[None]:
    """The real window, which takes its own steps beside what is done here and closes itself."""
    window = subprocess.Popen([sys.executable, "-m", "tests.first_hour.window", str(documents)])
    try:
        yield
        assert window.wait(timeout=240) == 0, "the window did not come to its end"
    finally:
        window.kill()
        window.wait()


async def use_agents(http: dict[str, Any]) -> None:
    """Let one agent call over HTTP and another over the bridge, started as agents start it."""
    headers = {"Authorization": f"Bearer {http['token']}"}
    async with (
        httpx2.AsyncClient(headers=headers, timeout=60) as client,
        Agent(streamable_http_client(http["url"], http_client=client)) as agent,
    ):
        await call_tools(agent)
    command = [*paths.command(), "mcp", "--client", "far"]
    async with Agent(
        stdio_client(StdioServerParameters(command=command[0], args=command[1:], env=dict(os.environ)))
    ) as agent:
        await call_tools(agent)


async def call_tools(agent: Agent) -> None:
    """Call what an agent calls in its first minutes; what it may not use is refused."""
    await agent.list_tools()
    for name, arguments in (
        ("search", {"query": "wheel"}),
        ("context", {"question": "what holds many books"}),
        ("explore", {"node": "documents/wheel.md"}),
        ("read", {"docs": ["documents/reaching.md"]}),
        ("query", {"sparql": CALLING[0]}),
        ("remember", {"text": f"The tracker lives at {REMOTE}."}),
        ("recall", {"query": "tracker"}),
    ):
        await agent.call_tool(name, arguments)


def until_found(name: str) -> None:
    """Wait until a document that was written a moment ago is read."""
    end = time.monotonic() + 90
    while name not in bookwheel("browse", "documents", "--json", may_fail=True):
        assert time.monotonic() < end, f"{name} was not read in time"
        time.sleep(0.2)


def keep_house() -> None:
    """The verbs about the library itself."""
    bookwheel("settings", "get")
    bookwheel("settings", "set", "meaning.enabled", "true")
    for verb in ("doctor", "problems", "activity", "status", "collections"):
        bookwheel(verb, may_fail=True)
    bookwheel("memory", "list", may_fail=True)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
