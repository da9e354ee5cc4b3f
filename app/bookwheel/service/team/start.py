"""The start of a team's reader or worker: its configuration, its folder, what checks tokens, and its server."""

from __future__ import annotations

import logging
import os
import sys
import threading
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from bookwheel import log, paths
from bookwheel.domain.errors import BookwheelError, ConfigurationRefused
from bookwheel.domain.team import TeamConfig
from bookwheel.indexes.state import State
from bookwheel.library.indexing.collections import slug_of
from bookwheel.paths import LibraryPaths
from bookwheel.service.files import discovery
from bookwheel.service.team import config as config_file
from bookwheel.service.team import reader, shared_vectors, shared_words
from bookwheel.service.team.access import open_tokens
from bookwheel.service.team.config_engines import read_login
from bookwheel.service.team.config_traces import read_headers
from bookwheel.service.team.extra import require_extra
from bookwheel.service.team.server import Setting, TeamService

Say = Callable[[str, int, str], None]
Serve = Callable[[LibraryPaths, Say, threading.Event], Coroutine[Any, Any, None]]

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Prepared:
    """A reader that is about to own its folder."""

    places: LibraryPaths
    say: Say
    serve: Serve


def prepare(file: str, library: str | None, *, is_json: bool, is_worker: bool = False) -> Prepared:
    """Read the configuration and find the folder: the one named, else one of its own beside other libraries.

    Raises:
        ConfigurationRefused: with every fault of the configuration.
    """
    config = config_file.read(Path(file))
    read_login(config.engines.statements_login)
    if config.traces is not None:
        read_headers(config.traces.headers_file)
    is_named = library or os.environ.get("BOOKWHEEL_LIBRARY")
    places = paths.library(library) if is_named else _usual_folder(config, "workers" if is_worker else "team")
    require_extra(config)
    if is_worker:
        from bookwheel.service.team.worker import start as worker  # noqa: PLC0415 - of the extra

        worker.check(config)
        return Prepared(places, _say, lambda paths, say, told: worker.serve(paths, told, config, is_json=is_json))
    return Prepared(places, _say, partial(serve, setting=Setting(config, open_tokens(config)), is_json=is_json))


async def serve(
    places: LibraryPaths, say: Say, told: threading.Event, *, setting: Setting, is_json: bool = False
) -> None:
    """Serve until told to end.

    Raises:
        ConfigurationRefused: for a folder that is a person's library, and an address that cannot be listened on.
    """
    log.copy_to_stream(sys.stderr, is_json=is_json)
    state, config = State(places.state, places.state_backup), setting.config
    try:
        reader.claim(state)
        shared_vectors.rename_chunks(places, state, config.engines)
        shared_words.prepare_index(places, config.engines)
        sock = discovery.bind(config.host, config.port)
    except BookwheelError:
        state.close()
        raise
    except OSError as error:
        state.close()
        where, reason = f"{config.host}:{config.port}", error.strerror or str(error)
        raise ConfigurationRefused("listen: {where} cannot be used ({reason}).", where=where, reason=reason) from None
    service = TeamService(places, state, sock, setting, told)
    host, port = sock.getsockname()[:2]
    sentence = f"Serving {config.name} at {host}:{port} as {config.public_url}. Press Ctrl+C to stop."
    logger.info(sentence)
    say(config.public_url, port, sentence)
    try:
        await service.serve()
    finally:
        service.close()
        logger.info("Ended.")


def _say(url: str, port: int, sentence: str) -> None:
    print(sentence, flush=True)


def _usual_folder(config: TeamConfig, kind: str) -> LibraryPaths:
    return LibraryPaths(paths.usual_library().root.parent / kind / slug_of(config.name))
