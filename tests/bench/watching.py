"""Five changed files, from the saving and from the notice of it to being searchable."""

from __future__ import annotations

import shutil
import threading
import time
import uuid
from collections.abc import Iterator
from pathlib import Path

import watchfiles

from tests.bench.corpora import Corpora
from tests.bench.figures import Figure
from tests.bench.indexing import TREE
from tests.bench.running import Running, service, until

FILES = 5
DEBOUNCE_MS = 50


def measure(corpora: Corpora, scratch: Path) -> Iterator[Figure]:
    """The time of the slowest of five files saved together."""
    tree = scratch / "tree"
    shutil.copytree(corpora.tree(TREE), tree, symlinks=True)
    with service(scratch / "library", has_meaning=False) as running:
        running.add_and_wait(tree)
        time.sleep(1)
        yield from _changes(running, tree)


def _changes(running: Running, tree: Path) -> Iterator[Figure]:
    noticed: list[float] = []
    is_over = threading.Event()

    def watch() -> None:
        for _ in watchfiles.watch(tree, debounce=DEBOUNCE_MS, step=10, stop_event=is_over, rust_timeout=200):
            noticed.append(time.perf_counter())
            return

    watcher = threading.Thread(target=watch)
    watcher.start()
    time.sleep(0.5)
    word = f"zq{uuid.uuid4().hex[:10]}"
    changed = sorted(path for path in tree.rglob("*.md") if path.stat().st_size > 500)[:FILES]
    revision = running.client.status().revision
    start = time.perf_counter()
    for path in changed:
        with path.open("a", encoding="utf-8") as file:
            file.write(f"\n\n{word}\n")
    saved = time.perf_counter()
    try:
        # Asking for the word before it is there would set the service looking for words like it.
        until(lambda: running.client.status().revision > revision, 30, pause_s=0.005)
        until(lambda: running.hits(word) >= FILES, 30, pause_s=0.005)
        ready = time.perf_counter()
    finally:
        is_over.set()
        watcher.join()
    yield Figure("five changed files searchable after saving", 1000 * (ready - saved), "ms", "1000 ms")
    if noticed:
        yield Figure(
            "five changed files searchable after the watcher fires", 1000 * (ready - noticed[0]), "ms", "100 ms"
        )
    yield Figure("five files: time to save them", 1000 * (saved - start), "ms")
