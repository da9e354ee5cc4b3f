"""The interface for programs as its own description tells it, tried by schemathesis on a service of its own."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

from bookwheel.client import discovery
from bookwheel.client.connection import connect
from bookwheel.client.ingest import Document, IngestClient
from bookwheel.domain.collection_source import SourceKind
from bookwheel.domain.sources import AddSourceRequest
from bookwheel.paths import LibraryPaths

MOST_S = 60
_LONGEST_RUN_S = 300
_HOOKS = Path(__file__).with_name("ingest_hooks.py")
_SETTINGS = """
hooks = "{hooks}"
# A job that was cancelled can still be asked for.
[checks]
use_after_free.enabled = false
[parameters]
"path.collection" = "{collection}"
"path.job" = "{job}"
# An item that is not valid is told by its job, not by the answer to its batch.
[[operations]]
include-operation-id = "send_batch"
checks.negative_data_rejection.enabled = false
"""


def try_interface(python: Path, folder: Path) -> tuple[int, str]:
    """Let schemathesis, which `python` has, try every operation for a minute; its exit code, and what it said."""
    library = LibraryPaths(folder / "library")
    client = connect(library, client="conformance")
    try:
        collection = client.add_source(AddSourceRequest("Tickets", SourceKind.DATASOURCE)).collection.slug
        token = discovery.token(library)
        with IngestClient(client.url, token) as programs:
            job = programs.send(collection, [Document("a", "words")]).id
        settings = folder / "schemathesis.toml"
        settings.write_text(_SETTINGS.format(hooks=_HOOKS.as_posix(), collection=collection, job=job), "utf-8")
        command = [
            str(python), "-m", "schemathesis.cli", "--config-file", str(settings),
            "run", f"{client.url}/ingest/v1/openapi.json", "--header", f"Authorization: Bearer {token}",
            "--max-time", str(MOST_S), "--seed", "1", "--continue-on-failure",
        ]  # fmt: skip
        environment = {**os.environ, "NO_PROXY": "127.0.0.1"}
        ended = subprocess.run(
            command, capture_output=True, text=True, encoding="utf-8", cwd=folder, env=environment,
            timeout=_LONGEST_RUN_S,
        )  # fmt: skip
        return ended.returncode, ended.stdout + ended.stderr
    except subprocess.TimeoutExpired:
        return 1, f"No end within {_LONGEST_RUN_S} s.\n"
    finally:
        client.stop()
        client.close()
