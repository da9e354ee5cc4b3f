"""Parsing has a budget for every file, in a child that may be killed."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
from collections.abc import Iterator

import psutil
import pytest

from bookwheel.domain.browse import TreeRequest
from bookwheel.domain.document import Dialect
from bookwheel.domain.service.requests import NameRequest
from bookwheel.library.indexing.parser_child import MOST_CRASHES, Parser
from bookwheel.parsing.documents import parse
from bookwheel.parsing.parse_task import Limits, ParseReply, ParseTask
from tests.library.conftest import Shelf, changed
from tests.waiting import until

HEAVY = b"# Words\n\n" + b"some words to read, [a link](b.md) and *more* of them\n\n" * 100_000
SLOW = b"# Words\n\n" + b"*,* *,* *,* *,* *,* *,*\n\n" * 160_000
"""Takes as long to parse as three times the other one, and has no word or link that an index would keep."""
BRIEF = 0.5
"""Seconds for a file: the slow one takes some three, any other a hundredth, also where it must wait its turn."""


@pytest.fixture
def parser() -> Iterator[Parser]:
    one = Parser()
    yield one
    one.close()


def _task(content: bytes, path: str = "a.md") -> ParseTask:
    return ParseTask(content, path, Dialect.GFM, "", "", "")


def _reply(parser: Parser) -> ParseReply:
    for _ in range(600):
        reply = parser.receive(0.1)
        if reply is not None:
            return reply
    raise AssertionError("the parser did not answer within a minute")


@pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL")
def test_a_child_that_is_killed_while_it_starts_is_started_again_once(parser: Parser):
    parser.submit(_task(b"# One\n"))
    psutil.Process(parser.pid).kill()
    document = _reply(parser).document
    assert document is not None and document.title == "One"
    parser.close()
    parser.submit(_task(b"# Two\n"))
    with pytest.raises(ChildProcessError, match="could not start"):
        while True:
            with contextlib.suppress(psutil.NoSuchProcess):  # it may be gone, and nobody has heard of it yet
                if parser.pid:
                    psutil.Process(parser.pid).kill()
            parser.receive(0.001)


def _has_started(parser: Parser, after: int) -> bool:
    parser.receive(0.0)  # starts another child when the one before has ended
    return parser.pid not in (0, after) and parser._running is not None and parser._running.is_ready


@pytest.mark.skipif(sys.platform == "win32", reason="SIGSTOP")
def test_files_that_wait_for_a_child_that_starts_keep_nobody_waiting(parser: Parser):
    parser.warm()
    pid = parser.pid
    os.kill(pid, signal.SIGSTOP)
    try:
        for number in range(3):  # more than any pipe holds
            assert parser.has_room(1_000_000)
            parser.submit(_task(f"# {number}\n\n".encode() + b"word " * 200_000))
        assert not parser.has_room(2_000_000)
        assert parser.receive(0.0) is None
    finally:
        os.kill(pid, signal.SIGCONT)
    documents = [_reply(parser).document for _ in range(3)]
    assert [document.title for document in documents if document] == ["0", "1", "2"]
    assert parser.pid == pid


def _titles(shelf: Shelf) -> list[str]:
    return sorted(entry.path for entry in shelf.library.tree(TreeRequest("notes")).entries)


def _problems(shelf: Shelf) -> list[str]:
    return [problem.reason for problem in shelf.library.problems(NameRequest("notes")).problems]


def _fill(shelf: Shelf) -> None:
    root = shelf.add()
    for number in range(19):
        (root / f"page{number:02}.md").write_text(f"# Page {number}\n\nzebra\n", "utf-8")
    (root / "page09a.md").write_bytes(SLOW)


def test_a_document_from_the_child_is_the_one_that_parsing_gives(parser: Parser):
    content = "---\ntags: [a]\n---\n# Ä\n\n[[b#c|d]] text\n\n```py\nx = 1\n```\n\n## Ä\n\n\U0001f98a\n".encode()
    parser.submit(_task(content))
    assert _reply(parser).document == parse(content, "a.md", dialect=Dialect.GFM)


def test_replies_come_in_the_order_of_the_files(parser: Parser):
    for number in range(50):
        parser.submit(_task(f"# {number}\n".encode()))
    documents = [_reply(parser).document for _ in range(50)]
    assert [document.title for document in documents if document] == [str(number) for number in range(50)]


def test_a_binary_file_is_skipped_with_a_reason(parser: Parser):
    parser.submit(_task(b"\x00\x01\x02" * 100))
    assert _reply(parser).skipped


def test_a_file_above_its_seconds_ends_the_child_and_the_others_go_on(parser: Parser):
    parser.limit(Limits(seconds=BRIEF))
    for content in (b"# A\n", SLOW, b"# B\n"):
        parser.submit(_task(content))
    first, heavy, last = (_reply(parser) for _ in range(3))
    assert (first.document and first.document.title, last.document and last.document.title) == ("A", "B")
    assert heavy.exceeded == "seconds"


def test_a_file_above_its_memory_is_refused_and_the_others_go_on(parser: Parser):
    parser.limit(Limits(memory_mb=64))
    for content in (b"# A\n", HEAVY * 4, b"# B\n"):
        parser.submit(_task(content))
    first, heavy, last = (_reply(parser) for _ in range(3))
    assert (first.document and first.document.title, last.document and last.document.title) == ("A", "B")
    assert heavy.exceeded == "memory"


def test_a_child_that_is_killed_is_started_again_and_its_file_tried_once_more(parser: Parser):
    parser.submit(_task(b"# A\n"))
    assert _reply(parser).document
    psutil.Process(parser.pid).kill()
    parser.submit(_task(b"# B\n"))
    reply = _reply(parser)
    assert reply.document and reply.document.title == "B"


def test_a_file_over_which_the_child_ends_again_and_again_fails(parser: Parser):
    parser.submit(_task(SLOW))
    killed = 0
    for _ in range(MOST_CRASHES):
        until(lambda: _has_started(parser, killed))  # noqa: B023 - asked at once
        killed = parser.pid
        psutil.Process(killed).kill()
    assert _reply(parser).failed
    parser.submit(_task(b"# B\n"))
    assert _reply(parser).document


def test_one_file_over_its_seconds_leaves_nineteen_documents_and_one_problem(shelf: Shelf):
    _fill(shelf)
    reports = shelf.index(seconds_per_file=BRIEF)
    assert _titles(shelf) == [f"page{number:02}.md" for number in range(19)]
    assert _problems(shelf) == [
        "Parsing the file took more than 0.5 s and was stopped. Shorten the file, or raise indexing.seconds_per_file."
    ]
    last = [report.progress for report in reports if report.progress][-1]
    assert (last.files_total, last.files_done, last.phase) == (0, 0, "idle")


def test_a_file_over_a_limit_is_not_tried_again_until_its_content_changes(shelf: Shelf):
    _fill(shelf)
    shelf.index(seconds_per_file=BRIEF)
    pid = shelf.parser.pid
    os.utime(shelf.folder / "notes" / "page09a.md", (1, 1))
    shelf.index(seconds_per_file=BRIEF)
    shelf.index(changed("notes", ["page09a.md"]), seconds_per_file=BRIEF)
    assert shelf.parser.pid == pid
    assert len(_problems(shelf)) == 1
    (shelf.folder / "notes" / "page09a.md").write_text("# Short now\n", "utf-8")
    shelf.index(seconds_per_file=BRIEF)
    assert "page09a.md" in _titles(shelf)
    assert not _problems(shelf)


def test_a_file_over_a_limit_is_tried_again_when_the_limit_is_raised(shelf: Shelf):
    _fill(shelf)
    shelf.index(seconds_per_file=BRIEF)
    assert len(_titles(shelf)) == 19
    shelf.index(seconds_per_file=60.0)
    assert len(_titles(shelf)) == 20
    assert not _problems(shelf)
