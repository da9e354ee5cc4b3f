"""Runs a real PostgreSQL of the system in a temporary folder, as a user who is not root."""

from __future__ import annotations

import contextlib
import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psutil
import psycopg

from bookwheel.domain.team import DatabaseConfig
from tests import waiting

PASSWORD = "a-password-of-the-tests-alone"


def find_programs() -> Path | None:
    """The folder of PostgreSQL's programs, of the newest version from 14 on; None where there is none."""
    found = shutil.which("initdb")
    if found is not None:
        return Path(found).resolve().parent
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    return folders[-1].parent if folders else None


def free_port() -> int:
    """A port of loopback that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@dataclass
class Postgres:
    """A server that can be stopped, killed and started again."""

    programs: Path
    folder: Path
    port: int
    process: subprocess.Popen[Any] | None = None

    @property
    def address(self) -> str:
        """The address, with its password."""
        return f"postgresql://bookwheel:{PASSWORD}@127.0.0.1:{self.port}/postgres"

    @property
    def secret(self) -> DatabaseConfig:
        """The same as a configuration has it, in a file."""
        return DatabaseConfig(file=str(self.folder / "queue"))

    def start(self) -> None:
        """Start it, and wait until it answers."""
        command = [str(self.programs / "postgres"), "-D", str(self.folder / "data"), "-p", str(self.port)]
        command += ["-k", str(self.folder), "-h", "127.0.0.1"]
        with (self.folder / "postgres.log").open("ab") as log:
            self.process = subprocess.Popen(command, stdout=log, stderr=log, **_user())
        waiting.until(self._answers, 60, tell=lambda: (self.folder / "postgres.log").read_text("utf-8")[-2000:])

    def send(self, number: int) -> None:
        """Send a signal to the server's first process."""
        assert self.process is not None
        self.process.send_signal(number)

    def kill(self) -> None:
        """End all of it as a power failure does, but for the disk."""
        if self.process is not None:
            first = psutil.Process(self.process.pid)
            first.suspend()  # else it starts further ones, which would write beside those of the next start
            processes = [first, *first.children(recursive=True)]
            for process in processes:
                with contextlib.suppress(psutil.NoSuchProcess):
                    process.kill()
            self.process.wait(60)
            assert not psutil.wait_procs(processes, 60)[1]
            self.process = None

    def stop(self) -> None:
        """End it in order."""
        if self.process is not None:
            self.process.send_signal(signal.SIGCONT)
            self.process.send_signal(signal.SIGINT)
            self.process.wait(60)
            self.process = None

    def ask(self, query: Any, *values: object) -> list[tuple[Any, ...]]:
        """The rows of a query, each in a connection of its own."""
        with psycopg.connect(self.address, connect_timeout=10, autocommit=True) as connection:
            cursor = connection.execute(query, values or None)
            return cursor.fetchall() if cursor.description else []

    def reset(self) -> None:
        """Forget all that was written."""
        self.ask("DROP SCHEMA IF EXISTS bookwheel CASCADE")

    def _answers(self) -> bool:
        assert self.process is not None and self.process.poll() is None
        try:
            return self.ask("SELECT 1") == [(1,)]
        except psycopg.OperationalError:
            return False


def _user() -> dict[str, Any]:
    """Who runs the server: it refuses root."""
    if os.geteuid() != 0:
        return {}
    who = pwd.getpwnam("nobody")
    return {"user": who.pw_uid, "group": who.pw_gid, "extra_groups": []}


@contextmanager
def running() -> Iterator[Postgres]:
    """Run a server until the block is left."""
    programs = find_programs()
    assert programs is not None, "PostgreSQL is not installed: make test-team installs it where it may"
    folder = Path(tempfile.mkdtemp(prefix="bookwheel-postgres-"))
    server = Postgres(programs, folder, free_port())
    try:
        if os.geteuid() == 0:
            os.chown(folder, _user()["user"], _user()["group"])
        (folder / "password").write_text(PASSWORD, "utf-8")
        (folder / "queue").write_text(server.address + "\n", "utf-8")
        for name in ("password", "queue"):
            (folder / name).chmod(0o644)
        command = [str(programs / "initdb"), "-D", str(folder / "data"), "-U", "bookwheel", "-A", "scram-sha-256"]
        command += [f"--pwfile={folder / 'password'}", "-E", "UTF8", "--no-sync"]
        subprocess.run(command, check=True, capture_output=True, cwd=folder, **_user())
        server.start()
        yield server
    finally:
        server.stop()
        shutil.rmtree(folder)
