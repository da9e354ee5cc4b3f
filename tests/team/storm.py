"""A storm of kills: workers, the database, the store and readers, several of them while one change is on its way.

What was killed is started again at once, as systemd would. After every ten kills all of it may rest, and is read whole.
"""

from __future__ import annotations

import signal
import subprocess
import threading
import time
from collections import Counter
from collections.abc import Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from datetime import UTC, datetime
from enum import StrEnum

from bookwheel.domain.errors import QueueUnavailable
from bookwheel.domain.team import Grant
from bookwheel.service.team.database.connection import Database
from bookwheel.service.team.database.grants import GrantTable
from tests.s3.server import S3Server
from tests.team.fleet import answers, wait_for
from tests.team.postgres import Postgres
from tests.team.scene import Scene
from tests.team.torture import KILLED, Moments, Stage, children_of

BETWEEN_CHECKS = 10
"""Kills after which everything is read whole."""

LONGEST_WAIT_S = 25
"""Seconds for which a stage is waited for at most: most kills shall hit a worker that works, not one that starts."""

OF_FOLDER = (Stage.TAKEN, Stage.INDEX, Stage.PUBLISH, Stage.UPLOAD, Stage.PUBLISHED)
OF_GIT = (*OF_FOLDER, Stage.FETCH)


class Kind(StrEnum):
    """What is killed."""

    WORKER = "worker"
    DATABASE = "database"
    STORE = "store"
    READER = "reader"


class Granting:
    """Grants a collection to one group after the other, as an operator, and notes what was acknowledged."""

    def __init__(self, postgres: Postgres) -> None:
        self._postgres = postgres
        self.acknowledged: list[str] = []
        self._count = 0
        self._is_over = threading.Event()
        self._thread = threading.Thread(target=self._grant, daemon=True)
        self._thread.start()

    def end(self) -> None:
        """Grant no more."""
        self._is_over.set()
        self._thread.join()

    def check(self) -> None:
        """See that what was acknowledged is there, and nothing twice, and that the audit has each once."""
        acknowledged = tuple(self.acknowledged)
        groups = [row[0] for row in self._postgres.ask("SELECT group_name FROM bookwheel.grants")]
        assert set(acknowledged) <= set(groups), "the database forgot grants"
        noted = Counter(
            row[0] for row in self._postgres.ask("SELECT note FROM bookwheel.audit WHERE method = 'team/grant'")
        )
        assert set(noted) >= set(acknowledged) and set(noted.values()) <= {1}, "the audit lost or doubled grants"

    def _grant(self) -> None:
        table = GrantTable(Database(self._postgres.secret))
        while not self._is_over.wait(0.2):
            self._count += 1
            group = f"group-{self._count}"
            try:
                table.put(Grant("Handbook", group, "", "operator"))
            except QueueUnavailable:  # it may be there or not
                continue
            self.acknowledged.append(group)
        table.close()


class Storm:
    """Kills so many of each kind. The fixture of the scene ends what still runs."""

    def __init__(self, scene: Scene, kills: Mapping[Kind, int], store: S3Server | None = None, seed: int = 7) -> None:
        self._scene, self._store = scene, store
        self._left = Counter({kind: count for kind, count in kills.items() if count})
        self.kills: Counter[Kind] = Counter()
        self.at_work = 0
        """Kills of workers that had started."""
        self.deaths: list[str] = []
        """What ended without being killed."""
        self._moments = Moments(scene.fleet, scene.postgres, scene.followers, seed)
        self._chance = self._moments.chance
        self._pool = ThreadPoolExecutor(8)
        self._starts: list[Future[None]] = []
        self._readers = dict(zip(scene.asking, scene.fleet.processes[-len(scene.asking) :], strict=True))
        self._locks = {name: threading.Lock() for name in (*scene.workers, *scene.asking)}
        self._is_over = threading.Event()

    def run(self) -> None:
        """Kill, let rest and verify until nothing is left to kill."""
        granting = Granting(self._scene.postgres)
        watching = threading.Thread(target=self._watch, daemon=True)
        watching.start()
        began = time.monotonic()
        try:
            while self._left.total():
                end = self.kills.total() + BETWEEN_CHECKS
                while self._left.total() and self.kills.total() < end:
                    self._strike()
                self._rest()
                granting.check()
                found = self._scene.find_changes()
                print(
                    f"{time.monotonic() - began:.0f} s: {dict(self.kills)}, {len(granting.acknowledged)} grants, "
                    f"{found} changes newly found at readers, {self.at_work} workers were up, "
                    f"{len(self.deaths)} other deaths",
                    flush=True,
                )
        finally:
            granting.end()
            self._is_over.set()
            watching.join()
            self._pool.shutdown()
        print(f"stages: {dict(self._moments.hit)}", *self.deaths, sep="\n", flush=True)

    def _strike(self) -> None:
        """Kill one process at a stage of the work on a collection, and at times others with it."""
        name = self._chance.choice(("Handbook", "Plans"))
        before = self._scene.followers[name].newest
        if self._scene.is_published(name):
            before = self._scene.change(name)
        else:
            self._scene.fleet.make_due(name)
        first = self._chance.choices(tuple(self._left), tuple(self._left.values()))[0]
        if first is Kind.READER:
            holder = self._wait_for_reader()
        else:
            stage = self._chance.choice(OF_GIT if name == "Plans" else OF_FOLDER)
            holder = self._moments.wait(stage, name, dict(self._scene.workers), before, LONGEST_WAIT_S)
            if not holder and self._chance.random() < 0.8:
                return
        self._volley({first}, name, holder)
        if self._left and self._chance.random() < 0.2:  # what is just starting
            time.sleep(self._chance.uniform(0, 1.5))
            self._volley(set(), name, "")

    def _volley(self, kinds: set[Kind], name: str, holder: str) -> None:
        """Kill one of each of these kinds, and at times of others."""
        kinds = (kinds | {kind for kind in self._left if self._chance.random() < 0.4}) & set(self._left)
        print(f"{datetime.now(UTC):%H:%M:%S} {name} {holder or '-'}: {', '.join(kinds)}", flush=True)
        servers = [self._kill(kind, holder) for kind in kinds]
        for start in servers:
            if start is not None:
                start.result()

    def _kill(self, kind: Kind, holder: str) -> Future[None] | None:
        """Kill one process, or both workers; what is to be waited for before the next."""
        self._count(kind)
        if kind is Kind.DATABASE:
            return self._pool.submit(self._kill_database, self._chance.uniform(0, 2))
        if kind is Kind.STORE:
            return self._pool.submit(self._kill_store, self._chance.uniform(0, 3))
        if kind is Kind.READER:
            self._starts.append(self._pool.submit(self._kill_reader, self._victim(holder, self._readers)))
            return None
        victims = {self._victim(holder, self._scene.workers)}
        if self._left[kind] and self._chance.random() < 0.2:
            self._count(kind)
            victims = set(self._scene.workers)
        self.at_work += sum(map(self._moments.is_up, (self._scene.workers[name] for name in victims)))
        self._starts += [self._pool.submit(self._kill_worker, name) for name in victims]
        return None

    def _count(self, kind: Kind) -> None:
        self.kills[kind] += 1
        self._left = +(self._left - Counter({kind: 1}))

    def _victim(self, holder: str, names: Mapping[str, object]) -> str:
        if holder in names:
            return holder
        workers = self._scene.workers
        up = [name for name in names if name not in workers or self._moments.is_up(workers[name])]
        return self._chance.choice(up or tuple(names))

    def _rest(self) -> None:
        """Wait until all that was killed is back and all that was written is published; read it whole."""
        for start in self._starts:
            start.result()
        self._starts.clear()
        self._scene.publish()
        self._scene.verify()

    def _wait_for_reader(self, most_s: float = 4) -> str:
        """Wait until a reader fetches a publication; which, empty where none does so soon."""
        end = time.monotonic() + self._chance.uniform(0, most_s)
        while time.monotonic() < end:
            for name, process in self._readers.items():
                if "crawler" in children_of(process.pid):
                    time.sleep(self._chance.uniform(0, 0.5))
                    return name
            time.sleep(0.05)
        return ""

    def _kill_worker(self, name: str) -> None:
        with self._locks[name]:
            worker = self._scene.workers[name]
            worker.end(signal.SIGKILL)
            self._start_worker(name)

    def _start_worker(self, name: str) -> None:
        with self._scene.workers[name].log.open("a", encoding="utf-8") as log:
            log.write(f"{KILLED}\n")  # `Moments` reads it
        self._scene.workers[name] = self._scene.fleet.start_worker(name)

    def _kill_reader(self, name: str) -> None:
        asking = self._scene.asking[name]
        with asking.away():
            with self._locks[name]:
                self._readers[name].kill()
                self._readers[name].wait(60)
                self._start_reader(name)
            wait_for(lambda: answers(asking.address, "/readyz"), self._scene.fleet)

    def _start_reader(self, name: str) -> None:
        port = int(self._scene.asking[name].address.rpartition(":")[2])
        self._readers[name] = self._scene.fleet.run_reader(name, port)

    def _kill_database(self, away_s: float) -> None:
        self._scene.postgres.kill()
        time.sleep(away_s)
        self._scene.postgres.start()

    def _kill_store(self, away_s: float) -> None:
        assert self._store is not None
        self._store.kill()
        time.sleep(away_s)
        self._store.start()

    def _watch(self) -> None:
        """Start again what ended without being killed, and note it."""
        while not self._is_over.wait(0.5):
            for name in (*self._scene.workers, *self._readers):
                with self._locks[name]:
                    is_worker = name in self._scene.workers
                    process: subprocess.Popen[bytes]
                    process = self._scene.workers[name].process if is_worker else self._readers[name]
                    if process.poll() is None:
                        continue
                    log = (self._scene.fleet.folder / f"{name}.log").read_text("utf-8", "replace")
                    self.deaths.append(f"{name} ended with {process.returncode}: {log[-500:]}")
                    if is_worker:
                        self._start_worker(name)
                    else:
                        self._start_reader(name)
