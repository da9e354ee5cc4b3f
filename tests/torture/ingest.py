"""The ingest level: the ingester dies by SIGKILL at any moment of a batch; nothing is lost and nothing is doubled."""

from __future__ import annotations

import json
import random
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from bookwheel import packing
from bookwheel.domain.ingest import BatchHead, Ingestor, IngestReport, IngestTask, SpooledBatch
from bookwheel.indexes.items import ItemStore
from bookwheel.library.ingest import application, mirror
from bookwheel.service.workers import pipe_framing
from tests.torture.parsing import Outcome

KILLS = 200
"""Kills of the ingester in the middle of a batch."""

ITEMS, IDS = 400, 700
"""Items of a batch, and ids that they are about."""

_HEAD = BatchHead("own", Ingestor("torture", "1"))


@dataclass(slots=True)
class _Child:
    """A real ingester on a library."""

    process: subprocess.Popen[bytes]

    @classmethod
    def start(cls, library: Path) -> _Child:
        words = [sys.executable, "-m", "bookwheel", "child", "ingester", "--library", str(library)]
        pipe = subprocess.PIPE
        return cls(subprocess.Popen(words, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL))

    def send(self, task: IngestTask) -> None:
        assert self.process.stdin is not None
        pipe_framing.write(self.process.stdin, task)

    def last_report(self) -> IngestReport:
        assert self.process.stdout is not None
        while True:
            report = pipe_framing.read(self.process.stdout, IngestReport)
            if report.is_final:
                return report

    def end(self, *, is_killed: bool) -> None:
        assert self.process.stdin is not None and self.process.stdout is not None
        if is_killed:
            self.process.kill()
        for pipe in (self.process.stdin, self.process.stdout):
            try:
                pipe.close()
            except OSError:
                continue
        self.process.wait(60)


def run(folder: Path, kills: int = KILLS, seed: int = 1) -> Iterator[Outcome]:
    """Rounds of one batch each: the same one is applied by ingesters that die, and by one that does not."""
    chance = random.Random(seed)
    library, clean = folder / "library", folder / "clean"
    library.mkdir(parents=True)
    own = library / "mirrors" / "own"
    died = number = 0
    while died < kills:
        number += 1
        job = f"job{number}"
        lines = [*_items(chance, number)]
        for root in (own, clean):
            mirror.spool(root, job, [packing.encode(SpooledBatch(job, _HEAD)) + b"\n", *lines])
        started = time.perf_counter()
        reports: list[IngestReport] = []
        application.run(IngestTask(str(clean), job, "own"), reports.append)
        length_s = time.perf_counter() - started
        task = IngestTask(str(own), job, "own")
        for _ in range(chance.randint(1, 3)):
            child = _Child.start(library)
            child.send(IngestTask(str(own), "none", "own", only_finish=True))  # it is loaded when it answers
            child.last_report()
            child.send(task)
            time.sleep(chance.random() * 1.3 * length_s)
            child.end(is_killed=True)
            died += 1
        child = _Child.start(library)
        child.send(task)
        report = child.last_report()
        child.end(is_killed=False)
        yield Outcome(f"kills to {died}: counts", _difference(report.counts, reports[-1].counts))
        yield Outcome(f"kills to {died}: files", _difference(_files(own), _files(clean)))
        yield Outcome(f"kills to {died}: list", _difference(_listed(own), _listed(clean)))


def _items(chance: random.Random, number: int) -> Iterator[bytes]:
    for _ in range(ITEMS):
        id = chance.randrange(IDS)
        kind = chance.choice(("document", "document", "entity", "entity", "delete"))
        text = f"Words {chance.randrange(5)} of round {number}."
        if kind == "document":
            item: dict[str, object] = {"id": f"Folder {id % 7}/Page {id}", "text": text}
            item["format"] = chance.choice(("markdown", "text"))
        elif kind == "entity":
            item = {"kind": kind, "type": f"type {id % 3}", "key": f"k{id}", "labels": [text]}
        else:
            is_entity = chance.random() < 0.5
            item = {"kind": kind, "id": f"type {id % 3}:k{id}" if is_entity else f"Folder {id % 7}/Page {id}"}
        yield json.dumps(item).encode() + b"\n"


def _files(root: Path) -> dict[str, bytes]:
    documents = mirror.documents_folder(root)
    return {
        path.relative_to(documents).as_posix(): path.read_bytes() for path in documents.rglob("*") if path.is_file()
    }


def _listed(root: Path) -> set[tuple[str, str, str]]:
    store = ItemStore(mirror.items_file(root))
    try:
        assert not store.pending(), "files are still to be written"
        rows, after = set[tuple[str, str, str]](), 0
        while found := store.matching(datasource="own", after=after):
            rows |= {(row.id, row.path, row.job) for row in found}
            after = found[-1].number
        return rows
    finally:
        store.close()


def _difference(one: object, other: object) -> str:
    if one == other:
        return ""
    if isinstance(one, dict | set) and isinstance(other, dict | set):
        lost, besides = set(other) - set(one), set(one) - set(other)
        return f"{len(lost)} lost {sorted(map(str, lost))[:3]}, {len(besides)} besides {sorted(map(str, besides))[:3]}"
    return f"{one} is not {other}"
