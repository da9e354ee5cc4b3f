"""The verb sources, and add with an address: sites, feeds and git addresses added, refreshed, paused and changed."""

from __future__ import annotations

import argparse
import getpass
import sys
from dataclasses import replace

from bookwheel.cli import jobs, progress, subscribe
from bookwheel.cli.output import Output, clean, counted
from bookwheel.client.connection import Client
from bookwheel.domain.collection_source import Bounds, SourceKind, Timetable
from bookwheel.domain.errors import BadRequest
from bookwheel.domain.jobs import JobState
from bookwheel.domain.sources import (
    AddSourceRequest,
    ChangeSourceRequest,
    RefreshRequest,
    SourceCard,
    SourceState,
)

KINDS = tuple(str(kind) for kind in (SourceKind.SITE, SourceKind.FEED, SourceKind.GIT, SourceKind.PUBLICATION))
"""What an address may be said to be."""
_ADDRESS_OPTIONS = (
    "kind", "refresh", "prefix", "only", "skip", "depth", "pages", "megabytes", "images", "allow_private", "branch",
)  # fmt: skip


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What to do, with which source; without an action they are listed."""
    actions = parser.add_subparsers(dest="action", metavar="list|refresh|pause|resume|set|login")
    shown = actions.add_parser("list", help="list all collections by where their documents come from")
    refresh = actions.add_parser("refresh", help="refresh a source now, or all")
    refresh.add_argument("source", metavar="SOURCE", nargs="?", default="", help="slug, name or address")
    refresh.add_argument("--wait", action="store_true", help="wait until it is refreshed")
    pause = actions.add_parser("pause", help="stop refreshing a source")
    resume = actions.add_parser("resume", help="let a source be refreshed again")
    change = actions.add_parser("set", help="change when a source is refreshed and what of it is fetched")
    bounds_arguments(change, is_change=True)
    login = actions.add_parser("login", help="send a Cookie or Authorization header to a source's host")
    login.add_argument("--forget", action="store_true", help="send none any more")
    for one in (pause, resume, change, login):
        one.add_argument("source", metavar="SOURCE", help="slug, name or address")
    for one in (shown, refresh, pause, resume, change, login):
        one.add_argument("--json", action="store_true", default=argparse.SUPPRESS, help="print JSON")


def bounds_arguments(
    parser: argparse._ActionsContainer,  # pyright: ignore[reportPrivateUsage]
    *,
    is_change: bool = False,
) -> None:
    """When a source is refreshed and what of it is fetched; flags can be taken back where it `is_change`."""
    parser.add_argument(
        "--refresh",
        choices=[str(timetable) for timetable in Timetable],
        help="when it is refreshed by itself (default: never)",
    )
    parser.add_argument(
        "--prefix", metavar="URL", action="append", help="fetch pages below this address; repeat for more"
    )
    parser.add_argument("--only", metavar="GLOB", action="append", help="fetch only pages whose path matches; repeat")
    parser.add_argument(
        "--skip", metavar="GLOB", action="append", help="skip pages whose path matches; repeat for more"
    )
    parser.add_argument("--depth", metavar="N", type=int, help="follow at most N links from the start (0: no limit)")
    parser.add_argument("--pages", metavar="N", type=int, help="fetch at most N pages (default: 5000; 0: no limit)")
    parser.add_argument("--megabytes", metavar="N", type=int, help="fetch at most N MB (default: 1000; 0: no limit)")
    flags = {
        "--images": "fetch the images of pages",
        "--allow-private": "allow addresses of this computer and its network",
    }
    for flag, about in flags.items():
        if is_change:
            parser.add_argument(flag, action=argparse.BooleanOptionalAction, help=about)
        else:
            parser.add_argument(flag, action="store_true", default=None, help=about)
    parser.add_argument("--branch", metavar="NAME", help="branch of a git address (default: its own)")


def run(client: Client, args: argparse.Namespace, output: Output) -> int:
    """Do it."""
    verbs = {"list": _list, "refresh": _refresh, "pause": _pause, "resume": _pause, "set": _set, "login": _login}
    return verbs[args.action or "list"](client, args, output)


def add(client: Client, args: argparse.Namespace, output: Output) -> int:
    """Add a site, a feed or a git address.

    Raises:
        BadRequest: for options that only folders have.
    """
    if args.ignore or args.include or args.format:
        raise BadRequest("--ignore, --include and --format are for folders. Use --skip and --only for addresses.")
    kind = SourceKind(args.kind) if args.kind else None
    timetable = Timetable(args.refresh) if args.refresh else Timetable.NEVER
    answer = client.add_source(
        AddSourceRequest(
            address=subscribe.full_address(args.path),
            kind=kind,
            name=args.name,
            weight=args.weight,
            timetable=timetable,
            bounds=_bounds(args, Bounds()),
            in_search=not args.not_in_search,
        )
    )
    slug = answer.collection.slug
    if not output.is_json:
        known = "is already in the library" if answer.is_known else "added"
        output.line(f"{clean(args.path)} {known} as {output.styled(slug, 'bold')}.")
    job = answer.job
    if job is not None and args.wait:
        job = jobs.wait(client, output, job.id)
        progress.wait(client, output, slug, is_all=args.wait == "all")
    if output.is_json:
        output.json(replace(answer, job=job))
    elif job is not None and args.wait:
        jobs.show(job, output)
    elif job is not None:
        output.line(f"It is fetched in the background: bookwheel jobs show {job.id}")
    return 0 if job is None or job.state is not JobState.FAILED else 1


def _list(client: Client, args: argparse.Namespace, output: Output) -> int:
    answer = client.sources()
    if output.is_json:
        output.json(answer)
    elif not answer.sources:
        output.line("There are no collections yet. Add one: bookwheel add PATH or URL")
    else:
        output.table([_row(card, output) for card in answer.sources], right=frozenset({2}))
        for card in answer.sources:
            if card.state is SourceState.FAILED:
                output.line(output.styled(f"{card.slug} failed: {clean(card.message)}", "red"))
    return 0 if answer.sources else 1


def _row(card: SourceCard, output: Output) -> tuple[str, ...]:
    state = jobs.format_progress(card.job) if card.state is SourceState.REFRESHING and card.job else str(card.state)
    if card.kind is None:
        state = ""
    elif card.state is SourceState.FAILED:
        state = output.styled("failed", "red")
    due = f"next {card.due_at[:16].replace('T', ' ')}" if card.due_at else ""
    return (
        output.styled(card.slug, "bold"),
        str(card.kind or "folder"),
        counted(card.documents, "document"),
        state,
        f"refreshed {card.refreshed_at[:16].replace('T', ' ')}" if card.refreshed_at else "",
        due,
        clean(card.address),
        subscribe.describe(card.publication) if card.publication is not None else "",
    )


def _refresh(client: Client, args: argparse.Namespace, output: Output) -> int:
    answer = client.refresh(RefreshRequest(args.source))
    started = answer.jobs
    if args.wait:
        started = tuple(jobs.wait(client, output, job.id) for job in started)
    if output.is_json:
        output.json(replace(answer, jobs=started))
    elif not started:
        output.line("There is nothing to refresh. Folders are read as they change.")
    for job in () if output.is_json else started:
        jobs.show(job, output)
    return 1 if any(job.state is JobState.FAILED for job in started) else 0


def _pause(client: Client, args: argparse.Namespace, output: Output) -> int:
    is_paused = args.action == "pause"
    card = client.change_source(ChangeSourceRequest(args.source, is_paused=is_paused))
    return _tell(card, "Paused." if is_paused else "Resumed.", output)


def _set(client: Client, args: argparse.Namespace, output: Output) -> int:
    known = client.change_source(ChangeSourceRequest(args.source))
    timetable = Timetable(args.refresh) if args.refresh else None
    card = client.change_source(ChangeSourceRequest(known.slug, timetable, _bounds(args, known.bounds)))
    return _tell(card, "Changed. It takes effect at the next refresh.", output)


def _login(client: Client, args: argparse.Namespace, output: Output) -> int:
    """Ask for the header; it is not taken from the command line, where other programs could read it."""
    login = ""
    if not args.forget:
        is_asked = sys.stdin.isatty()
        login = (
            getpass.getpass("Header (Cookie: … or Authorization: …): ") if is_asked else sys.stdin.readline()
        ).strip()
        if not login:
            raise BadRequest("No header was given.")
    card = client.change_source(ChangeSourceRequest(args.source, login=login))
    return _tell(card, "It is sent with every request to this host." if login else "Forgotten.", output)


def _tell(card: SourceCard, sentence: str, output: Output) -> int:
    if output.is_json:
        output.json(card)
    else:
        output.line(sentence)
    return 0


def _bounds(args: argparse.Namespace, known: Bounds) -> Bounds:
    """Bounds with what the command line names changed."""
    lists = {"prefixes": args.prefix, "include": args.only, "exclude": args.skip}
    numbers = {"depth": args.depth, "pages": args.pages}
    for name, number in (("--depth", args.depth), ("--pages", args.pages), ("--megabytes", args.megabytes)):
        if number is not None and number < 0:
            raise BadRequest("{option} cannot be below 0.", option=name)
    flags = {"has_images": args.images, "may_be_private": args.allow_private, "branch": args.branch}
    changes: dict[str, object] = {name: tuple(value) for name, value in lists.items() if value is not None}
    changes |= {name: value for name, value in {**numbers, **flags}.items() if value is not None}
    if args.megabytes is not None:
        changes["size_bytes"] = args.megabytes * 1_000_000
    return replace(known, **changes)  # type: ignore[arg-type]


def refuse_for_folder(args: argparse.Namespace) -> None:
    """Refuse what only addresses have.

    Raises:
        BadRequest: which names the option.
    """
    for option in _ADDRESS_OPTIONS:
        if getattr(args, option) not in (None, ""):
            raise BadRequest("{option} is for addresses, not folders.", option=f"--{option.replace('_', '-')}")
