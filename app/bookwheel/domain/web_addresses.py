"""Web addresses as sources have them: one spelling for one address."""

from __future__ import annotations

from urllib.parse import SplitResult, urlsplit, urlunsplit

from bookwheel.domain.errors import BadRequest

_PORTS = {"http": 80, "https": 443}
_LONGEST = 2_000


def is_web_address(text: str) -> bool:
    """Whether a text begins as an address of the web does."""
    return text.strip().lower().startswith(("http://", "https://"))


def source_address(text: str) -> str:
    """The address of a source in one spelling: lower case host, no usual port, no fragment.

    Raises:
        BadRequest: for what is no address, another scheme, or a user name or password in it.
    """
    stripped = text.strip()
    try:
        parts = urlsplit(stripped) if len(stripped) <= _LONGEST else SplitResult("", "", "", "", "")
        host, port = parts.hostname or "", parts.port
        host = host if host.isascii() else host.encode("idna").decode("ascii")
    except (ValueError, UnicodeError):
        raise BadRequest("{text} is not a web address.", text=stripped[:200]) from None
    scheme = parts.scheme.lower()
    if scheme not in _PORTS or not host or any(letter.isspace() for letter in stripped):
        raise BadRequest("{text} is not a web address. It begins with http:// or https://.", text=stripped[:200])
    if parts.username is not None or parts.password is not None:
        raise BadRequest("An address may not hold a user name or password. Use bookwheel sources login.")
    shown = f"[{host}]" if ":" in host else host
    place = shown if port in (None, _PORTS[scheme]) else f"{shown}:{port}"
    return urlunsplit((scheme, place, parts.path or "/", parts.query, ""))


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
