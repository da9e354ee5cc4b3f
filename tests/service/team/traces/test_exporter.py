from __future__ import annotations

import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceResponse
from opentelemetry.proto.trace.v1.trace_pb2 import Status

from bookwheel.domain import stages
from bookwheel.domain.errors import CollectorUnavailable, ConfigurationRefused, NotReady
from bookwheel.domain.team import TracesConfig
from bookwheel.service.team import doctor
from bookwheel.service.team.traces import exporter as exporting
from bookwheel.service.team.traces.collector import Collector, address_of
from bookwheel.service.team.traces.exporter import BATCH, MOST_WAITING, Exporter, check
from bookwheel.service.team.traces.recording import Kind, Span
from bookwheel.service.team.traces.tracing import Traces
from tests.publications.publishing import public
from tests.service.team.serving import write_publications
from tests.service.team.traces.receiver import attributes, receiving
from tests.team.postgres import free_port
from tests.waiting import until


def _spans(count: int, name: str = "rpc/search") -> list[Span]:
    ids = ((number).to_bytes(8) for number in range(1, count + 1))
    return [Span(b"t" * 16, one, b"", name, Kind.SERVER, 1, 2, {"bookwheel.outcome": "ok"}, False) for one in ids]


@contextmanager
def _exporting(config: TracesConfig) -> Iterator[Exporter]:
    exporter = Exporter(Collector(config), {"service.name": "bookwheel-reader"})
    exporter.start()
    try:
        yield exporter
    finally:
        exporter.close()


def test_a_full_batch_is_sent_at_once_and_the_rest_at_the_end(tmp_path: Path) -> None:
    (tmp_path / "headers").write_text("Authorization: Bearer s3cret\nX-Scope-OrgID: team\n\n", "utf-8")
    with receiving() as receiver:
        with _exporting(TracesConfig(receiver.address, headers_file=str(tmp_path / "headers"))) as exporter:
            exporter.take(_spans(BATCH))
            until(lambda: exporter.counts.sent == BATCH)
            exporter.take(_spans(3))
            assert exporter.counts.waiting == 3
        assert (exporter.counts.sent, exporter.counts.lost, exporter.counts.waiting) == (BATCH + 3, 0, 0)
        assert len(receiver.spans()) == BATCH + 3 and set(receiver.paths) == {"/v1/traces"}
        headers = receiver.headers[0]
        assert headers["authorization"] == "Bearer s3cret" and headers["x-scope-orgid"] == "team"
        assert headers["content-type"] == "application/x-protobuf"
        assert attributes(receiver.spans()[0]) == {"bookwheel.outcome": "ok"}


def test_a_collector_that_is_away_gets_later_what_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exporting, "EVERY_S", 0.05)
    monkeypatch.setattr(exporting, "LONGEST_RETRY_S", 0.1)
    port = free_port()
    with _exporting(TracesConfig(f"http://127.0.0.1:{port}")) as exporter:
        exporter.take(_spans(5))
        until(lambda: exporter._trouble)
        assert exporter.counts.waiting == 5
        with receiving(port) as receiver:
            until(lambda: exporter.counts.sent == 5)
            assert [span.span_id for span in receiver.spans()] == [span.span_id for span in _spans(5)]


@pytest.mark.parametrize("status", [429, 502, 503, 504])
def test_a_collector_that_asks_for_patience_gets_it(status: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exporting, "EVERY_S", 0.05)
    with receiving() as receiver, _exporting(TracesConfig(receiver.address)) as exporter:
        receiver.status = status
        exporter.take(_spans(2))
        until(lambda: receiver.paths)
        receiver.status = 200
        until(lambda: exporter.counts.sent == 2)
        assert exporter.counts.lost == 0


@pytest.mark.parametrize("status", [301, 400, 401, 403, 404, 413, 500])
def test_what_a_collector_refuses_is_counted_as_lost(status: int) -> None:
    with receiving() as receiver:
        receiver.status = status
        with _exporting(TracesConfig(receiver.address)) as exporter:
            exporter.take(_spans(2))
        assert (exporter.counts.sent, exporter.counts.lost) == (0, 2)


def test_spans_that_a_collector_rejects_are_counted_as_lost() -> None:
    answer = ExportTraceServiceResponse()
    answer.partial_success.rejected_spans = 3
    with receiving() as receiver:
        for body, lost in ((answer.SerializeToString(), 3), (b"\xff<html>", 3), (b"x" * 1_000_000, 3)):
            receiver.body = body
            with _exporting(TracesConfig(receiver.address)) as exporter:
                exporter.take(_spans(4))
            assert exporter.counts.sent + exporter.counts.lost == 4
            assert exporter.counts.lost == (lost if body == answer.SerializeToString() else 0)


def test_garbage_in_place_of_an_answer_loses_nothing_but_traces(caplog: pytest.LogCaptureFixture) -> None:
    with receiving() as receiver:
        receiver.raw = b"\x00\x01garbage\r\n\r\n" * 1000
        with caplog.at_level(logging.WARNING), _exporting(TracesConfig(receiver.address)) as exporter:
            exporter.take(_spans(4))
        assert exporter.counts.sent == 0 and exporter.counts.waiting == 4
    assert "could not be sent" in caplog.text and "garbage" not in caplog.text


def test_the_oldest_spans_are_dropped_where_too_many_wait() -> None:
    exporter = Exporter(Collector(TracesConfig("http://127.0.0.1:4318")), {})
    for name in ("old", "new"):
        exporter.take(_spans(MOST_WAITING, name))
    assert exporter.counts == exporting.SpanCounts(0, MOST_WAITING, MOST_WAITING)
    assert {span.name for span in exporter._waiting} == {"new"}
    exporter.close()


def test_the_end_waits_for_a_slow_collector_for_a_bounded_time() -> None:
    with receiving() as receiver:
        receiver.goes_on.clear()
        exporter = Exporter(Collector(TracesConfig(receiver.address)), {})
        exporter.start()
        exporter.take(_spans(BATCH + 1))
        until(lambda: exporter.counts.waiting < BATCH)
        began = time.process_time()
        exporter.close()
        assert exporter.counts.sent == 0 and time.process_time() - began < exporting.CLOSE_S
        receiver.goes_on.set()
        until(lambda: not exporter._thread.is_alive())


def test_the_check_says_what_is_wrong(tmp_path: Path) -> None:
    with receiving() as receiver:
        check(TracesConfig(receiver.address))
        assert receiver.bodies == [b""]
        for status, said in ((401, "headers_file"), (404, "traces.endpoint"), (200, "headers such as")):
            receiver.status = status
            (tmp_path / "none").write_text("" if status == 200 else "A: b", "utf-8")
            with pytest.raises(ConfigurationRefused, match=said):
                check(TracesConfig(receiver.address, headers_file=str(tmp_path / "none")))
    with pytest.raises(CollectorUnavailable, match="cannot be reached"):
        check(TracesConfig(receiver.address))


def test_the_path_of_traces_is_added_to_the_address() -> None:
    assert address_of("http://127.0.0.1:4318") == "http://127.0.0.1:4318/v1/traces"
    assert address_of("https://otel.example.org/prefix/") == "https://otel.example.org/prefix/v1/traces"
    assert address_of("https://otel.example.org/v1/traces") == "https://otel.example.org/v1/traces"


def test_the_doctor_asks_the_collector(tmp_path: Path) -> None:
    [collection, *_] = write_publications(tmp_path)
    file = tmp_path / "team.toml"
    with receiving() as receiver:
        table = f'name = "T"\n[traces]\nendpoint = "{receiver.address}"\n[[collections]]\nname = "Open"\n'
        file.write_text(f'{table}address = "{collection.address}"\nkey = "{public()}"\ngroups = []\n', "utf-8")
        checks = {str(check.name): check for check in doctor.examine(file).checks}
        assert checks["Traces"].state == "good" and receiver.paths == ["/v1/traces"]
    checks = {str(check.name): check for check in doctor.examine(file).checks}
    assert checks["Traces"].state == "bad" and "cannot be reached" in str(checks["Traces"].message)


def test_a_job_is_a_span_with_its_stages_and_what_went_wrong() -> None:
    with receiving() as receiver:
        traces = Traces(TracesConfig(receiver.address, sample=0.0), "Team", "bookwheel-worker")
        traces.start()
        with traces.job("Handbook"), stages.enter(stages.Stage.FETCH):
            stages.note(stages.Stage.UPLOAD, 1.5)
        with pytest.raises(NotReady), traces.job("Plans"), stages.enter(stages.Stage.INDEX):
            raise NotReady("The file vexillum.md is not there.")
        traces.close()
        first, second = receiver.named("job")
        assert attributes(first) == {"bookwheel.collections": ["Handbook"], "bookwheel.outcome": "ok"}
        assert attributes(second) == {
            "bookwheel.collections": ["Plans"],
            "bookwheel.outcome": "failed",
            "error.type": "NotReady",
            "bookwheel.code": "not_ready",
        }
        [fetch], [index], [upload] = (receiver.named(name) for name in ("fetch", "index", "upload"))
        assert upload.end_time_unix_nano - upload.start_time_unix_nano >= 1.5e9
        assert upload.parent_span_id == fetch.span_id
        assert (fetch.parent_span_id, index.parent_span_id) == (first.span_id, second.span_id)
        assert second.status.code == index.status.code == Status.STATUS_CODE_ERROR
        assert b"vexillum" not in b"".join(receiver.bodies)
