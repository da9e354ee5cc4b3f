"""Why an agent does or does not reach the library: the service, the bridge, the tokens, and each agent's own entry."""

from __future__ import annotations

import json
import os
import shutil
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import cast

import psutil

from bookwheel import wire
from bookwheel.client import agent_config, connection_test
from bookwheel.client.agents import bridge
from bookwheel.client.connection import connect
from bookwheel.client.jsonc_edit import Table
from bookwheel.client.known_agents import AGENTS, Agent, Surroundings
from bookwheel.domain.errors import BookwheelError, ServiceUnavailable
from bookwheel.domain.messages import NO_MESSAGE, Message
from bookwheel.domain.service.agents import AgentRequest
from bookwheel.domain.service.doctor import Check, DoctorAnswer
from bookwheel.domain.service.requests import NameRequest
from bookwheel.paths import LibraryPaths

GOOD, BAD = "good", "bad"

ENDPOINT = ("service", "pause", "bridge", "tokens")
"""The checks that are about the endpoint itself; the others are about one agent each."""

CLIENT = "bookwheel-doctor"
"""The name under which the bridge is tried; it sees nothing, and is gone afterwards."""


@dataclass(frozen=True, slots=True)
class _Tokens:
    """What the file of tokens says: the tokens by client, and who was shut out."""

    by_client: dict[str, str]
    revoked: frozenset[str]


def examine(
    library: LibraryPaths, at: Surroundings, folder: Path | None = None, *, is_whole: bool = True
) -> DoctorAnswer:
    """Every check in order; an agent that is neither installed nor connected is passed over.

    With a `folder`, the entries that a project there holds are looked at as well. Trying the bridge, unless the look is
    not `is_whole`, starts the service where none runs, as an agent would, and stands in the activity list. Takes a
    fifth of a second, or the time in which a service starts.
    """
    checks = list(_service(library))
    if is_whole:
        checks += _bridge(library)
    tokens, found = _tokens(library)
    checks += found
    for agent in AGENTS.values():
        checks += _agent(
            agent, agent.file(at), Message.verbatim(agent.name), library, tokens, is_installed=agent.is_installed(at)
        )
        if folder is not None and agent.project:
            name = Message("{agent}, this folder", agent=agent.name)
            checks += _agent(agent, folder / agent.project, name, library, tokens, is_installed=False)
    return DoctorAnswer(tuple(checks), all(check.state != BAD for check in checks))


def _unreachable(library: LibraryPaths, error: BookwheelError) -> Check:
    record = wire.announced(library.discovery)
    if record is None or not psutil.pid_exists(record.pid):
        return Check(
            Message("service"), GOOD, Message("The service is not running; the first agent or window starts it.")
        )
    return Check(
        Message("service"),
        BAD,
        Message("Process {number} does not answer: {reason}", number=record.pid, reason=error.message),
        Message("run `bookwheel stop` or end that process; the service starts again when it is needed."),
    )


def _service(library: LibraryPaths) -> Iterator[Check]:
    begun = time.perf_counter()
    try:
        client = connect(library, client="cli", start=False)
    except ServiceUnavailable as error:
        yield _unreachable(library, error)
        return
    except BookwheelError as error:
        yield Check(
            Message("service"),
            BAD,
            error.message,
            Message("Update this program, or stop the newer service."),
        )
        return
    try:
        status = client.status()
        took_ms = 1000 * (time.perf_counter() - begun)
        said = Message(
            "The service (process {number}) answers at {url} in {time} ms.",
            number=status.pid,
            url=status.url,
            time=f"{took_ms:.0f}",
        )
        yield Check(Message("service"), GOOD, said)
        if status.agents_paused:
            yield Check(
                Message("pause"),
                BAD,
                Message("All agents are paused."),
                Message("Resume them in the Activity pane of the window."),
            )
    except BookwheelError as error:
        yield Check(Message("service"), BAD, error.message)
    finally:
        client.close()


def _bridge(library: LibraryPaths) -> Iterator[Check]:
    try:
        client = connect(library, client="cli")
        try:
            client.agent(AgentRequest(CLIENT, ()))
            try:
                done = connection_test.run(bridge(CLIENT, library))
            finally:
                client.revoke(NameRequest(CLIENT))
        finally:
            client.close()
    except BookwheelError as error:
        yield Check(
            Message("bridge"),
            BAD,
            Message("The bridge does not answer: {reason}", reason=error.message),
            Message.verbatim("bookwheel doctor"),
        )
        return
    said = Message(
        "The bridge answers in {time} ms; the first call takes {whole} ms.",
        time=f"{done.first_ms:.0f}",
        whole=f"{done.whole_ms:.0f}",
    )
    yield Check(Message("bridge"), GOOD, said)


def _tokens(library: LibraryPaths) -> tuple[_Tokens, list[Check]]:
    nothing = _Tokens({}, frozenset())
    try:
        record: object = json.loads(library.tokens.read_bytes())
        table = cast("Table", record) if isinstance(record, dict) else {}
        clients = cast("list[Table]", table["clients"])
        tokens = {str(one["name"]): str(one["token"]) for one in clients}
        revoked = frozenset(str(name) for name in cast("list[object]", table.get("revoked", [])))
    except FileNotFoundError:
        return nothing, [Check(Message("tokens"), GOOD, Message("No agent has a token yet."))]
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        advice = Message("Restart the service; it restores the tokens from their backup.")
        return nothing, [
            Check(Message("tokens"), BAD, Message("The agent token file is damaged or cannot be read."), advice)
        ]
    known = ", ".join(sorted(tokens)) or "nobody"
    checks = [Check(Message("tokens"), GOOD, Message("Agents with access: {names}.", names=known))]
    if _is_open(library.tokens):
        checks.append(
            Check(
                Message("tokens"),
                BAD,
                Message("Others can read the agent tokens."),
                Message.verbatim("bookwheel doctor --repair"),
            )
        )
    return _Tokens(tokens, revoked - {CLIENT}), checks


def _agent(
    agent: Agent, file: Path, name: Message, library: LibraryPaths, tokens: _Tokens, *, is_installed: bool
) -> Iterator[Check]:
    again = Message.verbatim(f"bookwheel connect {agent.name}")
    try:
        entry = agent_config.entry_in(file, agent.format)
    except BookwheelError as error:
        yield Check(name, BAD, error.message, Message("Fix the file, then run: {command}", command=again))
        return
    if entry is None:
        if is_installed:
            yield Check(name, GOOD, Message("{agent} is installed but not connected.", agent=agent.title), again)
    elif not agent_config.is_ours(entry):
        yield Check(
            name,
            GOOD,
            Message(
                "{agent} has an entry bookwheel in {file} that Bookwheel did not create.", agent=agent.title, file=file
            ),
        )
    elif "url" in entry:
        fault = _fault_of_address(entry, file, library, tokens)
        said = Message("{agent} connects to {url} with its token.", agent=agent.title, url=entry["url"])
        yield _entry_check(agent, name, fault, said, Message.verbatim(f"{again} --http"))
    else:
        fault = _fault_of_command(entry, library, tokens)
        said = Message("{agent} starts the bridge, {program}.", agent=agent.title, program=entry.get("command"))
        yield _entry_check(agent, name, fault, said, again)


def _entry_check(agent: Agent, name: Message, fault: Message, well: Message, advice: Message) -> Check:
    if not fault:
        return Check(name, GOOD, well)
    return Check(name, BAD, Message("{agent}: {reason}", agent=agent.title, reason=fault), advice)


def _fault_of_command(entry: Table, library: LibraryPaths, tokens: _Tokens) -> Message:
    program, words = str(entry.get("command", "")), [str(word) for word in cast("list[object]", entry["args"])]
    if not shutil.which(program):
        return Message("{program} no longer exists or cannot be started.", program=program or "the program")
    named = _after(words, "--library")
    if named and not Path(named).is_dir():
        return Message("its library {folder} no longer exists.", folder=named)
    is_this = not named or Path(named).resolve() == library.root
    client = _after(words, "--client")
    if is_this and client in tokens.revoked:
        return Message("access for client {name} was revoked.", name=client)
    return NO_MESSAGE


def _fault_of_address(entry: Table, file: Path, library: LibraryPaths, tokens: _Tokens) -> Message:
    if agent_config.token_in(entry) not in tokens.by_client.values():
        return Message("its token was revoked, or belongs to another library.")
    record = wire.announced(library.discovery)
    if record is not None and entry["url"] != f"{record.url}/mcp":
        return Message("it connects to {url}, but the service is at {other}/mcp.", url=entry["url"], other=record.url)
    return Message("others can read its token in {file}.", file=file) if _is_open(file) else NO_MESSAGE


def _after(words: list[str], option: str) -> str:
    place = words.index(option) + 1 if option in words else len(words)
    return words[place] if place < len(words) else NO_MESSAGE


def _is_open(file: Path) -> bool:
    """Whether others than the owner can read a file; Windows keeps a person's folder closed by itself."""
    return sys.platform != "win32" and bool(os.stat(file).st_mode & 0o077)
