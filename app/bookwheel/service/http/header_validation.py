"""Headers that repeat what a message says, for those in between who do not read it: they must say the same."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Mapping, Sequence
from typing import cast

VERSION_KEY = "io.modelcontextprotocol/protocolVersion"
"""Where a message of the newer era says which version of the protocol it speaks."""

_VERSION, _METHOD, _NAME = b"mcp-protocol-version", b"mcp-method", b"mcp-name"
_NAMED = {
    "tools/call": "name", "prompts/get": "name", "resources/read": "uri",
    "tasks/get": "taskId", "tasks/update": "taskId", "tasks/cancel": "taskId",
}  # fmt: skip
_MARK, _END = b"=?base64?", b"?="


def contradiction(message: Mapping[str, object], headers: Mapping[bytes, Sequence[bytes]]) -> str:
    """What a header says otherwise than a message, as a sentence; empty when they agree.

    A message that states its version needs the header that repeats it, in every era: the SDK picks the era by the
    header alone, and would answer such a message as one of the older era. `headers` have lower-case names.

    Source: MCP 2026-07-28, streamable HTTP, server validation of headers.
    """
    for name in (_VERSION, _METHOD, _NAME):
        if len(headers.get(name, ())) > 1:
            return f"The header {name.decode()} occurs more than once."
    parameters = _table(message.get("params"))
    meta = _table(parameters.get("_meta"))
    if VERSION_KEY in meta and not _says(headers, _VERSION, meta[VERSION_KEY]):
        return "The header MCP-Protocol-Version and the message name different versions of the protocol."
    if _METHOD in headers and not _says(headers, _METHOD, message.get("method")):
        return "The header Mcp-Method and the message name different methods."
    named = parameters.get(_NAMED.get(str(message.get("method")), ""))
    if _NAME in headers and named is not None and not _says(headers, _NAME, named):
        return "The header Mcp-Name and the message name different things."
    return ""


def _says(headers: Mapping[bytes, Sequence[bytes]], name: bytes, value: object) -> bool:
    """Whether a header is there and holds this text, plain or in Base64."""
    raw = next(iter(headers.get(name, ())), None)
    if raw is None or not isinstance(value, str):
        return False
    if raw.startswith(_MARK) and raw.endswith(_END):
        try:
            raw = base64.b64decode(raw[len(_MARK) : -len(_END)], validate=True)
        except binascii.Error:
            return False
    return raw == value.encode("utf-8", "replace")


def _table(value: object) -> dict[str, object]:
    return cast("dict[str, object]", value) if isinstance(value, dict) else {}
