"""The start of a worker: what its configuration must have, its folder, its socket and its signals."""

from __future__ import annotations

import logging
import os
import signal
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

from bookwheel import log
from bookwheel.domain.errors import BookwheelError, ConfigurationRefused
from bookwheel.domain.messages import Message
from bookwheel.domain.team import TeamConfig
from bookwheel.indexes.state import State
from bookwheel.paths import LibraryPaths
from bookwheel.publications import keys
from bookwheel.service.files import discovery
from bookwheel.service.team import reader
from bookwheel.service.team.worker.server import Signals, WorkerService
from bookwheel.service.workers import priority

logger = logging.getLogger(__name__)


def check(config: TeamConfig) -> None:
    """Pass a configuration with which a worker can work.

    Raises:
        ConfigurationRefused: with every fault.
    """
    faults = tuple(find_faults(config))
    if faults:
        lines = Message.joined((Message.verbatim(f"\n  {fault}") for fault in faults), "")
        raise ConfigurationRefused("A worker cannot start with this configuration:{faults}", faults=lines)


def find_faults(config: TeamConfig) -> Iterator[Message]:
    """What a worker needs besides what a reader needs: a queue, work, and keys that it can read."""
    if config.workers is None:
        yield Message("{key}: {reason}", key="workers", reason=Message("This table is missing; workers need it."))
    elif config.workers.queue.file and not os.access(config.workers.queue.file, os.R_OK):
        reason = Message("There is no file {file}.", file=config.workers.queue.file)
        yield Message("{key}: {reason}", key="workers.queue_file", reason=reason)
    if not config.published:
        reason = Message("No collection has a source that a worker could publish.")
        yield Message("{key}: {reason}", key="collections", reason=reason)
    for number, collection in enumerate(config.collections, 1):
        if collection.source:
            try:
                keys.read_key(Path(collection.secret_key))
            except BookwheelError as error:
                yield Message("{key}: {reason}", key=f"collections[{number}].secret_key", reason=error.message)


async def serve(places: LibraryPaths, told: threading.Event, config: TeamConfig, *, is_json: bool) -> None:
    """Work until told to end.

    Raises:
        ConfigurationRefused: for a folder that is not a worker's, and an address that cannot be listened on.
    """
    log.copy_to_stream(sys.stderr, is_json=is_json)
    keep_priority()
    signals = _listen_to_signals(told)
    state = State(places.state, places.state_backup)
    try:
        reader.claim(state, reader.WORKER_MARK)
        sock = discovery.bind(config.worker_host, config.worker_port)
    except BookwheelError:
        state.close()
        raise
    except OSError as error:
        state.close()
        where, reason = f"{config.worker_host}:{config.worker_port}", error.strerror or str(error)
        raise ConfigurationRefused(
            "worker_listen: {where} cannot be used ({reason}).", where=where, reason=reason
        ) from None
    service = WorkerService(places, state, sock, config, signals)
    host, port = sock.getsockname()[:2]
    sentence = f"Publishing for {config.name}; probes at {host}:{port}. Press Ctrl+C to stop."
    logger.info(sentence)
    print(sentence, flush=True)
    try:
        await service.serve()
    finally:
        service.close()
        logger.info("Ended.")


def keep_priority() -> None:
    """Let the processes that this one starts have its priority: a worker has nobody to give way to."""
    os.environ.setdefault(priority.SWITCH, "normal")


def _listen_to_signals(told: threading.Event) -> Signals:
    """Tell a second signal from the first."""
    signals = Signals(told, threading.Event())

    def hear(number: int, frame: object) -> None:
        (signals.end_at_once if signals.end.is_set() else signals.end).set()

    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, hear)
    return signals
