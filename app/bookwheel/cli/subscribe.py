"""The verb subscribe: a published collection added to the library, and who published it."""

from __future__ import annotations

import argparse
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from bookwheel.cli import jobs, progress
from bookwheel.cli.output import Output, clean, counted
from bookwheel.client.connection import Client
from bookwheel.domain.collection_source import Bounds, SourceKind, Timetable
from bookwheel.domain.jobs import JobState
from bookwheel.domain.publications import PublicationCard, age_s
from bookwheel.domain.sources import AddSourceRequest, ChangeSourceRequest, SourceCard


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Which publication, and how it is refreshed."""
    parser.add_argument("address", metavar="ADDRESS", help="web address, folder or s3://bucket/prefix of a publication")
    parser.add_argument("--key", default="", help="the publisher's key or its fingerprint (default: trust the first)")
    parser.add_argument("--name", default="", help="name of the collection (default: as its publisher calls it)")
    parser.add_argument(
        "--timetable",
        choices=[str(timetable) for timetable in Timetable],
        default=str(Timetable.DAILY),
        help="when it is refreshed by itself (default: daily)",
    )
    parser.add_argument("--allow-private", action="store_true", help="allow addresses of this computer and its network")
    parser.add_argument("--paused", action="store_true", help="fetch it once, and pause it")


def run(client: Client, args: argparse.Namespace, output: Output) -> int:
    """Subscribe, and wait until the words of the publication can be found; 1 when it could not be fetched."""
    answer = client.add_source(
        AddSourceRequest(
            address=full_address(args.address),
            kind=SourceKind.PUBLICATION,
            name=args.name,
            timetable=Timetable(args.timetable),
            bounds=Bounds(may_be_private=args.allow_private),
            key=args.key,
        )
    )
    slug, job = answer.collection.slug, answer.job
    job = jobs.wait(client, output, job.id) if job is not None else None
    is_fetched = job is None or job.state is JobState.DONE
    if is_fetched:
        progress.wait(client, output, slug, is_all=False)
    if args.paused:
        client.change_source(ChangeSourceRequest(slug, is_paused=True))
    card = next(card for card in client.sources().sources if card.slug == slug)
    if output.is_json:
        output.json(replace(card, job=job))
    elif job is not None and not is_fetched:
        jobs.show(job, output)
        output.line(f"Try again: bookwheel sources refresh {slug} --wait, or give it up: bookwheel remove {slug}")
    else:
        _show(card, args.key, output, is_known=answer.is_known)
    return 0 if is_fetched else 1


def full_address(text: str) -> str:
    """An address, or a folder as the service can find it."""
    address = text.strip()
    if not address or "://" in address or address.lower().startswith("file:"):
        return address
    return str(Path(address).expanduser().absolute())


def describe(card: PublicationCard) -> str:
    """Who published a collection, and how long ago: `published by Docs team 3 days ago`."""
    publisher = f" by {clean(card.publisher)}" if card.publisher else ""
    ago = _format_age(age_s(card, datetime.now(UTC)))
    withdrawn = "; its key was withdrawn" if card.is_revoked else ""
    return f"published{publisher} {ago} ago{withdrawn}"


def _format_age(seconds: float) -> str:
    for unit, size in (("day", 86_400), ("hour", 3_600), ("minute", 60)):
        if seconds >= size:
            number = int(seconds // size)
            return f"{number:,} {unit}{'' if number == 1 else 's'}"
    return "less than a minute"


def _show(card: SourceCard, key: str, output: Output, *, is_known: bool) -> None:
    known = "You are subscribed already to" if is_known else "Subscribed to"
    published = f", {describe(card.publication)}" if card.publication is not None else ""
    output.line(f"{known} {clean(card.name)} as {output.styled(card.slug, 'bold')}{published}.")
    output.line(f"{counted(card.documents, 'document')}.")
    if card.publication is not None:
        shown = output.styled(card.publication.key, "bold")
        compared = "it is the one you gave." if key else "compare it with what the publisher says."
        output.line(f"The key is {shown}; {compared}")
