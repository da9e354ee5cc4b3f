"""Programs bring documents and entities: over HTTP with a token, and by the command line."""

from __future__ import annotations

import http.client
import json
import os
import signal
import socket
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx2
import pytest

from bookwheel import wire
from bookwheel.client import discovery
from bookwheel.client.connection import Client
from bookwheel.client.ingest import Deletion, Document, Entity, EntityRelation, IngestClient, Ingestor
from bookwheel.domain.collection import RemoveRequest
from bookwheel.domain.collection_source import SourceKind
from bookwheel.domain.errors import BadRequest, NotAllowed, NotFound, TooMany, Unauthorised
from bookwheel.domain.graph import ExploreRequest
from bookwheel.domain.jobs import Job, JobCounts, JobState
from bookwheel.domain.search import SearchRequest
from bookwheel.domain.service.activity import ActivityRequest
from bookwheel.domain.service.agents import AgentRequest, PauseAgentsRequest
from bookwheel.domain.service.requests import NameRequest
from bookwheel.domain.sources import AddSourceRequest, ChangeSourceRequest
from bookwheel.paths import LibraryPaths
from tests.end_to_end.conftest import Verb
from tests.waiting import until

pytestmark = pytest.mark.shares_service

INGESTOR = Ingestor("sync", "1.0", "here")


@pytest.fixture
def tickets(client: Client) -> str:
    """The slug of a datasource."""
    return client.add_source(AddSourceRequest("Tickets", SourceKind.DATASOURCE)).collection.slug


@pytest.fixture
def ingest(client: Client, library: LibraryPaths) -> Iterator[IngestClient]:
    """The person's own program."""
    with IngestClient(client.url, discovery.token(library)) as one:
        yield one


def _found(client: Client, words: str) -> list[str]:
    return [hit.section for hit in client.search(SearchRequest(words)).hits]


def _token(client: Client, name: str, *may_write: str) -> str:
    return client.agent(AgentRequest(name, (), may_write=may_write)).token


def test_what_a_program_brings_is_searched_and_explored(client: Client, ingest: IngestClient, tickets: str):
    relation = EntityRelation("ticket", "T-2", "dependsOn")
    job = ingest.send(
        tickets,
        [
            Document("guide/Intro", "# Wheels\n\nThe zebrafish turns.", title="Intro", tags=("wheel",)),
            Entity("ticket", "T-1", labels=("Login fails",), properties={"status": "open"}, relations=(relation,)),
            Entity("ticket", "T-2", labels=("Quokka down",), other_keys=("OLD-2",)),
        ],
        ingestor=INGESTOR,
    )
    assert ingest.wait(job.id).counts == JobCounts(3, new=3)
    until(lambda: _found(client, "zebrafish") == [f"{tickets}/guide/intro.md#wheels"])
    until(lambda: _found(client, "quokka") == [f"{tickets}/entities/ticket/0001.entities.jsonl#ticket-t-2"])

    def related(node: str) -> set[str]:
        try:
            return {edge.target for edge in client.explore(ExploreRequest(node)).edges}
        except NotFound:
            return set()

    until(lambda: "entity:ticket/t-2" in related("entity:ticket/t-1"))
    until(lambda: "entity:datasource/tickets" in related(f"{tickets}/guide/intro.md"))
    assert "entity:ingestor/sync@1.0/here" in related(f"{tickets}/guide/intro.md")
    status = ingest.status(tickets)
    assert (status.documents, status.entities, status.datasource) == (1, 2, "Tickets")


def test_what_leaves_is_found_no_more(client: Client, ingest: IngestClient, tickets: str):
    first = ingest.send(tickets, [Document("a", "zebrafish"), Document("b", "quokka"), Document("c", "numbat")])
    ingest.wait(first.id)
    until(lambda: all(_found(client, word) for word in ("zebrafish", "quokka", "numbat")))
    assert ingest.wait(ingest.send(tickets, [Deletion("a")]).id).counts == JobCounts(1, removed=1)
    until(lambda: not _found(client, "zebrafish"))
    assert ingest.wait(ingest.delete(tickets, ids=["b", "unknown"]).id).counts == JobCounts(2, same=1, removed=1)
    assert ingest.wait(ingest.delete(tickets, job=first.id).id).counts == JobCounts(1, removed=1)
    until(lambda: not _found(client, "numbat"))
    kinds = [job.kind for job in ingest.jobs(tickets)]
    assert kinds == ["delete", "delete", "ingest", "ingest"]


def test_a_token_writes_to_its_collection_alone(client: Client, tickets: str):
    other = client.add_source(AddSourceRequest("Other", SourceKind.DATASOURCE)).collection.slug
    with IngestClient(client.url, _token(client, "writer", tickets)) as writer:
        job = writer.wait(writer.send(tickets, [Document("a", "zebrafish")]).id)
        assert job.state is JobState.DONE and job.client == "writer"
        for name in (other, "nowhere"):
            with pytest.raises(NotAllowed):
                writer.send(name, [Document("a", "words")])
            with pytest.raises(NotAllowed):
                writer.jobs(name)
        with IngestClient(client.url, _token(client, "second", other)) as second:
            foreign = second.send(other, [Document("a", "words")])
            second.wait(foreign.id)
            with pytest.raises(NotFound):
                second.job(job.id)
        for ask in (writer.job, writer.cancel):
            with pytest.raises(NotFound):
                ask(foreign.id)
    with IngestClient(client.url, "bw_wrong") as stranger, pytest.raises(Unauthorised):
        stranger.send(tickets, [Document("a", "words")])
    with IngestClient(client.url, _token(client, "reader")) as reader, pytest.raises(NotAllowed):
        reader.send(tickets, [Document("a", "words")])


def test_a_path_names_its_own_methods_to_those_who_use_another(client: Client, tickets: str, library: LibraryPaths):
    token = {"Authorization": f"Bearer {discovery.token(library)}"}
    for path, allowed in (
        ("jobs/1", "DELETE, GET"), (f"collections/{tickets}", "GET"), (f"collections/{tickets}/batches", "POST"),
        ("openapi.json", "GET"),
    ):  # fmt: skip
        for method in ("PUT", "OPTIONS", *({"GET", "POST", "DELETE"} - {*allowed.split(", ")})):
            answer = httpx2.request(method, f"{client.url}/ingest/v1/{path}", headers=token)
            assert (answer.status_code, answer.headers["allow"]) == (405, allowed), (method, path)
    assert httpx2.get(f"{client.url}/ingest/v1/nothing", headers=token, timeout=60).status_code == 404


def test_a_name_or_number_that_is_none_is_refused_at_the_door(client: Client, tickets: str, library: LibraryPaths):
    headers = {"Authorization": f"Bearer {discovery.token(library)}", "Content-Type": "application/x-ndjson"}
    place = f"{client.url}/ingest/v1/collections/{tickets}"
    for query in (f"datasource={'a' * 201}", "version=%00", f"ingestor={'a' * 201}"):
        answer = httpx2.post(
            f"{place}/batches?{query}", headers=headers, content=b'{"id": "a", "text": "a"}', timeout=60
        )
        assert answer.status_code == 400, query
    assert httpx2.get(f"{place}/jobs?limit=", headers=headers, timeout=60).status_code == 400


def test_what_a_program_brings_stands_in_the_list_of_calls(client: Client, tickets: str):
    with IngestClient(client.url, _token(client, "bringer", tickets)) as writer:
        job = writer.wait(writer.send(tickets, [Document("a", "words")]).id)
        writer.delete(tickets, ids=["a"])
        with pytest.raises(NotAllowed):
            writer.send("elsewhere", [Document("a", "words")])
    calls = client.activity(ActivityRequest()).activity
    told = [(call.tool, call.query, call.error) for call in calls if call.client == "bringer"]
    assert told == [("ingest", "elsewhere", "not_allowed"), ("ingest", tickets, ""), ("ingest", tickets, "")]
    assert job.state is JobState.DONE


def test_many_who_wait_for_jobs_hold_nobody_up(
    client: Client, library: LibraryPaths, ingest: IngestClient, tickets: str
):
    client.change_source(ChangeSourceRequest(tickets, is_paused=False))
    jobs = [ingest.send(tickets, [Document(f"{n}", "words " * 50) for n in range(2000)]) for _ in range(3)]
    ended: list[Job] = []

    def wait() -> None:
        with IngestClient(client.url, discovery.token(library)) as one:
            ended.append(one.job(jobs[-1].id, wait_s=60))

    threads = [threading.Thread(target=wait) for _ in range(12)]
    for thread in threads:
        thread.start()
    assert client.status().pid == client.pid
    for thread in threads:
        thread.join()
    assert len(ended) == 12 and all(job.state is JobState.DONE for job in ended)


def _mcp(client: Client, token: str, tool: str, arguments: dict[str, object]) -> tuple[int, str]:
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": tool, "arguments": arguments}}
    headers = {
        "authorization": f"Bearer {token}", "content-type": "application/json", "mcp-protocol-version": "2025-11-25",
        "accept": "application/json, text/event-stream",
    }  # fmt: skip
    return _post(client, "/mcp", json.dumps(message).encode(), headers)


def _post(client: Client, path: str, body: bytes, headers: dict[str, str]) -> tuple[int, str]:
    parts = urlsplit(client.url)
    connection = http.client.HTTPConnection(parts.hostname or "", parts.port or 0, timeout=60)
    try:
        connection.request("POST", path, body, headers)
        response = connection.getresponse()
        return response.status, response.read().decode()
    finally:
        connection.close()


def test_a_token_that_only_writes_reads_nothing(client: Client, ingest: IngestClient, tickets: str):
    ingest.wait(ingest.send(tickets, [Document("a", "zebrafish")]).id)
    until(lambda: _found(client, "zebrafish"))
    token = _token(client, "writer", tickets)
    for tool, arguments in (("search", {"query": "zebrafish"}), ("browse", {"view": "documents"})):
        status, text = _mcp(client, token, tool, dict(arguments))
        assert status == 200 and '"jsonrpc"' in text and f"{tickets}/a" not in text
    headers = {"authorization": f"Bearer {token}", "content-type": "application/json"}
    assert _post(client, "/rpc/search", b'{"query": "zebrafish"}', headers)[0] == 401


def test_paused_agents_and_collections_take_nothing(client: Client, ingest: IngestClient, tickets: str):
    token = _token(client, "writer", tickets)
    with IngestClient(client.url, token) as writer:
        client.pause_agents(PauseAgentsRequest(True))
        with pytest.raises(wire.errors.Paused):
            writer.send(tickets, [Document("a", "words")])
        client.pause_agents(PauseAgentsRequest(False))
        client.change_source(ChangeSourceRequest(tickets, is_paused=True))
        with pytest.raises(NotAllowed):
            writer.send(tickets, [Document("a", "words")])
        client.change_source(ChangeSourceRequest(tickets, is_paused=False))
        writer.wait(writer.send(tickets, [Document("a", "words")]).id)
        client.revoke(NameRequest("writer"))
        with pytest.raises(Unauthorised):
            writer.send(tickets, [Document("a", "words")])


def test_a_removed_collection_leaves_nothing_behind(client: Client, ingest: IngestClient, library: LibraryPaths):
    slug = client.add_source(AddSourceRequest("Tickets", SourceKind.DATASOURCE)).collection.slug
    client.agent(AgentRequest("writer", (), may_write=(slug,)))
    ingest.wait(ingest.send(slug, [Document("a", "zebrafish")]).id)
    until(lambda: _found(client, "zebrafish"))
    client.remove(RemoveRequest(slug))
    until(lambda: not library.mirror(slug).exists())
    assert not _found(client, "zebrafish")
    until(lambda: next(agent for agent in client.agents().agents if agent.name == "writer").may_write == ())
    with pytest.raises(NotFound):
        ingest.send(slug, [Document("a", "words")])


@pytest.mark.parametrize(
    ("body", "kind", "status"),
    [
        (b"", "application/x-ndjson", 400),
        (b"\n \n", "application/x-ndjson", 400),
        (b'{"id":"a","text":"t"}', "text/plain", 415),
        (b"x" * (16 * 1024 * 1024 + 1), "application/x-ndjson", 413),
        (b"{}\n" * 20_001, "application/x-ndjson", 400),
    ],
)
def test_what_is_no_batch_is_refused(
    client: Client, library: LibraryPaths, tickets: str, body: bytes, kind: str, status: int
):
    headers = {"authorization": f"Bearer {discovery.token(library)}", "content-type": kind}
    answered, text = _post(client, f"/ingest/v1/collections/{tickets}/batches", body, headers)
    assert answered == status and json.loads(text)["message"]


@pytest.mark.parametrize("path", ["collections", "collections/x/y", "jobs", "../rpc/search", "nothing", "%2e%2e/rpc"])
def test_addresses_that_there_are_not_are_refused(client: Client, library: LibraryPaths, path: str):
    headers = {"authorization": f"Bearer {discovery.token(library)}", "content-type": "application/json"}
    assert _post(client, f"/ingest/v1/{path}", b"{}", headers)[0] == 404


def test_a_connection_that_the_service_closed_is_opened_again(ingest: IngestClient, tickets: str):
    assert ingest.status(tickets).documents == 0
    assert ingest._connection.sock is not None
    ingest._connection.sock.shutdown(socket.SHUT_RDWR)
    assert ingest.wait(ingest.send(tickets, [Document("a", "words")]).id).counts == JobCounts(1, new=1)


def test_folders_take_no_batches(client: Client, ingest: IngestClient, notes: Path):
    from bookwheel.domain.collection import AddRequest  # noqa: PLC0415

    slug = client.add(AddRequest(str(notes))).collection.slug
    with pytest.raises(BadRequest):
        ingest.send(slug, [Document("a", "words")])
    assert not (notes / "a.md").exists()


def test_programs_that_send_at_once_lose_nothing(client: Client, library: LibraryPaths, tickets: str):
    ended: list[Job] = []

    def send(name: str) -> None:
        with IngestClient(client.url, discovery.token(library)) as one:
            for part in range(4):
                items = [Document(f"{name}/{part}/{n}", f"words of {name}") for n in range(50)]
                job = one.send(tickets, [*items, Document("shared", name)], ingestor=Ingestor(name))
                ended.append(one.wait(job.id))

    threads = [threading.Thread(target=send, args=(f"program{n}",)) for n in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(job.state is JobState.DONE for job in ended) and sum(job.counts.new for job in ended) == 3 * 4 * 50 + 1
    assert len([*library.mirrored_documents(tickets).rglob("*.md")]) == 601


def test_a_program_slows_down_while_too_much_waits(ingest: IngestClient, tickets: str):
    batch = [Document(f"d{n}", "words " * 30) for n in range(2000)]
    jobs: list[Job] = []
    with pytest.raises(TooMany):
        for _ in range(200):
            jobs.append(ingest.send(tickets, batch))
    assert ingest.wait(jobs[-1].id).state is JobState.DONE
    assert [*ingest.send_all(tickets, batch)]


@pytest.mark.skipif(sys.platform == "win32", reason="it has no SIGKILL")
def test_a_batch_outlives_its_service(client: Client, library: LibraryPaths, tickets: str):
    for turn in range(3):
        items = [Document(f"{turn}/{n}", f"words {turn}") for n in range(1500)]
        with IngestClient(client.url, discovery.token(library)) as ingest:
            job = ingest.send(tickets, items)
        os.kill(client.pid, signal.SIGKILL)
        until(lambda: not discovery.is_locked(library))
        client.status()
        with IngestClient(client.url, discovery.token(library)) as again:
            ended = again.wait(job.id)
            assert ended.state is JobState.DONE and ended.counts == JobCounts(1500, new=1500), turn
    assert len([*library.mirrored_documents(tickets).rglob("*.md")]) == 4500
    assert not [*(library.mirror(tickets) / "spool").iterdir()]


def test_a_cancelled_batch_changes_nothing_or_is_done(ingest: IngestClient, tickets: str, library: LibraryPaths):
    first = [ingest.send(tickets, [Document(f"x{n}", "words") for n in range(2000)]) for _ in range(2)]
    job = ingest.send(tickets, [Document(f"y{n}", "words") for n in range(2000)])
    ingest.cancel(job.id)
    ended = ingest.wait(job.id)
    written = [*library.mirrored_documents(tickets).glob("y*.md")]
    assert (ended.state, len(written)) in ((JobState.CANCELLED, 0), (JobState.DONE, 2000))
    assert all(ingest.wait(one.id).state is JobState.DONE for one in first)


def test_the_verb_ingest_brings_a_file(verb: Verb, tmp_path: Path, client: Client):
    file = tmp_path / "batch.jsonl"
    file.write_text('{"id": "a", "text": "zebrafish"}\n{"id": "b"}\n', "utf-8")
    done = verb("ingest", str(file), "--collection", "My tickets", "--ingestor", "sync@1.0/x")
    assert done.returncode == 1 and "2 items: 1 new, 1 failed." in done.stdout and "item 2 (b)" in done.stdout
    until(lambda: _found(client, "zebrafish"))
    shown = verb("jobs", "show", json.loads(verb("jobs", "--json").stdout)["jobs"][0]["id"]).stdout
    assert "  item 2 (b): " in shown
    again = verb("ingest", "-", "--collection", "my-tickets", "--json", input='{"id": "a", "text": "zebrafish"}\n')
    answer = json.loads(again.stdout)
    assert again.returncode == 0 and answer["collection"] == "my-tickets" and answer["counts"]["same"] == 1
    gone = verb("ingest", "--collection", "my-tickets", "--delete", "a", "z")
    assert gone.returncode == 0 and "2 items: 1 unchanged, 1 removed." in gone.stdout


def test_the_verb_ingest_counts_items_over_all_batches(verb: Verb, tmp_path: Path):
    file = tmp_path / "batch.jsonl"
    lines = [json.dumps({"id": f"d{n}", "text": "words"}) for n in range(4500)]
    lines[4321] = "torn"
    file.write_text("\n".join(lines), "utf-8")
    done = verb("ingest", str(file), "--collection", "many")
    assert "4,500 items: 4,499 new, 1 failed." in done.stdout and "item 4322: The line is not valid" in done.stdout


def test_the_verb_ingest_refuses_what_makes_no_sense(verb: Verb):
    assert verb("ingest", "--collection", "x").returncode == 2
    assert verb("ingest", "-", "--collection", "x", "--delete", "a").returncode == 2
    assert verb("ingest", "/nowhere.jsonl", "--collection", "x").returncode == 4
    assert verb("ingest", "--collection", "nowhere", "--delete", "a").returncode == 4


def test_connect_lets_a_program_write_and_read_nothing(verb: Verb, client: Client, tickets: str):
    made = json.loads(verb("connect", "generic", "--client", "program", "--write", tickets, "--json").stdout)
    with IngestClient(made["url"], made["token"]) as program:
        assert program.wait(program.send(tickets, [Document("a", "words")]).id).state is JobState.DONE
    (listed,) = json.loads(verb("connect", "--list", "--json").stdout)["clients"]
    assert (listed["collections"], listed["may_write"]) == ([], [tickets])
    assert f"can read nothing (-private:true), can write to {tickets}" in verb("connect", "--list").stdout
    verb("connect", "generic", "--client", "program", "--no-write", "--json")
    with IngestClient(made["url"], made["token"]) as program, pytest.raises(NotAllowed):
        program.send(tickets, [Document("a", "words")])


def _tool(client: Client, token: str, tool: str, **arguments: object) -> dict[str, Any]:
    status, text = _mcp(client, token, tool, arguments)
    assert status == 200
    return json.loads(text)["result"]["structuredContent"]


def test_an_agent_brings_documents_where_it_was_let(client: Client, tickets: str):
    other = client.add_source(AddSourceRequest("Other", SourceKind.DATASOURCE)).collection.slug
    token = client.agent(AgentRequest("agent", None, may_write=(tickets,))).token
    lines = '{"id": "a", "text": "zebrafish"}\n{"id": "b"}'
    job = _tool(client, token, "ingest", items=lines)["job"]
    assert job["collection"] == tickets and job["kind"] == "ingest"
    (ended,) = _tool(client, token, "jobs", id=job["id"], wait=8)["jobs"]
    assert (ended["state"], ended["counts"]) == ("done", {"total": 2, "new": 1, "failed": 1})
    assert ended["errors"][0]["index"] == 1 and "text" in ended["errors"][0]["message"]
    assert [one["id"] for one in _tool(client, token, "jobs")["jobs"]] == [job["id"]]
    until(lambda: _found(client, "zebrafish"))
    assert _tool(client, token, "ingest", items=lines, collection=other)["code"] == "not_allowed"
    assert _tool(client, token, "ingest", items=lines, collection="nowhere")["code"] == "not_allowed"
    assert _tool(client, token, "ingest", items="")["code"] == "bad_request"
    reader = client.agent(AgentRequest("reader", None)).token
    assert _tool(client, reader, "ingest", items=lines)["code"] == "not_allowed"
    assert _tool(client, reader, "jobs", id=job["id"])["code"] == "not_found"
    assert _tool(client, reader, "jobs")["jobs"] == []
