"""The verbs about the service itself: serve, stop, status, doctor, settings, activity, problems."""

from __future__ import annotations

import argparse
from pathlib import Path

from bookwheel import wire
from bookwheel.cli import library, progress, subscribe
from bookwheel.cli.output import Output, clean, counted, lasting, shortened, sized
from bookwheel.client import discovery
from bookwheel.client.connection import Client, connect
from bookwheel.domain.errors import ServiceUnavailable
from bookwheel.domain.readiness import describe_files, describe_reading
from bookwheel.domain.service.activity import ActivityRequest, UnansweredRequest
from bookwheel.domain.service.doctor import DoctorAnswer, DoctorRequest
from bookwheel.domain.service.requests import NameRequest
from bookwheel.domain.service.settings import SettingChange, SettingRequest
from bookwheel.paths import LibraryPaths

STOP_S = 30.0


def serve_arguments(parser: argparse.ArgumentParser) -> None:
    """How to serve."""
    parser.add_argument("-d", "--detach", action="store_true", help="run in the background")
    parser.add_argument("--headless", action="store_true", help="keep running when idle, until stopped")
    parser.add_argument("--team", metavar="CONFIG", help="serve published collections to a team instead")
    parser.add_argument("--worker", action="store_true", help="with --team: index and publish collections instead")
    parser.add_argument("--log-format", choices=("text", "json"), help="with --team: lines of the log")


def detach(places: LibraryPaths, output: Output) -> int:
    """Start the service in the background, or find it there."""
    client = connect(places, client="cli")
    status = client.status()
    if output.is_json:
        output.json({"pid": client.pid, "url": client.url, "mcp": f"{client.url}/mcp", "library": status.library})
    else:
        output.line(f"Serving {status.library} at {client.url} (process {client.pid}).")
        output.line(f"Agents connect at {client.url}/mcp. Connect one with: bookwheel connect")
    client.close()
    return 0


def stop(places: LibraryPaths, output: Output) -> int:
    """End the service, and wait until it is gone; 1 when none ran."""
    try:
        client = connect(places, client="cli", start=False)
    except ServiceUnavailable:
        return _stop_processes(places, output)
    pid = client.pid
    if not client.stop(STOP_S):
        raise ServiceUnavailable(f"The service (process {pid}) did not stop in {STOP_S:g} s.")
    client.close()
    _say_stopped((pid,), output)
    if not output.is_json and (next_one := wire.announced(places.discovery)) is not None:
        output.line(f"Another program has restarted the service (process {next_one.pid}).")
    return 0


def _stop_processes(places: LibraryPaths, output: Output) -> int:
    """End services that do not answer or whose folder is gone: their command lines tell them."""
    from bookwheel.client import processes  # noqa: PLC0415 - most often the service answers

    found = processes.find_services(places)
    if not found and discovery.is_locked(places):
        raise ServiceUnavailable(f"A process that cannot be identified is using {places.lock}. End it first.")
    alive = processes.end(found, STOP_S)
    if alive:
        raise ServiceUnavailable(
            f"The service (process {alive[0].pid}) did not stop in {STOP_S:g} s. Kill the process."
        )
    _say_stopped(tuple(process.pid for process in found), output)
    return 0 if found else 1


def _say_stopped(pids: tuple[int, ...], output: Output) -> None:
    if output.is_json:
        output.json({"is_stopped": True, "pid": pids[0]} if pids else {"is_stopped": False})
        return
    for pid in pids:
        output.line(f"The service (process {pid}) has stopped.")
    if not pids:
        output.line("No service is running for this library.")


def status(client: Client, args: argparse.Namespace, output: Output) -> int:
    """How the service is."""
    answer = client.status()
    if output.is_json:
        output.json(answer)
        return 0
    colour = {"ready": "green", "indexing": "cyan", "counting": "cyan"}.get(answer.state, "yellow")
    rows = [
        ("state", output.styled(answer.state, colour)),
        ("library", answer.library),
        ("service", f"process {answer.pid} at {answer.url}, up {lasting(answer.uptime_s)}, version {answer.version}"),
        (
            "contents",
            f"{counted(answer.documents, 'document')}, {counted(answer.sections, 'section')}"
            f" in {counted(answer.collections, 'collection')}",
        ),
        ("revision", str(answer.revision)),
        ("size", f"{sized(answer.size_bytes)} on disk, {sized(answer.memory_bytes)} of memory"),
        ("agents", ", ".join(answer.agents_connected) or "none connected"),
    ]
    rows.insert(5, ("semantic index", progress.embedded(answer.embedding)))
    if answer.agents_paused:
        rows.append(("", "all agents are paused"))
    if answer.pending is None:
        rows.append(("pending", "files are being counted"))
    elif answer.pending:
        rows.append(("pending", f"{answer.pending:,} files, now {clean(shortened(answer.progress.current_file, 60))}"))
    if answer.files.found > answer.documents:
        rows.append(("files", describe_files(answer.files)))
    for card in client.collections().collections if answer.collections else ():
        if card.publication is not None:
            rows.append(("subscription", f"{card.slug}, {subscribe.describe(card.publication)}"))
    if answer.problems:
        rows.append(("problems", f"{answer.problems:,} files: bookwheel problems"))
    output.table(rows)
    for notice in (*answer.notices, *([answer.embedding.problem] if answer.embedding.problem else [])):
        output.line(output.styled(notice, "yellow"))
    return 0


def doctor_arguments(parser: argparse.ArgumentParser) -> None:
    """Whether to mend."""
    parser.add_argument("--repair", action="store_true", help="repair what can be repaired")
    parser.add_argument(
        "--mcp", action="store_true", help="check the agent connection instead: bridge, tokens, entries"
    )
    parser.add_argument("--team", metavar="CONFIG", help="check the configuration of a team's reader instead")


def doctor(client: Client, args: argparse.Namespace, output: Output) -> int:
    """Check every store; 1 when something is bad."""
    return _say_checks(client.doctor(DoctorRequest(args.repair)), output)


def doctor_mcp(places: LibraryPaths, output: Output) -> int:
    """Check what agents need to reach the library; 1 when something is bad."""
    from bookwheel.client import mcp_doctor  # noqa: PLC0415 - other verbs start without it
    from bookwheel.client.known_agents import Surroundings  # noqa: PLC0415

    return _say_checks(mcp_doctor.examine(places, Surroundings.here(), Path.cwd()), output)


def _say_checks(answer: DoctorAnswer, output: Output) -> int:
    if output.is_json:
        output.json(answer)
    else:
        colours = {"good": "green", "mended": "yellow", "bad": "red"}
        for check in answer.checks:
            output.line(f"{output.styled(f'{check.state:6}', colours[check.state])}  {check.message}")
            if check.advice:
                output.line(f"        {output.styled(check.advice, 'bold')}")
    return 0 if answer.is_healthy else 1


def settings_arguments(parser: argparse.ArgumentParser) -> None:
    """Which setting."""
    actions = parser.add_subparsers(dest="action", metavar="get|set", required=True)
    get = actions.add_parser("get", help="show one setting, a group, or all")
    get.add_argument("name", metavar="NAME", nargs="?", default="")
    change = actions.add_parser("set", help="change a setting; it takes effect at once")
    change.add_argument("name", metavar="NAME")
    change.add_argument("value", metavar="VALUE")
    for each in (get, change):
        each.add_argument("--json", action="store_true", default=argparse.SUPPRESS, help="print JSON")


def settings(client: Client, args: argparse.Namespace, output: Output) -> int:
    """Read or write settings."""
    if args.action == "set":
        answer = client.set(SettingChange(args.name, args.value))
    else:
        answer = client.settings(SettingRequest(args.name))
    if output.is_json:
        output.json(answer)
        return 0
    rows = [
        (
            row.name,
            output.styled(row.value, "bold") if row.value != row.default else row.value,
            output.styled(row.about, "dim"),
        )
        for row in answer.settings
    ]
    output.table(rows)
    return 0


def activity_arguments(parser: argparse.ArgumentParser) -> None:
    """How many calls."""
    parser.add_argument("--limit", type=int, default=30, help="maximum number of calls")
    parser.add_argument("--before", type=int, default=0, help="only calls with a number below this one")
    parser.add_argument(
        "--nothing", action="store_true", help="show unanswered agent queries and how often they were asked"
    )


def activity(client: Client, args: argparse.Namespace, output: Output) -> int:
    """The calls that clients made, newest first, or what agents did not find, by number; 1 when there is none."""
    if args.nothing:
        return _unanswered(client, args.limit, output)
    answer = client.activity(ActivityRequest(args.limit, args.before))
    if output.is_json:
        output.json(answer)
        return 0 if answer.activity else 1
    rows = [
        (
            call.at[:19].replace("T", " "),
            call.client,
            call.tool,
            clean(shortened(call.query, 50)),
            output.styled(call.error, "red") if call.error else counted(call.hits, "hit"),
            f"{call.took_ms:.1f} ms",
        )
        for call in answer.activity
    ]
    output.table(rows, right=frozenset({5}))
    return 0 if answer.activity else 1


def _unanswered(client: Client, limit: int, output: Output) -> int:
    answer = client.unanswered(UnansweredRequest(limit))
    if output.is_json:
        output.json(answer)
    elif not answer.queries:
        output.line("No unanswered agent queries.")
    else:
        rows = [
            (
                f"{one.times:,}",
                clean(shortened(one.query, 60)),
                one.last_at[:16].replace("T", " "),
                " ".join(one.clients),
            )
            for one in answer.queries
        ]
        output.table(rows, right=frozenset({0}))
    return 0 if answer.queries else 1


def problems_arguments(parser: argparse.ArgumentParser) -> None:
    """Of which collection."""
    parser.add_argument("collection", metavar="COLLECTION", nargs="?", default="")


def problems(client: Client, args: argparse.Namespace, output: Output) -> int:
    """Files that were left out or read only in part; 1 when there is none."""
    answer = client.problems(NameRequest(args.collection))
    if output.is_json:
        output.json(answer)
    elif not answer.problems:
        pending = client.status().pending
        output.line(describe_reading(pending, answer.documents, answer.skipped_types, names_programs=False))
    else:
        output.table([(one.kind, clean(one.doc), clean(one.reason)) for one in answer.problems])
    if answer.skipped_types and not output.is_json:
        output.line("Skipped because of their type:")
        rows = [
            (f"{kind.count:,}", kind.extension or "(no extension)", ", ".join(map(clean, kind.examples)))
            for kind in answer.skipped_types
        ]
        output.table(rows, right=frozenset({0}))
        output.line(library.advise("", answer.skipped_types))
    if answer.files.found and not output.is_json:
        output.line(describe_files(answer.files))
    return 0 if answer.problems else 1


def mcp_arguments(parser: argparse.ArgumentParser) -> None:
    """Which agent speaks."""
    parser.add_argument("--client", metavar="NAME", help="name of the agent, as given to bookwheel connect")
    parser.add_argument("--team", metavar="NAME", help="serve a team's library in place of your own")
