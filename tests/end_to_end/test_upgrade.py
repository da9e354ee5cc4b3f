"""A newer version takes the service's place while older programs are connected to the older one."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import bookwheel
from bookwheel import wire
from bookwheel.client.connection import Client
from bookwheel.domain.collection import AddRequest
from bookwheel.domain.errors import ProtocolMismatch
from bookwheel.domain.service.agents import AgentRequest
from bookwheel.paths import LibraryPaths
from tests.end_to_end.conftest import Verb
from tests.waiting import until

NEWER = "0.99.0"
META = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
    "io.modelcontextprotocol/clientInfo": {"name": "test", "version": "1"},
}


@pytest.fixture
def newer(tmp_path: Path) -> Path:
    """The program as a later version with its next protocol: what to set as PYTHONPATH."""
    source, package = Path(wire.__file__).parent, tmp_path / "newer" / "bookwheel"
    package.mkdir(parents=True)
    changes = {
        "wire.py": (f"\nPROTOCOL = {wire.PROTOCOL}\n", f"\nPROTOCOL = {wire.PROTOCOL + 1}\n"),
        "__init__.py": (f'"{bookwheel.__version__}"', f'"{NEWER}"'),
    }
    for part in source.iterdir():
        if part.name in changes:
            before, after = changes[part.name]
            text = part.read_text("utf-8")
            assert before in text
            (package / part.name).write_text(text.replace(before, after), "utf-8")
        elif part.name != "__pycache__":
            (package / part.name).symlink_to(part)
    return package.parent


class Agent:
    """An agent behind a bridge of the older version, which reads answers as they come."""

    def __init__(self, library: LibraryPaths) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "bookwheel", "mcp", "--library", str(library.root), "--client", "agent"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        self.answers: dict[Any, dict[str, Any]] = {}
        self.notices: list[str] = []
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            message = json.loads(line)
            if "method" in message:
                self.notices.append(message["method"])
            else:
                self.answers[message["id"]] = message

    def send(self, id: int | str, method: str, **params: Any) -> None:
        assert self.process.stdin is not None
        message = {"jsonrpc": "2.0", "id": id, "method": method, "params": {**params, "_meta": META}}
        self.process.stdin.write(json.dumps(message).encode() + b"\n")
        self.process.stdin.flush()

    def ask(self, id: int | str, method: str, **params: Any) -> dict[str, Any]:
        self.send(id, method, **params)
        until(lambda: id in self.answers, 30)
        return self.answers[id]


@pytest.fixture
def agent(library: LibraryPaths, client: Client, notes: Path) -> Iterator[Agent]:
    """An agent that has asked the older service already."""
    client.add(AddRequest(str(notes)))
    client.agent(AgentRequest("agent"))
    until(lambda: client.status().documents == 12 and client.status().progress.phase == "idle")
    one = Agent(library)
    yield one
    one.process.kill()
    one.process.communicate()


def test_an_agent_and_older_programs_live_through_an_upgrade(
    library: LibraryPaths, client: Client, agent: Agent, newer: Path, verb: Verb
) -> None:
    greeted = agent.ask("before", "server/discover")
    assert greeted["result"]["_meta"]["io.modelcontextprotocol/serverInfo"]["version"] == bookwheel.__version__
    agent.send("stream", "subscriptions/listen", notifications={"resourcesListChanged": True})
    until(lambda: "notifications/subscriptions/acknowledged" in agent.notices)
    older = client.pid

    environment = {**os.environ, "PYTHONPATH": str(newer)}
    upgrade = subprocess.Popen(
        [sys.executable, "-m", "bookwheel", "search", "wheel"], env=environment, stdout=subprocess.PIPE
    )
    asked = 0
    while upgrade.poll() is None:  # the agent asks on while one service goes and the other comes
        asked += 1
        agent.ask(asked, "tools/call", name="search", arguments={"query": "wheel"})
    said, _ = upgrade.communicate()
    assert upgrade.returncode == 0, said
    record = wire.announced(library.discovery)
    assert record is not None
    assert (record.version, record.protocol) == (NEWER, wire.PROTOCOL + 1)
    assert record.pid != older

    refused = [answer for id, answer in agent.answers.items() if isinstance(id, int) and "result" not in answer]
    assert refused == []
    assert all(agent.answers[id]["result"]["structuredContent"]["hits"] for id in range(1, asked + 1))
    assert agent.answers["stream"]["result"]["resultType"] == "complete"
    agent.send("again", "subscriptions/listen", notifications={"resourcesListChanged": True})
    until(lambda: agent.notices.count("notifications/subscriptions/acknowledged") == 2)
    greeted = agent.ask("after", "server/discover")
    assert greeted["result"]["_meta"]["io.modelcontextprotocol/serverInfo"]["version"] == NEWER

    with pytest.raises(ProtocolMismatch, match=re.escape(f"newer Bookwheel ({NEWER}). Update this program")):
        client.status()
    told = verb("search", "wheel")
    assert told.returncode != 0
    assert f"newer Bookwheel ({NEWER})" in told.stderr
    assert "Traceback" not in told.stderr
    served = subprocess.run(
        [sys.executable, "-m", "bookwheel", "serve"], capture_output=True, text=True, check=False, timeout=60
    )
    assert f"already served at {record.url}" in served.stdout
    log = (library.log / "service.log").read_text("utf-8")
    assert log.count("Serving at") == 2, "an older service came between"
