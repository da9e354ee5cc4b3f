"""Checks of shapes seen from the service: each in a child that is ended when it takes too long."""

from __future__ import annotations

import os
import stat
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from bookwheel.domain.collection import Collection
from bookwheel.domain.messages import Message
from bookwheel.domain.service.status import Problem
from bookwheel.domain.shapes import SHAPES_FILE, ShapeReport, ShapeTask
from bookwheel.service.workers.task_child import TaskChild

MOST_S = 20.0
"""Seconds that one check may take."""

LARGEST_BYTES = 256 * 1024
"""Size of a shapes file at most."""

MOST_REASONS = 20
"""Findings of one document that are told together."""

_OwnState = tuple[int, int, int, str]


class ShapeChecks:
    """Checks the library against its shapes, and collections against their own. Safe to use from any thread.

    What the collections' own shapes found is kept until the graph or the shapes change.
    """

    def __init__(self, command: Sequence[str], log: Path, revision: Callable[[], int], most_s: float = MOST_S) -> None:
        """Prepare; nothing is started. `command` starts a child, `revision` is the graph's."""
        self._child = TaskChild(command, log, "shapes")
        self._revision, self._most_s = revision, most_s
        self._lock = threading.Lock()
        self._own: dict[str, tuple[_OwnState, ShapeReport]] = {}

    def whole(self) -> ShapeReport:
        """What breaks the library's own shapes."""
        with self._lock:
            return self._run(ShapeTask())

    def own(self, collections: Sequence[Collection]) -> dict[str, ShapeReport]:
        """What breaks the shapes of the collections that have some, by slug."""
        found: dict[str, ShapeReport] = {}
        with self._lock:
            for one in collections:
                path = Path(one.root, SHAPES_FILE)
                if (seen := _state(path)) is None:
                    self._own.pop(one.slug, None)
                    continue
                state = (self._revision(), *seen, one.root)
                known = self._own.get(one.slug)
                if known is None or known[0] != state:
                    known = self._own[one.slug] = (
                        state,
                        replace(self._checked(one.slug, path), checked_at=_now()),
                    )
                found[one.slug] = known[1]
        return found

    def _checked(self, slug: str, path: Path) -> ShapeReport:
        try:
            text = _text(path)
        except (OSError, UnicodeDecodeError) as error:
            return ShapeReport(fault=Message("The file cannot be read ({reason}).", reason=type(error).__name__))
        return self._run(ShapeTask(slug, text)) if text.strip() else ShapeReport()

    def _run(self, task: ShapeTask) -> ShapeReport:
        try:
            report = self._child.first_reply(task, ShapeReport, self._most_s)
        except TimeoutError:
            return ShapeReport(
                fault=Message("The check took longer than {time} s and was stopped.", time=f"{self._most_s:g}")
            )
        fault = Message("The shapes could not be checked. See the library's log for details.")
        return report or ShapeReport(fault=fault)


def shape_problems(reports: Mapping[str, ShapeReport]) -> Iterator[Problem]:
    """What collections' own shapes found as problems, one for each document; shapes that cannot be used are one too."""
    for slug, report in reports.items():
        shapes = f"{slug}/{SHAPES_FILE}"
        by_document: dict[str, list[Message]] = {shapes: [report.fault]} if report.fault else {}
        for finding in report.findings:
            document = finding.node.partition("#")[0]
            by_document.setdefault(document if document.startswith(f"{slug}/") else shapes, []).append(finding.reason)
        for document, reasons in by_document.items():
            path = document.partition("/")[2]
            reason = Message("{file}: {reason}", file=SHAPES_FILE, reason=Message.joined(reasons[:MOST_REASONS], " "))
            yield Problem(
                document, slug, path, "failed" if document == shapes else "warning", reason, report.checked_at
            )


def _state(path: Path) -> tuple[int, int] | None:
    """Size and time of a shapes file, None when there is none."""
    try:
        seen = path.lstat()
    except OSError:
        return None
    return seen.st_size, seen.st_mtime_ns


def _text(path: Path) -> str:
    """The text of a plain file of some size at most; a link may lead anywhere, and a pipe never ends."""
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    with os.fdopen(os.open(path, flags), "rb") as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise OSError("not a plain file")
        content = file.read(LARGEST_BYTES + 1)
    if len(content) > LARGEST_BYTES:
        raise OSError("too large")
    return content.decode("utf-8-sig")


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
