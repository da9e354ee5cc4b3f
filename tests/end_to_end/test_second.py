"""Many agents at once: a second process answers searches as the service does, and nobody notices when it is killed."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Generator
from pathlib import Path

import httpx2
import psutil
import pytest

from bookwheel.client.connection import Client
from bookwheel.domain.search import SearchRequest
from bookwheel.domain.service.agents import AgentRequest
from bookwheel.domain.service.settings import SettingChange
from bookwheel.domain.service.status import StatusAnswer
from tests.bench.agents import PROTOCOL, message_of
from tests.waiting import until

from .conftest import Verb

QUERIES = ("the wheel turns past page 7", "ash", "spoke3", "what is made of wood?", '"turns past"', "page")
CLIENTS = 8


def is_settled(status: StatusAnswer) -> bool:
    return status.coverage == 1 and status.pending == 0 and status.embedding.state == "ready"


@pytest.mark.usefixtures("meaning")
def test_a_crowd_is_answered_by_two_processes_alike_and_one_may_die(client: Client, notes: Path, verb: Verb):
    assert verb("add", str(notes), "--wait", "all").returncode == 0
    client.set(SettingChange("agents.calls_per_s", "1000"))
    made = [client.agent(AgentRequest(f"agent-{number}")) for number in range(CLIENTS)]
    service = psutil.Process(client.status().pid)
    wanted, problems, ended = dict[str, object](), list[object](), threading.Event()

    def ask(number: int, *, is_first: bool = False) -> None:
        headers = {
            "Authorization": f"Bearer {made[number].token}",
            "Accept": "application/json, text/event-stream",
            "MCP-Protocol-Version": PROTOCOL,
        }
        with httpx2.Client(headers=headers, trust_env=False, timeout=60) as web:  # a busy machine answers late
            while not ended.is_set():
                for query in QUERIES:
                    message = message_of("tools/call", 2, name="search", arguments={"query": query, "limit": 5})
                    result = web.post(made[number].url, json=message).json()["result"]
                    content = {name: value for name, value in result["structuredContent"].items() if name != "cursor"}
                    if is_first:
                        wanted[query] = content
                    elif content != wanted[query] or result["isError"]:
                        problems.append((query, result))
                if is_first:
                    return

    def searchers() -> list[psutil.Process]:
        found: list[psutil.Process] = []
        for child in service.children():
            with contextlib.suppress(psutil.Error):  # it has just ended
                found += [child] if "search" in child.cmdline() else []
        return found

    @contextlib.contextmanager
    def crowd() -> Generator[None]:
        ended.clear()
        ask(0, is_first=True)  # alone, so that the service answers itself
        threads = [threading.Thread(target=ask, args=(number,)) for number in range(CLIENTS)]
        for thread in threads:
            thread.start()
        try:
            yield
        finally:
            ended.set()
            for thread in threads:
                thread.join(30)
        assert not problems and not any(thread.is_alive() for thread in threads)

    with crowd():
        until(lambda: any(child.cpu_times().user > 1 for child in searchers()))
        first = searchers()[0]
        used = first.cpu_times().user
        until(lambda: first.cpu_times().user > used + 0.5)  # it answers
        first.kill()
        until(lambda: any(child.pid != first.pid and child.cpu_times().user > 1 for child in searchers()))

    # A change that leaves the number of vectors as it was.
    before = client.status().revision
    (notes / "page7.md").write_text("# Page 7\n\nThe rudder steers past page 7.\n\n## Spokes\n\nOf oak.\n", "utf-8")
    until(lambda: client.status().revision > before)
    until(lambda: is_settled(client.status()))
    assert client.search(SearchRequest("rudder")).hits[0].title == "Page 7"
    with crowd():
        used = sum(child.cpu_times().user for child in searchers())
        until(lambda: sum(child.cpu_times().user for child in searchers()) > used + 1)
