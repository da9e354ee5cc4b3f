"""Addresses of pages in one spelling: without fragments, tracking parameters, default ports and dot segments."""

from __future__ import annotations

import re
from functools import lru_cache
from urllib.parse import parse_qsl, quote, unquote_to_bytes, urlencode, urljoin, urlsplit, urlunsplit

from bookwheel.domain.web_addresses import PORTS, parse_web_address

LONGEST = 1_500
"""Characters of an address that is followed."""

_SAFE_IN_PATH = "/:@!$&'()*+,;=~-._"
_NOISE = re.compile(
    r"(?:utm_\w+|fbclid|gclid|dclid|msclkid|mc_[ce]id|_ga|_gl|yclid|igshid|ref|ref_src|referrer"
    r"|phpsessid|jsessionid|sid|sessionid|session_id|highlight|q_highlight)\Z",
    re.IGNORECASE,
)
_SESSION = re.compile(r";jsessionid=[^/?#]*", re.IGNORECASE)


@lru_cache(50_000)  # each page of a site names the same few hundred
def canonical(url: str, base: str = "") -> str:
    """The one spelling of an address of the web; empty for what is none, or is too long to be one of a page."""
    try:
        parts = parse_web_address(urljoin(base, url.strip()) if base else url.strip())
    except ValueError:
        return ""
    if parts is None or parts.has_login:
        return ""
    made = urlunsplit((parts.scheme, parts.place, _path(parts.path), _query(parts.query), ""))
    return made if len(made) <= LONGEST else ""


def host_of(url: str) -> str:
    """The host and port of an address in its one spelling, as it is written there."""
    return urlsplit(url).netloc


def host_and_port(url: str) -> str:
    """The host with its port, also where that is the usual one."""
    parts = urlsplit(url)
    return f"{parts.hostname or ''}:{parts.port or PORTS.get(parts.scheme, 80)}".lower()


def folder_of(url: str) -> str:
    """The address of the folder that a page lies in, with a slash at its end."""
    parts = urlsplit(url)
    return urlunsplit((parts.scheme, parts.netloc, parts.path.rpartition("/")[0] + "/", "", ""))


def _path(written: str) -> str:
    path = quote(unquote_to_bytes(_SESSION.sub("", _without_encoded_slashes(written))), safe=_SAFE_IN_PATH + "%")
    kept: list[str] = []
    for segment in re.sub(r"/{2,}", "/", path).split("/")[1:]:
        if segment == "..":
            kept = kept[:-1]
        elif segment != ".":
            kept.append(segment)
    made = "/" + "/".join(kept)
    return f"{made}/" if path.endswith(("/.", "/..")) and not made.endswith("/") else made


def _without_encoded_slashes(path: str) -> str:
    """The path in which what means something when it is decoded stays encoded."""
    return re.sub(r"%(2[fF]|3[fF]|23|25|5[cC]|00)", lambda found: f"%25{found[1].upper()}", path)


def _query(query: str) -> str:
    pairs = parse_qsl(query, keep_blank_values=True, max_num_fields=None) if query else []
    return urlencode(sorted((name, value) for name, value in pairs if not _NOISE.match(name)))
