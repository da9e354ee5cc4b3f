"""The verb `connect`: let an agent in, by writing its configuration or by printing what it needs."""

from __future__ import annotations

import argparse
import json
import shlex
import sys
from pathlib import Path

from bookwheel import paths
from bookwheel.client import configuration
from bookwheel.client.agents import admitted, bridge, entry_of, user_file
from bookwheel.client.connection import Client
from bookwheel.domain.errors import BadRequest
from bookwheel.domain.service import AgentClient

TARGETS = {
    "claude-code": "Claude Code, through a stdio bridge named in its own configuration",
    "generic": "any MCP client: prints the address, a token and the bridge's command",
}
"""What `connect` knows, with a sentence each."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the verb's arguments (`--json` and `--library` belong to every verb)."""
    parser.add_argument("target", nargs="?", choices=tuple(TARGETS), help="the agent to connect")
    parser.add_argument("--list", action="store_true", help="list what can be connected and who is")
    parser.add_argument("--client", default="", metavar="NAME", help="the client's name, its own by default")
    parser.add_argument("--collection", action="append", default=[], metavar="C", help="show it this collection alone")
    about = "what of that it sees: --filter='path:guide/ -tag:draft -private:true'; all but private pages by default"
    parser.add_argument("--filter", default=None, metavar="F", help=about)
    about = "let it keep memories as well, or no longer"
    parser.add_argument("--remember", action=argparse.BooleanOptionalAction, default=None, help=about)
    parser.add_argument("--scope", choices=("user", "project"), default="user", help="whose configuration to write")
    parser.add_argument("--dry-run", action="store_true", help="show the change and write nothing")
    parser.add_argument("--undo", action="store_true", help="take our entry out again")
    parser.add_argument("--yes", action="store_true", help="write without asking")


def run(service: Client, arguments: argparse.Namespace) -> int:
    """Carry the verb out; the exit code.

    Raises:
        BookwheelError: when the configuration is torn or the service cannot be reached.
    """
    if arguments.list:
        return _list(service, arguments)
    if not arguments.target:
        raise BadRequest("Name what to connect.", did_you_mean=tuple(TARGETS), next="bookwheel connect --list")
    if arguments.target == "generic":
        return _generic(service, arguments)
    return _claude_code(service, arguments)


def _generic(service: Client, arguments: argparse.Namespace) -> int:
    name = arguments.client or "generic"
    command = bridge(name, paths.library())
    answer = admitted(service, name, arguments.collection, may_remember=arguments.remember, filter=arguments.filter)
    if arguments.json:
        print(json.dumps({"url": answer.url, "token": answer.token, "command": command}))
        return 0
    print(f"address  {answer.url}")
    print(f"token    {answer.token}   (as the header Authorization: Bearer …; keep it to yourself)")
    print(f"or run   {shlex.join(command)}")
    print(f"sees     {_scope(answer.agent)}")
    return 0


def _claude_code(service: Client, arguments: argparse.Namespace) -> int:
    name = arguments.client or "claude-code"
    is_shared = arguments.scope == "project"
    path = Path.cwd() / ".mcp.json" if is_shared else user_file()
    entry = entry_of(bridge(name, paths.library(), is_shared=is_shared))
    change = configuration.changed(path, None if arguments.undo else entry)
    is_written = not change.is_none and not arguments.dry_run
    if not arguments.json:
        print(change.shown())
    if is_written and not arguments.yes and not _agreed(arguments):
        return 1
    if not arguments.undo and not arguments.dry_run:
        answer = admitted(service, name, arguments.collection, may_remember=arguments.remember, filter=arguments.filter)
        if not arguments.json:
            print(f"{name} sees {_scope(answer.agent)}.")
    if is_written:
        change.write()
    if arguments.json:
        shown = {"file": str(path), "before": change.before, "after": change.after, "is_written": is_written}
        print(json.dumps(shown))
    elif is_written:
        kept = f" The file as it was: {change.backup}" if change.old_text is not None else ""
        print(f"Written.{kept}")
    return 0


def _agreed(arguments: argparse.Namespace) -> bool:
    """Ask on a terminal.

    Raises:
        BadRequest: where nobody can be asked.
    """
    if arguments.json or not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise BadRequest("Nothing was written: add --yes to write without being asked, or --dry-run to look.")
    return input("Write it? [y/N] ").strip().lower() in ("y", "yes")


def _list(service: Client, arguments: argparse.Namespace) -> int:
    answer = service.agents()
    if arguments.json:
        clients = [
            {
                "name": agent.name,
                "collections": None if agent.collections is None else list(agent.collections),
                "created_at": agent.created_at,
                "seen_at": agent.seen_at,
                "is_connected": agent.is_connected,
                "may_remember": agent.may_remember,
                "filter": agent.filter,
            }
            for agent in answer.agents
        ]
        print(json.dumps({"targets": list(TARGETS), "clients": clients, "is_paused": answer.is_paused}))
        return 0
    for target, about in TARGETS.items():
        print(f"{target:<14} {about}")
    for agent in answer.agents:
        seen = f"last call {agent.seen_at}" if agent.seen_at else "no call yet"
        print(f"  {agent.name}: sees {_scope(agent)}; {seen}")
    return 0


def _scope(agent: AgentClient) -> str:
    scope = "every collection" if agent.collections is None else ", ".join(agent.collections) or "nothing"
    filtered = f" ({agent.filter})" if agent.filter else ""
    return f"{scope}{filtered}{', and may remember' if agent.may_remember else ''}"
