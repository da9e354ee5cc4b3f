"""Finding or starting the service, and the token of this client."""

from __future__ import annotations

import contextlib
import http.client
import json
import socket
import threading
import time
from urllib.parse import urlsplit

from bookwheel import paths

START_S = 20.0
"""Seconds that a starting service may take."""


class Unavailable(Exception):
    """The service cannot be reached, or refuses this client; the text is fit for a person."""


class Service:
    """Where the service of one library listens and what this client is called there; thread-safe."""

    path = "/mcp"
    is_near = True
    refusal = "The token was refused. Run `bookwheel connect` to create a new one."

    def __init__(self, library: paths.LibraryPaths, client: str) -> None:
        """Look at nothing yet."""
        self._library, self._client = library, client
        self._lock = threading.Lock()
        self._address: tuple[str, int] | None = None
        self._token = ""

    def reach(self, failed: tuple[str, int] | None = None) -> tuple[tuple[str, int], str]:
        """The address and the token, as known, unless that address just failed; starts the service if there is none.

        Raises:
            Unavailable: when it does not start, or the client was revoked.
        """
        with self._lock:
            if self._address is not None and self._address == failed and not self._library.root.is_dir():
                raise Unavailable(f"The library's folder {self._library.root} was deleted or moved.")
            if self._address is None or self._address == failed:
                self._address = self._found() or self._started()
            if not self._token:
                self._token = self._own_token() or self._made_client(self._address)
            return self._address, self._token

    def refresh_token(self, refused: str) -> bool:
        """Read the token again after the service refused it; whether there is another one now."""
        with self._lock:
            if self._token == refused:
                self._token = self._own_token()
            return self._token not in ("", refused)

    def open(self, address: tuple[str, int], timeout_s: float) -> http.client.HTTPConnection:
        """A connection, not connected yet."""
        return http.client.HTTPConnection(*address, timeout=timeout_s)

    def _found(self) -> tuple[str, int] | None:
        try:
            record = json.loads(self._library.discovery.read_bytes())
            url = urlsplit(str(record["url"]))
            address = (str(url.hostname), int(url.port or 0))
            socket.create_connection(address, timeout=2).close()
        except (OSError, ValueError, KeyError, TypeError):
            return None
        return address

    def _started(self) -> tuple[str, int]:
        import subprocess  # noqa: PLC0415 - most often a service is there already

        command = [*paths.command(), "serve", "--detach", "--library", str(self._library.root)]
        nowhere = subprocess.DEVNULL
        process = subprocess.Popen(command, stdin=nowhere, stdout=nowhere, stderr=subprocess.PIPE)
        assert process.stderr is not None
        until = time.monotonic() + START_S
        with process.stderr as errors:
            while time.monotonic() < until:
                found = self._found()
                if found is not None:
                    with contextlib.suppress(subprocess.TimeoutExpired):
                        process.wait(2)
                    return found
                if process.poll():
                    if (found := self._found()) is not None:
                        return found
                    told = errors.read().decode("utf-8", "replace").strip().splitlines()
                    raise Unavailable(told[0].removeprefix("bookwheel: ") if told else "The service did not start.")
                time.sleep(0.03)
        raise Unavailable("The Bookwheel service did not start. Run `bookwheel serve` in a terminal to see why.")

    def _own_token(self) -> str:
        try:
            record = json.loads(self._library.tokens.read_bytes())
        except (OSError, ValueError):
            return ""
        for entry in record.get("clients", []):
            if entry.get("name") == self._client:
                return str(entry.get("token", ""))
        if self._client in record.get("revoked", []):
            raise Unavailable(
                f"The access of client {self._client} was revoked. Run `bookwheel connect` to allow it again."
            )
        return ""

    def _made_client(self, address: tuple[str, int]) -> str:
        try:
            admin = self._library.admin_token.read_text("utf-8").strip()
            protocol = str(json.loads(self._library.discovery.read_bytes())["protocol"])
            headers = {
                "Authorization": f"Bearer {admin}",
                "Content-Type": "application/json",
                "Bookwheel-Protocol": protocol,
                "Bookwheel-Client": "bridge",
            }
            connection = http.client.HTTPConnection(*address, timeout=START_S)
            connection.request("POST", "/rpc/agent", json.dumps({"name": self._client, "is_unasked": True}), headers)
            answer = connection.getresponse()
            content = json.loads(answer.read())
            connection.close()
        except (OSError, ValueError, KeyError, http.client.HTTPException) as error:
            raise Unavailable(
                f"The Bookwheel service could not be asked for a token ({type(error).__name__})."
            ) from None
        if answer.status != 200:
            raise Unavailable(str(content.get("message", "The Bookwheel service refused this client.")))
        return str(content["token"])
