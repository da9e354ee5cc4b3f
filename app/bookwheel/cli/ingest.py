"""The verb `ingest`: documents and entities from a file or a program, as JSON Lines."""

from __future__ import annotations

import argparse
import sys
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import IO

from bookwheel import paths
from bookwheel.cli.jobs import describe_error
from bookwheel.cli.output import Output, clean, counted
from bookwheel.client import discovery
from bookwheel.client.connection import Client
from bookwheel.client.ingest import IngestClient
from bookwheel.domain.collection import Collection
from bookwheel.domain.collection_source import SourceKind
from bookwheel.domain.errors import BadRequest, NotFound
from bookwheel.domain.ingest import Ingestor
from bookwheel.domain.jobs import Job, JobCounts, JobError, JobState
from bookwheel.domain.sources import AddSourceRequest

MOST_UNDERWAY = 16
"""Batches that are sent before the first of them has ended."""

MOST_SHOWN = 20
"""Errors that are shown."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What to bring, or to delete, and where."""
    parser.add_argument("file", metavar="FILE|-", nargs="?", default="", help="a file of JSON Lines; - reads them")
    parser.add_argument(
        "--collection", metavar="NAME", required=True, help="the collection; one that is new is made as a datasource"
    )
    parser.add_argument("--datasource", metavar="D", default="", help="where it comes from (default: the collection's)")
    parser.add_argument(
        "--ingestor", metavar="NAME[@VERSION][/INSTANCE]", default="bookwheel-cli", help="the program that brings it"
    )
    parser.add_argument("--strict", action="store_true", help="apply nothing of a batch in which an item is not valid")
    parser.add_argument("--delete", metavar="ID", nargs="+", default=[], help="delete these items")
    parser.add_argument("--delete-job", metavar="JOB", default="", help="delete what a job brought last")
    parser.add_argument("--delete-datasource", metavar="D", default="", help="delete all of a datasource")
    parser.set_defaults(check=_check)


def _check(args: argparse.Namespace) -> None:
    deletes = bool(args.delete or args.delete_job or args.delete_datasource)
    if bool(args.file) == deletes:
        args.of_verb.error("name a file (or -), or what to delete")


def run(client: Client, args: argparse.Namespace, output: Output) -> int:
    """Bring or delete, and wait for the end; 1 when something of it failed."""
    told = _Told()
    with IngestClient(client.url, discovery.token(paths.library())) as ingest:
        if args.file:
            collection = _collection(client, args.collection)
            with _opened(args.file) as lines:
                _send(ingest, collection, lines, args, told)
        else:
            collection = _known(client, args.collection)
            job = ingest.delete(
                collection.slug, ids=args.delete, job=args.delete_job, datasource=args.delete_datasource,
                of_datasource=args.datasource,
            )  # fmt: skip
            told.add(ingest.wait(job.id), 0)
    if output.is_json:
        output.json(_Answer(collection.slug, told.counts, tuple(told.errors), tuple(told.jobs), told.message))
    else:
        _show(told, output)
    return 1 if told.counts.failed or told.message else 0


@dataclass(frozen=True, slots=True)
class _Answer:
    """What `--json` prints."""

    collection: str
    counts: JobCounts
    errors: tuple[JobError, ...]
    jobs: tuple[str, ...]
    message: str


class _Told:
    """What came of the batches so far."""

    def __init__(self) -> None:
        self.counts = JobCounts()
        self.errors: list[JobError] = []
        self.jobs: deque[str] = deque(maxlen=1_000)
        self.message = ""

    def add(self, job: Job, first: int) -> None:
        """Count a job that has ended, whose first item has this index."""
        ours, theirs = self.counts, job.counts
        self.counts = JobCounts(
            ours.total + theirs.total, ours.new + theirs.new, ours.changed + theirs.changed, ours.same + theirs.same,
            ours.removed + theirs.removed, ours.failed + theirs.failed,
        )  # fmt: skip
        room = max(0, MOST_SHOWN - len(self.errors))
        self.errors += [replace(error, index=first + error.index) for error in job.errors[:room]]
        self.jobs.append(job.id)
        if job.state is not JobState.DONE:
            self.message = str(job.message) or f"The job is {job.state}."


def _send(
    ingest: IngestClient, collection: Collection, lines: Iterable[bytes], args: argparse.Namespace, told: _Told
) -> None:
    """Send all lines in batches; few are underway at once, so that any number takes the same memory."""
    underway: deque[tuple[str, int]] = deque()
    first = 0
    ingestor = _ingestor(args.ingestor)
    jobs = ingest.send_all(collection.slug, lines, datasource=args.datasource, ingestor=ingestor, is_strict=args.strict)
    for job in jobs:
        underway.append((job.id, first))
        first += job.counts.total
        if len(underway) >= MOST_UNDERWAY:
            id, start = underway.popleft()
            told.add(ingest.wait(id), start)
    for id, start in underway:
        told.add(ingest.wait(id), start)


def _collection(client: Client, named: str) -> Collection:
    """The collection of a name, made as a datasource if there is none."""
    try:
        return _known(client, named)
    except NotFound:
        return client.add_source(AddSourceRequest(named, SourceKind.DATASOURCE)).collection


def _known(client: Client, named: str) -> Collection:
    """The collection of a slug or name.

    Raises:
        NotFound: where there is none.
    """
    folded = named.strip().casefold()
    cards = client.collections().collections
    found = next((card for card in cards if folded in (card.slug, card.name.casefold())), None)
    if found is None:
        raise NotFound("There is no collection {name}.", name=named, next="bookwheel collections")
    return Collection(found.slug, found.name, found.root)


def _ingestor(text: str) -> Ingestor:
    """What is written as `name@version/instance`."""
    name, _, instance = text.partition("/")
    name, _, version = name.partition("@")
    return Ingestor(name, version, instance)


def _opened(file: str) -> IO[bytes]:
    if file == "-":
        return sys.stdin.buffer
    try:
        return Path(file).expanduser().open("rb")
    except OSError as error:
        raise BadRequest("The file {file} cannot be read: {reason}.", file=file, reason=error.strerror) from error


def _show(told: _Told, output: Output) -> None:
    counts = told.counts
    parts = [
        f"{number:,} {word}"
        for number, word in (
            (counts.new, "new"), (counts.changed, "changed"), (counts.same, "unchanged"), (counts.removed, "removed"),
            (counts.failed, "failed"),
        )
        if number
    ]  # fmt: skip
    output.line(f"{counted(counts.total, 'item')}: {', '.join(parts) or 'nothing to do'}.")
    for error in told.errors:
        output.line(output.styled(f"  {describe_error(error)}", "yellow"))
    if counts.failed > len(told.errors):
        output.line(output.styled(f"  {counts.failed - len(told.errors):,} more failed", "yellow"))
    if told.message:
        output.line(output.styled(clean(told.message), "red"))
