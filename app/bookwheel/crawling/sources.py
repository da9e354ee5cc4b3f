"""Fetches a source of any kind into its mirror."""

from __future__ import annotations

from collections.abc import Callable

from bookwheel.crawling.crawl import crawl
from bookwheel.crawling.feeds import fetch_feed
from bookwheel.crawling.git_clone import fetch_git
from bookwheel.crawling.page_intake import StartIsFeed
from bookwheel.crawling.publications import fetch_publication
from bookwheel.domain.collection_source import SourceKind
from bookwheel.domain.crawling import FetchReport, FetchTask
from bookwheel.domain.errors import BadRequest, PrivateAddress
from bookwheel.domain.messages import Message

_FETCHES: dict[SourceKind, Callable[[FetchTask, Callable[[FetchReport], None]], None]] = {
    SourceKind.SITE: crawl,
    SourceKind.FEED: fetch_feed,
    SourceKind.GIT: fetch_git,
    SourceKind.PUBLICATION: fetch_publication,
}
KINDS = frozenset(_FETCHES)
"""The kinds that are fetched."""


def fetch(task: FetchTask, tell: Callable[[FetchReport], None]) -> SourceKind:
    """Fetch a source, and tell how far it is; the kind that it turned out to be.

    Raises:
        BookwheelError: when it cannot be fetched any further; what was fetched stays, and the next fetch goes on.
    """
    if task.source.kind not in _FETCHES:
        raise BadRequest("{name} cannot be fetched.", name=task.source.address)
    try:
        _FETCHES[task.source.kind](task, tell)
    except StartIsFeed:
        fetch_feed(task, tell)
        return SourceKind.FEED
    except PrivateAddress as error:
        if task.source.bounds.may_be_private:
            raise
        message = Message(
            "{reason} If you trust it, allow such addresses for it (--allow-private).", reason=error.message
        )
        raise PrivateAddress(message) from None
    return task.source.kind
