"""How far indexing is, told some times a second."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace

from bookwheel.domain.indexing import Report, ReportKind
from bookwheel.domain.service.status import Progress
from bookwheel.library.indexing.file_intake import Taken
from bookwheel.library.throughput import Rates

PROGRESS_S = 0.1


class ProgressReports:
    """Keeps the progress and reports it; of the indexer's thread.

    `state_of` gives a report of a kind without progress, `count_problems` the files that have a problem.
    """

    def __init__(
        self,
        report: Callable[[Report], None],
        state_of: Callable[[ReportKind], Report],
        count_problems: Callable[[], int],
    ) -> None:
        """Nothing is under way yet."""
        self._report, self._state_of, self._count_problems = report, state_of, count_problems
        self._rates = Rates()
        self._reported_s = 0.0
        self.progress = Progress()

    def note(self, **changes: object) -> None:
        """Change what is told next."""
        self.progress = replace(self.progress, **changes)  # type: ignore[arg-type]

    def tell(self, **changes: object) -> None:
        """Report progress, with what changed in it."""
        files_per_s, sections_per_s = self._rates.per_second()
        self.note(**changes)
        progress = self.progress
        least_s, most_s = self._rates.time_left(progress.files_total - progress.files_done)
        self.progress = replace(
            progress,
            phase="paused" if progress.is_paused else "indexing" if progress.phase == "paused" else progress.phase,
            files_per_s=files_per_s,
            sections_per_s=sections_per_s,
            time_left_s=least_s,
            most_left_s=most_s,
            problems=self._count_problems(),
        )
        self._reported_s = time.monotonic()
        self._send(ReportKind.PROGRESSED)

    def advance(self, taken: Taken, files_left: int) -> None:
        """Note what has been taken in and what is left, and report it if that was a while ago."""
        self._rates.mark(time.monotonic(), taken.files, taken.sections)
        self.note(files_done=max(self.progress.files_total - files_left, 0), sections_done=taken.sections)
        if time.monotonic() - self._reported_s >= PROGRESS_S:
            self.tell()

    def rest(self) -> None:
        """Forget how fast it went: nothing is done for a while."""
        self._rates.clear()

    def finish(self) -> None:
        """Report that all is done."""
        self._rates.clear()
        self.progress = Progress(problems=self._count_problems())
        self._send(ReportKind.IDLED)

    def _send(self, kind: ReportKind) -> None:
        self._report(replace(self._state_of(kind), progress=self.progress, collection=self.progress.collection))
