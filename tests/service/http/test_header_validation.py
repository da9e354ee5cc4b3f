"""Headers that repeat what a message says."""

from __future__ import annotations

import pytest

from bookwheel.service.http.header_validation import VERSION_KEY, contradiction

CALL = {"method": "tools/call", "params": {"name": "search", "_meta": {VERSION_KEY: "2026-07-28"}}}
OLDER = {"method": "tools/call", "params": {"name": "search", "_meta": {"progressToken": 1}}}
TASK = {"method": "tasks/cancel", "params": {"taskId": "4f", "_meta": {VERSION_KEY: "2026-07-28"}}}


@pytest.mark.parametrize(
    ("message", "said"),
    [
        (TASK, {b"mcp-protocol-version": b"2026-07-28", b"mcp-method": b"tasks/cancel", b"mcp-name": b"4f"}),
        (CALL, {b"mcp-protocol-version": b"2026-07-28"}),
        (CALL, {b"mcp-protocol-version": b"2026-07-28", b"mcp-method": b"tools/call", b"mcp-name": b"search"}),
        (CALL, {b"mcp-protocol-version": b"2026-07-28", b"mcp-name": b"=?base64?c2VhcmNo?="}),
        (OLDER, {}),
        (OLDER, {b"mcp-protocol-version": b"2025-11-25"}),
        ({"method": "ping"}, {b"mcp-method": b"ping", b"mcp-name": b"anything"}),
        ({"method": "ping", "params": {"_meta": 7}}, {}),
    ],
)
def test_headers_that_agree_pass(message: dict, said: dict):
    assert contradiction(message, {name: [value] for name, value in said.items()}) == ""


@pytest.mark.parametrize(
    ("message", "said"),
    [
        (TASK, {b"mcp-protocol-version": [b"2026-07-28"], b"mcp-name": [b"5f"]}),
        (CALL, {}),
        (CALL, {b"mcp-protocol-version": [b"2025-11-25"]}),
        (CALL, {b"mcp-protocol-version": [b"2026-07-28", b"2026-07-28"]}),
        ({"method": "ping", "params": {"_meta": {VERSION_KEY: None}}}, {}),
        ({"method": "ping", "params": {"_meta": {VERSION_KEY: 7}}}, {b"mcp-protocol-version": [b"7"]}),
        (OLDER, {b"mcp-method": [b"tools/list"]}),
        (OLDER, {b"mcp-name": [b"forget"]}),
        (OLDER, {b"mcp-name": [b"=?base64?!!?="]}),
        (OLDER, {b"mcp-name": [b"search", b"forget"]}),
    ],
)
def test_headers_that_say_otherwise_are_named(message: dict, said: dict):
    assert contradiction(message, said).startswith("The header ")
