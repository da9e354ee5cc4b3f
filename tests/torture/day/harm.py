"""What befalls a library's processes and stores in a day."""

from __future__ import annotations

import contextlib
import json
import os
import random
import re
import shutil
import sqlite3
import subprocess
import threading
from collections.abc import Callable, Sequence
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import psutil

from bookwheel import wire
from bookwheel.client.connection import connect
from bookwheel.domain.page import PageRequest
from bookwheel.domain.service.activity import Activity
from bookwheel.indexes.state import schema
from bookwheel.paths import LibraryPaths
from tests.older_calls import keep_older_calls

CHILDREN = ("indexer", "parser", "watcher", "embedder", "renderer")
_EARLIER_STATE = 4
_SOURCE = Path(wire.__file__).parent


def kill_service(library: LibraryPaths) -> bool:
    """Kill the service with SIGKILL; whether there was one."""
    record = wire.announced(library.discovery)
    with contextlib.suppress(psutil.NoSuchProcess):
        if record is not None:
            psutil.Process(record.pid).kill()
            return True
    return False


def kill_child(library: LibraryPaths, kind: str, page: str) -> bool:
    """Kill a child of the service with SIGKILL; `page` is one that the renderer is given first. Whether there was one.

    A child that has just ended is none.
    """
    record = wire.announced(library.discovery)
    if record is None:
        return False
    if kind == "renderer":
        threading.Thread(target=_open_page, args=(library, page), daemon=True).start()
        threading.Event().wait(0.3)
    is_killed = False
    with contextlib.suppress(psutil.Error):
        for child in psutil.Process(record.pid).children(recursive=True):
            with contextlib.suppress(psutil.NoSuchProcess):
                if kind in child.cmdline():
                    child.kill()
                    is_killed = True
    return is_killed


def _open_page(library: LibraryPaths, doc: str) -> None:
    with contextlib.suppress(Exception), closing(connect(library, client="window", start=False)) as client:
        client.page(PageRequest(doc))


def damage_keyword_index(library: LibraryPaths, chance: random.Random) -> str:
    """Take away, cut or garble files of the keyword index."""
    files = sorted(path for path in library.keyword.rglob("*") if path.is_file())
    if not files or chance.random() < 0.3:
        shutil.rmtree(library.keyword, ignore_errors=True)
        return "keyword index deleted"
    file = chance.choice(files)
    with contextlib.suppress(FileNotFoundError):  # the indexer has replaced it just now
        content = file.read_bytes()
        file.write_bytes(chance.choice((content[: len(content) // 2], chance.randbytes(len(content)), b"")))
    return f"{file.name} of the keyword index damaged"


def make_older(library: LibraryPaths) -> str:
    """Turn the files of a library that no service has open into those of earlier versions.

    The state keeps its calls itself and has none of the tables that came later, the catalogue has an earlier schema,
    the tokens have no checksum and no backup, the settings no last line.
    """
    call = Activity(1, datetime.now(UTC).isoformat(), "cli", "search", "an earlier call", (), 1, 10, 1.0)
    for path in (library.activity, library.tokens.with_name("tokens.backup.json"), library.state_backup):
        path.unlink(missing_ok=True)
    library.settings.with_name("settings.backup.toml").unlink(missing_ok=True)
    with closing(sqlite3.connect(library.state)) as state:
        later = re.findall(r"CREATE TABLE (\w+)", " ".join(schema.MIGRATIONS[_EARLIER_STATE:]))
        dropped = " ".join(f"DROP TABLE {table};" for table in later)
        state.executescript(f"DELETE FROM activity; {dropped} PRAGMA user_version = {_EARLIER_STATE};")
    keep_older_calls(library.state, [call])
    with closing(sqlite3.connect(library.catalogue)) as catalogue:
        catalogue.execute("PRAGMA user_version = 3")
    if library.tokens.exists():
        clients = json.loads(library.tokens.read_text("utf-8"))["clients"]
        library.tokens.write_text(json.dumps({"clients": clients}), "utf-8")
    if library.settings.exists():
        lines = [line for line in library.settings.read_text("utf-8").splitlines() if not line.startswith("#")]
        library.settings.write_text("\n".join(lines), "utf-8")
    return call.query


def write_newer(folder: Path) -> str:
    """Make the program as its next version in a folder; what to set as PYTHONPATH."""
    package = folder / "bookwheel"
    package.mkdir(parents=True)
    for part in _SOURCE.iterdir():
        if part.name == "wire.py":
            text = re.sub(r"(?m)^PROTOCOL = .*$", f"PROTOCOL = {wire.PROTOCOL + 1}", part.read_text("utf-8"))
            (package / part.name).write_text(text, "utf-8")
        elif part.name != "__pycache__":
            (package / part.name).symlink_to(part)
    return os.pathsep.join((str(folder), str(_SOURCE.parents[1])))


def start_at_once(command: Sequence[str], count: int, on_failure: Callable[[str], None]) -> None:
    """Start so many services at the same moment: one comes to be, and all name it."""
    starts = [
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) for _ in range(count)
    ]
    ends = [start.communicate(timeout=60) for start in starts]
    told = "; ".join(output + errors for output, errors in ends)
    if any(start.returncode for start in starts):
        on_failure(f"of {count} starts at once, not all came to an end: {told}")
    elif len({json.loads(output)["pid"] for output, _ in ends}) != 1:
        on_failure(f"{count} starts at once made several services: {told}")
