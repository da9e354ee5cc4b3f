"""The keyword child seen from the indexer: the words of many documents become a segment while their rows are written.

It works beside the indexer on a processor of its own. Whatever it cannot do, the indexer does itself.
"""

from __future__ import annotations

import contextlib
import logging
import os
import re
import subprocess
from collections.abc import Sequence
from pathlib import Path

import msgspec
import numpy as np

from bookwheel import child_process, paths
from bookwheel.domain.document_rows import DocumentRows
from bookwheel.indexes.keyword import MadeSegment, NotMade
from bookwheel.library.indexing.keyword_worker import KEY, REPLY, ROOM, KeywordTask
from bookwheel.library.snapshot.published_words import rooms_of

LEAST_SECTIONS = 2_000
"""Sections of a batch for which it is worth while to hand them over."""

MOST_BYTES = 256 << 20
"""Bytes of packed terms that are handed over at once, at most."""

_NAME = re.compile(r"[0-9a-z]{1,40}")

log = logging.getLogger(__name__)


class KeywordChild:
    """At most one child, started when there is enough for it; of one thread."""

    def __init__(self, folder: Path) -> None:
        """Start nothing yet; segments are made beside the index in `folder`."""
        self._folder = folder
        self._process: subprocess.Popen[bytes] | None = None
        self._has_failed = self._is_awaited = False

    def begin(self, documents: Sequence[DocumentRows]) -> bool:
        """Hand documents over that all bring their terms; False where that is not worth while or does not go."""
        if self._is_awaited:  # nobody asked for the last segment, which would be taken for the next
            self.close()
        sections = [len(rows.sections) for rows in documents]
        if self._has_failed or sum(sections) < LEAST_SECTIONS or (os.cpu_count() or 1) < 2:
            return False
        if not all(rows.terms for rows in documents) or sum(len(rows.terms) for rows in documents) > MOST_BYTES:
            return False
        rooms = rooms_of(documents).astype(ROOM).tobytes()
        task = KeywordTask(str(self._folder), [rows.terms for rows in documents], sections, rooms)
        return self._send(msgspec.msgpack.encode(task))

    def tell_keys(self, keys: Sequence[int]) -> MadeSegment | None:
        """Tell the keys of the sections: their segment, which is waited for; None when the child has ended."""
        self._is_awaited = self._send(np.array(keys, KEY).tobytes())
        return MadeSegment(keys, self._name) if self._is_awaited else None

    def rest(self) -> None:
        """End the child until there is more for it; what failed may go then."""
        self.close()
        self._has_failed = False

    def close(self) -> None:
        """End the child, whatever it does."""
        process, self._process, self._is_awaited = self._process, None, False
        if process is None:
            return
        process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                with contextlib.suppress(OSError):
                    pipe.close()

    def _name(self) -> str:
        """Wait for the name of a segment.

        Raises:
            NotMade: when its terms cannot be used, or the child has ended; it is not asked again in this run.
        """
        name = ""
        if self._process is not None and self._process.stdout is not None:
            try:
                name = REPLY.decode(child_process.read_frame(self._process.stdout)).name
            except (OSError, EOFError, msgspec.MsgspecError) as error:
                log.warning("the keyword child ended: %s", type(error).__name__)
        if not _NAME.fullmatch(name):
            self._has_failed = True
            self.close()
            raise NotMade
        self._is_awaited = False
        return name

    def _send(self, content: bytes) -> bool:
        """Send a frame; False when there is nobody to take it."""
        try:
            if self._process is None:
                command = [*paths.command(), "child", "keyword"]
                self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
            assert self._process.stdin is not None
            self._process.stdin.write(child_process.frame(content))
            self._process.stdin.flush()
        except OSError as error:
            log.warning("the keyword child could not be used: %s", type(error).__name__)
            self._has_failed = True
            self.close()
            return False
        return True
