"""Calls to one team's reader: protected, bounded in size and time, signed in."""

from __future__ import annotations

import contextlib
import http.client
import json
import socket
import ssl
import threading
import time
from typing import TypeVar, cast
from urllib.parse import urlsplit

from bookwheel import wire
from bookwheel.client.teams.sign_in_store import SignInStore
from bookwheel.client.teams.teams import Team
from bookwheel.client.transport import shut
from bookwheel.domain.errors import BookwheelError, FetchRefused, ServiceUnavailable, TeamUnavailable, Unauthorised
from bookwheel.domain.team import SignInDescription
from bookwheel.domain.web_addresses import is_protected_address

T = TypeVar("T")

CONNECT_S = 4.0
CALL_S = 30.0
"""Seconds in which a reader must say something."""

MOST_BYTES = 128 * 1024 * 1024
"""Bytes of one answer at most: a document may show a large file."""

_LARGEST_DESCRIPTION = 1_000_000
_LONGEST_NAME = 200
_LOST = (OSError, http.client.HTTPException)
_UNREADABLE = (BookwheelError, ValueError, LookupError, AttributeError, TypeError, RecursionError)


class ReaderConnection:
    """Calls for a person who is signed in to one team's reader. Safe to use from any thread."""

    def __init__(self, team: Team, sign_ins: SignInStore, client: str) -> None:
        """Connect to nothing yet; `client` names this program."""
        self.team = team
        self._sign_ins, self._client = sign_ins, client
        self._local = threading.local()
        self._lock = threading.Lock()
        self._open: set[http.client.HTTPConnection] = set()
        self._is_closed = False

    def close(self) -> None:
        """Close every connection, also those on which a thread waits."""
        with self._lock:
            self._is_closed = True
            connections, self._open = self._open, set()
        for connection in connections:
            shut(connection)
            connection.close()

    def call(self, method: str, request: object, kind: type[T]) -> T:
        """One method's answer.

        Raises:
            Unauthorised: when the person must sign in.
            TeamUnavailable: when the reader does not answer, or not as readers do.
            BookwheelError: what the reader answered, of its own class.
        """
        body, token = wire.encode(request), self._token()
        try:
            status, content = self._exchange_again(method, body, token)
        except _LOST as error:
            self._drop()
            raise _lost(self.team.name, error) from None
        if status == 401:
            raise self._sign_in_first()
        try:
            if status != 200:
                raise wire.raised(wire.decode(content, wire.Failure))
            return wire.decode(content, kind)
        except _UNREADABLE as error:
            if isinstance(error, ServiceUnavailable):
                raise TeamUnavailable(error.message) from None
            if isinstance(error, BookwheelError) and status != 200 and content.lstrip().startswith(b"{"):
                raise
            raise TeamUnavailable(
                "{team} answers in a way that this Bookwheel does not understand ({status}).",
                team=self.team.name, status=status,
            ) from None  # fmt: skip

    def _token(self) -> str:
        if self.team.sign_in is None:
            return ""
        try:
            return self._sign_ins.token(self.team.address, self.team.sign_in)
        except Unauthorised:
            raise self._sign_in_first() from None

    def _sign_in_first(self) -> Unauthorised:
        return Unauthorised("You are not signed in to {team}. Sign in again.", team=self.team.name)

    def _exchange_again(self, method: str, body: bytes, token: str) -> tuple[int, bytes]:
        """Exchange, and once more where the reader had closed an idle connection; all methods here only read."""
        try:
            return self._exchange(method, body, token)
        except _LOST as error:
            self._drop()
            if self._is_closed or isinstance(error, TimeoutError | ssl.SSLError):
                raise
            return self._exchange(method, body, token)

    def _exchange(self, method: str, body: bytes, token: str) -> tuple[int, bytes]:
        connection = self._own()
        headers = {
            "Bookwheel-Protocol": str(wire.PROTOCOL),
            "Bookwheel-Client": self._client,
            "Content-Type": "application/json",
        }
        if token:
            headers["Authorization"] = f"Bearer {token}"
        connection.request("POST", f"{urlsplit(self.team.address).path}/rpc/{method}", body, headers)
        response = connection.getresponse()
        content = response.read(MOST_BYTES + 1)
        if len(content) > MOST_BYTES:
            raise FetchRefused("{team} sends more than {size} MB.", team=self.team.name, size=MOST_BYTES >> 20)
        if response.will_close:
            self._drop()
        return response.status, content

    def _own(self) -> http.client.HTTPConnection:
        """This thread's connection."""
        kept = cast("http.client.HTTPConnection | None", getattr(self._local, "connection", None))
        if kept is not None and kept.sock is not None:
            return kept
        connection = _connected(self.team.address, self.team.certificate)
        with self._lock:
            if not self._is_closed:
                self._open.add(connection)
                self._local.connection = connection
                return connection
        connection.close()
        raise TeamUnavailable("This connection is closed.")

    def _drop(self) -> None:
        kept = cast("http.client.HTTPConnection | None", getattr(self._local, "connection", None))
        if kept is not None:
            self._local.connection = None
            with self._lock:
                self._open.discard(kept)
            kept.close()


def describe(address: str, certificate: str = "") -> Team:
    """Ask an address what team answers there, and how people sign in.

    Raises:
        FetchRefused: for an address without https that is not this computer, and for one that is no team's reader.
        TeamUnavailable: when it does not answer.
    """
    address = address.strip().rstrip("/")
    if "://" not in address:
        address = f"https://{address}"
    parts = urlsplit(address)
    if not is_protected_address(address) or parts.query or parts.fragment:
        raise FetchRefused("Give the team's address, which begins with https://.")
    ends_s = time.monotonic() + CALL_S
    try:
        with contextlib.closing(_connected(address, certificate)) as connection:
            connection.request("GET", f"{parts.path}/team", headers={"Accept": "application/json"})
            with connection.getresponse() as response:
                status, content = response.status, response.read(_LARGEST_DESCRIPTION)
    except _LOST as error:
        raise _lost(parts.netloc, error) from None
    told: object = None
    with contextlib.suppress(ValueError, RecursionError):
        told = json.loads(content)
    if status != 200 or time.monotonic() > ends_s or not isinstance(told, dict):
        raise FetchRefused("No team's library answers at {address}.", address=address)
    return _team(address, certificate, cast("dict[str, object]", told))


def _team(address: str, certificate: str, told: dict[str, object]) -> Team:
    name, issuer, client_id = told.get("name"), told.get("issuer"), told.get("client_id")
    audience = told.get("audience")
    if not isinstance(name, str) or not name.strip() or len(name) > _LONGEST_NAME or not name.isprintable():
        raise FetchRefused("No team's library answers at {address}.", address=address)
    if issuer is None:
        return Team(name.strip(), address, None, certificate)
    if not isinstance(issuer, str) or not isinstance(audience, str) or not is_protected_address(issuer):
        raise FetchRefused("{team} does not say where people sign in.", team=name)
    if not isinstance(client_id, str) or not client_id:
        raise FetchRefused(
            "{team} offers no sign-in for programs. Ask its administrator to set `client_id`.", team=name
        )
    return Team(name.strip(), address, SignInDescription(issuer, client_id, audience), certificate)


def _connected(address: str, certificate: str) -> http.client.HTTPConnection:
    parts = urlsplit(address)
    host = parts.hostname or ""
    if parts.scheme == "https":
        try:
            context = ssl.create_default_context()
            if certificate:
                context.load_verify_locations(certificate)
        except (OSError, ssl.SSLError):
            raise FetchRefused("The certificate {file} cannot be read.", file=certificate) from None
        connection = http.client.HTTPSConnection(host, parts.port, timeout=CONNECT_S, context=context)
    else:
        connection = http.client.HTTPConnection(host, parts.port, timeout=CONNECT_S)
    connection.connect()
    connection.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    connection.sock.settimeout(CALL_S)
    connection.auto_open = 0
    return connection


def _lost(name: str, error: Exception) -> TeamUnavailable:
    if isinstance(error, ssl.SSLCertVerificationError):
        return TeamUnavailable(
            "The certificate of {team} is not trusted ({reason}). Ask its administrator for a certificate file.",
            team=name,
            reason=error.verify_message,
        )
    if isinstance(error, ssl.SSLError):
        return TeamUnavailable("{team} does not answer over https. Check the address.", team=name)
    if isinstance(error, socket.gaierror):
        return TeamUnavailable("{team} cannot be found. Check the address and your network.", team=name)
    if isinstance(error, TimeoutError):
        return TeamUnavailable("{team} does not answer in time. Check your network, and try again.", team=name)
    if isinstance(error, ConnectionRefusedError):
        return TeamUnavailable("{team} refuses the connection. Its server may be stopped: try again later.", team=name)
    return TeamUnavailable("{team} does not answer ({reason}).", team=name, reason=type(error).__name__)
