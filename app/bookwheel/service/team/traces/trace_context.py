"""Which trace a call belongs to, and whether it is recorded: as its caller says, else by chance."""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterable
from dataclasses import dataclass

HEADER = b"traceparent"

_FORM = re.compile(rb"(?P<version>[0-9a-f]{2})-(?P<trace>[0-9a-f]{32})-(?P<parent>[0-9a-f]{16})-(?P<flags>[0-9a-f]{2})")
_LONGEST = 200
"""Bytes of a header that is read; later versions may add to it."""

_SAMPLED = 1


@dataclass(frozen=True, slots=True)
class TraceContext:
    """A call's trace (16 bytes), the span that called (8 bytes, empty for none), and whether it is recorded."""

    trace_id: bytes
    parent_id: bytes
    is_recorded: bool


def context_of(headers: Iterable[tuple[bytes, bytes]], sample: float) -> TraceContext:
    """Return the context that a request brings; where it brings none, or several, a new one.

    `sample` (0 to 1) is the share of new traces that is recorded.
    """
    given = [value for name, value in headers if name == HEADER]
    found = read_parent(given[0]) if len(given) == 1 else None
    return found or new_context(sample)


def new_context(sample: float) -> TraceContext:
    """Return a new trace. Its id decides whether it is recorded, as in OpenTelemetry's sampler by ratio."""
    trace_id = secrets.token_bytes(16)
    return TraceContext(trace_id, b"", int.from_bytes(trace_id[8:]) < sample * 2**64)


def read_parent(value: bytes) -> TraceContext | None:
    """Return what a header says; None where it is not well-formed.

    Source: https://www.w3.org/TR/trace-context/
    """
    found = _FORM.match(value) if len(value) <= _LONGEST else None
    if found is None or found["version"] == b"ff":
        return None
    rest = value[found.end() :]
    if rest and (found["version"] == b"00" or not rest.startswith(b"-")):
        return None
    trace_id, parent_id = (bytes.fromhex(found[name].decode()) for name in ("trace", "parent"))
    if not any(trace_id) or not any(parent_id):
        return None
    return TraceContext(trace_id, parent_id, bool(int(found["flags"], 16) & _SAMPLED))


def new_span_id() -> bytes:
    """Return 8 random bytes, not all of them zero."""
    while not any(span_id := secrets.token_bytes(8)):
        pass
    return span_id
