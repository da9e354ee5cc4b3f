"""A real parser child that is watched: its processor time and its largest memory over files."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import psutil

from bookwheel.domain.document import Dialect, Document
from bookwheel.domain.formats import format_of
from bookwheel.library.indexing.parser_child import Parser
from bookwheel.parsing.parse_task import Limits, ParseTask

LIMITS = Limits(seconds=300, memory_mb=4096)
Files = Sequence[tuple[str, bytes]]
_PEAK = re.compile(r"VmHWM:\s*(\d+) kB")


@dataclass(slots=True)
class Child:
    """What the children of one measure used so far; more than one where a large file ends the first."""

    parser: Parser
    cpu_s: float = 0.0
    peak_mb: float = 0.0

    def read(self, name: str, content: bytes) -> Document | None:
        """Return the file as a document; None for one that is refused."""
        kind = format_of(name)
        before_s, pid = self._used_s(), self.parser.pid
        self.parser.submit(ParseTask(content, name, Dialect.GFM, "", kind.name if kind else "", ""))
        reply = self.parser.receive(600)
        if self.parser.pid == pid:
            self.cpu_s += self._used_s() - before_s
        return reply.document if reply else None

    def warm(self, name: str, content: bytes) -> None:
        """Let the child load what this format needs; that is not counted."""
        self.read(name, content)
        self.cpu_s = self.peak_mb = 0.0

    def _used_s(self) -> float:
        if not self.parser.pid:
            return 0.0
        with contextlib.suppress(psutil.Error, OSError):
            process = psutil.Process(self.parser.pid)
            status = Path(f"/proc/{self.parser.pid}/status")
            found = _PEAK.search(status.read_text("ascii")) if status.exists() else None
            peak_mb = int(found[1]) / 1000 if found else process.memory_info().rss / 1e6
            self.peak_mb = max(self.peak_mb, peak_mb)
            times = process.cpu_times()
            return times.user + times.system
        return 0.0


@contextlib.contextmanager
def child() -> Iterator[Child]:
    """A parser child with wide limits, ended afterwards."""
    parser = Parser()
    parser.limit(LIMITS)
    try:
        yield Child(parser)
    finally:
        parser.close()
