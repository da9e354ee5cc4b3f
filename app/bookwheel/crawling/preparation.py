"""What is asked of a site before its pages: robots.txt, sitemaps, llms.txt, and what it answers for no page at all."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from typing import cast
from urllib.parse import urljoin, urlsplit

from bookwheel.crawling import page_text, robots
from bookwheel.crawling.addresses import canonical, folder_of, host_of
from bookwheel.crawling.asking import Asker, HostUnavailable
from bookwheel.crawling.charsets import charset_of, text_from
from bookwheel.crawling.discovery import sitemaps
from bookwheel.crawling.discovery.page_links import links_in_text
from bookwheel.crawling.robots import Robots
from bookwheel.crawling.site import Site
from bookwheel.domain.errors import FetchFailed, FetchRefused, SkippedFile
from bookwheel.domain.messages import Message
from bookwheel.parsing.formats.html.tree import tree_of

MOST_SITEMAPS = 500
_DEEPEST_INDEX = 3
_REDIRECTS = 5
_FOR_MODELS = ("llms.txt", "llms-full.txt")


class Preparation:
    """Asks for the files that speak of the whole site; keeps them, so that they come only when they have changed."""

    def __init__(self, site: Site, asker: Asker) -> None:
        self._site, self._asker = site, asker
        self._robots: dict[str, Robots] = {}

    def robots_of(self, url: str) -> Robots:
        """The rules of the host of an address.

        Raises:
            FetchFailed: when its server fails, for then nothing may be asked.
        """
        parts = urlsplit(url)
        place = f"{parts.scheme}://{parts.netloc}"
        if place not in self._robots:
            try:
                status, content = self._ask(f"{place}/robots.txt")
            except (FetchRefused, HostUnavailable):
                raise
            except FetchFailed as error:
                message = Message("{reason} Check the address, or refresh again later.", reason=error.message)
                raise FetchFailed(message) from None
            self._robots[place] = found = robots.read(status, content)
            self._asker.pace.delay(parts.netloc, found.delay_s)
        return self._robots[place]

    def add_listed(self) -> None:
        """Add the pages that sitemaps and llms.txt name."""
        site, start = self._site, self._site.scope.start
        root, folder = urljoin(start, "/"), folder_of(start)
        named = [*self.robots_of(start).sitemaps(root), urljoin(root, "sitemap.xml"), urljoin(folder, "sitemap.xml")]
        self._add_sitemaps(list(dict.fromkeys(filter(None, map(canonical, named)))))
        for base in dict.fromkeys((root, folder)):
            for name in _FOR_MODELS:
                content = self._optional(urljoin(base, name))
                if content.lstrip()[:1] == b"<":
                    continue  # a page that says that there is none
                for url in links_in_text(content.decode("utf-8", "replace"), base):
                    if site.scope.follows(url):
                        site.add(url, 1)

    def soft_missing(self) -> frozenset[bytes]:
        """The blocks of the page that the site answers for an address that it cannot have; empty where it says so."""
        start = self._site.scope.start
        name = hashlib.blake2b(start.encode(), digest_size=6).hexdigest()
        url = f"{folder_of(start)}no-such-page-{name}"
        if not self.robots_of(start).allows(url):
            return frozenset()
        try:
            answer = self._asker.ask(url)
            if answer.status != 200 or "html" not in answer.headers.get("content-type", "html"):
                return frozenset()
            text = text_from(answer.content, charset_of(answer.headers.get("content-type", "")))
        except HostUnavailable:
            raise
        except (FetchFailed, SkippedFile):
            return frozenset()
        return frozenset(page_text.read(tree_of(text), url, text).blocks)

    def _add_sitemaps(self, waiting: Sequence[str]) -> None:
        site = self._site
        seen: set[str] = set()
        level = list(waiting)
        for _ in range(_DEEPEST_INDEX):
            following: list[str] = []
            for url in level:
                if url in seen or len(seen) >= MOST_SITEMAPS or not self._is_of_site(url):
                    continue
                seen.add(url)
                found = sitemaps.read(self._optional(url))
                with site.frontier.writing():
                    for page, date in found.pages.items():
                        address = canonical(page, url)
                        if site.scope.holds(address):
                            site.add(address, 1, is_listed=True, listed_date=date)
                following += filter(None, (canonical(other, url) for other in found.sitemaps))
            level = following

    def _is_of_site(self, url: str) -> bool:
        hosts = {host_of(prefix) for prefix in (self._site.scope.start, *self._site.scope.prefixes)}
        return host_of(url) in hosts

    def _optional(self, url: str) -> bytes:
        """The content of a file that there need not be; empty where there is none."""
        if not self.robots_of(url).allows(url):
            return b""
        try:
            status, content = self._ask(url)
        except HostUnavailable:
            raise
        except FetchFailed:
            return b""
        return content if status == 200 else b""

    def _ask(self, url: str) -> tuple[int, bytes]:
        """Status and content of a file, after redirects; what has not changed comes from the mirror."""
        mark = f"file {url}"
        kept = self._site.frontier.mark(mark)
        etag, modified, raw = cast("list[str]", json.loads(kept)) if kept else ("", "", "")
        known = self._site.mirror.raw(raw) if raw else None
        conditions = conditions_of(etag, modified) if known is not None else {}
        asked = url
        for _ in range(_REDIRECTS + 1):
            answer = self._asker.ask(asked, conditions)
            if answer.status == 304 and known is not None:
                return 200, known
            if not answer.leads_to:
                break
            asked = canonical(answer.leads_to)
            if not asked or not self._is_of_site(asked):
                return 404, b""
        else:
            return 404, b""
        if answer.status == 200:
            tags = [answer.headers.get("etag", ""), answer.headers.get("last-modified", "")]
            self._site.frontier.set_mark(mark, json.dumps([*tags, self._site.mirror.keep_raw(answer.content)]))
        return answer.status, answer.content


def conditions_of(etag: str, modified: str) -> dict[str, str]:
    """The headers by which a server sends only what has changed."""
    named = {"If-None-Match": etag, "If-Modified-Since": modified}
    return {name: value for name, value in named.items() if value}
