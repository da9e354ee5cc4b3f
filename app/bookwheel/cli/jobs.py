"""The verb jobs: refreshes and batches listed, shown, waited for and cancelled."""

from __future__ import annotations

import argparse
import time

from bookwheel.cli.output import Output, clean, counted, shortened
from bookwheel.client.connection import Client
from bookwheel.domain.jobs import ENDED, Job, JobCounts, JobError, JobRequest, JobsRequest, JobState

WAIT_S = 2.0
"""Seconds for which one call waits, after which progress is printed."""
LINE_S = 5.0
"""Seconds between plain lines at least."""

_COLOURS = {JobState.DONE: "green", JobState.FAILED: "red", JobState.CANCELLED: "yellow"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What to do, with which job; without an action they are listed."""
    parser.set_defaults(collection="", limit=20)
    actions = parser.add_subparsers(dest="action", metavar="list|show|wait|cancel")
    listed = actions.add_parser("list", help="list jobs, the newest first")
    listed.add_argument("collection", metavar="COLLECTION", nargs="?", default="", help="of this collection alone")
    listed.add_argument("--limit", metavar="N", type=int, default=20, help="maximum number of jobs")
    shown = actions.add_parser("show", help="show a job with its errors")
    waited = actions.add_parser("wait", help="wait until a job ends; exit code 1 if it failed")
    cancel = actions.add_parser("cancel", help="cancel a job")
    for one in (shown, waited, cancel):
        one.add_argument("id", metavar="ID", help="as shown by list")
    for one in (listed, shown, waited, cancel):
        one.add_argument("--json", action="store_true", default=argparse.SUPPRESS, help="print JSON")


def run(client: Client, args: argparse.Namespace, output: Output) -> int:
    """Do it; 1 when there is nothing to list, or the job failed."""
    if args.action in (None, "list"):
        return _list(client, args, output)
    if args.action == "wait":
        job = wait(client, output, args.id)
    else:
        job = client.job(JobRequest(args.id, is_cancelled=args.action == "cancel"))
    if output.is_json:
        output.json(job)
    else:
        show(job, output)
    return 1 if job.state is JobState.FAILED else 0


def wait(client: Client, output: Output, id: str) -> Job:
    """Wait until a job ends, and print how far it is unless the output is JSON."""
    is_drawn, told_at, last = False, time.monotonic(), ""
    job = client.job(JobRequest(id))
    while job.state not in ENDED:
        line = format_progress(job)
        if not output.is_json and output.is_terminal:
            output.part("\r" + shortened(line, output.width - 1) + "\x1b[K")
            is_drawn = True
        elif not output.is_json and line != last and time.monotonic() - told_at >= LINE_S:
            told_at, last = time.monotonic(), line
            output.line(line)
        job = client.job(JobRequest(id, wait_s=WAIT_S))
    if is_drawn:
        output.part("\r\x1b[K")
    return job


def show(job: Job, output: Output) -> None:
    """A job in a few lines, with its errors."""
    state = output.styled(str(job.state), _COLOURS.get(job.state, "cyan"))
    output.line(f"{output.styled(job.id, 'bold')}  {job.kind} of {job.collection}: {state}")
    if job.message:
        output.line(f"  {clean(job.message)}")
    if counts := format_counts(job.counts):
        output.line(f"  {counts}")
    for error in job.errors:
        output.line(f"  {describe_error(error)}")
    if job.counts.failed > len(job.errors) > 0:
        output.line(f"  and {job.counts.failed - len(job.errors):,} more")


def format_counts(counts: JobCounts) -> str:
    """What became of a job's items: `3 new, 1 removed`."""
    parts = {
        "new": counts.new, "changed": counts.changed, "unchanged": counts.same, "removed": counts.removed,
        "failed": counts.failed,
    }  # fmt: skip
    return ", ".join(f"{count:,} {word}" for word, count in parts.items() if count)


def format_progress(job: Job) -> str:
    """How far a job is, in a line."""
    if job.state is JobState.QUEUED:
        return "queued"
    counts = job.counts
    done = f"{counts.done:,} of {counts.total:,}" if counts.total > counts.done else counted(counts.done, "item")
    return f"{job.kind}: {done}"


def _list(client: Client, args: argparse.Namespace, output: Output) -> int:
    answer = client.jobs(JobsRequest(args.collection, args.limit))
    if output.is_json:
        output.json(answer)
    elif not answer.jobs:
        output.line("There are no jobs yet.")
    else:
        output.table([_row(job, output) for job in answer.jobs])
    return 0 if answer.jobs else 1


def _row(job: Job, output: Output) -> tuple[str, ...]:
    state = format_progress(job) if job.state is JobState.RUNNING else str(job.state)
    return (
        output.styled(job.id, "bold"),
        job.created_at[:16].replace("T", " "),
        str(job.kind),
        job.collection,
        output.styled(state, _COLOURS.get(job.state, "cyan")),
        clean(job.message) or format_counts(job.counts),
    )


def describe_error(error: JobError) -> str:
    """What went wrong with an item, counted from 1, or with a page: `item 3 (key): …`."""
    id = clean(error.id)
    where = f"item {error.index + 1} ({id})" if id else f"item {error.index + 1}"
    return f"{where if error.index >= 0 else id}: {clean(error.message)}"
