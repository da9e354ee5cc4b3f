"""A child that kills itself: `python -m tests.torture.killed indexer|embedder LIBRARY STEP`, commands on its input.

It does the indexer's or the embedder's real work in this process. A step is a call in what writes a store; at the one
numbered STEP it ends by SIGKILL, without a word to anybody. When it comes to its end, it prints how many steps it took.
STEP 0 is never reached.
"""

from __future__ import annotations

import hashlib
import os
import signal
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from types import CodeType, FrameType

import msgspec
import numpy as np
from numpy.typing import NDArray

from bookwheel.domain.indexing import Command, Verb
from bookwheel.indexes.embedding.encoder import Identity
from bookwheel.paths import LibraryPaths

_WRITING = (
    *("indexes/catalogue/", "indexes/keyword/writer", "indexes/ontology/", "indexes/vectors/"),
    *("library/publishing", "library/projecting", "library/embedded"),
)
_STORING = ("/whoosh/", "/shutil", "/pathlib")
_EFFECTS = {
    *("open", "write", "flush", "close", "rename", "replace", "remove", "unlink", "rmtree", "mkdir", "rmdir", "fsync"),
    *("execute", "executemany", "executescript", "load", "bulk_load", "update", "remove_graph"),
}


class FixedEncoder:
    """Vectors that follow from the text alone, made at once; texts are cut by words."""

    identity = Identity("fixed", "0" * 12, "torture", 16, 24)

    def encode(self, texts: Sequence[str], *, is_query: bool = False) -> NDArray[np.float32]:
        """A unit vector of each text's hash."""
        hashes = [hashlib.blake2b(text.encode(), digest_size=16).digest() for text in texts]
        vectors = np.frombuffer(b"".join(hashes), np.uint8).reshape(len(texts), 16).astype(np.float32) + 1
        return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)

    def count(self, text: str) -> int:
        """Its words."""
        return len(text.split())

    def pieces(self, text: str, most_tokens: int) -> list[str]:
        """So many words at a time."""
        words = text.split()
        return [" ".join(words[at : at + most_tokens]) for at in range(0, len(words), most_tokens)]


class Steps:
    """Counts steps of the thread that called `begin`, and ends the process at one of them."""

    def __init__(self, last: int) -> None:
        """Die at step `last`."""
        self.taken, self._last = 0, last
        self._kinds: dict[CodeType, int] = {}

    def begin(self) -> None:
        """Count from here on."""
        sys.setprofile(self._profile)

    def end(self) -> None:
        """Count no further."""
        sys.setprofile(None)

    def _profile(self, frame: FrameType, event: str, argument: object) -> None:
        code = frame.f_code
        kind = self._kinds.get(code)
        if kind is None:
            name = code.co_filename.replace("\\", "/")
            kind = 2 if any(each in name for each in _WRITING) else int(any(each in name for each in _STORING))
            self._kinds[code] = kind
        is_step = kind and (
            (event == "call" and kind == 2) or (event == "c_call" and getattr(argument, "__name__", "") in _EFFECTS)
        )
        if is_step:
            self.taken += 1
            if self.taken == self._last:
                os.kill(os.getpid(), signal.SIGKILL)


def main(kind: str, library: Path, last: int) -> int:
    """Do what is asked on standard input, then stop."""
    waiting = msgspec.json.decode(sys.stdin.buffer.read(), type=list[Command])
    paths = LibraryPaths(library)

    def inbox(timeout_s: float | None) -> Command | None:
        if waiting:
            return waiting.pop(0)
        return Command(Verb.STOP) if timeout_s is None else None

    run = _indexing(paths, inbox) if kind == "indexer" else _embedding(paths, inbox)
    print("ready", flush=True)
    steps = Steps(last)
    steps.begin()
    run()
    steps.end()
    print(steps.taken, flush=True)
    return 0


def _indexing(paths: LibraryPaths, inbox: Callable[[float | None], Command | None]) -> Callable[[], None]:
    from bookwheel.library.indexing import indexer  # noqa: PLC0415 - each child loads its own engines alone

    indexer.MERGE_AFTER_S = 0.0
    return lambda: indexer.run(paths, inbox, lambda report: None)


def _embedding(paths: LibraryPaths, inbox: Callable[[float | None], Command | None]) -> Callable[[], None]:
    from bookwheel.library.embedding import embedder  # noqa: PLC0415 - likewise

    embedder.BATCH_CHUNKS = 16
    return lambda: embedder.run(paths, inbox, lambda report: None, lambda model, threads: FixedEncoder())


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], Path(sys.argv[2]), int(sys.argv[3])))
