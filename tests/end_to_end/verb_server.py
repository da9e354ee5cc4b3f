"""Runs verbs of the command line in processes of their own that have the program's modules already.

To import them takes most of what a verb takes: this process imports them once and forks for each verb.
"""

from __future__ import annotations

import contextlib
import gc
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

TIMEOUT_S = 60
_MOST_BYTES = 1 << 20


@contextlib.contextmanager
def running(folder: Path) -> Iterator[Path]:
    """Start the server; the socket that it listens at, in the folder."""
    address = folder / "verbs"
    process = subprocess.Popen([sys.executable, __file__, str(address)])
    try:
        until = time.monotonic() + TIMEOUT_S
        while not address.exists():
            assert process.poll() is None and time.monotonic() < until, "the server of verbs did not start"
            time.sleep(0.02)
        yield address
    finally:
        process.kill()
        process.wait()


def run(address: Path, words: tuple[str, ...], input: str | None) -> subprocess.CompletedProcess[str]:
    """Run a verb to its end as `subprocess.run` does.

    Raises:
        subprocess.TimeoutExpired: when it takes longer than a minute; it is killed.
    """
    with contextlib.ExitStack() as stack:
        given, out, errors = (stack.enter_context(tempfile.TemporaryFile()) for _ in range(3))
        given.write((input or "").encode())
        given.seek(0)
        asked = stack.enter_context(socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET))
        asked.settimeout(TIMEOUT_S)
        asked.connect(str(address))
        task = json.dumps({"words": words, "environ": dict(os.environ), "folder": os.getcwd()}).encode()
        socket.send_fds(asked, [task], [stream.fileno() for stream in (given, out, errors)])
        pid = int(asked.recv(_MOST_BYTES))
        try:
            code = int(asked.recv(_MOST_BYTES))
        except TimeoutError:
            os.kill(pid, signal.SIGKILL)
            raise subprocess.TimeoutExpired(words, TIMEOUT_S) from None
        shown: list[str] = []
        for stream in (out, errors):
            stream.seek(0)
            shown.append(stream.read().decode().replace("\r\n", "\n"))
        return subprocess.CompletedProcess(words, code, *shown)


def _serve(address: Path) -> None:
    """Fork for each that asks, until this process is killed or the one that started it is gone."""
    parent = os.getppid()
    with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as listening:
        listening.bind(f"{address}.tmp")
        listening.listen(16)
        os.rename(f"{address}.tmp", address)
        listening.settimeout(5.0)
        while os.getppid() == parent:
            try:
                asked, _ = listening.accept()
            except TimeoutError:
                continue
            if os.fork() == 0:
                listening.close()
                return _attend(asked)
            asked.close()
            with contextlib.suppress(ChildProcessError):
                while os.waitpid(-1, os.WNOHANG) != (0, 0):
                    pass


def _attend(asked: socket.socket) -> None:
    """Let a process of its own run the verb, and tell its id and its exit code."""
    text, streams, _, _ = socket.recv_fds(asked, _MOST_BYTES, 3)
    pid = os.fork()
    if pid == 0:
        asked.close()
        return _run(json.loads(text), streams)
    asked.send(str(pid).encode())
    _, status = os.waitpid(pid, 0)
    asked.send(str(os.waitstatus_to_exitcode(status)).encode())
    os._exit(0)


def _run(task: dict[str, Any], streams: list[int]) -> None:
    """Be the verb's process; it ends with its exit code."""
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
        os.close(stream)
    os.environ.clear()
    os.environ.update(task["environ"])
    os.chdir(task["folder"])
    from bookwheel import __main__  # noqa: PLC0415

    sys.argv = [__main__.__file__, *task["words"]]
    sys.exit(__main__.main())


if __name__ == "__main__":
    from bookwheel import __main__  # noqa: F401
    from bookwheel.cli import program  # noqa: F401

    gc.freeze()
    _serve(Path(sys.argv[1]))
