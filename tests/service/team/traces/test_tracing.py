from __future__ import annotations

import io
import json
import logging
import platform
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from opentelemetry.proto.trace.v1.trace_pb2 import Span, Status

from bookwheel import log, telemetry, wire
from bookwheel.domain.team import READING_METHODS, TracesConfig
from bookwheel.library.library import Library
from bookwheel.service.team.server import READS
from bookwheel.service.team.traces import exporter as exporting
from tests import processes
from tests.service.team.serving import OPEN, STAFF, Served, serving, write_publications
from tests.service.team.traces.receiver import Receiver, attributes, receiving
from tests.waiting import until

WORD = "vexillum"
"""What is in all that callers send, and in nothing else."""

TOKEN = f"person:{WORD}ada:staff"
TRACE, PARENT = "4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7"


@pytest.fixture(scope="module")
def traced(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Served, Receiver]]:
    """A reader that records every call, and the collector that gets it; variables of OpenTelemetry name another."""
    folder = tmp_path_factory.mktemp("traced")
    with pytest.MonkeyPatch.context() as patch, receiving() as elsewhere, receiving() as receiver:
        patch.setattr(exporting, "EVERY_S", 0.1)
        patch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", elsewhere.address)
        patch.setenv("OTEL_EXPORTER_OTLP_HEADERS", f"a={WORD}")
        patch.setenv("OTEL_RESOURCE_ATTRIBUTES", f"host.name={WORD}")
        patch.setenv("OTEL_SERVICE_NAME", WORD)
        patch.setenv("OTEL_TRACES_SAMPLER", "always_off")
        config = TracesConfig(receiver.address, sample=1.0)
        with (
            processes.lasting(folder),
            serving(folder / "library", write_publications(folder), traces=config) as served,
        ):
            served.service._parts.replace_settings("agents.calls_per_s", "100000")
            yield served, receiver
        assert not elsewhere.paths


def _wait_for(receiver: Receiver, name: str, count: int = 1) -> list[Span]:
    until(lambda: len(receiver.named(name)) >= count)
    return receiver.named(name)


def _requests() -> dict[str, dict[str, Any]]:
    doc = f"team-open/{WORD}.md"
    texts = ("doc", "query", "question", "words", "href", "node", "collection", "name", "sparql", "cursor")
    given: dict[str, dict[str, Any]] = {method: dict.fromkeys(texts, doc) for method in READING_METHODS}
    given["search"] = {"query": f"wheel {WORD}", "facets": ["tag"], "filters": [{"field": WORD, "values": [WORD]}]}
    given["search"]["explain"] = True
    given["read"] = {"targets": [doc]}
    given["browse"] = {"view": "documents", "filters": [{"field": "tag", "values": [WORD]}]}
    given["query"] = {"sparql": f'SELECT ?s WHERE {{ ?s ?p "{WORD}" }}'}
    given["context"] = {"question": f"what is {WORD}?"}
    given["inspect"] = {"view": "broken"}
    given["changes"] = {"since": WORD}
    return given


def test_no_method_and_no_tool_puts_what_it_was_sent_or_answers_into_a_trace(traced: tuple[Served, Receiver]) -> None:
    served, receiver = traced
    given = _requests()
    for method, request in given.items():
        served.rpc(method, request, TOKEN)
        served.rpc(method, {**request, WORD: [WORD]}, TOKEN)
    for tool in (*READS, WORD):
        asked = given.get(tool, {})
        served.mcp("tools/call", {"name": tool, "arguments": {**asked, "docs": [f"team-open/{WORD}.md"]}}, TOKEN)
        served.mcp("tools/call", {"name": tool, "arguments": {WORD: WORD}}, TOKEN)
    served.tool("search", {"query": "wheel spokes qumbraword"}, TOKEN)
    served.tool("read", {"docs": ["team-qumbra/plan.md"]}, TOKEN)
    served.rpc("page", {"doc": "team-qumbra/plan.md", "query": WORD}, TOKEN)
    served.mcp("resources/read", {"uri": f"bookwheel://doc/team-open/{WORD}.md"}, TOKEN)
    served.mcp(WORD, {WORD: WORD}, TOKEN)
    served.rpc(WORD, {"query": WORD}, TOKEN)
    served.rpc("search", {"query": WORD}, f"{WORD}token")
    served.post(f"/mcp?{WORD}", {WORD: WORD}, TOKEN, baggage=f"a={WORD}", tracestate=f"{WORD}=1", traceparent=WORD)
    until(lambda: {f"rpc/{name}" for name in READING_METHODS} <= {span.name for span in receiver.spans()})
    until(lambda: {f"mcp/{name}" for name in READS} <= {span.name for span in receiver.spans()})
    served.rpc("collections", {}, TOKEN)
    until(lambda: len(receiver.named("rpc/collections")) >= 3)
    told = b"".join(receiver.bodies).lower()
    hidden = {WORD, "person", str(served.paths.root.parent), platform.node() or WORD, "python"}
    for text in (*OPEN.values(), *STAFF.values(), *OPEN, *STAFF):
        hidden.update(word for word in text.replace("/", " ").split() if len(word) > 6)
    assert len(hidden) > 20
    assert not [word for word in hidden if len(word) > 5 and word.lower().encode() in told]  # shorter ones by chance


def test_a_call_is_a_span_with_its_method_collections_and_outcome(traced: tuple[Served, Receiver]) -> None:
    served, receiver = traced
    header = {"bookwheel-protocol": "0", "traceparent": f"00-{TRACE}-{PARENT}-01"}
    assert served.post("/rpc/search", {}, TOKEN, **header).status_code >= 400
    until(lambda: [span for span in receiver.spans() if span.parent_span_id.hex() == PARENT])
    [span] = [span for span in receiver.spans() if span.parent_span_id.hex() == PARENT]
    told = attributes(span)
    assert (span.trace_id.hex(), span.name, span.kind) == (TRACE, "rpc/search", Span.SPAN_KIND_SERVER)
    assert told.pop("bookwheel.outcome", "").startswith("http_4")
    assert told == {
        "bookwheel.collections": ["team-open", "team-qumbra"],
        "error.type": "ProtocolMismatch",
        "bookwheel.code": "protocol_mismatch",
    }
    assert span.status.code == Status.STATUS_CODE_UNSET and span.end_time_unix_nano > span.start_time_unix_nano
    resource = {one.key: one.value.string_value for one in receiver.resources()[0].resource.attributes}
    assert set(resource) == {"service.name", "service.namespace", "service.version", "service.instance.id"}
    assert (resource["service.name"], resource["service.namespace"]) == ("bookwheel-reader", "Team")


@pytest.mark.parametrize("door", ["rpc", "mcp"])
def test_the_stages_of_a_search_lie_within_its_call(traced: tuple[Served, Receiver], door: str) -> None:
    served, receiver = traced
    trace = ("1" if door == "rpc" else "2") * 32
    header = {"traceparent": f"00-{trace}-{PARENT}-01"}
    if door == "rpc":
        served.post("/rpc/search", {"query": "wheel rim"}, TOKEN, **header, **_protocol())
    else:
        message = {"name": "search", "arguments": {"query": "wheel rim"}}
        served.post("/mcp", {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": message}, TOKEN, **header)
    until(lambda: [span for span in receiver.named(f"{door}/search") if span.trace_id.hex() == trace])
    own = {span.name: span for span in receiver.spans() if span.trace_id.hex() == trace}
    root = own[f"{door}/search"]
    assert {"token", "run", "parse", "words", "fusion", "snippets"} <= own.keys()
    assert attributes(root)["bookwheel.outcome"] == "ok"
    assert own["token"].parent_span_id == own["run"].parent_span_id == root.span_id
    assert {own[name].parent_span_id for name in ("parse", "words", "fusion", "snippets")} == {own["run"].span_id}
    for span in own.values():
        assert root.start_time_unix_nano <= span.start_time_unix_nano <= span.end_time_unix_nano
        assert span.end_time_unix_nano <= root.end_time_unix_nano


def _protocol() -> dict[str, str]:
    return {"bookwheel-protocol": str(wire.PROTOCOL)}


def test_a_bug_is_told_by_its_class_alone(traced: tuple[Served, Receiver], monkeypatch: pytest.MonkeyPatch) -> None:
    served, receiver = traced

    def fail(*_: object) -> None:
        raise ZeroDivisionError(WORD)

    monkeypatch.setattr(Library, "outline", fail)
    assert served.rpc("outline", {"doc": "team-open/rims.md"}, TOKEN).status_code == 500
    until(lambda: [span for span in receiver.named("rpc/outline") if span.status.code == Status.STATUS_CODE_ERROR])
    [bug] = [span for span in receiver.named("run") if attributes(span).get("error.type") == "ZeroDivisionError"]
    assert bug.status.code == Status.STATUS_CODE_ERROR and not bug.events and not bug.status.message
    assert WORD.encode() not in b"".join(receiver.bodies)


def test_lines_of_the_log_carry_the_ids_of_their_call(traced: tuple[Served, Receiver]) -> None:
    served, _ = traced
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(log.JsonLines())
    logger = logging.getLogger("bookwheel")
    level = logger.level
    logger.addHandler(handler)
    logger.setLevel(logging.INFO)
    try:
        for flags in ("00", "01"):
            served.post("/rpc/status", {}, TOKEN, traceparent=f"00-{TRACE}-{PARENT}-{flags}", **_protocol())
        until(lambda: stream.getvalue().count('"call": "status"') == 2)  # a line is written after its answer
    finally:
        logger.removeHandler(handler)
        logger.setLevel(level)
    lines = [json.loads(line) for line in stream.getvalue().splitlines()]
    calls = [line for line in lines if line.get("call") == "status"]
    assert [line["trace_id"] for line in calls] == [TRACE, TRACE]
    assert ["span_id" in line for line in calls] == [False, True]


def test_metrics_count_spans(traced: tuple[Served, Receiver]) -> None:
    served, _ = traced
    text = served.get("/metrics").text
    for name in ("sent_total", "lost_total", "waiting"):
        assert f"\nbookwheel_spans_{name} " in text
    assert "# TYPE bookwheel_spans_sent_total counter" in text


def test_a_reader_answers_while_its_collector_hangs_and_ends_soon(tmp_path: Path) -> None:
    with receiving() as receiver:
        receiver.goes_on.clear()
        config = TracesConfig(receiver.address, sample=1.0)
        with serving(tmp_path / "library", write_publications(tmp_path)[:1], traces=config) as served:
            for _ in range(300):
                assert served.rpc("status", {}, "person:eve:").status_code in (200, 429)
            assert served.service._traces is not None
        receiver.goes_on.set()


def test_nothing_is_loaded_and_nothing_sent_without_the_table(tmp_path: Path) -> None:
    code = (
        "import sys, bookwheel.service.server, bookwheel.service.team.server, bookwheel.service.team.doctor\n"
        "import bookwheel.service.team.start, bookwheel.service.team.worker.server\n"
        "sys.exit(any(name.startswith(('opentelemetry.proto', 'opentelemetry.sdk')) for name in sys.modules))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
    with receiving() as receiver, pytest.MonkeyPatch.context() as patch:
        patch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", receiver.address)
        with serving(tmp_path / "library", write_publications(tmp_path)[:1]) as served:
            header = {"traceparent": f"00-{TRACE}-{PARENT}-01", **_protocol()}
            assert served.post("/rpc/search", {"query": "wheel"}, "person:eve:", **header).status_code == 200
            assert served.service._traces is None
        assert not receiver.paths
    assert telemetry.SWITCHES["OTEL_SDK_DISABLED"] == "true"
