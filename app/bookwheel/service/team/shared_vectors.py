"""The names of vectors in a reader's own file, when an engine is used for the first time or not any more."""

from __future__ import annotations

import logging

from bookwheel.domain.team import EngineConfig
from bookwheel.indexes.state import State
from bookwheel.paths import LibraryPaths

_MARK = "are_vectors_shared"

logger = logging.getLogger(__name__)


def rename_chunks(paths: LibraryPaths, state: State, engines: EngineConfig) -> None:
    """Delete the file of vectors where its chunks have other names than all readers of an engine give them.

    It is made again from the vectors that publications bring. No service may have the library open.
    """
    wanted = "yes" if engines.vectors else ""
    if state.mark(_MARK) == wanted:
        return
    for file in paths.vectors.parent.glob(f"{paths.vectors.name}*"):
        file.unlink(missing_ok=True)
        logger.info("The vectors are read again from the publications.")
    state.set_mark(_MARK, wanted)
