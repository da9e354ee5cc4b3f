"""What schemathesis is told of the interface of programs: batches are JSON Lines."""

from __future__ import annotations

import json

import schemathesis  # pyright: ignore[reportMissingImports] - it lies in the suite's environment


@schemathesis.serializer("application/x-ndjson")
def write_lines(_context: object, value: object) -> bytes:
    """Write one item as a batch; what is a text already is sent as it is."""
    if isinstance(value, bytes):
        return value
    return value.encode("utf-8", "replace") if isinstance(value, str) else json.dumps(value).encode() + b"\n"
