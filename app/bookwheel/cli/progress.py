"""Waiting for indexing: a bar on a terminal, plain lines elsewhere."""

from __future__ import annotations

import time

from bookwheel.cli.output import Output, clean, remaining, shortened
from bookwheel.client.connection import Client
from bookwheel.domain.service.requests import NameRequest
from bookwheel.domain.service.status import Embedding, Progress, StatusAnswer

POLL_S = 0.1
LINE_S = 5.0
"""Seconds between plain lines at least; a line that says what the last one said is left out."""

_BAR = 24


def wait(client: Client, output: Output, collection: str = "", *, is_all: bool = False) -> None:
    """Wait until a collection, or all of them, can be found by words, with `is_all` in the graph and by meaning too.

    What cannot come is not waited for, but told.

    Prints progress unless the output is JSON.
    """
    said_at = time.monotonic()
    is_drawn, last, published = False, "", 0
    while True:
        status = client.status(NameRequest(collection))
        if status.state == "ready" and not published:
            published = status.revision
        is_lacking = is_all and _is_lacking(status, published or status.revision, is_one=bool(collection))
        is_done = status.state == "ready" and not is_lacking
        if is_done or status.storage_problem or status.state in ("paused", "draining"):
            break
        now = time.monotonic()
        is_reading = status.progress.phase == "counting" or status.progress.files_total > 0
        if not output.is_json and (is_reading or is_lacking):
            if output.is_terminal:
                bar = _bar(status.progress) if is_reading else _meaning_bar(status.embedding)
                output.part("\r" + shortened(bar, output.width - 1) + "\x1b[K")
                is_drawn = True
            elif now - said_at >= LINE_S:
                line = _sentence(status.progress) if is_reading else embedded(status.embedding)
                if line != last:
                    said_at, last = now, line
                    output.line(line)
        time.sleep(POLL_S)
    if is_drawn:
        output.part("\r\x1b[K")
    if not output.is_json:
        for problem in (status.storage_problem, *((status.graph_problem, status.embedding.problem) if is_all else ())):
            if problem:
                output.line(problem)
        if status.state == "paused":
            output.line("Indexing is paused. Resume it with: bookwheel resume")


def embedded(embedding: Embedding) -> str:
    """How far the making of vectors is, in a line."""
    if embedding.state == "off":
        return "off"
    if embedding.state in ("failed", "ready"):
        return f"{embedding.model or 'no model'}, {embedding.done:,}/{embedding.total:,} sections"
    speed = f"  {embedding.chunks_per_s:,.0f} chunks/s" if embedding.chunks_per_s else ""
    left = remaining(embedding.time_left_s, embedding.most_left_s)
    state = "paused on battery" if embedding.state == "battery" else embedding.state
    return f"{state}, {embedding.done:,}/{embedding.total:,} sections in the semantic index{speed}{left}"


def _is_lacking(status: StatusAnswer, revision: int, *, is_one: bool) -> bool:
    """Whether the graph is behind a revision, or sections lack vectors; of one collection, whatever others lack."""
    if not status.documents:
        return False
    if status.graph_revision < revision and not status.graph_problem:
        return True
    is_covered = status.coverage >= 1 or bool(status.embedding.problem)
    if status.embedding.state in ("failed", "off") or (is_one and is_covered):
        return False
    return not (status.embedding.state == "ready" and is_covered)


def _meaning_bar(embedding: Embedding) -> str:
    filled = int(embedding.done / max(1, embedding.total) * _BAR)
    return f"{'█' * filled}{'░' * (_BAR - filled)} {embedded(embedding)}"


def _bar(progress: Progress) -> str:
    share = progress.files_done / max(1, progress.files_total)
    filled = int(share * _BAR)
    left = remaining(progress.time_left_s, progress.most_left_s)
    return f"{'█' * filled}{'░' * (_BAR - filled)} {_sentence(progress)}{left}  {clean(progress.current_file)}"


def _sentence(progress: Progress) -> str:
    if progress.phase == "counting":
        return "Counting files"
    return f"{progress.files_done:,}/{progress.files_total:,} files  {progress.sections_per_s:,.0f} sections/s" + (
        f"  {progress.problems} problems" if progress.problems else ""
    )
