from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from bookwheel.domain.indexing import Command, Report, ReportKind, Verb
from bookwheel.service.workers.worker_supervisor import Child
from tests.waiting import until

CHILD = """
import os, sys
from bookwheel.domain.indexing import Command, Report, ReportKind, Verb
from bookwheel.domain.service.status import Progress
from bookwheel.service.workers import pipe_framing as frames
pipe, out, taken = sys.stdin.buffer, sys.stdout.buffer, 0
while True:
    command = frames.read(pipe, Command)
    taken += 1
    heard = f"{os.getpid()} {command.verb.value} {command.collection}"
    frames.write(out, Report(ReportKind.PROBLEM_FOUND, message=heard))
    if command.verb is Verb.STOP:
        sys.exit(0)
    if command.collection == "deadly":
        frames.write(out, Report(ReportKind.PROGRESSED, progress=Progress(collection="c", current_file="a.md")))
        os._exit(9)
    if command.verb is Verb.MEND:
        frames.write(out, Report(ReportKind.PROGRESSED, waiting={}, taken=taken))
    if command.verb is Verb.SCAN:
        frames.write(out, Report(ReportKind.IDLED, message=str(taken)))
"""


class _Watched:
    """An indexer with everything that it told."""

    def __init__(self, log: Path, idle_s: float):
        self.heard: list[list[str]] = []
        self.crashes: list[tuple[str, str]] = []
        self.unheard: list[tuple[Verb, ...]] = []
        self.indexer = Child(
            "indexer",
            Verb.SCAN,
            [sys.executable, "-c", CHILD],
            log,
            lambda: [Command(Verb.CONFIGURE)],
            self._report,
            lambda *in_hand: self.crashes.append(in_hand),
            lambda: idle_s,
        )

    def _report(self, report: Report) -> None:
        if report.waiting is not None:
            self.unheard.append(tuple(command.verb for command in self.indexer.unheard))
        if report.kind is ReportKind.PROBLEM_FOUND:
            self.heard.append(report.message.split())

    @property
    def verbs(self) -> list[str]:
        return [words[1] for words in self.heard]


@pytest.fixture
def start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., _Watched]]:
    monkeypatch.setenv("PYTHONPATH", str(Path(sys.modules["bookwheel"].__file__ or "").parents[1]))
    started: list[_Watched] = []

    def one(idle_s: float = 60) -> _Watched:
        started.append(_Watched(tmp_path / "log", idle_s))
        return started[-1]

    yield one
    for watched in started:
        watched.indexer.close()
    assert not [thread for thread in threading.enumerate() if thread.name == "indexer reports" and _lingers(thread)]


def _lingers(thread: threading.Thread) -> bool:
    thread.join(5)
    return thread.is_alive()


def _wait(condition: Callable[[], object]) -> None:
    until = time.monotonic() + 20
    while not condition():
        assert time.monotonic() < until
        time.sleep(0.01)


def test_child_starts_with_the_first_command_and_is_configured_before(start: Callable[..., _Watched]):
    watched = start()
    assert watched.indexer.pid == 0
    watched.indexer.send(Command(Verb.SCAN))
    assert watched.indexer.is_busy
    _wait(lambda: not watched.indexer.is_busy)
    assert watched.verbs == ["configure", "scan"]


def test_crashed_child_is_started_again_with_what_was_unfinished(start: Callable[..., _Watched]):
    watched = start()
    watched.indexer.send(Command(Verb.REBUILD, "deadly"))
    _wait(lambda: len(watched.crashes) >= 2)
    assert watched.crashes[:2] == [("c", "a.md")] * 2
    assert watched.verbs[:4] == ["configure", "rebuild", "configure", "rebuild"]
    assert len({words[0] for words in watched.heard}) >= 2
    assert watched.indexer.is_busy


def test_of_many_lists_of_links_only_the_last_is_kept_to_be_sent_again(start: Callable[..., _Watched]):
    watched = start()
    for _ in range(3):
        watched.indexer.send(Command(Verb.LINK))
    watched.indexer.send(Command(Verb.REBUILD, "deadly"))
    _wait(lambda: len(watched.crashes) >= 2)
    assert watched.verbs[:8] == ["configure", *["link"] * 3, "rebuild", "configure", "link", "rebuild"]


def test_idle_child_is_stopped_and_comes_back_on_demand(start: Callable[..., _Watched]):
    watched = start(idle_s=0.05)
    watched.indexer.send(Command(Verb.SCAN))
    _wait(lambda: watched.verbs == ["configure", "scan", "stop"] and watched.indexer.pid == 0)
    watched.indexer.send(Command(Verb.SCAN))
    _wait(lambda: watched.verbs[3:5] == ["configure", "scan"])
    assert not watched.crashes


def test_a_command_is_unheard_until_a_report_that_knows_of_it_was_taken_in(start: Callable[..., _Watched]):
    watched = start()
    watched.indexer.send(Command(Verb.CHANGED, "c"))
    assert [command.verb for command in watched.indexer.unheard] == [Verb.CHANGED]
    watched.indexer.send(Command(Verb.MEND))
    _wait(lambda: not watched.indexer.unheard)
    assert watched.unheard == [(Verb.CHANGED, Verb.MEND)], "it must still count while the report is taken in"
    assert watched.indexer.is_busy
    watched.indexer.send(Command(Verb.CHANGED, "c"))
    assert [command.verb for command in watched.indexer.unheard] == [Verb.CHANGED]
    watched.indexer.send(Command(Verb.SCAN))
    _wait(lambda: not watched.indexer.is_busy)
    assert not watched.indexer.unheard


def test_a_command_is_unheard_before_its_child_has_started(start: Callable[..., _Watched], monkeypatch):
    watched = start()
    seen: list[int] = []
    opening = watched.indexer._opening
    monkeypatch.setattr(
        watched.indexer, "_opening", lambda: [seen.append(len(watched.indexer.unheard)), *opening()][1:]
    )
    watched.indexer.send(Command(Verb.CHANGED, "c"))
    assert seen == [1]
    assert len(watched.indexer.unheard) == 1


def test_closing_stops_the_child_and_starts_no_other(start: Callable[..., _Watched]):
    watched = start()
    watched.indexer.send(Command(Verb.SCAN))
    _wait(lambda: not watched.indexer.is_busy)
    watched.indexer.close()
    watched.indexer.send(Command(Verb.SCAN))
    _wait(lambda: watched.verbs == ["configure", "scan", "stop"])
    assert not watched.crashes


def test_stopping_a_resting_child_does_not_confuse_the_count_of_the_next(start: Callable[..., _Watched]):
    watched = start()
    watched.indexer.send(Command(Verb.SCAN))
    _wait(lambda: not watched.indexer.is_busy)
    resting, watched.indexer._process = watched.indexer._process, None
    watched.indexer.send(Command(Verb.SCAN))
    assert resting is not None
    watched.indexer._stop(resting)
    watched.indexer.send(Command(Verb.SCAN))
    _wait(lambda: not watched.indexer.is_busy)


STALLING = """
import os, sys
from bookwheel.domain.indexing import Command, Report, ReportKind, Verb
from bookwheel.service.workers import pipe_framing as frames
pipe, out = sys.stdin.buffer, sys.stdout.buffer
while True:
    command = frames.read(pipe, Command)
    if command.verb is Verb.STOP:
        sys.exit(0)
    if command.verb is Verb.SCAN:
        frames.write(out, Report(ReportKind.STALLED, message="The disk is full."))
        sys.exit(75)
"""


def test_a_child_that_the_system_refuses_waits_and_no_file_is_blamed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", str(Path(sys.modules["bookwheel"].__file__ or "").parents[1]))
    told: list[str] = []
    crashes: list[tuple[str, str]] = []
    child = Child(
        "indexer",
        Verb.SCAN,
        [sys.executable, "-c", STALLING],
        tmp_path / "log",
        list,
        lambda report: told.append(report.message),
        lambda *in_hand: crashes.append(in_hand),
        lambda: 60.0,
    )
    is_room = threading.Event()
    child.may_start = is_room.is_set
    child.send(Command(Verb.SCAN, "notes"))
    until(lambda: not child.pid)
    assert told == ["The disk is full."]
    assert child.is_busy  # what was asked is not done
    is_room.set()
    until(lambda: len(told) == 2)
    child.close()
    assert crashes == []
