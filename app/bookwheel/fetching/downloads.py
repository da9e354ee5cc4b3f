"""Large files fetched into a folder: resumed where they stopped, bounded by their size, given up when they stall."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

import httpx

from bookwheel.domain.errors import FetchFailed, FetchRefused
from bookwheel.domain.messages import Message
from bookwheel.fetching.connections import Deadline
from bookwheel.fetching.fetcher import Fetcher, check_url, next_address

TOTAL_S = 12 * 3600.0
"""Seconds that one file may take, however steadily it comes."""
SLOWEST_BYTES_PER_S = 1_000
"""Over `SLOW_S`: what comes more slowly than this has stalled, however it drips."""
SLOW_S = 60.0
_OK, _PARTIAL, _NO_RANGE = 200, 206, 416

CANCELLED = Message("The download was cancelled.")
OnProgress = Callable[[int], None]
"""Told how many bytes of a file are there."""


@dataclass(frozen=True, slots=True)
class Hosts:
    """Who may answer: these hosts, and those below names with a point in front; by https, or at `allowed` places."""

    names: frozenset[str]
    allowed: frozenset[str] = frozenset()

    def check(self, url: str) -> None:
        """Refuse an address of another host.

        Raises:
            FetchRefused: which names it.
        """
        address = check_url(url)
        host = address.host.lower().rstrip(".")
        is_known = any(host == name or (name.startswith(".") and host.endswith(name)) for name in self.names)
        is_plain = address.scheme != "https" and f"{host}:{address.port or 80}" not in self.allowed
        if not is_known or is_plain:
            raise FetchRefused(
                "The hub leads to {host}, which models are not fetched from.", host=f"{address.scheme}://{host}"
            )


def download(
    fetcher: Fetcher,
    url: str,
    path: Path,
    size_bytes: int,
    hosts: Hosts,
    on_progress: OnProgress,
    is_wanted: Callable[[], bool],
) -> None:
    """Fetch a file of a known size into `path`, going on after what is there already.

    Raises:
        FetchRefused: when the server leads elsewhere, or sends another size than was said.
        FetchFailed: when it does not answer, stalls or breaks off, the disk takes no more, or the download was
            cancelled; what came stays.
    """
    deadline = Deadline(TOTAL_S)
    has = path.stat().st_size if path.exists() else 0
    if has > size_bytes:
        path.unlink()
        has = 0
    if has == size_bytes and path.exists():
        on_progress(has)
        return
    with _answer(fetcher, url, has, hosts, deadline) as response:
        if response.status_code == _PARTIAL and not response.headers.get("content-range", "").startswith(
            f"bytes {has}-"
        ):
            raise FetchRefused("The server sends another part of the file than was asked for.")
        if response.status_code not in (_OK, _PARTIAL):
            raise FetchFailed("The server answers {status}.", status=response.status_code)
        with path.open("ab" if response.status_code == _PARTIAL else "wb") as file:
            _copy(response, file, size_bytes, on_progress, is_wanted)


@contextmanager
def _answer(fetcher: Fetcher, url: str, has: int, hosts: Hosts, deadline: Deadline) -> Generator[httpx.Response]:
    """The answer that holds the file, after redirects, each to a host that may be asked."""
    headers = {"Accept": "*/*", **({"Range": f"bytes={has}-"} if has else {})}
    for _ in range(fetcher.limits.redirects + 1):
        hosts.check(url)
        with fetcher.send(url, headers, deadline) as response:
            following = next_address(url, response.status_code, response.headers.get("location", ""))
            if not following:
                yield response
                return
        url = following
    raise FetchRefused("The server redirects more than {count} times.", count=fetcher.limits.redirects)


def _copy(
    response: httpx.Response, file: BinaryIO, size_bytes: int, on_progress: OnProgress, is_wanted: Callable[[], bool]
) -> None:
    has, mark, marked_at = file.tell(), file.tell(), time.monotonic()
    for chunk in response.iter_raw():
        if not is_wanted():
            raise FetchFailed(CANCELLED)
        has += len(chunk)
        if has > size_bytes:
            raise FetchRefused("The file is larger than the hub said.")
        try:
            file.write(chunk)
        except OSError as error:
            raise FetchFailed(
                "The disk takes no more ({reason}); what came is kept. Free some space and fetch again.",
                reason=error.strerror or error,
            ) from None
        on_progress(has)
        now = time.monotonic()
        if now - marked_at >= SLOW_S:
            if has - mark < SLOWEST_BYTES_PER_S * SLOW_S:
                raise FetchFailed("The server took too long to answer.")
            mark, marked_at = has, now
    if has < size_bytes:
        raise FetchFailed("The connection broke off; what came is kept. Fetch again to go on.")
