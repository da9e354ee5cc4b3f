"""What runs while processes of a team are killed: who follows publications, who asks readers, and when to kill."""

from __future__ import annotations

import contextlib
import random
import re
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from enum import StrEnum
from pathlib import Path

import httpx

from bookwheel.domain.errors import BookwheelError
from bookwheel.domain.publications import MANIFEST, SEGMENTS, SegmentKind
from bookwheel.publications import manifest
from bookwheel.publications.manifest import MOST_MANIFEST_BYTES, Signed
from bookwheel.publications.segments import unpack_documents
from bookwheel.publications.targets import is_whole
from tests.team.fleet import Fleet, Worker, search
from tests.team.postgres import Postgres


class Stage(StrEnum):
    """Where the work on a collection is."""

    TAKEN = "taken"
    FETCH = "fetch"
    INDEX = "index"
    PUBLISH = "publish"
    UPLOAD = "upload"
    PUBLISHED = "published"


LONGEST_S = {Stage.UPLOAD: 0.02, Stage.PUBLISHED: 0.3}
"""How long is waited at most once a stage has begun; 0.6 s for all others."""

KILLED = "Publishing was given up: killed"
"""What is written into the log of a worker that is killed."""

AGE_ERROR_S = 3.0
"""Seconds by which the age that a reader shows may differ from that of the publication."""


class Follower:
    """Reads a collection's manifest all the time, as subscribers do, and keeps what is wrong with it."""

    def __init__(self, fleet: Fleet, name: str, every_s: float = 0.02) -> None:
        self._fleet, self._name, self._every_s = fleet, name, every_s
        self._target, self._key = fleet.open_target(name), fleet.public_key(name)
        self.by_sequence: dict[int, bytes] = {}
        self.published_at: dict[int, datetime] = {}
        self.titles: dict[str, str] = {}
        """Of each document, when all was read last."""
        self.faults: list[str] = []
        self.newest = 0
        self.paths: frozenset[str] = frozenset()
        self._is_over = threading.Event()
        self._lock = threading.Lock()
        self._thread = threading.Thread(target=self._follow, daemon=True)
        self._thread.start()

    def end(self) -> None:
        """Stop following."""
        self._is_over.set()
        self._thread.join()
        self.look()

    def look(self) -> int:
        """Check the manifest; how many documents it names."""
        with self._lock:
            signed = self._read()
            if signed is None:
                return 0
            number = signed.manifest.sequence
            if self.by_sequence.setdefault(number, signed.content) != signed.content:
                self.faults.append(f"number {number} was published twice")
            if number < self.newest:
                self.faults.append(f"number {number} followed {self.newest}")
            if self.newest and number > self.newest + 1:
                self.faults.append(f"number {number} came right after {self.newest}")
            self.newest = max(number, self.newest)
            self.published_at[number] = datetime.fromisoformat(signed.manifest.published_at)
            return signed.manifest.documents

    def verify(self) -> frozenset[str]:
        """Read all that is published, as `publish --verify` does; the documents, none of which may have gone."""
        with self._lock:
            signed = self._read()
        assert signed is not None, f"nothing is published of {self._name}"
        paths: list[str] = []
        titles: dict[str, str] = {}
        for entry in signed.manifest.segments:
            if not is_whole(self._target, entry.hash, entry.size_bytes):
                self.faults.append(f"number {signed.manifest.sequence} lacks a segment, or it is torn")
            elif entry.kind is SegmentKind.DOCUMENTS:
                stored = self._target.read(f"{SEGMENTS}/{entry.hash}", entry.size_bytes)
                assert stored is not None
                for document in unpack_documents(stored.content, entry):
                    paths.append(document.path)
                    titles[document.path] = document.title
        if len(paths) != len(set(paths)):
            self.faults.append(f"number {signed.manifest.sequence} holds a document twice")
        if lost := self.paths - set(paths):
            self.faults.append(f"number {signed.manifest.sequence} lost {sorted(lost)}")
        self.paths, self.titles = frozenset(paths), titles
        return self.paths

    def _read(self) -> Signed | None:
        stored = self._target.read(MANIFEST, MOST_MANIFEST_BYTES)
        if stored is None:
            if self.newest:
                self.faults.append(f"number {self.newest} is gone")
            return None
        signed = manifest.decode(stored.content)
        manifest.check(signed, None, self._key)
        return signed

    def _follow(self) -> None:
        known = b""
        while not self._is_over.wait(self._every_s):
            with contextlib.suppress(BookwheelError):  # a store that is killed does not answer
                stored = self._target.read(MANIFEST, MOST_MANIFEST_BYTES)
                if stored is not None and stored.content != known:
                    known = stored.content
                    self.look()


class Standing:
    """What a reader says of its publications: their numbers, never an older one, and how old they are."""

    def __init__(self, address: str) -> None:
        self._address = address
        self.faults: list[str] = []
        self.numbers: dict[str, int] = {}
        self.documents: dict[str, int] = {}
        self._published: dict[tuple[str, int], tuple[float, float]] = {}

    def look(self) -> None:
        """Read the reader's counts."""
        before = time.time()
        text = httpx.get(f"{self._address}/metrics", trust_env=False, timeout=60).text
        after = time.time()
        ages = _gauge(text, "bookwheel_publication_age_seconds")
        for name, value in _gauge(text, "bookwheel_publication_number").items():
            number = int(value)
            if number < self.numbers.get(name, 0):
                self.faults.append(f"{name}: number {number} was shown after {self.numbers[name]}")
            self.numbers[name] = number
            # Numbers are read before ages: between the two, the next publication may have come.
            self._published.setdefault((name, number), (before - ages[name], after - ages[name]))
        for name, value in _gauge(text, "bookwheel_documents").items():
            if value < self.documents.get(name, 0):
                self.faults.append(f"{name}: {value:g} documents were shown after {self.documents[name]}")
            self.documents[name] = int(value)

    def check(self, followers: Mapping[str, Follower]) -> None:
        """Compare the numbers and ages that were shown with what was published."""
        for (name, number), (earliest, latest) in tuple(self._published.items()):
            at = followers[name].published_at.get(number)
            if at is None:
                self.faults.append(f"{name}: number {number} was shown and never published")
            elif not earliest - AGE_ERROR_S <= at.timestamp() <= latest + AGE_ERROR_S:
                self.faults.append(f"{name}: the age of number {number} was wrong")


def _gauge(text: str, name: str) -> dict[str, float]:
    """The values of a count by collections."""
    return {row[0]: float(row[1]) for row in re.findall(rf'^{name}{{collection="(.+)"}} (\S+)$', text, re.M)}


class Asking:
    """Searches at a reader all the time, and keeps what is wrong with its answers."""

    def __init__(self, address: str, query: str, every_s: float = 0.3) -> None:
        self.address, self._query, self._every_s = address, query, every_s
        self.refusals: list[str] = []
        self.standing = Standing(address)
        self.answers, self.slowest_s, self._most = 0, 0.0, 0
        self._away, self._lock = 0, threading.Lock()
        self._is_over = threading.Event()
        self._thread = threading.Thread(target=self._ask, daemon=True)
        self._thread.start()

    @contextlib.contextmanager
    def away(self) -> Iterator[None]:
        """Meanwhile the reader may be away."""
        with self._lock:
            self._away += 1
        try:
            yield
        finally:
            with self._lock:
                self._away -= 1

    def end(self) -> None:
        """Ask no more."""
        self._is_over.set()
        self._thread.join()

    def _ask(self) -> None:
        while not self._is_over.wait(self._every_s):
            began, may_fail = time.monotonic(), self._away > 0
            try:
                found = len(search(self.address, self._query))
                self.standing.look()
            except Exception as error:
                if not (may_fail or self._away > 0):
                    self.refusals.append(repr(error))
                continue
            self.answers += 1
            self.slowest_s = max(self.slowest_s, time.monotonic() - began)
            if found < min(self._most, 10):
                self.refusals.append(f"{found} documents were found after {self._most}")
            self._most = max(self._most, found)


class Moments:
    """Waits until workers are at a stage of their work, and a random moment more."""

    def __init__(self, fleet: Fleet, postgres: Postgres, followers: dict[str, Follower], seed: int = 7) -> None:
        self._fleet, self._postgres, self._followers = fleet, postgres, followers
        self.chance = random.Random(seed)
        self.hit: Counter[Stage] = Counter()

    def wait(self, stage: Stage, name: str, workers: dict[str, Worker], before: int, most_s: float = 10) -> str:
        """Wait until a worker is at a stage of its work on a collection; who, empty where that was over too soon.

        `before` is the number of the publication that the work begins with; after `most_s` nobody is waited for.
        """
        is_there = self._look_for(stage, name, workers, before)
        end = time.monotonic() + most_s
        while time.monotonic() < end:
            victim = is_there()
            if victim:
                time.sleep(self.chance.uniform(0, LONGEST_S.get(stage, 0.6)))
                self.hit[stage] += 1
                return victim
            if self._followers[name].newest > before and not self._holder(name, workers) and self._is_over(name):
                return ""
            time.sleep(0.02)
        return ""

    @staticmethod
    def is_up(worker: Worker) -> bool:
        """Whether a worker has started since it was killed last."""
        return "probes at" in worker.log.read_text("utf-8", "replace").rpartition(KILLED)[2]

    def _look_for(self, stage: Stage, name: str, workers: dict[str, Worker], before: int) -> Callable[[], str]:
        known = self._segments(name) if stage is Stage.UPLOAD else set[str]()

        def look() -> str:
            if stage in (Stage.FETCH, Stage.PUBLISH):
                kind = "crawler" if stage is Stage.FETCH else "publisher"
                return next((one for one, worker in workers.items() if kind in children_of(worker.process.pid)), "")
            holder = self._holder(name, workers)
            if not holder or stage is Stage.TAKEN:
                return holder
            if stage is Stage.INDEX:
                return "" if children_of(workers[holder].process.pid) & {"crawler", "publisher"} else holder
            if stage is Stage.UPLOAD:
                return holder if self._segments(name) - known else ""
            return holder if self._followers[name].newest > before else ""

        return look

    def _segments(self, name: str) -> set[str]:
        with contextlib.suppress(BookwheelError):
            return {one.name for one in self._fleet.open_target(name).names(SEGMENTS)}
        return set()

    def _holder(self, name: str, workers: dict[str, Worker]) -> str:
        """The worker whose log says that it publishes a collection now."""
        return next((one for one, worker in workers.items() if _last_job(worker) == name), "")

    def _is_over(self, name: str) -> bool:
        rows = self._postgres.ask(
            "SELECT FROM bookwheel.jobs WHERE collection = %s AND finished_at IS NULL "
            "AND (due_at <= now() OR taken_by IS NOT NULL)",
            name,
        )
        return not rows


def children_of(process: int) -> set[str]:
    """The kinds of the children of a reader or worker, such as `publisher`; by the files of Linux, which are cheap."""
    found: set[str] = set()
    for file in Path(f"/proc/{process}/task").glob("*/children"):
        with contextlib.suppress(OSError):
            for child in file.read_text("ascii").split():
                words = Path(f"/proc/{child}/cmdline").read_bytes().split(b"\0")
                found |= {words[place + 1].decode() for place, word in enumerate(words[:-1]) if word == b"child"}
    return found


def _last_job(worker: Worker) -> str:
    """The collection that a worker is at by its log; empty for none."""
    with worker.log.open("rb") as file:
        file.seek(max(0, worker.log.stat().st_size - 4000))
        text = file.read().decode("utf-8", "replace")
    rest = text.rpartition("Publishing ")[2]
    name, comma, _ = rest.partition(", try ")
    is_ended = any(word in rest for word in ("Published ", "failed:", "given up", "probes at"))
    return name if comma and not is_ended else ""
