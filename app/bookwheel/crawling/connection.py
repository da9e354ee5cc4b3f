"""How a source is asked: its limits, its pace, its login, and the hosts in the person's own network."""

from __future__ import annotations

import contextlib

from bookwheel.crawling.addresses import canonical, host_and_port
from bookwheel.crawling.asking import Asker
from bookwheel.domain.crawling import FetchTask
from bookwheel.fetching.connections import Resolve
from bookwheel.fetching.limits import Limits
from bookwheel.fetching.pace import Pace
from bookwheel.fetching.sessions import Session

AT_ONCE = 4
"""Pages that are asked for at once."""

LARGEST_PAGE = 15_000_000
"""Bytes of one page."""


def limits_of(task: FetchTask) -> Limits:
    """The bounds of one request, and the hosts in the person's own network that may be asked."""
    source = task.source
    addresses = (source.address, *source.bounds.prefixes) if source.bounds.may_be_private else ()
    hosts = frozenset(host_and_port(url) for url in map(canonical, addresses) if url)
    return Limits(size_bytes=LARGEST_PAGE, private_hosts=hosts)


def open_asker(task: FetchTask, find: Resolve, stack: contextlib.ExitStack) -> Asker:
    """What asks for pages; its connections are closed with the stack."""
    session = Session(task.agent, limits_of(task), find, AT_ONCE)
    stack.callback(session.close)
    is_secure = task.source.address.startswith("https:")
    return Asker(session, Pace(task.requests_per_s), task.logins, is_secure=is_secure)
