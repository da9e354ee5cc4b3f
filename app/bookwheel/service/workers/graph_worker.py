"""The graph child's side: what `bookwheel child graph` runs; it keeps the graph on disk once and ends."""

from __future__ import annotations

import contextlib
import logging
from pathlib import Path
from typing import IO

from bookwheel import child_process, log, paths
from bookwheel.domain.errors import StoreUnusable
from bookwheel.indexes.ontology import OntologyReader
from bookwheel.library.snapshot.graph_base import write_base
from bookwheel.service.workers import pipe_framing, priority

logger = logging.getLogger(__name__)


def main(library: str | None, pipes: tuple[IO[bytes], IO[bytes]]) -> int:
    """Keep the graph and say whether that was done; always 0."""
    places = paths.library(library)
    log.start(places.log, "graph")
    child_process.ignore_interrupts()
    priority.lower(10)
    incoming, outgoing = pipes
    with contextlib.suppress(EOFError, OSError):
        pipe_framing.read(incoming, type(None))
        child_process.end_with_parent(incoming)
        pipe_framing.write(outgoing, _keep(places.ontology))
    return 0


def _keep(folder: Path) -> bool:
    try:
        reader = OntologyReader.open(folder)
        return reader is not None and write_base(folder, reader)
    except StoreUnusable as error:
        logger.warning("ontology: %s", error.message)
        return False
