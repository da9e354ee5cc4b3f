"""A network of its own for a process, which can be cut: a namespace of Linux, and a pair of linked interfaces.

Run as a program it passes connections to its own loopback on to the computer outside.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import shutil
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import TypeVar

NAME = f"bookwheel-{os.getpid()}"
OUTSIDE, INSIDE = f"bwo{os.getpid()}", f"bwi{os.getpid()}"
HERE, THERE = "10.213.7.1", "10.213.7.2"
"""The addresses of this computer and of the namespace."""

_CLONE_NEWNET = 0x40000000

T = TypeVar("T")


def why_not() -> str:
    """Why no namespace can be made; empty where one can."""
    if os.geteuid() != 0:
        return "Namespaces need root: run make test-team as root."
    if shutil.which("ip") is None:
        return "Namespaces need the command ip (Debian's package iproute2)."
    tried = subprocess.run(["ip", "netns", "add", f"{NAME}-try"], capture_output=True, text=True)
    if tried.returncode == 0:
        subprocess.run(["ip", "netns", "delete", f"{NAME}-try"], check=True)
        return ""
    return f"Namespaces are not allowed here: {tried.stderr.strip()}"


@dataclass
class Namespace:
    """A network of its own, which reaches this computer alone."""

    ends: list[Callable[[], None]] = field(default_factory=list[Callable[[], None]])

    @property
    def command(self) -> list[str]:
        """What runs a command in it."""
        return ["ip", "netns", "exec", NAME]

    def run(self, ask: Callable[[], T]) -> T:
        """What a function returns whose sockets are made in it."""
        with ThreadPoolExecutor(1, initializer=enter) as thread:
            return thread.submit(ask).result()

    @contextlib.contextmanager
    def unreachable(self) -> Iterator[None]:
        """Take its interface down meanwhile: whoever sends is told so at once."""
        _ip("-n", NAME, "link", "set", INSIDE, "down")
        try:
            yield
        finally:
            _ip("-n", NAME, "link", "set", INSIDE, "up")

    @contextlib.contextmanager
    def silent(self) -> Iterator[None]:
        """Take the other interface down meanwhile: what is sent is lost, and nobody is told."""
        _ip("link", "set", OUTSIDE, "down")
        try:
            yield
        finally:
            _ip("link", "set", OUTSIDE, "up")

    def let_in(self, port: int, *, as_loopback: bool = False) -> None:
        """Let it reach a port of this computer's loopback, also as one of its own loopback."""
        self.ends.append(forward((HERE, port), ("127.0.0.1", port)))
        if as_loopback:  # in a process of its own, for tests connect to loopback alone
            command = [*self.command, sys.executable, "-m", "tests.team.network", str(port)]
            process = subprocess.Popen(command, stdin=subprocess.PIPE)
            self.ends.append(lambda: process.communicate(timeout=60) and None)


@contextlib.contextmanager
def namespace() -> Iterator[Namespace]:
    """Make a namespace for the block."""
    _ip("netns", "add", NAME)
    made = Namespace()
    try:
        _ip("link", "add", OUTSIDE, "type", "veth", "peer", "name", INSIDE)
        _ip("link", "set", INSIDE, "netns", NAME)
        _ip("address", "add", f"{HERE}/30", "dev", OUTSIDE)
        _ip("-n", NAME, "address", "add", f"{THERE}/30", "dev", INSIDE)
        for words in (("link", "set", OUTSIDE, "up"), ("-n", NAME, "link", "set", INSIDE, "up"),
                      ("-n", NAME, "link", "set", "lo", "up")):  # fmt: skip
            _ip(*words)
        yield made
    finally:
        for end in made.ends:
            end()
        _ip("netns", "delete", NAME)
        subprocess.run(["ip", "link", "delete", OUTSIDE], capture_output=True)


def enter() -> None:
    """Let this thread make its sockets in the namespace from now on."""
    handle = os.open(f"/run/netns/{NAME}", os.O_RDONLY)
    try:
        if ctypes.CDLL(None, use_errno=True).setns(handle, _CLONE_NEWNET):
            raise OSError(ctypes.get_errno(), "setns")
    finally:
        os.close(handle)


def forward(listen: tuple[str, int], to: tuple[str, int]) -> Callable[[], None]:
    """Pass on connections to another address; what ends that."""
    listener = socket.create_server(listen)
    listener.settimeout(0.1)
    is_over = threading.Event()

    def accept() -> None:
        while not is_over.is_set():
            with contextlib.suppress(TimeoutError):
                client, _ = listener.accept()
                threading.Thread(target=connect, args=(client,), daemon=True).start()
        listener.close()

    def connect(client: socket.socket) -> None:
        client.settimeout(None)
        with client, contextlib.suppress(OSError), socket.create_connection(to, 120) as server:
            server.settimeout(None)
            back = threading.Thread(target=pass_on, args=(server, client), daemon=True)
            back.start()
            pass_on(client, server)
            back.join()

    def pass_on(source: socket.socket, goal: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while chunk := source.recv(65536):
                goal.sendall(chunk)
        for one in (source, goal):
            with contextlib.suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)

    accepting = threading.Thread(target=accept, daemon=True)
    accepting.start()

    def end() -> None:
        is_over.set()
        accepting.join()

    return end


def _ip(*words: str) -> None:
    subprocess.run(["ip", *words], check=True, capture_output=True)


if __name__ == "__main__":
    end_forwarding = forward(("127.0.0.1", int(sys.argv[1])), (HERE, int(sys.argv[1])))
    sys.stdin.read()
    end_forwarding()
