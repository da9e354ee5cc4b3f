"""SPARQL servers of others that run while a test does: Oxigraph's and Virtuoso."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx

from tests import waiting
from tests.team.npm_provider import free_port

OXIGRAPH = Path(__file__).parents[2] / "build" / "team" / "python" / "bin" / "oxigraph"
VIRTUOSO = "virtuoso-t"

_VIRTUOSO_INI = """\
[Database]
DatabaseFile = {folder}/virtuoso.db
ErrorLogFile = {folder}/virtuoso.log
LockFile = {folder}/virtuoso.lck
TransactionFile = {folder}/virtuoso.trx
xa_persistent_file = {folder}/virtuoso.pxa
FileExtend = 200
MaxCheckpointRemap = 2000
Striping = 0
TempStorage = TempDatabase
[TempDatabase]
DatabaseFile = {folder}/temporary.db
TransactionFile = {folder}/temporary.trx
MaxCheckpointRemap = 2000
Striping = 0
[Parameters]
ServerPort = 127.0.0.1:{sql_port}
DisableUnixSocket = 1
MaxClientConnections = 10
CheckpointInterval = 60
CaseMode = 2
DirsAllowed = .
NumberOfBuffers = 10000
MaxDirtyBuffers = 6000
MaxQueryMem = 1G
[HTTPServer]
ServerPort = 127.0.0.1:{port}
ServerRoot = {folder}
ServerThreads = 10
MaxKeepAlives = 10
KeepAliveTimeout = 10
HTTPThreadSize = 280000
Charset = UTF-8
[Client]
SQL_QUERY_TIMEOUT = 0
[SPARQL]
ResultSetMaxRows = 10000
MaxQueryCostEstimationTime = 0
MaxQueryExecutionTime = 10
"""


@dataclass(frozen=True, slots=True)
class SparqlServer:
    """Where a server that runs takes queries and updates, and with which login."""

    query: str
    update: str
    login: tuple[str, str] | None
    process: subprocess.Popen[bytes]

    def stop(self) -> None:
        """End it as a failure of its computer would."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(60)


@contextmanager
def oxigraph(folder: Path, port: int = 0) -> Iterator[SparqlServer]:
    """Run Oxigraph's server in memory; it knows no login."""
    port = port or free_port()
    command = [str(OXIGRAPH), "serve", "--bind", f"127.0.0.1:{port}"]
    address = f"http://127.0.0.1:{port}"
    with _running([*command, "--timeout-s", "10"], folder, f"{address}/query") as process:
        yield SparqlServer(f"{address}/query", f"{address}/update", None, process)


@contextmanager
def virtuoso(folder: Path) -> Iterator[SparqlServer]:
    """Run Virtuoso, whose address for people with a login asks for it by Digest."""
    port = free_port()
    home = folder / "virtuoso"
    home.mkdir()
    (home / "virtuoso.ini").write_text(
        _VIRTUOSO_INI.format(folder=home, port=port, sql_port=free_port()), encoding="utf-8"
    )
    command = [VIRTUOSO, "+configfile", str(home / "virtuoso.ini"), "+foreground", "+wait"]
    address = f"http://127.0.0.1:{port}"
    with _running(command, folder, f"{address}/sparql") as process:
        yield SparqlServer(f"{address}/sparql-auth", f"{address}/sparql-auth", ("dba", "dba"), process)


SERVERS = {"oxigraph": oxigraph, "virtuoso": virtuoso}


def missing() -> Sequence[str]:
    """The servers that are not on this computer."""
    there = {"oxigraph": OXIGRAPH.exists(), "virtuoso": shutil.which(VIRTUOSO) is not None}
    return [name for name, is_there in there.items() if not is_there]


@contextmanager
def _running(command: Sequence[str], folder: Path, address: str) -> Iterator[subprocess.Popen[bytes]]:
    log = folder / "server.log"
    with (
        log.open("wb") as output,
        subprocess.Popen(command, stdout=output, stderr=output, cwd=folder, env={**os.environ}) as process,
    ):

        def answers() -> bool:
            assert process.poll() is None, log.read_text("utf-8", "replace")
            try:
                return httpx.get(address, params={"query": "ASK {}"}, trust_env=False).status_code == 200
            except httpx.TransportError:
                return False

        try:
            waiting.until(answers, 120)
            yield process
        finally:
            process.kill()
            process.wait(60)
