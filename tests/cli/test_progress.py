"""Waiting for one collection does not wait for what others lack."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest

from bookwheel.cli import progress
from bookwheel.cli.output import Output
from bookwheel.domain.service.requests import NameRequest
from bookwheel.domain.service.status import Embedding, Progress, StatusAnswer

_READY = StatusAnswer(
    "1", 1, 1, "", "", "ready", revision=7, collections=2, documents=3, sections=3, pending=0, coverage=1.0, problems=0,
    progress=Progress(), agents_connected=(), agents_paused=False, uptime_s=1.0, memory_bytes=0, size_bytes=0,
    graph_revision=7, embedding=Embedding(state="embedding", done=1, total=9000),
)  # fmt: skip


class _Asked:
    def __init__(self, *answers: StatusAnswer) -> None:
        self.answers, self.names = list(answers), list[str]()

    def status(self, request: NameRequest) -> StatusAnswer:
        self.names.append(request.name)
        return self.answers.pop(0)


def _wait(*answers: StatusAnswer, collection: str = "small") -> _Asked:
    asked = _Asked(*answers)
    progress.wait(asked, Output(io.StringIO(), is_json=True), collection, is_all=True)  # type: ignore[arg-type]
    return asked


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "POLL_S", 0)


def test_one_collection_is_ready_while_others_are_embedded() -> None:
    asked = _wait(replace(_READY, state="indexing"), replace(_READY, coverage=0.5), _READY)
    assert asked.names == ["small"] * 3 and not asked.answers


def test_the_graph_is_waited_for_up_to_the_revision_at_which_the_collection_was_ready() -> None:
    behind = replace(_READY, graph_revision=6)
    later = replace(_READY, revision=9, graph_revision=7)
    assert not _wait(behind, later).answers


def test_the_whole_library_waits_for_every_section() -> None:
    done = replace(_READY, embedding=Embedding(state="ready", done=9000, total=9000))
    assert not _wait(_READY, _READY, done, collection="").answers
