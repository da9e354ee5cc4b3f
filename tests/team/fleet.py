"""Workers and a reader of one configuration, each a process of its own."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import httpx

from bookwheel import wire
from bookwheel.domain.targets import Target
from bookwheel.fetching.object_store import open_object_store
from bookwheel.publications import keys
from bookwheel.publications.targets import FolderTarget
from tests import waiting
from tests.team.postgres import Postgres, free_port

LEASE_S = 6


@dataclass
class Worker:
    """`bookwheel serve --team --worker`."""

    process: subprocess.Popen[bytes]
    log: Path

    def address(self) -> str:
        """Where its probes are; empty before it listens."""
        found = re.findall(r"probes at (\S+)\. ", self.log.read_text("utf-8"))
        return f"http://{found[-1]}" if found else ""

    def get(self, path: str) -> httpx.Response:
        """Ask a probe."""
        return httpx.get(self.address() + path, trust_env=False, timeout=60)

    def is_ready(self) -> bool:
        """Whether it can be given work."""
        assert self.process.poll() is None, self.log.read_text("utf-8")
        try:
            return bool(self.address()) and self.get("/readyz").status_code == 200
        except httpx.TransportError:
            return False

    def end(self, *signals: int) -> None:
        """Send signals, and wait for the end."""
        for number in signals or (signal.SIGTERM,):
            self.process.send_signal(number)
        self.process.wait(120)


@dataclass
class Fleet:
    """A team's folder: its sources, targets, keys, configuration and processes.

    `store` is the address below which collections are published, in place of folders; `tables` are further tables of
    the configuration.
    """

    folder: Path
    postgres: Postgres
    lease_s: int = LEASE_S
    has_vectors: bool = False
    collector: str = ""
    """The address of a collector that gets traces of every call; empty for none."""
    store: str = ""
    tables: str = ""
    refresh_minutes: int = 1
    collections: dict[str, str] = field(default_factory=dict)
    processes: list[subprocess.Popen[bytes]] = field(default_factory=list)
    reader_port: int = field(default_factory=free_port)

    def source(self, name: str) -> Path:
        """The folder of a collection's documents."""
        return self.folder / "sources" / name

    def target(self, name: str) -> Path:
        """The folder to which a collection is published."""
        return self.folder / "targets" / name

    def address(self, name: str) -> str:
        """Where a collection is published."""
        return f"{self.store}/{name.lower()}" if self.store else str(self.target(name))

    def open_target(self, name: str) -> Target:
        """What is published of a collection."""
        return open_object_store(self.address(name)) if self.store else FolderTarget(self.target(name))

    def public_key(self, name: str) -> str:
        """The key by which a collection's publications are checked."""
        return keys.public_key(keys.read_key(self.folder / f"{name}.key"))

    def add(self, name: str, texts: Mapping[str, str] | None = None, *, source: str = "") -> None:
        """Add a collection, of documents in a folder or of an address."""
        key = self.folder / f"{name}.key"
        private = keys.create_key()
        keys.write_key(key, private)
        for path, text in (texts or {}).items():
            self.write(name, path, text)
        lines = [f'name = "{name}"', f'address = "{self.address(name)}"', f'key = "{keys.public_key(private)}"']
        lines += [
            "groups = []",
            f'source = "{source or self.source(name)}"',
            f'secret_key = "{key}"',
            'every = "daily"',
        ]
        self.collections[name] = "\n".join(["[[collections]]", *lines, f"refresh_minutes = {self.refresh_minutes}"])

    def write(self, name: str, path: str, text: str) -> None:
        """Write one document of a collection's folder."""
        file = self.source(name) / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")

    def config(self, *, queue: str = "", port: int = 0) -> Path:
        """Write the configuration, for a reader at a port."""
        port = port or self.reader_port
        lines = ['name = "Team"', f'listen = "127.0.0.1:{port}"', 'worker_listen = "127.0.0.1:0"']
        lines += ["[workers]", queue or f'queue_file = "{self.postgres.folder / "queue"}"']
        lines += [f"lease_seconds = {self.lease_s}", self.tables]
        lines += ["[traces]", f'endpoint = "{self.collector}"', "sample = 1"] if self.collector else []
        lines += self.collections.values()
        file, text = self.folder / f"team-{port}.toml", "\n".join(lines)
        if not file.exists() or file.read_text("utf-8") != text:  # else a process that starts might read half of it
            file.write_text(text, "utf-8")
        return file

    def start_worker(self, name: str, *, queue: str = "") -> Worker:
        """Start a worker with a folder of its own."""
        log = self.folder / f"{name}.log"
        return Worker(self._start(log, name, "--worker", queue=queue), log)

    def start_reader(self, name: str = "reader", port: int = 0, *, within: Sequence[str] = ()) -> str:
        """Start a reader with a folder of its own, by a command that runs others where that is given; its address."""
        port = port or self.reader_port
        self.run_reader(name, port, within=within)
        return f"http://127.0.0.1:{port}"

    def run_reader(self, name: str, port: int, *, within: Sequence[str] = ()) -> subprocess.Popen[bytes]:
        """Start a reader as `start_reader` does; its process."""
        return self._start(self.folder / f"{name}.log", name, port=port, within=within)

    def make_due(self, *names: str) -> None:
        """Have collections published now."""
        for name in names or tuple(self.collections):
            self.postgres.ask(
                "UPDATE bookwheel.jobs SET due_at = now() WHERE collection = %s AND finished_at IS NULL", name
            )

    def finished(self, name: str) -> list[int]:
        """The numbers of the publications that workers noted, oldest first."""
        rows = self.postgres.ask(
            "SELECT sequence FROM bookwheel.jobs WHERE collection = %s AND finished_at IS NOT NULL "
            "ORDER BY finished_at",
            name,
        )
        return [int(row[0]) for row in rows]

    def logs(self) -> str:
        """The ends of all logs."""
        return "\n".join(f"{log.name}: {log.read_text('utf-8')[-3000:]}" for log in sorted(self.folder.glob("*.log")))

    def _start(
        self, log: Path, name: str, *words: str, queue: str = "", port: int = 0, within: Sequence[str] = ()
    ) -> subprocess.Popen[bytes]:
        library = self.folder / "libraries" / name
        if not self.has_vectors and not library.exists():
            library.mkdir(parents=True, mode=0o700)
            (library / "settings.toml").write_text("[meaning]\nenabled = false\n", "utf-8")
        config = self.config(queue=queue, port=port)
        command = [*within, sys.executable, "-m", "bookwheel", "serve", "--team", str(config), *words]
        command += ["--library", str(library)]
        with log.open("ab") as output:
            process = subprocess.Popen(command, stdout=output, stderr=output, env=dict(os.environ))
        self.processes.append(process)
        return process


@contextmanager
def gathered(folder: Path, postgres: Postgres, *, has_vectors: bool = False, store: str = "") -> Iterator[Fleet]:
    """A fleet whose processes end with the block."""
    postgres.reset()
    fleet = Fleet(folder, postgres, has_vectors=has_vectors, store=store)
    try:
        yield fleet
    finally:
        for process in fleet.processes:
            if process.poll() is None:
                process.send_signal(signal.SIGCONT)
                process.send_signal(signal.SIGTERM)
        for process in fleet.processes:
            process.wait(120)


def search(address: str, query: str) -> list[str]:
    """The documents that a reader finds."""
    headers = {"bookwheel-protocol": str(wire.PROTOCOL)}
    body = {"query": query, "mode": "keyword"}
    answer = httpx.post(f"{address}/rpc/search", json=body, headers=headers, trust_env=False, timeout=60)
    answer.raise_for_status()
    return [hit["doc"] for hit in answer.json()["hits"]]


def answers(address: str, path: str) -> bool:
    """Whether a probe of a reader is good."""
    try:
        return httpx.get(address + path, trust_env=False, timeout=60).status_code == 200
    except httpx.TransportError:
        return False


def wait_for(is_so: object, fleet: Fleet, timeout_s: float = 90) -> None:
    """Wait, and show the logs where it does not happen."""
    assert callable(is_so)
    waiting.until(is_so, timeout_s, tell=fleet.logs)
