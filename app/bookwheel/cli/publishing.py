"""The verbs publish and publishing-key: a collection written to a target, and the key that signs it."""

from __future__ import annotations

import argparse
from pathlib import Path

from bookwheel.cli import jobs
from bookwheel.cli.output import Output, clean, counted, sized
from bookwheel.client.connection import Client
from bookwheel.domain.jobs import Job, JobState
from bookwheel.domain.publications import PublisherKeyAnswer, PublisherKeyRequest, PublishRequest, PublishSummary

MOST_ERRORS = 5
"""Documents and files that were left out, of which it is said why."""


def publish_arguments(parser: argparse.ArgumentParser) -> None:
    """What to publish, where to, and what of it."""
    parser.add_argument("collection", metavar="COLLECTION", help="slug or name of a collection")
    parser.add_argument("target", metavar="TARGET", help="a folder, or s3://bucket/prefix")
    parser.add_argument(
        "--scope", metavar="FILTER", default="", help="publish only this: --scope='path:guide/ -tag:draft'"
    )
    parser.add_argument("--publisher", metavar="NAME", default="", help="who publishes, as subscribers see it")
    parser.add_argument("--key", metavar="FILE", default="", help="sign with the key in this file")
    parser.add_argument("--assets", action="store_true", help="include pictures and other files that pages embed")
    parser.add_argument("--verify", action="store_true", help="read what is there, and write damaged parts again")
    parser.add_argument("--dry-run", action="store_true", help="say what would be published, and write nothing")


def publish(client: Client, args: argparse.Namespace, output: Output) -> int:
    """Publish it, and say what was done; 1 when that failed."""
    request = PublishRequest(
        args.collection,
        _absolute(args.target),
        scope=args.scope,
        publisher=args.publisher,
        key_file=_absolute(args.key) if args.key else "",
        has_assets=args.assets,
        is_trial=args.dry_run,
        is_verified=args.verify,
    )
    job = jobs.wait(client, output, client.publish(request).id)
    if output.is_json:
        output.json(job)
    elif job.publication is None or job.state is not JobState.DONE:
        output.line(_reason_of(job))
    else:
        _show(job.publication, output, is_trial=args.dry_run)
        for error in job.errors[:MOST_ERRORS]:
            output.line(f"  {jobs.describe_error(error)}")
        if job.counts.failed > MOST_ERRORS:
            output.line(f"  and {job.counts.failed - MOST_ERRORS:,} more: bookwheel jobs show {job.id}")
    return 0 if job.state is JobState.DONE else 1


def key_arguments(parser: argparse.ArgumentParser) -> None:
    """What to do with the key; without an action it is shown."""
    parser.set_defaults(target="")
    actions = parser.add_subparsers(dest="action", metavar="show|rotate|revoke")
    shown = actions.add_parser("show", help="show the key and its fingerprint")
    rotated = actions.add_parser("rotate", help="make a new key, to which your publications are handed over")
    revoked = actions.add_parser("revoke", help="withdraw what is published at a target; it cannot be undone")
    revoked.add_argument("target", metavar="TARGET", help="a folder, or s3://bucket/prefix")
    for one in (shown, rotated, revoked):
        one.add_argument("--json", action="store_true", default=argparse.SUPPRESS, help="print JSON")


def key(client: Client, args: argparse.Namespace, output: Output) -> int:
    """Do it; 1 when there is no key yet, or it could not be withdrawn."""
    if args.action == "revoke":
        request = PublishRequest("", _absolute(args.target), is_revocation=True)
        job = jobs.wait(client, output, client.publish(request).id)
        if output.is_json:
            output.json(job)
        elif job.state is JobState.DONE:
            output.line("Withdrawn. Subscribers remove its documents at their next refresh.")
        else:
            output.line(_reason_of(job))
        return 0 if job.state is JobState.DONE else 1
    answer = client.publisher_key(PublisherKeyRequest(is_new=args.action == "rotate"))
    if output.is_json:
        output.json(answer)
    else:
        _show_key(answer, output, is_new=args.action == "rotate")
    return 0 if answer.key else 1


def _show(summary: PublishSummary, output: Output, *, is_trial: bool) -> None:
    what = f"{counted(summary.documents, 'document')} in {counted(summary.sections, 'section')}"
    if is_trial:
        output.line(f"{what} would be published; {sized(summary.new_bytes)} would be written.")
        for path in summary.paths:
            output.line(f"  {clean(path)}")
        if summary.documents > len(summary.paths):
            output.line(f"  and {summary.documents - len(summary.paths):,} more")
    elif summary.new_bytes:
        output.line(
            f"Published {what} as number {summary.sequence}: wrote {sized(summary.new_bytes)} of "
            f"{sized(summary.total_bytes)}."
        )
    else:
        output.line(f"Nothing changed since number {summary.sequence} was published.")
    if summary.left_out:
        held_back = counted(summary.left_out, "document")
        output.line(f"Held back: {held_back}, private, opened by a password or outside of the filter.")
    if summary.key:
        output.line(f"Key: {output.styled(summary.key, 'bold')}")


def _show_key(answer: PublisherKeyAnswer, output: Output, *, is_new: bool) -> None:
    if not answer.key:
        output.line("There is no key yet. Bookwheel makes one when you publish.")
        return
    if is_new:
        output.line("Made a new key. Publish each collection again, so that its subscribers follow.")
    output.line(f"Fingerprint: {output.styled(answer.fingerprint, 'bold')}")
    output.line(f"Key: {answer.key}")


def _reason_of(job: Job) -> str:
    return clean(job.message) if job.message else "Cancelled. What was published before is unchanged."


def _absolute(named: str) -> str:
    """A target as the service needs it: a path is absolute, an address as it is."""
    return named if "://" in named else str(Path(named).expanduser().absolute())
