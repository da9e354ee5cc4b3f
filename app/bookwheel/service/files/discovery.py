"""How a service is found: its discovery file, its token for the person's own programs, and its port."""

from __future__ import annotations

import os
import re
import secrets
import socket
from datetime import UTC, datetime

import bookwheel
from bookwheel import wire
from bookwheel.indexes.state import State
from bookwheel.paths import LibraryPaths, make_private

HOST = "127.0.0.1"

_TOKEN = re.compile(r"[A-Za-z0-9_-]{32,}")


def admin_token(paths: LibraryPaths) -> str:
    """The token of the person's own programs, made once per library and readable by its owner alone."""
    try:
        token = paths.admin_token.read_text("utf-8").strip()
        if _TOKEN.fullmatch(token):
            paths.admin_token.chmod(0o600)
            return token
    except (FileNotFoundError, UnicodeDecodeError):
        pass
    token = secrets.token_urlsafe(32)
    make_private(paths.admin_token, token)
    return token


def listener(state: State) -> socket.socket:
    """A listening socket on the library's own port; a new one is chosen, and kept, if there is none or it is taken."""
    kept = state.mark("port")
    if kept:
        try:
            return bind(HOST, int(kept))
        except OSError:
            pass
    sock = bind(HOST, 0)
    state.set_mark("port", str(sock.getsockname()[1]))
    return sock


def announce(paths: LibraryPaths, url: str) -> None:
    """Write the discovery file."""
    record = wire.Discovery(
        pid=os.getpid(),
        url=url,
        protocol=wire.PROTOCOL,
        version=bookwheel.__version__,
        started_at=datetime.now(UTC).isoformat(timespec="seconds"),
    )
    make_private(paths.discovery, wire.encode(record).decode())


def stand(paths: LibraryPaths, url: str, token: str) -> None:
    """Write the discovery file and the token again where they are gone or torn: nobody finds the service without."""
    try:
        is_kept = paths.admin_token.read_text("ascii").strip() == token
    except (OSError, UnicodeDecodeError):
        is_kept = False
    if not is_kept:
        make_private(paths.admin_token, token)
    if not _is_own(paths):
        announce(paths, url)


def withdraw(paths: LibraryPaths) -> None:
    """Remove the discovery file, if it is still this process's own."""
    if _is_own(paths):
        paths.discovery.unlink(missing_ok=True)


def _is_own(paths: LibraryPaths) -> bool:
    record = wire.announced(paths.discovery)
    return record is not None and record.pid == os.getpid()


def bind(host: str, port: int) -> socket.socket:
    """A listening socket; port 0 chooses a free one.

    Raises:
        OSError: when the address is taken or not this computer's.
    """
    family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0][0]
    # asyncio turns Nagle off (40 ms an answer) only on sockets whose protocol is named.
    sock = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if os.name == "posix":
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        else:
            sock.setsockopt(socket.SOL_SOCKET, getattr(socket, "SO_EXCLUSIVEADDRUSE", socket.SO_REUSEADDR), 1)
        sock.bind((host, port))
        sock.listen(128)
    except OSError:
        sock.close()
        raise
    sock.setblocking(False)
    return sock
