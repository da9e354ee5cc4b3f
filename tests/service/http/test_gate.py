"""Every refusal of the gate, in its order, and what passes."""

from __future__ import annotations

import asyncio
import http.client
import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from bookwheel.domain.service.activity import Activity
from bookwheel.service.files.tokens import Tokens
from bookwheel.service.http import gate, rate_limits
from bookwheel.settings import AgentSettings
from tests.service.agents.serving import Served

PORT = 4711
CALL = {"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": {"name": "search", "arguments": {}}}


@dataclass
class Behind:
    """What stands behind the gate: it remembers what reached it, and waits where a test says so."""

    seen: list[dict] = field(default_factory=list)
    bodies: list[bytes] = field(default_factory=list)
    waits: asyncio.Event | None = None

    async def __call__(self, scope, receive, send):
        self.seen.append(scope)
        if scope["method"] == "POST":
            self.bodies.append((await receive())["body"])
        if self.waits is not None:
            await self.waits.wait()
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"through"})


@dataclass
class Guarded:
    """A gate over `behind`, with one client and its token."""

    behind: Behind
    gate: gate.Gate
    token: str
    tokens: Tokens
    record: list[Activity]
    settings: list[AgentSettings]

    async def ask(
        self,
        body: bytes | Sequence[bytes] | object = CALL,
        *,
        method: str = "POST",
        drop: str = "",
        more: tuple[str, str] | None = None,
        **changed: str,
    ) -> tuple[int, dict, dict | bytes]:
        if isinstance(body, dict):
            body = json.dumps(body).encode()
        chunks = [body] if isinstance(body, bytes) else list(body)
        headers = {
            "host": f"127.0.0.1:{PORT}",
            "authorization": f"Bearer {self.token}",
            "content-type": "application/json",
            **{name.replace("_", "-"): value for name, value in changed.items()},
        }
        headers.pop(drop, None)
        sent_headers = [*headers.items(), *([more] if more else [])]
        sent: list[dict] = []

        async def receive():
            if not chunks:
                await asyncio.sleep(3600)
            chunk = chunks.pop(0)
            if chunk is None:
                return {"type": "http.disconnect"}
            return {"type": "http.request", "body": chunk, "more_body": bool(chunks)}

        async def send(message):
            sent.append(message)

        scope = {
            "type": "http",
            "method": method,
            "path": "/mcp",
            "headers": [(name.encode(), value.encode("latin-1")) for name, value in sent_headers],
        }
        await self.gate(scope, receive, send)
        if not sent:
            return 0, {}, b""
        content = b"".join(message.get("body", b"") for message in sent[1:])
        answered = {name.decode(): value.decode() for name, value in sent[0]["headers"]}
        return sent[0]["status"], answered, json.loads(content) if content.startswith(b"{") else content


@pytest.fixture
def guarded(tmp_path: Path) -> Guarded:
    tokens = Tokens(tmp_path / "tokens.json")
    token = tokens.make("reader")
    behind, record, settings = Behind(), [], [AgentSettings(calls_per_s=1000)]
    built = gate.agent_gate(behind, port=PORT, tokens=tokens, limits=lambda: settings[0], record=record.append)
    return Guarded(behind, built, token, tokens, record, settings)


def test_an_allowed_call_passes_with_its_client_and_without_its_token(guarded: Guarded):
    status, _, content = asyncio.run(guarded.ask())
    assert (status, content) == (200, b"through")
    assert guarded.behind.seen[0][gate.CLIENT].name == "reader"
    assert json.loads(guarded.behind.bodies[0]) == CALL
    assert b"authorization" not in dict(guarded.behind.seen[0]["headers"])
    assert guarded.record == []


@pytest.mark.parametrize(
    ("status", "changed"),
    [
        (421, {"host": "127.0.0.1:4712"}),
        (421, {"host": "127.0.0.1"}),
        (421, {"host": f"evil.example:{PORT}"}),
        (421, {"host": f"localhost.:{PORT}"}),
        (421, {"drop": "host"}),
        (403, {"origin": "https://evil.example"}),
        (403, {"origin": "null"}),
        (403, {"origin": "http://localhost:1"}),
        (405, {"method": "GET"}),
        (405, {"method": "DELETE"}),
        (405, {"method": "OPTIONS"}),
        (401, {"drop": "authorization"}),
        (401, {"authorization": "Bearer "}),
        (401, {"authorization": "Bearer bw_wrong"}),
        (401, {"authorization": "Bearer \xff\xfe"}),
        (401, {"authorization": "Basic cmVhZGVyOg=="}),
        (413, {"content_length": str(gate.BODY_BYTES + 1)}),
        (413, {"content_length": "-1"}),
        (415, {"content_type": "text/plain"}),
        (415, {"drop": "content-type"}),
        (415, {"content_encoding": "gzip"}),
        (415, {"more": ("content-type", "text/plain")}),
    ],
)
def test_a_refusal_reaches_nobody_and_names_no_token(guarded: Guarded, status: int, changed: dict):
    answered, headers, content = asyncio.run(guarded.ask(**changed))
    assert answered == status
    assert guarded.behind.seen == []
    assert content["error"]["data"]["code"] in ("bad_request", "unauthorised")
    assert guarded.token not in json.dumps([headers, content])
    if status == 401:
        assert headers["www-authenticate"] == "Bearer"
    if status == 405:
        assert headers["allow"] == "POST"


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b'[{"jsonrpc":"2.0","id":1,"method":"ping"}]',
        b'"text"',
        b'{"a":"\xff"}',
        b'{"a":"\xed\xa0\x80"}',
        b'{"a":' + b"[" * 100 + b"]" * 100 + b"}",
        b"[" * 200_000,
        b'{"a":NaN}',
        b'{"jsonrpc":"1.0","id":1,"method":"ping"}',
        b'{"jsonrpc":"2.0","id":null,"method":"ping"}',
        b'{"jsonrpc":"2.0","id":true,"method":"ping"}',
        b'{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}',
        b'{"jsonrpc":"2.0","id":1,"result":{}}',
    ],
)
def test_a_malformed_body_is_refused(guarded: Guarded, body: bytes):
    status, _, content = asyncio.run(guarded.ask(body))
    assert status == 400
    assert content["error"]["code"] in (-32700, -32600)
    assert guarded.behind.seen == []


def test_the_deepest_json_allowed_passes(guarded: Guarded):
    head = b'{"jsonrpc":"2.0","id":1,"method":"ping","a":'
    body = head + b"[" * 99 + b"]" * 99 + b',"b":"' + b"[" * 500 + b'"}'
    assert asyncio.run(guarded.ask(body))[0] == 200


def test_refusals_come_in_order(guarded: Guarded):
    ask = guarded.ask
    everything_wrong = {
        "host": "evil.example",
        "origin": "null",
        "method": "GET",
        "authorization": "Bearer no",
        "content_length": "99999999",
        "content_type": "text/plain",
    }
    mended = [
        {},
        {"host": f"localhost:{PORT}"},
        {"origin": f"http://localhost:{PORT}"},
        {"method": "POST"},
        {"authorization": f"Bearer {guarded.token}"},
        {"content_length": "3"},
        {"content_type": "application/json; charset=utf-8"},
    ]
    statuses = []
    for step in mended:
        everything_wrong |= step
        statuses.append(asyncio.run(ask(b"[1]", **everything_wrong))[0])
    assert statuses == [421, 403, 405, 401, 413, 415, 400]


def test_a_body_that_grows_past_the_limit_is_refused_while_it_grows(guarded: Guarded):
    chunk = b" " * (1024 * 1024)
    assert asyncio.run(guarded.ask([chunk] * 6))[0] == 413


def test_a_client_that_sends_too_much_reads_why(served: Served):
    for headers in ({}, {"Transfer-Encoding": "chunked"}):
        connection = http.client.HTTPConnection("127.0.0.1", served.port, timeout=30)
        usual = {"Authorization": f"Bearer {served.token('large')}", "Content-Type": "application/json"}
        pieces = (b" " * 2**20 for _ in range(12))
        body = pieces if headers else b" " * 12 * 2**20
        connection.request("POST", "/mcp", body, {**usual, **headers}, encode_chunked=bool(headers))
        answer = connection.getresponse()
        assert answer.status == 413
        assert json.loads(answer.read())["error"]["data"]["code"] == "bad_request"
        connection.close()


def test_a_body_that_never_ends_is_given_up(guarded: Guarded, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(gate, "BODY_S", 0.05)

    async def slow():
        chunks = [b"{", b""]
        scope = {
            "type": "http",
            "path": "/mcp",
            "method": "POST",
            "headers": [
                (b"host", f"127.0.0.1:{PORT}".encode()),
                (b"authorization", f"Bearer {guarded.token}".encode()),
                (b"content-type", b"application/json"),
            ],
        }
        sent = []

        async def receive():
            if len(chunks) == 1:
                await asyncio.sleep(3600)
            return {"type": "http.request", "body": chunks.pop(0), "more_body": True}

        async def send(message):
            sent.append(message)

        await guarded.gate(scope, receive, send)
        return sent[0]["status"]

    assert asyncio.run(slow()) == 408


def test_a_caller_who_leaves_during_the_body_gets_no_answer(guarded: Guarded):
    assert asyncio.run(guarded.ask([b"{", None]))[0] == 0


def test_a_revoked_token_is_worthless_at_once(guarded: Guarded):
    assert asyncio.run(guarded.ask())[0] == 200
    guarded.tokens.revoke("reader")
    assert asyncio.run(guarded.ask())[0] == 401


def test_calls_a_second_are_limited_live(guarded: Guarded, monkeypatch: pytest.MonkeyPatch):
    async def burst(count: int):
        return [(await guarded.ask())[0] for _ in range(count)]

    guarded.settings[0] = AgentSettings(calls_per_s=3)
    monkeypatch.setattr(rate_limits, "RATE_WAIT_S", 0.1)
    assert asyncio.run(burst(5)) == [200, 200, 200, 429, 429]
    guarded.settings[0] = AgentSettings(calls_per_s=100_000)
    assert asyncio.run(burst(5))[1:] == [200] * 4


def test_thirty_calls_at_once_are_all_answered_and_others_wait_for_none_of_them(guarded: Guarded):
    guarded.settings[0] = AgentSettings()
    other = guarded.tokens.make("other")

    async def crowd() -> tuple[list[int], int, int]:
        calls = [asyncio.create_task(guarded.ask()) for _ in range(30)]
        await asyncio.sleep(0)
        stranger = await guarded.ask(authorization=f"Bearer {other}")
        waiting = sum(not call.done() for call in calls)
        return [(await call)[0] for call in calls], stranger[0], waiting

    answered, stranger, waiting = asyncio.run(crowd())
    assert answered == [200] * 30
    assert stranger == 200
    assert waiting >= 10


def test_a_flood_is_refused_after_what_may_wait(guarded: Guarded):
    guarded.settings[0] = AgentSettings(calls_per_s=20)

    async def crowd() -> list[int]:
        return [status for status, _, _ in await asyncio.gather(*(guarded.ask() for _ in range(100)))]

    answered = asyncio.run(crowd())
    assert 38 <= answered.count(200) <= 45
    assert answered.count(429) == 100 - answered.count(200)


def test_a_call_that_is_given_up_while_it_waits_gives_its_share_back(guarded: Guarded):
    guarded.settings[0] = AgentSettings(calls_per_s=2)

    async def crowd() -> list[int]:
        [await guarded.ask() for _ in range(2)]
        given_up = [asyncio.create_task(guarded.ask()) for _ in range(2)]
        await asyncio.sleep(0.01)
        for call in given_up:
            call.cancel()
        await asyncio.gather(*given_up, return_exceptions=True)
        return [(await guarded.ask())[0]]

    assert asyncio.run(crowd()) == [200]


def test_bytes_and_tokens_of_a_minute_are_limited(guarded: Guarded):
    message = {"jsonrpc": "2.0", "id": 1, "method": "ping", "params": {"much": "x" * 6000}}

    async def burst(count: int) -> list[int]:
        return [(await guarded.ask(message))[0] for _ in range(count)]

    guarded.settings[0] = AgentSettings(mb_per_minute=0.02)
    assert asyncio.run(burst(5)) == [200, 200, 200, 429, 429]
    guarded.settings[0] = AgentSettings(tokens_per_minute=1000)
    assert asyncio.run(guarded.ask())[0] == 200
    guarded.behind.seen[-1][gate.SPEND](3000)  # an answer is never cut for it; the calls after it wait
    assert asyncio.run(guarded.ask())[0] == 429
    guarded.settings[0] = AgentSettings(tokens_per_minute=10**12)  # full again within microseconds
    assert asyncio.run(guarded.ask())[0] == 200


def test_a_refused_call_keeps_its_id_and_is_recorded(guarded: Guarded):
    guarded.settings[0] = AgentSettings(calls_per_s=0.1)

    async def twice():
        await guarded.ask()
        return await guarded.ask()

    status, headers, content = asyncio.run(twice())
    assert status == 429
    assert content["id"] == 7
    assert content["error"]["data"]["code"] == "too_many"
    assert headers["retry-after"] == "1"
    [call] = guarded.record
    assert (call.client, call.tool, call.error) == ("reader", "search", "too_many")


def test_calls_at_once_wait_for_a_turn_and_are_then_refused(guarded: Guarded, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(rate_limits, "WAIT_S", 0.05)
    guarded.settings[0] = AgentSettings(calls_per_s=1000, concurrent_calls=2)

    async def crowd():
        guarded.behind.waits = asyncio.Event()
        held = [asyncio.create_task(guarded.ask()) for _ in range(2)]
        await asyncio.sleep(0.01)
        refused = await guarded.ask()
        waiting = asyncio.create_task(guarded.ask())
        await asyncio.sleep(0.01)
        guarded.behind.waits.set()
        return refused[0], (await waiting)[0], [(await task)[0] for task in held], (await guarded.ask())[0]

    assert asyncio.run(crowd()) == (429, 200, [200, 200], 200)


def test_listening_streams_have_places_of_their_own(guarded: Guarded):
    guarded.settings[0] = AgentSettings(calls_per_s=1000, concurrent_calls=1, concurrent_streams=2)
    listen = {"jsonrpc": "2.0", "id": 1, "method": "subscriptions/listen", "params": {"notifications": {}}}

    async def crowd():
        guarded.behind.waits = asyncio.Event()
        held = [asyncio.create_task(guarded.ask(listen)) for _ in range(2)]
        await asyncio.sleep(0.01)
        refused = (await guarded.ask(listen))[0]
        call = asyncio.create_task(guarded.ask())
        await asyncio.sleep(0.01)
        reached = len(guarded.behind.seen)
        guarded.behind.waits.set()
        await asyncio.gather(call, *held)
        return refused, reached, (await guarded.ask(listen))[0]

    assert asyncio.run(crowd()) == (429, 3, 200)


def test_strangers_cannot_flood_the_activity(guarded: Guarded):
    async def knock():
        for _ in range(20):
            await guarded.ask(authorization="Bearer no")

    asyncio.run(knock())
    assert [(call.client, call.error) for call in guarded.record] == [("unknown", "unauthorised")]


def test_the_owner_has_no_limits_and_gets_plain_failures():
    behind = Behind()
    owner = gate.owner_gate(behind, port=PORT, token="admin", methods=("GET",))
    guarded = Guarded(behind, owner, "admin", None, [], [])
    assert asyncio.run(guarded.ask(method="GET"))[0] == 200
    status, _, content = asyncio.run(guarded.ask(method="GET", authorization="Bearer other"))
    assert (status, content["code"]) == (401, "unauthorised")
    assert asyncio.run(guarded.ask())[0] == 405
    rpc = Guarded(behind, gate.owner_gate(behind, port=PORT, token="admin"), "admin", None, [], [])

    async def many():
        return {(await rpc.ask({"a": 1}))[0] for _ in range(100)}

    assert asyncio.run(many()) == {200}
    assert asyncio.run(rpc.ask(b"{"))[0] == 400
