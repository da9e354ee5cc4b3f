"""The verb `connect`: let an agent in, by writing its configuration or by printing what it needs."""

from __future__ import annotations

import argparse
import json
import shlex
import sys
from pathlib import Path

from bookwheel import paths
from bookwheel.client import agent_config, connection_test
from bookwheel.client.agents import admitted, bridge
from bookwheel.client.connection import Client
from bookwheel.client.jsonc_edit import Table
from bookwheel.client.known_agents import AGENTS, Agent, Surroundings
from bookwheel.domain.errors import BadRequest, BookwheelError
from bookwheel.domain.service.agents import AgentAnswer, AgentClient
from bookwheel.domain.service.requests import NameRequest

GENERIC = "generic"
TARGETS = (*AGENTS, GENERIC)
"""What `connect` knows."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the verb's arguments (`--json` and `--library` belong to every verb)."""
    parser.add_argument("target", nargs="?", choices=TARGETS, help="the agent to connect")
    parser.add_argument("--list", action="store_true", help="list known agents and those with access")
    parser.add_argument("--client", default="", metavar="NAME", help="name of the client (default: the agent's own)")
    parser.add_argument(
        "--collection",
        action="append",
        default=[],
        metavar="C",
        help="give access to this collection only; repeat for more",
    )
    about = "limit access further: --filter='path:guide/ -tag:draft -private:true' (default: all but private pages)"
    parser.add_argument("--filter", default=None, metavar="F", help=about)
    about = "allow or forbid saving memories"
    parser.add_argument("--remember", action=argparse.BooleanOptionalAction, default=None, help=about)
    about = "allow or forbid reading your annotations and reading list"
    parser.add_argument("--annotations", action=argparse.BooleanOptionalAction, default=None, help=about)
    about = "let it bring documents into this collection, which it need not read; repeat for more"
    parser.add_argument("--write", action="append", default=None, metavar="C", help=about)
    parser.add_argument("--no-write", action="store_true", help="let it bring documents into none")
    parser.add_argument("--scope", choices=("user", "project"), default="user", help="which configuration to change")
    parser.add_argument("--http", action="store_true", help="connect over HTTP with a token, without the bridge")
    parser.add_argument("--dry-run", action="store_true", help="show the change without saving it")
    parser.add_argument("--undo", action="store_true", help="remove Bookwheel's entry from the agent's configuration")
    parser.add_argument("--yes", action="store_true", help="save without asking")
    parser.add_argument("--no-check", action="store_true", help="do not test the connection")
    parser.add_argument(
        "--revoke", default="", metavar="NAME", help="revoke the access of this client; its token stops working at once"
    )


def run(service: Client, arguments: argparse.Namespace) -> int:
    """Carry the verb out; the exit code.

    Raises:
        BookwheelError: when the configuration is torn or the service cannot be reached.
    """
    if arguments.list:
        return _list(service, arguments)
    if arguments.revoke:
        return _revoke(service, arguments)
    if not arguments.target:
        raise BadRequest("Name the agent to connect.", did_you_mean=TARGETS, next="bookwheel connect --list")
    if arguments.target == GENERIC:
        return _generic(service, arguments)
    return _known(service, AGENTS[arguments.target], arguments)


def _admit(service: Client, name: str, arguments: argparse.Namespace) -> AgentAnswer:
    return admitted(
        *(service, name, arguments.collection),
        may_remember=arguments.remember,
        filter=arguments.filter,
        may_read_annotations=arguments.annotations,
        may_write=() if arguments.no_write else None if arguments.write is None else tuple(arguments.write),
    )


def _generic(service: Client, arguments: argparse.Namespace) -> int:
    name = arguments.client or "generic"
    command = bridge(name, paths.library())
    answer = _admit(service, name, arguments)
    if arguments.json:
        print(json.dumps({"url": answer.url, "token": answer.token, "command": command}))
        return 0
    print(f"address  {answer.url}")
    print(f"token    {answer.token}   (send it as the header Authorization: Bearer …; keep it secret)")
    print(f"or run   {shlex.join(command)}")
    print(f"access   {_scope(answer.agent)}")
    return 0


def _known(service: Client, agent: Agent, arguments: argparse.Namespace) -> int:
    name, path = arguments.client or agent.name, _file(agent, arguments)
    held = agent_config.entry_in(path, agent.format) or {}
    entry = _entry(service, agent, arguments, agent_config.token_in(held) or "bw_")
    change = agent_config.changed(path, None if arguments.undo else entry, agent.format)
    if not arguments.json:
        print(change.shown())
    is_wanted = not arguments.dry_run and (not change.is_none or change.is_secret)
    if is_wanted and not arguments.yes and not _agreed(arguments):
        return 1
    if not arguments.undo and not arguments.dry_run:
        answer = _admit(service, name, arguments)
        if not arguments.json:
            print(f"{name} can read {_scope(answer.agent)}.")
        if arguments.http:
            change = agent_config.changed(path, _entry(service, agent, arguments, answer.token), agent.format)
    is_written = is_wanted and not change.is_none
    if is_written:
        change.write()
    if is_written and not arguments.json:
        kept = f" Backup: {change.backup}" if change.old_text is not None else ""
        print(f"Saved.{kept}")
    is_checked = not (arguments.undo or arguments.dry_run or arguments.no_check)
    code, said = _check(change) if is_checked else (0, {})
    if arguments.json:
        shown = {"file": str(path), "before": _masked(change.before), "after": _masked(change.after)}
        print(json.dumps({**shown, "is_written": is_written, **said}))
    elif said:
        print(said["check"])
    return code


def _file(agent: Agent, arguments: argparse.Namespace) -> Path:
    if arguments.http and not agent.has_http:
        raise BadRequest(f"{agent.title} cannot connect over HTTP. Connect it without --http.")
    if arguments.scope != "project":
        return agent.file(Surroundings.here())
    if not agent.project:
        raise BadRequest(f"{agent.title} has no project configuration. Connect it without --scope project.")
    if arguments.http and not arguments.undo:
        raise BadRequest("A project file would show the token to others. Connect it without --http.")
    return Path.cwd() / agent.project


def _entry(service: Client, agent: Agent, arguments: argparse.Namespace, token: str) -> Table:
    if arguments.http:
        return agent.http_entry(f"{service.url}/mcp", token)
    name, is_shared = arguments.client or agent.name, arguments.scope == "project"
    return agent.stdio_entry(bridge(name, paths.library(), is_shared=is_shared))


def _masked(entry: Table | None) -> Table | None:
    """An entry without its token, for what is printed."""
    if entry is None or not agent_config.token_in(entry):
        return entry
    return {name: value for name, value in entry.items() if name not in ("headers", "http_headers")}


def _check(change: agent_config.Change) -> tuple[int, dict[str, object]]:
    """Call through what now stands in the file: the exit code, and what to say."""
    try:
        done = connection_test.tried(change.after or {})
    except BookwheelError as error:
        said = f"The test failed: {error.message} To remove the entry, use --undo."
        return 1, {"is_answering": False, "check": said}
    seen = f"{done.collections} collection{'' if done.collections == 1 else 's'}"
    said = f"Tested: it answers in {done.first_ms:.0f} ms and can read {seen}."
    return 0, {"is_answering": True, "check": said, "first_ms": round(done.first_ms, 1)}


def _revoke(service: Client, arguments: argparse.Namespace) -> int:
    service.revoke(NameRequest(arguments.revoke))
    if arguments.json:
        print(json.dumps({"revoked": arguments.revoke}))
    else:
        print(f"{arguments.revoke} can no longer read this library.")
    return 0


def _agreed(arguments: argparse.Namespace) -> bool:
    """Ask on a terminal.

    Raises:
        BadRequest: where nobody can be asked.
    """
    if arguments.json or not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise BadRequest("Nothing was saved. Add --yes to save without asking, or --dry-run to see the change.")
    return input("Save the change? [y/N] ").strip().lower() in ("y", "yes")


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
                "may_read_annotations": agent.may_read_annotations,
                "may_write": list(agent.may_write),
            }
            for agent in answer.agents
        ]
        shown = {"targets": TARGETS, "found": _found(), "clients": clients, "is_paused": answer.is_paused}
        print(json.dumps({**shown, "notices": list(answer.notices)}))
        return 0
    for one in _found():
        is_there = "connected" if one["is_configured"] else "not connected"
        state = one["problem"] or (f"installed, {is_there}" if one["is_installed"] else "not installed")
        print(f"{one['name']:<15} {one['title']}: {state}")
    print(f"{GENERIC:<15} any other program: prints the address, a token and the bridge command")
    for agent in answer.agents:
        seen = f"last call {agent.seen_at}" if agent.seen_at else "no call yet"
        print(f"  {agent.name}: can read {_scope(agent)}; {seen}")
    for notice in answer.notices:
        print(notice)
    return 0


def _found() -> list[dict[str, object]]:
    """Every known agent: is it installed, and does its configuration hold our entry."""
    at, found = Surroundings.here(), list[dict[str, object]]()
    for agent in AGENTS.values():
        entry, problem = None, ""
        try:
            entry = agent_config.entry_in(agent.file(at), agent.format)
        except BookwheelError as error:
            problem = error.message
        is_ours = entry is not None and agent_config.is_ours(entry)
        row = {"name": agent.name, "title": agent.title, "is_installed": agent.is_installed(at), "problem": problem}
        found.append({**row, "is_configured": is_ours, "file": str(agent.file(at))})
    return found


def _scope(agent: AgentClient) -> str:
    scope = "all collections" if agent.collections is None else ", ".join(agent.collections) or "nothing"
    filtered = f" ({agent.filter})" if agent.filter else ""
    may = [", can save memories"] if agent.may_remember else []
    may += [", can read your annotations and reading list"] if agent.may_read_annotations else []
    may += [f", can write to {', '.join(agent.may_write)}"] if agent.may_write else []
    return f"{scope}{filtered}{''.join(may)}"
