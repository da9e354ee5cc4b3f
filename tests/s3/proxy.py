"""A proxy on loopback that passes bytes on slowly, stalls, or breaks off."""

from __future__ import annotations

import contextlib
import socket
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field


@dataclass
class SlowProxy:
    """Passes on what comes for `port`: of each answer at most `most_bytes`, at `bytes_s`; 0 of either is no bound.

    With `stalls` an answer that reached its bound stays open without another byte.
    """

    port: int
    bytes_s: int = 0
    most_bytes: int = 0
    stalls: bool = False
    connections: int = 0
    _end: threading.Event = field(default_factory=threading.Event)
    _threads: list[threading.Thread] = field(default_factory=list[threading.Thread])

    @contextlib.contextmanager
    def running(self) -> Iterator[str]:
        """Its address meanwhile."""
        with socket.create_server(("127.0.0.1", 0)) as listener:
            listener.settimeout(0.05)
            accepting = threading.Thread(target=self._accept, args=(listener,))
            accepting.start()
            try:
                yield f"http://127.0.0.1:{listener.getsockname()[1]}"
            finally:
                self._end.set()
                accepting.join()
                for thread in self._threads:
                    thread.join()

    def _accept(self, listener: socket.socket) -> None:
        while not self._end.is_set():
            with contextlib.suppress(TimeoutError):
                client, _ = listener.accept()
                self.connections += 1
                server = socket.create_connection(("127.0.0.1", self.port))
                for source, goal, is_answer in ((client, server, False), (server, client, True)):
                    source.settimeout(0.05)
                    thread = threading.Thread(target=self._pass_on, args=(source, goal, is_answer))
                    thread.start()
                    self._threads.append(thread)

    def _pass_on(self, source: socket.socket, goal: socket.socket, is_answer: bool) -> None:
        passed = 0
        with source, contextlib.suppress(OSError):
            while not self._end.is_set():
                with contextlib.suppress(TimeoutError):
                    chunk = source.recv(self.bytes_s // 20 or 65536)
                    if not chunk:
                        break
                    if is_answer and self.most_bytes:
                        chunk = chunk[: self.most_bytes - passed]
                    goal.settimeout(5)
                    goal.sendall(chunk)
                    goal.settimeout(0.05)
                    passed += len(chunk)
                    if is_answer and self.most_bytes and passed >= self.most_bytes:
                        if self.stalls:
                            self._end.wait()
                        break
                    if self.bytes_s:
                        time.sleep(len(chunk) / self.bytes_s)
            goal.shutdown(socket.SHUT_RDWR)
