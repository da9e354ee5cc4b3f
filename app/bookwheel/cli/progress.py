"""Waiting for indexing: a bar on a terminal, plain lines elsewhere."""

from __future__ import annotations

import time

from bookwheel.cli.output import Output, clean, lasting, shortened
from bookwheel.client.connection import Client
from bookwheel.domain.service import Progress

POLL_S = 0.1
LINE_S = 2.0
"""Seconds between plain lines."""

_BAR = 24


def wait(client: Client, output: Output, *, is_all: bool = False) -> bool:
    """Wait until everything can be found by its words (with `is_all`, in the graph too); False when paused.

    Prints progress unless the output is JSON.
    """
    said_at = time.monotonic()
    is_drawn = False
    while True:
        status = client.status()
        is_lacking = is_all and status.documents > 0 and status.graph_revision < status.revision
        if status.state in ("paused", "draining") or (status.state == "ready" and not is_lacking):
            break
        now = time.monotonic()
        if not output.is_json and status.progress.files_total:
            if output.is_terminal:
                output.part("\r" + shortened(_bar(status.progress), output.width - 1) + "\x1b[K")
                is_drawn = True
            elif now - said_at >= LINE_S:
                said_at = now
                output.line(_sentence(status.progress))
        time.sleep(POLL_S)
    if is_drawn:
        output.part("\r\x1b[K")
    return status.state != "paused"


def _bar(progress: Progress) -> str:
    share = progress.files_done / max(1, progress.files_total)
    filled = int(share * _BAR)
    left = f"  {lasting(progress.time_left_s)} left" if progress.time_left_s >= 0 else ""
    return f"{'█' * filled}{'░' * (_BAR - filled)} {_sentence(progress)}{left}  {clean(progress.current_file)}"


def _sentence(progress: Progress) -> str:
    return f"{progress.files_done:,}/{progress.files_total:,} files  {progress.sections_per_s:,.0f} sections/s" + (
        f"  {progress.problems} problems" if progress.problems else ""
    )
