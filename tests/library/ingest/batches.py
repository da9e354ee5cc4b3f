"""Batches for the tests of ingest: spooled, applied, and what the mirror holds afterwards."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

from bookwheel import packing
from bookwheel.domain.ingest import BatchHead, IngestReport, IngestTask, SpooledBatch
from bookwheel.library.ingest import application, mirror

OWN = BatchHead()


def spool(root: Path, batch: SpooledBatch, items: Iterable[object] = ()) -> None:
    """Keep a batch whose items are given as JSON values, or as lines."""
    lines = [one if isinstance(one, bytes) else json.dumps(one).encode() for one in items]
    mirror.spool(root, batch.job, [packing.encode(batch) + b"\n", *(line + b"\n" for line in lines)])


def apply(
    root: Path, job: str, items: Iterable[object] = (), *, head: BatchHead = OWN, now: float = 1_800_000_000,
    deleted_job: str = "", deleted_datasource: str = "", is_expiry: bool = False,
) -> IngestReport:  # fmt: skip
    """Spool and apply a batch; its last report."""
    spool(root, SpooledBatch(job, head, deleted_job, deleted_datasource, is_expiry), items)
    return run(root, job, now=now)


def run(root: Path, job: str, *, now: float = 1_800_000_000, only_finish: bool = False) -> IngestReport:
    """Apply a spooled batch; its last report."""
    reports: list[IngestReport] = []
    application.run(IngestTask(str(root), job, "own", only_finish), reports.append, lambda: now)
    assert [report.is_final for report in reports] == [False] * (len(reports) - 1) + [True]
    return reports[-1]


def contents(root: Path) -> dict[str, str]:
    """Every document of a mirror by its path."""
    folder = mirror.documents_folder(root)
    files = [path for path in folder.rglob("*") if path.is_file()]
    return {path.relative_to(folder).as_posix(): path.read_text("utf-8") for path in files}


def document(id: str, text: str = "Some words.", **more: object) -> dict[str, object]:
    """A document as a program sends it."""
    return {"id": id, "text": text, **more}


def entity(key: str, type: str = "ticket", **more: object) -> dict[str, object]:
    """An entity as a program sends it."""
    return {"kind": "entity", "type": type, "key": key, **more}
