"""When a batch is large or old enough, and its publication."""

from __future__ import annotations

import time
from collections.abc import Callable

from bookwheel.domain.indexing import Command, Report, ReportKind
from bookwheel.library.indexing.batch import Gathering
from bookwheel.library.indexing.graph_projection import Projection
from bookwheel.library.indexing.publish import Stores

FIRST_BATCH_FILES = 24
FIRST_BATCH_S = 0.15
REPORTED_DOCS = 200
ROWS_BATCH_FILES, ROWS_BATCH_S = 2_000, 4.0
"""Documents and seconds after which a batch of a subscription is published.

Each batch of a run may take so many seconds more than the one before it: every commit writes its words anew.
"""
MERGE_IN_RUN_COMMITS = 16
"""Commits after which a long run merges before it goes on: queries look into every segment."""


class BatchPublisher:
    """Publishes what was gathered; the first batch of a run soon, so that there is something to find.

    `commits` counts those since the keyword index was merged; `was_long` says that a run merged on its way.
    """

    def __init__(self, report: Callable[[Report], None]) -> None:
        """Nothing is gathered yet."""
        self._report = report
        self.gathering = Gathering()
        self.is_first = True
        self.commits = 0
        self.was_long = False
        self._later = 0
        """How many batches of this run came after its first."""

    def is_due(self, limits: Command, *, has_more: bool, comes_as_rows: bool = False) -> bool:
        """Whether the batch is to be published now: when nothing else is to be read, or it has reached a limit.

        Batches of what comes as rows are larger: no file is read for it.
        """
        files = len(self.gathering)
        if not files or not has_more:
            return bool(files)
        most, longest = (limits.batch_files, limits.batch_s)
        if comes_as_rows:
            most, longest = ROWS_BATCH_FILES, ROWS_BATCH_S * (1 + self._later)
        if self.is_first:
            most, longest = min(most, FIRST_BATCH_FILES), min(longest, FIRST_BATCH_S)
        return files >= most or time.monotonic() - self.gathering.began_s >= longest

    def publish(self, stores: Stores, projection: Projection) -> None:
        """Publish the batch, if a document of it is new, other or gone, and let the ontology follow."""
        batch, docs = self.gathering.batch(), self.gathering.docs()
        self.gathering.clear()
        if batch.is_empty:
            stores.catalogue.note_files(batch.skipped, batch.gone)
            return
        revision = stores.commit(batch)
        self._later = 0 if self.is_first else self._later + 1
        self.is_first = False
        self.commits += 1
        projection.is_due = True
        is_partial = len(docs) > REPORTED_DOCS
        self._report(Report(ReportKind.PUBLISHED, revision, tuple(docs[:REPORTED_DOCS]), is_partial))
        if self.commits >= MERGE_IN_RUN_COMMITS:
            self.commits, self.was_long = 1, True
            if stores.merge_newest():
                self._report(Report(ReportKind.PUBLISHED, revision=revision))
