"""The service's life: lock, listen, announce, load, serve, and drain when asked or idle."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import logging
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Coroutine, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from filelock import FileLock

from bookwheel import gc_tuning, log, paths, telemetry, wire
from bookwheel.domain.errors import BookwheelError, ServiceUnavailable
from bookwheel.domain.storage import find_storage_error
from bookwheel.paths import LibraryPaths
from bookwheel.service.files import lock
from bookwheel.service.files.library_folder import UNAVAILABLE
from bookwheel.service.workers import process_memory

if TYPE_CHECKING:
    from bookwheel.indexes.state import State

GRACE_S = 10
"""Seconds that calls in flight have for finishing."""

SUCCESSION_S = 20.0
"""Seconds that a newer program has for putting its own service in the place of the one it ended."""

_TELEMETRY_REMOVED = "is_telemetry_removed"
"""The mark of a library whose earlier versions' telemetry files are gone."""

Say = Callable[[str, int, str], None]
"""Tells where the service is: its URL, its process, and both in a sentence."""

Serve = Callable[[LibraryPaths, Say, threading.Event], Coroutine[Any, Any, None]]
"""Serves a library that this process owns until told to end."""

logger = logging.getLogger(__name__)


def main(words: Sequence[str], library: str | None) -> int:
    """`bookwheel serve`: own the library until the end, or say who owns it already."""
    parser = argparse.ArgumentParser("bookwheel serve")
    parser.add_argument("--headless", action="store_true")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--team", metavar="CONFIG")
    parser.add_argument("--worker", action="store_true")
    parser.add_argument("--log-format", choices=("text", "json"))
    arguments = parser.parse_args(words)
    if arguments.team:
        return _run_team(arguments.team, library, arguments.log_format or "text", is_worker=arguments.worker)
    if arguments.log_format or arguments.worker:
        parser.error("--worker and --log-format go with --team")
    places = paths.library(library)

    def say(url: str, pid: int, sentence: str) -> None:
        where = {"pid": pid, "url": url, "mcp": f"{url}/mcp", "library": str(places.root)}
        with contextlib.suppress(OSError, ValueError):  # nobody may be reading
            print(wire.encode(where).decode() if arguments.json else sentence, flush=True)

    try:
        owner = run(places, say=say, serve=partial(_serve, stays=arguments.headless))
    except BookwheelError as error:
        print(f"bookwheel: {error}", file=sys.stderr)
        return UNAVAILABLE
    except OSError as error:
        refusal = find_storage_error(error)
        advice = f". {refusal.message}" if refusal is not None else "; choose another folder with --library."
        reason = f"bookwheel: The library in {places.root} cannot be used ({error.strerror or error})"
        print(f"{reason}{advice}", file=sys.stderr)
        return UNAVAILABLE
    if owner is not None:
        say(owner.url, owner.pid, f"This library is already served at {owner.url} (process {owner.pid}).")
    return 0


def _run_team(config_file: str, library: str | None, log_format: str, *, is_worker: bool) -> int:
    """Run a team's reader or worker; 1 with a sentence where it does not start."""
    # Nothing of it is loaded in a person's own service.
    from bookwheel.service.team import start  # noqa: PLC0415

    try:
        prepared = start.prepare(config_file, library, is_json=log_format == "json", is_worker=is_worker)
        owner = run(prepared.places, say=prepared.say, serve=prepared.serve)
    except (BookwheelError, OSError) as error:
        print(f"bookwheel: {error}", file=sys.stderr)
        return 1
    if owner is not None:
        print(f"bookwheel: Another process uses this folder (process {owner.pid}). Name one for each.", file=sys.stderr)
        return 1
    return 0


def run(places: LibraryPaths, *, say: Say, serve: Serve) -> wire.Discovery | None:
    """Own the library until the end; None then, or how to find the service that already owns it."""
    # The indexes hold the documents' words, and a folder that a person made may be open to others.
    os.umask(0o077)
    places.root.mkdir(parents=True, exist_ok=True, mode=0o700)
    held = _take(places)
    if isinstance(held, wire.Discovery):
        return held
    gc_tuning.pause_gc()
    process_memory.share_arenas()
    log.start(places.log, "service")
    told = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        # Uvicorn takes them over, and raises them again at its end; one that comes before is noted for it.
        signal.signal(number, lambda _number, _frame: told.set())
    try:
        asyncio.run(serve(places, say, told))
    finally:
        held.release()
    return None


def _take(places: LibraryPaths) -> FileLock | wire.Discovery:
    """The lock; or who holds it, when that one is not about to end."""
    until = time.monotonic() + GRACE_S + 20
    while True:
        held = lock.take(places.lock, 0.2)
        if held is not None:
            if not _is_newer_coming(places):
                return held
            held.release()
            time.sleep(0.1)
        owner = wire.announced(places.discovery)
        if owner is not None:
            return owner
        if time.monotonic() > until:
            raise ServiceUnavailable("Another process is using the library but does not answer. End it first.")


def _is_newer_coming(places: LibraryPaths) -> bool:
    """Whether a newer program has just ended a service to start its own; both would end each other's by turns."""
    try:
        protocol = int(places.successor.read_text("ascii"))
        age_s = time.time() - places.successor.stat().st_mtime
    except (OSError, ValueError):
        return False
    return protocol > wire.PROTOCOL and age_s < SUCCESSION_S


def _remove_telemetry(places: LibraryPaths, state: State) -> None:
    """Delete once what an earlier version's telemetry left behind; a new library has no earlier version."""
    if state.mark(_TELEMETRY_REMOVED):
        return
    if places.vectors.exists():
        telemetry.remove_leftovers()
    state.set_mark(_TELEMETRY_REMOVED, "yes")


async def _serve(places: LibraryPaths, say: Say, told: threading.Event, *, stays: bool) -> None:
    """Serve a person's own library; `stays` keeps the service up however long nobody connects."""
    # Loaded only now: the lock comes before whatever takes time.
    from bookwheel.indexes.state import State  # noqa: PLC0415
    from bookwheel.service.files import discovery  # noqa: PLC0415
    from bookwheel.service.server import Service  # noqa: PLC0415

    state = State(places.state, places.state_backup)
    _remove_telemetry(places, state)
    sock = discovery.listener(state)
    service = Service(places, state, sock, stays, told)
    discovery.announce(places, service.url)
    places.successor.unlink(missing_ok=True)
    logger.info("Serving at %s.", service.url)
    sentence = f"Serving {places.root} at {service.url}; agents connect at {service.url}/mcp. Press Ctrl+C to stop."
    say(service.url, os.getpid(), sentence)
    try:
        await service.serve()
    finally:
        discovery.withdraw(places)
        service.close()
        logger.info("Ended.")
