"""Ten thousand files of every format, made from real texts that are changed: memory, children, stalls of the window."""

from __future__ import annotations

import contextlib
import itertools
import json
import os
import random
import statistics
import subprocess
import sys
import threading
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path

import psutil

from bookwheel.domain.collection import AddRequest
from bookwheel.domain.formats import FORMATS
from tests.bench.corpora import Corpora
from tests.bench.desk import desk, pause, told
from tests.bench.figures import Figure
from tests.bench.formats.speed import book
from tests.bench.running import Running, service, until
from tests.bench.window import is_possible, on_screen
from tests.formats.chapters import Chapter
from tests.formats.samples import SAMPLES

FILES = int(os.environ.get("BENCH_FILES", "10000"))
FOLDERS = 100
_LOOK_S = 1.0


def measure(corpora: Corpora, scratch: Path) -> Iterator[Figure]:
    """Add the files to a fresh library, with a window open on it where there can be a screen."""
    folder = make(scratch / "mixed", book(corpora), FILES)
    with service(scratch / "library", has_meaning=False) as running, contextlib.ExitStack() as stack:
        window = _window(running, stack) if is_possible() else None
        yield from _index(running, folder)
        if window is not None:
            yield from _told_by(window)


def _index(running: Running, folder: Path) -> Iterator[Figure]:
    formats = tuple(f"{kind.name}=on" for kind in FORMATS if not kind.is_on)
    running.client.add(AddRequest(str(folder), formats=formats))
    watch = _Watch(running)
    cpu_s = running.cpu_s()
    until(lambda: (running.client.status().pending or 0) > 0, 120)
    while not running.is_idle():
        watch.look()
        time.sleep(_LOOK_S)
    card = running.client.collections().collections[0]
    yield Figure(f"{FILES:,} mixed files: documents", card.documents, "", f"{FILES}")
    yield Figure(f"{FILES:,} mixed files: sections", card.sections, "")
    yield Figure(
        f"{FILES:,} mixed files: CPU of the service and the children that lived to the end",
        running.cpu_s() - cpu_s,
        "s",
    )
    for role in ("service", "indexer", "parser"):
        wanted = "700 MB" if role == "service" else ""
        yield Figure(f"{FILES:,} mixed files: most memory, {role}", max(watch.memory[role], default=0), "MB", wanted)
        yield Figure(f"{FILES:,} mixed files: growth over the second half, {role}", watch.growth(role), "MB")
    yield Figure(f"{FILES:,} mixed files: longest time without a file's end", watch.longest_s, "s")
    yield Figure(f"{FILES:,} mixed files: parser children", len(watch.parsers), "")


class _Watch:
    """Looks at the processes of a service while it indexes."""

    def __init__(self, running: Running) -> None:
        self._running = running
        self.memory: dict[str, list[float]] = defaultdict(list)
        self.parsers: set[int] = set()
        self.longest_s = 0.0
        self._pending, self._since = -1, time.monotonic()

    def look(self) -> None:
        """Note what each process holds now, and whether files came to an end since the last look."""
        for process in [self._running.process, *self._running.process.children(recursive=True)]:
            with contextlib.suppress(psutil.Error):
                command = process.cmdline()
                role = command[command.index("child") + 1] if "child" in command else "service"
                self.memory[role].append(process.memory_info().rss / 1e6)
                if role == "parser":
                    self.parsers.add(process.pid)
        pending, now = self._running.client.status().pending or 0, time.monotonic()
        if pending != self._pending:
            self._pending, self._since = pending, now
        self.longest_s = max(self.longest_s, now - self._since)

    def growth(self, role: str) -> float:
        """How much more a process holds at the end than in the middle: the medians of a tenth of the looks."""
        seen = self.memory[role]
        few = max(1, len(seen) // 10)
        middle = seen[len(seen) // 2 : len(seen) // 2 + few]
        return statistics.median(seen[-few:]) - statistics.median(middle) if seen else 0.0


def _window(running: Running, stack: contextlib.ExitStack) -> subprocess.Popen[str]:
    settings = {**os.environ, "DISPLAY": stack.enter_context(on_screen()), "QT_QPA_PLATFORM": "xcb"}
    command = [sys.executable, "-m", "tests.bench.mixed", str(running.library.root)]
    window = subprocess.Popen(command, env=settings, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    stack.callback(window.wait)
    stack.callback(window.kill)
    return window


def _told_by(window: subprocess.Popen[str]) -> Iterator[Figure]:
    told_by, _ = window.communicate("over\n", timeout=120)
    for line in told_by.splitlines():
        name, value, unit, wanted = json.loads(line)
        yield Figure(name, value, unit, wanted)


def main(library: Path) -> None:
    """A window in which someone types while the files come in, until a line says that it is over."""
    from PySide6.QtTest import QTest  # noqa: PLC0415 - in the measuring process alone

    is_over: list[str] = []
    threading.Thread(target=lambda: is_over.append(sys.stdin.readline()), daemon=True).start()
    with desk(library) as (window, stalls):
        pause(5)  # what is not seen is loaded as well
        with told(f"{FILES:,} mixed files are indexed", stalls):
            while not is_over:
                for letter in "wheel trait":
                    QTest.keyClicks(window.toolbar.box, letter)
                    pause(0.1)
                pause(2)
                window.toolbar.box.clear()


def make(folder: Path, chapters: Sequence[Chapter], count: int) -> Path:
    """Write so many files, in turn of each format; every one says words of its own, so that no two are alike."""
    chance = random.Random(16)
    for number, name in zip(range(count), itertools.cycle(SAMPLES), strict=False):
        stem, _, ending = name.partition(".")
        home = folder / f"{number % FOLDERS:02}"
        home.mkdir(parents=True, exist_ok=True)
        own = [_changed(chance, chapter, number) for chapter in chance.sample(chapters, chance.randint(1, 6))]
        (home / f"{stem}{number}.{ending}").write_bytes(SAMPLES[name](own))
    return folder


def _changed(chance: random.Random, chapter: Chapter, number: int) -> Chapter:
    words = chapter.title.split()
    paragraphs = [one.split() for one in chapter.paragraphs[:40]]
    for paragraph in paragraphs:
        paragraph[chance.randrange(len(paragraph))] = f"zebra{number}"
    return Chapter(" ".join([*words[:8], f"Nr{number}"]), tuple(map(" ".join, paragraphs)))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
