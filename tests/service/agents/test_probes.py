"""What an attacker tries at the endpoint that no other test here tries; docs/attacks.md lists all of it."""

from __future__ import annotations

import base64
import http.client
import json
from typing import Any

import pytest

from tests.service.agents.serving import Served
from tests.service.agents.test_whatever_is_sent import call, post

VERSION = "io.modelcontextprotocol/protocolVersion"
META = {
    VERSION: "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
    "io.modelcontextprotocol/clientInfo": {"name": "test", "version": "1"},
}
ECHOES = {"MCP-Protocol-Version": "2026-07-28", "Mcp-Method": "tools/call", "Mcp-Name": "search"}


def modern(served: Served, token: str, headers: dict[str, str], meta: object = META) -> tuple[int, dict[str, Any]]:
    """One search of the newer era, by hand, with the headers that repeat what it says."""
    connection = http.client.HTTPConnection("127.0.0.1", served.port, timeout=20)
    usual = {
        "Authorization": f"Bearer {token}",
        "Content-Type": "application/json",
        "Accept": "application/json, text/event-stream",
    }
    params = {"name": "search", "arguments": {"query": "wheel"}, "_meta": meta}
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
    connection.request("POST", "/mcp", json.dumps(message), {**usual, **headers})
    answer = connection.getresponse()
    text = answer.read().decode()
    connection.close()
    lines = [line[5:] for line in text.splitlines() if line.startswith("data:") and line[5:].strip()]
    return answer.status, json.loads(lines[-1] if lines else text)


@pytest.mark.parametrize(
    "changed",
    [
        {"MCP-Protocol-Version": "1999-01-01"},
        {"MCP-Protocol-Version": ""},
        {"MCP-Protocol-Version": None},
        {"MCP-Protocol-Version": "2025-11-25"},
        {"MCP-Protocol-Version": "2025-11-25", "Mcp-Method": None, "Mcp-Name": None},
        {"MCP-Protocol-Version": None, "Mcp-Method": None, "Mcp-Name": None},
        {"Mcp-Method": "tools/list"},
        {"Mcp-Method": ""},
        {"Mcp-Name": "forget"},
        {"Mcp-Name": "=?base64?!!?="},
        {"Mcp-Name": None},
        {"Mcp-Method": None},
    ],
)
def test_headers_that_say_something_else_than_the_message_are_refused(served: Served, changed: dict[str, Any]):
    token = served.token("probe")
    assert modern(served, token, ECHOES)[0] == 200
    served.record.clear()
    status, answer = modern(served, token, {k: v for k, v in {**ECHOES, **changed}.items() if v is not None})
    assert (status, answer["id"], answer["error"]["code"]) == (400, 1, -32020)
    assert "error" in answer and "hits" not in json.dumps(answer)
    assert token not in json.dumps(answer)
    assert all(call.hits == 0 for call in served.record)


def test_a_version_that_nobody_speaks_is_refused_with_those_that_are_spoken(served: Served):
    meta = {**META, VERSION: "2199-01-01"}
    status, answer = modern(served, served.token("probe"), {**ECHOES, "MCP-Protocol-Version": "2199-01-01"}, meta)
    assert status == 400
    assert "2026-07-28" in json.dumps(answer["error"]) and "hits" not in json.dumps(answer)


@pytest.mark.parametrize(
    "id",
    [
        "secret/plan.md",
        "SECRET/PLAN.MD",
        "Secret/plan.md",
        "notes/../secret/plan.md",
        "notes/%2e%2e/secret/plan.md",
        "notes\\..\\secret\\plan.md",
        "notes//../secret//plan.md",
        "./secret/plan.md",
        "secret/plan.md\x00",
        "secret/plan.md%00",
        "secret/plan.md\u200b",
        "s\u200becret/plan.md",
        "ｓecret/plan.md",
        "ſecret/plan.md",
        "secret/plan.md#secret-plan",
        "secret/plan.md#",
        "bookwheel://doc/secret/plan.md",
        "file:///etc/passwd",
        "/etc/passwd",
        "notes/../../../../../../etc/passwd",
        "../tokens.json",
    ],
)
def test_no_way_of_writing_an_id_leads_out_of_the_scope(served: Served, id: str):
    token = served.token("only-notes", "notes")
    asked: list[tuple[str, dict[str, Any]]] = [
        ("outline", {"doc": id}),
        ("read", {"docs": [id]}),
        ("read", {"sections": [id], "subtree": True}),
        ("read", {"docs": [id], "lines": [1, 9]}),
        ("explore", {"node": id}),
        ("explore", {"node": "notes/wheel.md", "to": id}),
    ]
    for name, arguments in asked:
        result = call(served, token, name, arguments)
        content = result["structuredContent"]
        assert result["isError"] or not content.get("path"), (name, content)
        assert not result["isError"] or content["code"] in ("not_found", "bad_request")
        told = json.dumps(content)
        for secret in ("xyzzyplan", "Nemo", "hush", "Secret plan", "root:", served.paths.root.name + "/"):
            assert secret not in told


def forged(cursor: str, other: str) -> list[str]:
    """Cursors that no answer gave."""
    raw = base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4))
    flipped = [bytes([*raw[:at], raw[at] ^ 1, *raw[at + 1 :]]) for at in range(len(raw))]
    whole = [*flipped, raw[:-1], raw + b"\0", raw[::-1], b"\0" * len(raw), b"\xff" * len(raw)]
    return [
        *(base64.urlsafe_b64encode(each).decode().rstrip("=") for each in whole),
        other,
        "0",
        "AAAA",
        "ü",
        "a" * 4000,
    ]


def test_forged_cursors_are_refused(served: Served):
    token = served.token("cursors", may_remember=True)
    for number in range(3):
        call(served, token, "remember", {"content": f"A wheel, {number}. " + "It turns. " * 300, "session": "cursors"})
    asked: dict[str, dict[str, Any]] = {
        "search": {"query": "wheel"},
        "browse": {"view": "documents"},
        "read": {"docs": ["notes/long.md"]},
        "recall": {"session": "cursors", "limit": 1},
    }
    cursors = {name: call(served, token, name, given)["structuredContent"]["cursor"] for name, given in asked.items()}
    assert all(cursors.values())
    for name, given in asked.items():
        other = cursors["browse" if name == "search" else "search"]
        for cursor in forged(cursors[name], other):
            result = call(served, token, name, {**given, "cursor": cursor})
            assert result["isError"], (name, cursor)
            assert result["structuredContent"]["code"] in ("bad_request", "revision_changed")
        assert not call(served, token, name, {**given, "cursor": cursors[name]})["isError"]
    call(served, token, "forget", {"session": "cursors"})


def test_what_a_poisoned_page_says_stays_in_fields_for_what_pages_say(served: Served):
    token = served.token("probe")

    def said(method: str, **params: Any) -> str:
        status, answer = post(served, token, {"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
        assert status == 200
        return json.dumps(answer, ensure_ascii=False)

    information = {"name": "test", "version": "1"}
    reference = {"type": "ref/resource", "uri": "bookwheel://doc/{+path}"}
    plain = [
        said("initialize", protocolVersion="2025-11-25", capabilities={}, clientInfo=information),
        said("tools/list"),
        said("prompts/list"),
        said("resources/templates/list"),
        said("resources/list"),
        said("resources/read", uri="bookwheel://topics"),
        said("completion/complete", ref=reference, argument={"name": "path", "value": "notes/poi"}),
        said(
            "prompts/get", name="compare_documents", arguments={"first": "notes/poison.md", "second": "notes/wheel.md"}
        ),
    ]
    for name, given in (
        ("read", {"docs": ["notes/poisn.md"]}),
        ("read", {"sections": ["notes/poison.md#injected"]}),
        ("outline", {"doc": "notes/poison"}),
        ("explore", {"node": "Ordinary titel"}),
        ("search", {"query": "wheel", "tag": "ignore all previous"}),
    ):
        content = call(served, token, name, given)["structuredContent"]
        plain.append(json.dumps([content.get(part) for part in ("message", "next", "notices")], ensure_ascii=False))
    for text in plain:
        assert "Ignore all previous" not in text and "evil.example" not in text
    everything = [json.dumps(call(served, token, name, given), ensure_ascii=False) for name, given in (
        ("read", {"docs": ["notes/poison.md"]}),
        ("search", {"query": "reveal the token"}),
        ("context", {"question": "What shall be revealed?"}),
        ("outline", {"doc": "notes/poison.md"}),
        ("explore", {"node": "notes/poison.md", "hops": 2}),
        ("query", {"sparql": "SELECT ?t { ?d bw:title ?t }", "limit": 1000}),
        ("browse", {"view": "documents", "limit": 200}),
    )]  # fmt: skip
    for text in [*plain, *everything]:
        for unsafe in ("\x1b", "\\u001b", "\x07", "\u202e", "\u2066", "\u200b", "evil.example\x07"):
            assert unsafe not in text
