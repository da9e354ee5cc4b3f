"""The verbs that change what the library holds: add, collections, remove, pause, resume, rebuild."""

from __future__ import annotations

import argparse
import math
import shlex
from collections.abc import Sequence
from pathlib import Path

from bookwheel import wire
from bookwheel.cli import progress, sources, subscribe
from bookwheel.cli.output import Output, clean, counted
from bookwheel.client.connection import Client
from bookwheel.domain.collection import AddRequest, CollectionCard, RebuildRequest, RemoveRequest, SkippedType
from bookwheel.domain.errors import BadRequest
from bookwheel.domain.publication_addresses import is_publication_address
from bookwheel.domain.readiness import describe_files, name_formats_off, name_programs, name_types
from bookwheel.domain.service.requests import Empty
from bookwheel.domain.web_addresses import is_web_address


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What to add and how."""
    parser.add_argument(
        "path", metavar="PATH|URL", help="a folder, a file whose folder is added, or the address of a site, feed or git"
    )
    parser.add_argument("--name", default="", help="name of the collection (default: name of the folder)")
    parser.add_argument("--weight", type=_weight, default=1.0, help="weight of its scores in the ranking, 0 to 10")
    parser.add_argument(
        "--ignore",
        metavar="GLOB",
        action="append",
        default=[],
        help="skip matching files (.gitignore syntax); repeat for more",
    )
    parser.add_argument(
        "--include",
        metavar="GLOB",
        action="append",
        default=[],
        help="index matching files of any format; repeat for more",
    )
    parser.add_argument(
        "--format",
        metavar="NAME=on|off|text|ocr",
        action="append",
        default=[],
        help="read files of a format, leave them out, read them as plain text, or recognise words in their pictures",
    )
    parser.add_argument(
        "--not-in-search",
        action="store_true",
        help="leave it out of searches of the whole library; collection:SLUG in a query looks into it",
    )
    parser.add_argument(
        "--wait",
        choices=["keyword", "all"],
        help="wait until words in it are found, or all is ready",
    )
    group = parser.add_argument_group("for addresses")
    group.add_argument("--kind", choices=sources.KINDS, default="", help="what it is (default: found out)")
    sources.bounds_arguments(group)


def add(client: Client, args: argparse.Namespace, output: Output) -> int:
    """Add a folder, or what an address leads to."""
    if is_web_address(args.path) or is_publication_address(args.path):
        return sources.add(client, args, output)
    sources.refuse_for_folder(args)
    if not args.path.strip():
        raise BadRequest("Specify a folder or a file to add.")
    request = AddRequest(
        path=str(Path(args.path).expanduser().absolute()),
        name=args.name,
        weight=args.weight,
        ignore=tuple(args.ignore),
        include=tuple(args.include),
        formats=tuple(args.format),
        in_search=not args.not_in_search,
    )
    answer = client.add(request)
    slug, root = answer.collection.slug, answer.collection.root
    if not output.is_json:
        if not answer.is_known:
            output.line(f"Added {root} as {output.styled(slug, 'bold')}.")
        elif Path(request.path).resolve() == Path(root).resolve() or answer.document:
            output.line(f"{root} is already in the library as {output.styled(slug, 'bold')}.")
        else:
            output.line(f"{request.path} is in the collection {output.styled(slug, 'bold')} ({root}).")
        if answer.is_known and args.format:
            output.line("Its formats are set; files that they concern are read now.")
        if answer.document:
            output.line(f"Document: {answer.document}")
    if args.wait:
        progress.wait(client, output, slug, is_all=args.wait == "all")
    if output.is_json:
        output.json(answer)
    elif args.wait:
        cards = [card for card in client.collections().collections if card.slug == slug]
        for card in cards:
            counts = ((card.documents, "document"), (card.sections, "section"), (card.words, "word"))
            output.line(f"{', '.join(counted(*count) for count in counts)}.")
            output.line(describe_files(card.files))
            if card.skipped_types:
                types = name_types(card.skipped_types)
                output.line(f"Skipped because of their type: {types}. Details: bookwheel problems {slug}")
                output.line(advise(clean(card.root), card.skipped_types))
            if card.problems:
                output.line(f"{card.problems:,} files were skipped or partly read: bookwheel problems {slug}")
    return 0


def advise(root: str, skipped: Sequence[SkippedType]) -> str:
    """How the files of a folder that were skipped because of their type can be read."""
    off = name_formats_off(skipped)
    lines = [str(sentence) for sentence in name_programs(skipped)]
    if off:
        options = " ".join(f"--format {kind.name}=on" for kind in off)
        lines.append(f"To index them: bookwheel add {shlex.quote(root) if root else 'PATH'} {options}")
    elif not lines:
        lines.append("To index a text format as plain text: bookwheel add PATH --include '*.log'")
    return "\n".join(lines)


def _weight(text: str) -> float:
    weight = float(text)
    if not math.isfinite(weight):
        raise argparse.ArgumentTypeError(f"a weight is a number from 0 to 10, not {text}")
    return weight


def collections(client: Client, args: argparse.Namespace, output: Output) -> int:
    """List the collections; 1 when there is none."""
    answer = client.collections()
    if output.is_json:
        output.json(wire.compact(answer))
    elif not answer.collections:
        output.line("There are no collections yet. Add one: bookwheel add PATH")
    else:
        cards(answer.collections, output)
    return 0 if answer.collections else 1


def cards(listed: tuple[CollectionCard, ...], output: Output) -> None:
    """Collections as a table."""
    rows = [
        (
            output.styled(card.slug, "bold"),
            counted(card.documents, "document"),
            counted(card.sections, "section"),
            f"{card.files.found - card.files.read:,} not read" if card.files.found > card.files.read else "",
            card.state if card.state != "missing" else output.styled("missing", "red"),
            clean(card.address or card.root),
            subscribe.describe(card.publication) if card.publication is not None else "",
        )
        for card in listed
    ]
    output.table(rows, right=frozenset({1, 2, 3}))


def remove_arguments(parser: argparse.ArgumentParser) -> None:
    """Which collection."""
    parser.add_argument("collection", metavar="COLLECTION", help="slug, name, folder or address of the collection")


def remove(client: Client, args: argparse.Namespace, output: Output) -> int:
    """Forget a collection."""
    named = args.collection
    if not is_web_address(named) and "://" not in named and ("/" in named or "\\" in named):
        named = str(Path(named).expanduser().resolve())
    client.remove(RemoveRequest(named))
    if output.is_json:
        output.json(Empty())
    else:
        output.line(f"Removed {named}. The source files were not changed.")
    return 0


def pause(client: Client, args: argparse.Namespace, output: Output) -> int:
    """Hold indexing."""
    client.pause()
    _said("Indexing is paused. Resume it with: bookwheel resume", output)
    return 0


def resume(client: Client, args: argparse.Namespace, output: Output) -> int:
    """Let indexing go on."""
    client.resume()
    _said("Indexing resumed.", output)
    return 0


def rebuild_arguments(parser: argparse.ArgumentParser) -> None:
    """Which collection."""
    parser.add_argument(
        "collection", metavar="COLLECTION", nargs="?", default="", help="collection to rebuild (default: all)"
    )
    parser.add_argument("--wait", action="store_true", help="wait until it is done")


def rebuild(client: Client, args: argparse.Namespace, output: Output) -> int:
    """Parse anew."""
    client.rebuild(RebuildRequest(args.collection))
    if args.wait:
        progress.wait(client, output)
    _said("Rebuilt." if args.wait else "Rebuilding. See the progress with: bookwheel status", output)
    return 0


def _said(sentence: str, output: Output) -> None:
    if output.is_json:
        output.json(Empty())
    else:
        output.line(sentence)
