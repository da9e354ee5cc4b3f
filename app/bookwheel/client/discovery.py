"""Finding a library's service and, when there is none, starting it."""

from __future__ import annotations

import contextlib
import http.client
import os
import subprocess
import sys
import threading
import time
from urllib.parse import urlsplit

from bookwheel import wire
from bookwheel.domain import storage
from bookwheel.domain.errors import ProtocolMismatch, ServiceUnavailable
from bookwheel.domain.messages import Message
from bookwheel.paths import LibraryPaths, command, make_private

PING_S = 5.0
"""Seconds in which a service must answer to count as alive."""

START_BYTES = 1 << 16
"""What a starting service writes, about: its discovery file, marks of the state, logs."""


def token(paths: LibraryPaths) -> str:
    """The admin token.

    Raises:
        ServiceUnavailable: when it cannot be read.
    """
    try:
        read = paths.admin_token.read_text("ascii").strip()
    except OSError as error:
        raise ServiceUnavailable(
            "The library's admin token cannot be read ({reason}).", reason=error.strerror
        ) from None
    except UnicodeDecodeError:
        read = ""
    if not (read.isprintable() and read):
        raise ServiceUnavailable("The library's admin token is damaged; the service rewrites it within a second.")
    return read


def answers(record: wire.Discovery, paths: LibraryPaths) -> bool:
    """Whether the service announced answers an authenticated call, in whatever protocol."""
    with contextlib.suppress(OSError, http.client.HTTPException, ServiceUnavailable):
        return _call(record, paths, "status", PING_S) in (200, 426)
    return False


def find(paths: LibraryPaths) -> wire.Discovery | None:
    """The service that answers, None when there is none.

    Raises:
        ProtocolMismatch: when it is newer than this program.
    """
    record = wire.announced(paths.discovery)
    if record is None or not answers(record, paths):
        return None
    if record.protocol > wire.PROTOCOL:
        raise ProtocolMismatch(
            "The service belongs to a newer Bookwheel ({version}). Update this program, or stop that service.",
            version=record.version,
        )
    return record


def ensure(paths: LibraryPaths, timeout_s: float, *, may_create: bool = True) -> wire.Discovery:
    """The service that answers; started if there is none, and put in the place of an older one.

    Without `may_create` the library's folder must be there already.

    Raises:
        ServiceUnavailable: when none answers in time, or the disk is too full for one to start.
        ProtocolMismatch: when the one that runs is newer than this program.
    """
    until = time.monotonic() + timeout_s
    started: subprocess.Popen[bytes] | None = None
    while True:
        record = find(paths)
        if record is not None and record.protocol == wire.PROTOCOL:
            return record
        if record is not None:
            _claim(paths)
            drain(record, paths)
        elif not may_create and not paths.root.is_dir():
            raise ServiceUnavailable(
                "The library's folder {folder} was deleted or moved. Restore it or restart Bookwheel.",
                folder=paths.root,
            )
        elif started is None or _is_over(started, paths):
            if started is not None and started.returncode:
                _require_space(paths)
            started = launch(paths)
        if time.monotonic() > until:
            raise ServiceUnavailable(
                "The service did not start in {time} s; its log is in {folder}.",
                time=f"{timeout_s:g}",
                folder=paths.log,
            )
        time.sleep(0.02)


def _fault_of_folder(paths: LibraryPaths) -> str:
    """Make the library's folder; return why it cannot hold a library, empty when it can."""
    try:
        paths.root.mkdir(parents=True, exist_ok=True, mode=0o700)  # its index holds the documents' words
        paths.log.mkdir(exist_ok=True, mode=0o700)
    except OSError as error:
        return error.strerror or type(error).__name__
    return "" if os.access(paths.root, os.W_OK | os.X_OK) else Message("it is read-only")


def launch(paths: LibraryPaths) -> subprocess.Popen[bytes]:
    """Start a service that outlives this process.

    Raises:
        ServiceUnavailable: when the library's folder cannot be made.
    """
    if reason := _fault_of_folder(paths):
        raise ServiceUnavailable(
            "{folder} cannot be used for a library ({reason}). Choose another folder with --library.",
            folder=paths.root,
            reason=reason,
        )
    words = [*command(), "serve", "--library", str(paths.root)]
    flags = 0
    if sys.platform == "win32":
        flags = subprocess.CREATE_NO_WINDOW | subprocess.CREATE_NEW_PROCESS_GROUP
    try:
        errors = (paths.log / "service.err").open("ab")
    except OSError:  # a full disk takes no file
        errors = open(os.devnull, "ab")  # noqa: SIM115 - closed below
    with errors:
        process = subprocess.Popen(
            words,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=errors,
            cwd=paths.root,
            start_new_session=True,
            creationflags=flags,
        )
    threading.Thread(target=process.wait, name="service reaper", daemon=True).start()  # else it would stay a zombie
    return process


def _is_over(started: subprocess.Popen[bytes], paths: LibraryPaths) -> bool:
    """Whether a start came to nothing: it failed, or it found a service that has ended since."""
    code = started.poll()
    return code is not None and (code != 0 or wire.announced(paths.discovery) is None)


def _require_space(paths: LibraryPaths) -> None:
    """Look whether it is the disk that a service which has just failed to start lacks.

    Raises:
        ServiceUnavailable: when the library's disk is full.
    """
    probe = paths.root / f"start.{os.getpid()}.tmp"
    try:
        probe.write_bytes(bytes(START_BYTES))
    except OSError as error:
        refusal = storage.find_storage_error(error)
        if refusal is not None and refusal.message == storage.FULL:
            raise ServiceUnavailable(storage.FULL_AT_START) from None
    finally:
        with contextlib.suppress(OSError):
            probe.unlink()


def _claim(paths: LibraryPaths) -> None:
    """Say that this program's service comes next: older programs that miss theirs meanwhile wait, and start none."""
    with contextlib.suppress(OSError):
        make_private(paths.successor, str(wire.PROTOCOL))


def drain(record: wire.Discovery, paths: LibraryPaths) -> None:
    """Ask a service to end, in its own protocol."""
    with contextlib.suppress(OSError, http.client.HTTPException):
        _call(record, paths, "stop", PING_S)
    time.sleep(0.2)


def wait_until_gone(paths: LibraryPaths, timeout_s: float, pid: int = 0) -> bool:
    """Whether the service let go of the library in time: its stores are closed then.

    With its `pid`, a service that another program has started since does not count.
    """
    until = time.monotonic() + timeout_s
    while not _is_free(paths):
        record = wire.announced(paths.discovery) if pid else None
        if record is not None and record.pid != pid:  # it is announced by one that has the lock
            return True
        if time.monotonic() >= until:
            return False
        time.sleep(0.02)
    return True


def _is_free(paths: LibraryPaths) -> bool:
    from filelock import FileLock, Timeout  # noqa: PLC0415 - only needed at a service's end

    try:
        with FileLock(paths.lock, timeout=0, is_singleton=False):
            return True
    except FileNotFoundError:  # the folder went with it
        return True
    except Timeout:
        return False


def is_locked(paths: LibraryPaths) -> bool:
    """Whether some process holds the library's lock."""
    return paths.lock.is_file() and not wait_until_gone(paths, 0)


def headers(record: wire.Discovery, paths: LibraryPaths, client: str) -> dict[str, str]:
    """What every request carries."""
    return {
        "Authorization": f"Bearer {token(paths)}",
        "Bookwheel-Protocol": str(record.protocol),
        "Bookwheel-Client": client,
        "Content-Type": "application/json",
    }


def address(record: wire.Discovery) -> tuple[str, int]:
    """Host and port of a service."""
    parts = urlsplit(record.url)
    return parts.hostname or "127.0.0.1", parts.port or 0


def _call(record: wire.Discovery, paths: LibraryPaths, method: str, timeout_s: float) -> int:
    connection = http.client.HTTPConnection(*address(record), timeout=timeout_s)
    try:
        connection.request("POST", f"/rpc/{method}", b"{}", headers(record, paths, "probe"))
        response = connection.getresponse()
        response.read()
        return response.status
    finally:
        connection.close()
