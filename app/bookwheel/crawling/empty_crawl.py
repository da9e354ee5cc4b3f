"""Why a crawl brought nothing, in a sentence that says what happened to the start and what can be done."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from bookwheel.crawling.addresses import host_of
from bookwheel.crawling.frontier import Page, PageState
from bookwheel.crawling.site import Site
from bookwheel.domain.messages import Message

_HOPS = 10


def reason_of(site: Site, failures: Mapping[str, Message], allows: Callable[[str], bool]) -> Message:
    """Why no page came; `failures` say what became of pages by their address, `allows` what robots.txt says."""
    page = _last_of(site)
    url = page.url if page is not None else site.scope.start
    if not allows(url):
        return Message(
            "Nothing was fetched: the robots.txt of {host} asks programs to leave {address} alone. "
            "Open it in your browser.",
            host=host_of(url),
            address=url,
        )
    if url in failures:
        return Message("Nothing was fetched from {address}: {reason}", address=url, reason=failures[url])
    if page is not None and page.state is PageState.GONE:
        return Message("Nothing was fetched: there is no page {address}. Check the address.", address=url)
    if page is not None and page.state is PageState.REFUSED:
        return Message(
            "Nothing was fetched: {address} leads outside the pages to fetch. Add the address that your browser shows.",
            address=url,
        )
    return Message("Nothing was fetched: {address} has no page that can be read.", address=url)


def _last_of(site: Site) -> Page | None:
    """The page to which the start leads."""
    page = site.frontier.find(site.scope.start)
    for _ in range(_HOPS):
        following = site.frontier.find(page.target) if page is not None and page.state is PageState.ALIAS else None
        if following is None:
            break
        page = following
    return page
