from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bookwheel.service.team.traces.trace_context import context_of, new_context, new_span_id, read_parent

TRACE, PARENT = "4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7"


def test_a_well_formed_header_is_taken_over_with_its_decision() -> None:
    for flags, is_recorded in (("00", False), ("01", True), ("03", True), ("02", False)):
        found = context_of([(b"traceparent", f"00-{TRACE}-{PARENT}-{flags}".encode())], sample=1.0)
        assert (found.trace_id.hex(), found.parent_id.hex(), found.is_recorded) == (TRACE, PARENT, is_recorded)
    later = read_parent(f"cc-{TRACE}-{PARENT}-01-what-comes-later".encode())
    assert later is not None and later.trace_id.hex() == TRACE


@pytest.mark.parametrize(
    "value",
    [
        "", "00", f"00-{TRACE}-{PARENT}", f"00-{TRACE}-{PARENT}-1", f"00-{TRACE}-{PARENT}-01-more",
        f"00-{TRACE}-{PARENT}-01\n", f"ff-{TRACE}-{PARENT}-01", f"0-{TRACE}-{PARENT}-01", f"cc-{TRACE}-{PARENT}-01.x",
        f"00-{'0' * 32}-{PARENT}-01", f"00-{TRACE}-{'0' * 16}-01", f"00-{TRACE.upper()}-{PARENT}-01",
        f"00-{TRACE[:-1]}g-{PARENT}-01", f" 00-{TRACE}-{PARENT}-01", f"cc-{TRACE}-{PARENT}-01-{'x' * 300}",
    ],
)  # fmt: skip
def test_any_other_header_is_ignored(value: str) -> None:
    assert read_parent(value.encode()) is None
    assert context_of([(b"traceparent", value.encode())], sample=0.0).parent_id == b""


def test_two_headers_are_ignored() -> None:
    header = (b"traceparent", f"00-{TRACE}-{PARENT}-01".encode())
    assert context_of([header, header], sample=0.0).parent_id == b""


@given(st.binary(max_size=120))
def test_no_header_is_an_error(value: bytes) -> None:
    found = context_of([(b"traceparent", value)], sample=0.0)
    assert len(found.trace_id) == 16 and len(found.parent_id) in (0, 8)


def test_the_share_of_new_traces_is_recorded() -> None:
    assert not any(new_context(0.0).is_recorded for _ in range(200))
    assert all(new_context(1.0).is_recorded for _ in range(200))
    assert 300 < sum(new_context(0.25).is_recorded for _ in range(2000)) < 700
    assert len({new_span_id() for _ in range(1000)}) == 1000
