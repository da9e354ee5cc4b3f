"""Web addresses as sources have them: one spelling for one address."""

from __future__ import annotations

from dataclasses import dataclass
from ipaddress import ip_address
from urllib.parse import urlsplit, urlunsplit

from bookwheel.domain.errors import BadRequest

PORTS = {"http": 80, "https": 443}
"""The schemes of the web, and their usual ports."""

_LONGEST = 2_000


@dataclass(frozen=True, slots=True)
class WebAddress:
    """The parts of an address: `host` in lower case and ASCII, without a dot at its end; path and query as written."""

    scheme: str
    host: str
    port: int
    path: str
    query: str
    has_login: bool

    @property
    def place(self) -> str:
        """The host as an address has it, with the port where that is not the usual one."""
        shown = f"[{self.host}]" if ":" in self.host else self.host
        return shown if self.port == PORTS[self.scheme] else f"{shown}:{self.port}"


def parse_web_address(text: str) -> WebAddress | None:
    """The parts of an address; None for what is no address of the web."""
    try:
        parts = urlsplit(text)
        host, port = (parts.hostname or "").rstrip("."), parts.port
        host = host if host.isascii() else host.encode("idna").decode("ascii")
    except (ValueError, UnicodeError):
        return None
    scheme = parts.scheme.lower()
    if scheme not in PORTS or not host:
        return None
    has_login = parts.username is not None or parts.password is not None
    number = PORTS[scheme] if port is None else port
    return WebAddress(scheme, host, number, parts.path, parts.query, has_login)


def is_web_address(text: str) -> bool:
    """Whether a text begins as an address of the web does."""
    return text.strip().lower().startswith(("http://", "https://"))


def is_protected_address(text: str) -> bool:
    """Whether secrets may be sent to an address: by TLS, or within this computer; none that holds a login."""
    parts = parse_web_address(text) if len(text) <= _LONGEST else None
    if parts is None or parts.has_login or any(letter.isspace() for letter in text):
        return False
    return parts.scheme == "https" or _is_loopback(parts.host)


def source_address(text: str) -> str:
    """The address of a source in one spelling: lower case host, no usual port, no fragment.

    Raises:
        BadRequest: for what is no address, another scheme, or a user name or password in it.
    """
    stripped = text.strip()
    parts = parse_web_address(stripped) if len(stripped) <= _LONGEST else None
    if parts is None or any(letter.isspace() for letter in stripped):
        raise BadRequest("{text} is not a web address. It begins with http:// or https://.", text=stripped[:200])
    if parts.has_login:
        raise BadRequest("An address may not hold a user name or password. Use bookwheel sources login.")
    return urlunsplit((parts.scheme, parts.place, parts.path or "/", parts.query, ""))


def source_name(address: str) -> str:
    """What a source is called unless a person names it: its host and the last folder of its path."""
    parts = urlsplit(address)
    folders = [folder for folder in parts.path.split("/") if folder and "." not in folder[1:]]
    last = parts.path.rstrip("/").rpartition("/")[2].removesuffix(".git")
    end = last if parts.path.endswith(".git") else (folders[-1] if folders else "")
    host = (parts.hostname or "").removeprefix("www.")
    return f"{host} {end}".strip()


def host_of(address: str) -> str:
    """The host of an address with its port, in lower case; empty for what has none."""
    try:
        return urlsplit(address).netloc.rpartition("@")[2].lower()
    except ValueError:
        return ""


def _is_loopback(host: str) -> bool:
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False
