"""Whatever an agent sends is answered or refused in our own words."""

from __future__ import annotations

import http.client
import json
import logging
from typing import Any

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bookwheel.domain.errors import BY_CODE
from bookwheel.service.agents.tools.tools import TOOLS
from tests.service.agents.serving import Served

NAMES = sorted({argument.name for tool in TOOLS.values() for argument in tool.arguments})
WORDS = st.sampled_from(
    [
        "wheel",
        "notes/guide/reading.md",
        "notes/guide/reading.md#symbols",
        "#",
        "../../etc/passwd",
        "/etc/passwd",
        '"unclosed',
        "tag:",
        "-",
        "*",
        "a OR",
        "(((",
        "date",
        "documents",
        "tag=a|b",
        "level!=2",
        "tag:reading",
        "Wheel",
        "schema",
        "related",
        "linksTo",
        "SELECT * { ?s ?p ?o }",
        "SELECT * { SERVICE <http://127.0.0.1:1/> { ?s ?p ?o } }",
        "ASK { ?s ?p 'open }",
        "user",
        "fact",
        "m00000000",
        "2026-03-01",
        "9999-12-31T23:59:59-23:59",
        "\x00",
        "\u202e",
    ]
)
VALUES = st.recursive(
    WORDS
    | st.none()
    | st.booleans()
    | st.integers(-5, 10_000)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=40),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=2),
    max_leaves=6,
)
ARGUMENTS = st.dictionaries(st.sampled_from(NAMES) | st.text(max_size=6), VALUES, max_size=5)


def post(served: Served, token: str, message: object) -> tuple[int, Any]:
    """One message of the older era, by hand."""
    connection = http.client.HTTPConnection("127.0.0.1", served.port, timeout=20)
    headers = {
        "Authorization": f"Bearer {token}",
        "Content-Type": "application/json",
        "Accept": "application/json, text/event-stream",
        "MCP-Protocol-Version": "2025-11-25",
    }
    connection.request("POST", "/mcp", json.dumps(message).encode("utf-8", "surrogatepass"), headers)
    answer = connection.getresponse()
    text = answer.read().decode("utf-8")
    connection.close()
    lines = [line[5:] for line in text.splitlines() if line.startswith("data:") and line[5:].strip()]
    return answer.status, json.loads(lines[-1] if lines else text)


def call(served: Served, token: str, name: str, arguments: dict[str, Any]) -> dict[str, Any]:
    params = {"name": name, "arguments": arguments}
    status, answer = post(served, token, {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params})
    assert status == 200
    return answer["result"]


@settings(max_examples=150)
@given(st.sampled_from(sorted(TOOLS)), ARGUMENTS, st.booleans())
def test_arguments_of_any_shape_are_answered_or_refused(served: Served, name: str, given_: dict, is_complete: bool):
    if is_complete:
        needed = {
            "search": {"query": "wheel"},
            "outline": {"doc": "notes/wheel.md"},
            "read": {"docs": "notes/wheel.md"},
            "query": {"sparql": "SELECT ?d { ?d a bw:Document }"},
            "context": {"question": "wheel"},
            "remember": {"content": "A wheel."},
            "forget": {"session": "wheel"},
        }
        allowed = {argument.name for argument in TOOLS[name].arguments}
        given_ = {**needed.get(name, {}), **{key: value for key, value in given_.items() if key in allowed}}
    result = call(served, served.token("fuzz", may_remember=True), name, given_)
    content = result["structuredContent"]
    jsonschema.validate(content, TOOLS[name].output)
    assert json.loads(result["content"][0]["text"]) == content
    if result["isError"]:
        assert content["code"] in BY_CODE
        assert content["code"] != "internal_error"
        for word in (
            "pydantic",
            "msgspec",
            "Traceback",
            "validation error",
            "sqlite",
            "errors.pydantic.dev",
            "oxigraph",
            "SyntaxError",
        ):
            assert word not in json.dumps(content)


@pytest.mark.parametrize(
    "message",
    [
        {"jsonrpc": "2.0", "id": 1, "method": "tools/call"},
        {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "serch"}},
        {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": 7}},
        {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "search", "arguments": []}},
        {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "search", "arguments": "x"}},
        {"jsonrpc": "2.0", "id": 1, "method": "no/such"},
        {"jsonrpc": "2.0", "id": 1, "method": "resources/read"},
        {"jsonrpc": "2.0", "id": 1, "method": "resources/read", "params": {"uri": ["bookwheel://topics"]}},
        {"jsonrpc": "2.0", "id": 1, "method": "resources/read", "params": {"uri": "bookwheel://doc/\ud800\u0000"}},
        {"jsonrpc": "2.0", "id": 1, "method": "completion/complete", "params": {"ref": {}, "argument": 1}},
        {"jsonrpc": "2.0", "id": 1, "method": "prompts/get", "params": {"name": "survey_topic", "arguments": 1}},
        {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {"cursor": {}}},
        {"jsonrpc": "1.0", "id": 1, "method": "ping"},
        {"id": 1},
        {"jsonrpc": "2.0", "id": None, "method": "ping"},
        {"jsonrpc": "2.0", "id": {"a": 1}, "method": "ping"},
        {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {}},
    ],
)
def test_a_malformed_message_leaks_no_library_text(served: Served, message: dict):
    status, answer = post(served, served.token("fuzz"), message)
    assert status in (200, 400)
    assert {"code", "message", "did_you_mean", "next"} <= set(answer["error"]["data"])
    text = json.dumps(answer)
    for word in ("pydantic", "input_value", "For further information", "Traceback", "File "):
        assert word not in text


def test_no_token_reaches_a_log_or_an_answer(served: Served, caplog: pytest.LogCaptureFixture):
    caplog.set_level(logging.DEBUG)
    token = served.token("quiet")
    answers = [
        post(served, token, {"jsonrpc": "2.0", "id": 1, "method": "ping"}),
        post(served, token + "x", {"jsonrpc": "2.0", "id": 1, "method": "ping"}),
        post(served, token, {"jsonrpc": "2.0", "id": 1, "method": "no/such"}),
        post(served, token, [1]),
        call(served, token, "search", {"query": "wheel", "limit": "many"}),
        call(served, token, "read", {"docs": ["notes/none.md"]}),
    ]
    assert caplog.records
    secret = token.removeprefix("bw_")
    assert secret not in caplog.text
    assert secret not in json.dumps(answers)
    assert secret not in repr(served.record)


def test_document_text_reaches_no_log(served: Served, caplog: pytest.LogCaptureFixture):
    caplog.set_level(logging.DEBUG)
    call(served, served.token("quiet"), "read", {"docs": ["notes/guide/reading.md"]})
    ours = [record for record in caplog.records if record.name.startswith("bookwheel")]
    assert all("manicule" not in record.getMessage() for record in ours)
