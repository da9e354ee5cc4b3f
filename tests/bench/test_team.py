from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler
from pathlib import Path

import pytest

from tests import loopback
from tests.bench import growth
from tests.bench.team.clients import Plan, run

STALL_S = 1.2


class _Answer(BaseHTTPRequestHandler):
    """A reader whose first answer stalls all that follow, and that refuses one token."""

    protocol_version = "HTTP/1.1"
    lock = threading.Lock()
    is_first = True

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        status = 401 if self.headers["Authorization"] == "Bearer bad" else 200
        with _Answer.lock:
            if _Answer.is_first:
                _Answer.is_first = False
                threading.Event().wait(STALL_S)
        answer: dict[str, object] = {"result": {"content": []}} if "method" in body else {"hits": []}
        content = json.dumps(answer).encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


@pytest.fixture
def port() -> Iterator[int]:
    _Answer.is_first = True
    with loopback.running(loopback.LoopbackServer(_Answer)) as server:
        yield server.port


def test_a_stall_counts_in_every_question_that_it_holds_up(port: int) -> None:
    asked = run(Plan([port, port], ["good"] * 4, ["wheel"], every_s=0.4, seconds=0.8))
    assert len(asked) == 8 and all(one.is_answered for one in asked)
    held_up = [one for one in asked if one.due_s < STALL_S / 2]
    assert all(one.latency_ms > 1000 * (STALL_S - one.due_s) - 50 for one in held_up)


def test_a_refusal_is_no_answer_and_no_failure(port: int) -> None:
    asked = run(Plan([port], ["good", "bad", "good", "bad"], ["wheel"], every_s=0.5, seconds=0.5))
    assert [one.is_refused for one in asked] == [False, True, False, True]
    assert [one.is_answered for one in asked] == [True, False, True, False]


def test_readers_take_turns(port: int) -> None:
    asked = run(Plan([port, port, port], ["good"] * 9, ["wheel"], every_s=0.1, seconds=0.1))
    assert sorted(one.reader for one in asked) == [0, 0, 0, 1, 1, 1, 2, 2, 2]


def test_a_reader_that_is_away_fails(port: int) -> None:
    with loopback.running(loopback.LoopbackServer(_Answer)) as server:
        gone = server.port
    asked = run(Plan([gone], ["good"], ["wheel"], every_s=1.0, seconds=0.5))
    assert [(one.status, one.is_answered, one.is_refused) for one in asked] == [(0, False, False)]
    assert "refused" in asked[0].reason


def test_two_sizes_make_a_line_and_one_a_share() -> None:
    line = growth.fit({1000: 110.0, 10_000: 200.0})
    assert (round(line.base), round(line.each, 4), line.measured) == (100, 0.01, (1000, 10_000))
    assert round(line.reaches(300)) == 20_000
    assert growth.fit({1000: 50.0}).at(2000) == 100.0
    assert growth.fit({1000: 50.0, 10_000: 5000.0}).at(0) == 0.0  # nothing is negative


def test_a_small_change_rewrites_a_large_collection_whole() -> None:
    assert growth.rewritten(2000) < 0.1 < 0.9 < growth.rewritten(1_000_000)


def test_a_report_without_figures_of_growth_says_how_to_take_them(tmp_path: Path) -> None:
    report = tmp_path / "bench.json"
    report.write_text(json.dumps({"rows": [{"name": "crowd: documents", "median": 3}]}), "utf-8")
    with pytest.raises(SystemExit, match="--only team"):
        growth.read(report)
