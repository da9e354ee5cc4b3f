"""The command line: its verbs, their arguments, and what their exit codes mean."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from typing import Protocol

import bookwheel
from bookwheel import paths
from bookwheel.cli import (
    annotations,
    changes,
    evaluation,
    findings,
    graph,
    ingest,
    jobs,
    library,
    link,
    mapping,
    memory,
    models,
    publishing,
    read,
    reading,
    same,
    service,
    sources,
    subscribe,
    tasks,
    things,
    topics,
    unlock,
)
from bookwheel.cli.output import Output
from bookwheel.cli.team_grants import OpenChanges, no_changes
from bookwheel.client.connection import Client, connect
from bookwheel.domain.errors import (
    BookwheelError,
    InternalError,
    ProtocolMismatch,
    QueueUnavailable,
    ServiceUnavailable,
)
from bookwheel.paths import LibraryPaths

OK, NOTHING, USAGE, UNAVAILABLE, REFUSED, INTERRUPTED = 0, 1, 2, 3, 4, 130

EPILOG = """\
exit codes:
  0  done
  1  nothing was found, or doctor found a problem
  2  the command line is not valid
  3  the service or a team's database cannot be reached or started
  4  the service refused the request: unknown id, unreadable folder, value out of range

bookwheel [PATH...] without a command opens the window. --library DIR (or BOOKWHEEL_LIBRARY) chooses the
library, before or after the command. Every command takes --json."""


class Run(Protocol):
    """What a verb does: an exit code."""

    def __call__(self, client: Client, args: argparse.Namespace, output: Output) -> int:
        """Call the service and print."""
        ...


def _connect_arguments(parser: argparse.ArgumentParser) -> None:
    from bookwheel.cli import connect as verb  # noqa: PLC0415 - other verbs start without it

    verb.add_arguments(parser)


def _run_connect(client: Client, args: argparse.Namespace, output: Output) -> int:
    from bookwheel.cli import connect as verb  # noqa: PLC0415 - other verbs start without it

    return verb.run(client, args)


def _team_arguments(parser: argparse.ArgumentParser) -> None:
    from bookwheel.cli import team as verb  # noqa: PLC0415 - other verbs start without it

    verb.add_arguments(parser)


def _run_team(places: LibraryPaths, args: argparse.Namespace, output: Output, open_changes: OpenChanges) -> int:
    from bookwheel.cli import team as verb  # noqa: PLC0415 - other verbs start without it

    return verb.run(places, args, output, open_changes)


def _no_arguments(parser: argparse.ArgumentParser) -> None:
    """A verb without words of its own."""


_Add = Callable[[argparse.ArgumentParser], None]

VERBS: dict[str, tuple[str, _Add, Run | None]] = {
    "serve": ("run the service in the foreground, or with --detach in the background", service.serve_arguments, None),
    "stop": ("stop the service", _no_arguments, None),
    "status": ("show the status of the service", _no_arguments, service.status),
    "add": ("add a folder, a file's folder, a site, a feed or a git address", library.add_arguments, library.add),
    "collections": ("list the collections", _no_arguments, library.collections),
    "remove": ("remove a collection; its folder is not changed", library.remove_arguments, library.remove),
    "search": ("search the library", read.search_arguments, read.search),
    "browse": ("list the contents of the library", read.browse_arguments, read.browse),
    "outline": ("show the outline of a document", read.outline_arguments, read.outline),
    "read": ("print documents, sections or lines", read.read_arguments, read.read),
    "explore": ("explore the graph", graph.explore_arguments, graph.explore),
    "related": ("list related documents, with reasons", things.related_arguments, things.related),
    "terms": ("list terms and how many documents use them", things.list_arguments, things.terms),
    "entities": ("list companies, teams and other entities", things.list_arguments, things.entities),
    "topics": ("list what the documents are about, and arrange it", topics.add_arguments, topics.run),
    "ingest": ("bring documents and entities from a file or a program", ingest.add_arguments, ingest.run),
    "mapping": ("show what your mapping rules make of data files", mapping.add_arguments, mapping.run),
    "stats": (
        "count nodes, relations, levels of headings, and documents by collection",
        things.stats_arguments,
        things.stats,
    ),
    "links": (
        "list broken links, orphans and other link problems; exit code 1 when there are any",
        findings.links_arguments,
        findings.links,
    ),
    "sparql": ("query the graph with SPARQL", graph.sparql_arguments, graph.sparql),
    "tasks": ("list tasks (`- [ ]`) with their due dates", tasks.add_arguments, tasks.run),
    "changes": ("list what changed, by whom, in which documents", changes.changes_arguments, changes.changes),
    "context": ("collect evidence for a question", graph.context_arguments, graph.context),
    "export": ("export the graph", graph.export_arguments, graph.export),
    "annotations": (
        "list, add, remove or export bookmarks, highlights and notes",
        annotations.add_arguments,
        annotations.run,
    ),
    "reading": (
        "list or change the reading list, or list where you left documents",
        reading.add_arguments,
        reading.run,
    ),
    "memory": ("list, edit, forget or export agent memories", memory.add_arguments, memory.run),
    "same": ("say which things are the same or not, or list or remove that", same.add_arguments, same.run),
    "link": ("create, list or delete manual links", link.add_arguments, link.run),
    "sources": (
        "list, refresh, pause or change the sites, feeds and git addresses of the library",
        sources.add_arguments,
        sources.run,
    ),
    "publish": (
        "publish a collection, signed, for other libraries",
        publishing.publish_arguments,
        publishing.publish,
    ),
    "publishing-key": ("show, replace or withdraw the key that signs", publishing.key_arguments, publishing.key),
    "subscribe": ("add a published collection and keep it up to date", subscribe.add_arguments, subscribe.run),
    "team": (
        "connect to a team's library, sign in, list your teams or disconnect; for operators, grant collections",
        _team_arguments,
        None,
    ),
    "jobs": ("list refreshes and ingested batches, wait for one or cancel it", jobs.add_arguments, jobs.run),
    "pause": ("pause indexing", _no_arguments, library.pause),
    "resume": ("resume indexing", _no_arguments, library.resume),
    "rebuild": ("rebuild the index of all collections or one", library.rebuild_arguments, library.rebuild),
    "doctor": ("check the library, and with --repair fix problems", service.doctor_arguments, service.doctor),
    "settings": ("show or change settings", service.settings_arguments, service.settings),
    "model": ("list, fetch, use, try or remove embedding models", models.add_arguments, models.run),
    "activity": ("list the calls of clients", service.activity_arguments, service.activity),
    "problems": (
        "list files that were skipped or partly read, with the reason",
        service.problems_arguments,
        service.problems,
    ),
    "unlock": ("enter the password of a protected document", unlock.add_arguments, unlock.run),
    "eval": ("measure how well a set of judged queries is answered", evaluation.add_arguments, None),
    "connect": ("connect an agent", _connect_arguments, _run_connect),
    "mcp": ("run an MCP server on standard input and output, for agents", service.mcp_arguments, None),
}
"""Every verb: what it does, its arguments, and what it calls when it needs the service started."""


_WITH_TEAMS = frozenset({
    "collections", "search", "browse", "outline", "read", "explore", "related", "topics", "links", "tasks", "changes",
})  # fmt: skip


def parser(only: str = "") -> argparse.ArgumentParser:
    """The parser of all verbs, or with the arguments of `only` one of them filled in."""
    whole = argparse.ArgumentParser(
        "bookwheel",
        description="Read and search your documents; let agents use the same index.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    whole.add_argument("--version", action="version", version=f"bookwheel {bookwheel.__version__}")
    verbs = whole.add_subparsers(dest="verb", metavar="COMMAND", required=True)
    for name, (about, add_arguments, _) in VERBS.items():
        one = verbs.add_parser(name, help=about, description=f"{about[0].upper()}{about[1:]}.")
        one.set_defaults(of_verb=one)
        if only in ("", name):
            add_arguments(one)
            if not any(action.dest == "json" for action in one._actions):  # noqa: SLF001  # pyright: ignore[reportPrivateUsage]
                one.add_argument("--json", action="store_true", help="print JSON")
    return whole


def main(words: Sequence[str], library_folder: str | None, open_changes: OpenChanges = no_changes) -> int:
    """Run one verb; returns the exit code. `open_changes` opens the grants of a team, which lie on the service's side.

    Nothing here reaches a database itself.
    """
    chosen = parser(words[0] if words and words[0] in VERBS else "")
    if any(not word.isascii() and _is_torn(word) for word in words):
        chosen.error("an argument is not valid UTF-8")
    args, unknown = chosen.parse_known_args(list(words))
    if unknown:
        args.of_verb.error(f"unrecognized arguments: {' '.join(unknown)}")
    if "check" in args:  # arguments that do not go together are refused before anything is started
        args.check(args)
    output = Output(sys.stdout, is_json=args.json)
    try:
        return _run(args, paths.library(library_folder), output, open_changes)
    except BookwheelError as error:
        output.error(error)
        is_outage = isinstance(error, ServiceUnavailable | ProtocolMismatch | InternalError | QueueUnavailable)
        return UNAVAILABLE if is_outage else REFUSED
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        sys.stderr.close()
        return OK


def _run(args: argparse.Namespace, places: LibraryPaths, output: Output, open_changes: OpenChanges) -> int:
    if args.verb == "serve":
        return service.detach(places, output)
    if args.verb == "stop":
        return service.stop(places, output)
    if args.verb == "eval":
        return evaluation.run(args, output)
    if args.verb == "doctor" and args.mcp:
        return service.doctor_mcp(places, output)
    if args.verb == "team":
        return _run_team(places, args, output, open_changes)
    client = connect(places, client="cli", start=args.verb != "status", with_teams=_asks_teams(args, places))
    run = VERBS[args.verb][2]
    assert run is not None
    try:
        return run(client, args, output)
    finally:
        client.close()


def _asks_teams(args: argparse.Namespace, places: LibraryPaths) -> bool:
    """Whether a verb sees teams beside the own library: those that read, unless they are told not to."""
    return args.verb in _WITH_TEAMS and not getattr(args, "without_teams", False) and places.teams.is_dir()


def _is_torn(word: str) -> bool:
    """Whether a word of the command line was no text, so that it cannot be sent."""
    return any("\ud800" <= letter <= "\udfff" for letter in word)
