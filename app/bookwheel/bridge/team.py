"""A team's reader in the place of the library's service: its address and the person's token.

Keyrings and renewal are the program's: `bookwheel team token` prints a token that is valid for some minutes.
"""

from __future__ import annotations

import http.client
import json
import ssl
import subprocess
import threading
import time
from typing import Any, cast
from urllib.parse import urlsplit

from bookwheel import paths
from bookwheel.bridge.discovery import Unavailable

TOKEN_S = 60.0
"""Seconds that asking for a token may take: the identity provider may have to renew it."""

FRESH_S = 60.0
"""Seconds for which a token is used before it is asked for again."""

_LARGEST_FILE = 1_000_000


class TeamReader:
    """Where one team's reader answers, and who the person is there; thread-safe."""

    is_near = False

    def __init__(self, library: paths.LibraryPaths, team: str) -> None:
        """Look at nothing yet."""
        self.refusal = f"The sign-in was refused. Run `bookwheel team sign-in {team}`."
        self._library, self._team = library, team
        self._lock = threading.Lock()
        self._token, self._read_at = "", 0.0
        self._url, self._certificate = "", ""

    @property
    def path(self) -> str:
        """The path of the agents' door."""
        return f"{urlsplit(self._url).path}/mcp"

    def reach(self, failed: tuple[str, int] | None = None) -> tuple[tuple[str, int], str]:
        """The address and the token.

        Raises:
            Unavailable: when there is no such team, or the person must sign in.
        """
        with self._lock:
            if not self._url:
                self._read()
            if not self._read_at or time.monotonic() - self._read_at > FRESH_S:
                self._ask_token()
            parts = urlsplit(self._url)
            return (str(parts.hostname), parts.port or (443 if parts.scheme == "https" else 80)), self._token

    def refresh_token(self, refused: str) -> bool:
        """Ask for another token after the reader refused this one; whether there is one."""
        with self._lock:
            if self._token == refused:
                self._ask_token()
            return self._token not in ("", refused)

    def open(self, address: tuple[str, int], timeout_s: float) -> http.client.HTTPConnection:
        """A connection, not connected yet."""
        if not self._url.startswith("https:"):
            return http.client.HTTPConnection(*address, timeout=timeout_s)
        context = ssl.create_default_context()
        if self._certificate:
            context.load_verify_locations(self._certificate)
        return http.client.HTTPSConnection(*address, timeout=timeout_s, context=context)

    def _read(self) -> None:
        try:
            with (self._library.teams / "teams.json").open("rb") as file:
                listed: object = json.loads(file.read(_LARGEST_FILE))
        except FileNotFoundError:
            listed = []
        except (OSError, ValueError, RecursionError):
            raise Unavailable("The list of teams is damaged. Run `bookwheel team list` to see what to do.") from None
        for entry in cast("list[object]", listed) if isinstance(listed, list) else ():
            found = cast("dict[str, Any]", entry) if isinstance(entry, dict) else {}
            if str(found.get("name", "")).casefold() == self._team.casefold():
                self._url, self._certificate = str(found.get("address", "")), str(found.get("certificate", ""))
                return
        raise Unavailable(f"You are not connected to a team called {self._team}. Run `bookwheel team connect ADDRESS`.")

    def _ask_token(self) -> None:
        command = [*paths.command(), "team", "token", self._team, "--json", "--library", str(self._library.root)]
        try:
            told = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, timeout=TOKEN_S, check=False)
            answer: object = json.loads(told.stdout)
        except (OSError, ValueError, subprocess.TimeoutExpired):
            answer = None
        known = cast("dict[str, Any]", answer) if isinstance(answer, dict) else {}
        if "token" not in known:
            reason = str(known.get("message", "")) or "The sign-in could not be read."
            raise Unavailable(f"{reason} Run `bookwheel team sign-in {self._team}`.")
        self._token, self._read_at = str(known["token"]), time.monotonic()
