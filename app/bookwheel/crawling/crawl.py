"""The walk over a site: asks for its pages, a few at once, until every known one is fetched or a bound is met."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Callable, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from pathlib import Path

from bookwheel.crawling.asking import Asker, HostUnavailable
from bookwheel.crawling.connection import AT_ONCE, open_asker
from bookwheel.crawling.empty_crawl import reason_of
from bookwheel.crawling.file_names import FileNames
from bookwheel.crawling.frontier import Frontier, Page
from bookwheel.crawling.mirror import Mirror
from bookwheel.crawling.page_intake import PageIntake, Taken, is_known
from bookwheel.crawling.pictures import fetch_pictures
from bookwheel.crawling.preparation import Preparation, conditions_of
from bookwheel.crawling.progress import Outcome, Progress
from bookwheel.crawling.scope import Scope
from bookwheel.crawling.settling import settle
from bookwheel.crawling.site import Site
from bookwheel.domain.crawling import FetchReport, FetchTask
from bookwheel.domain.errors import BadRequest, BookwheelError, FetchFailed
from bookwheel.domain.messages import Message
from bookwheel.domain.storage import find_storage_error
from bookwheel.fetching.connections import Resolve, resolve
from bookwheel.fetching.sessions import Answer

logger = logging.getLogger(__name__)

MOST_TRIES = 3
"""How often one refresh begins a page: one that ends the program each time is left out."""

MOST_REASONS = 100
"""Pages of which it is remembered why they did not come, for when none does."""


def crawl(task: FetchTask, tell: Callable[[FetchReport], None], find: Resolve = resolve) -> None:
    """Fetch a site into its mirror, or go on with a fetch that was broken off.

    Raises:
        BookwheelError: when the site cannot be fetched any further; what was fetched stays, and the next one goes on.
    """
    source = task.source
    mirror = Mirror(Path(task.folder))
    with contextlib.ExitStack() as stack:
        frontier = Frontier(mirror.frontier)
        stack.callback(frontier.close)
        asker = open_asker(task, find, stack)
        scope = Scope(source.address, source.bounds)
        if not scope.start:
            raise BadRequest("{text} is not a web address.", text=source.address[:200])
        scope.move(frontier.mark("moved"))
        names = FileNames(scope.start, frontier.paths(), scope.base)
        site = Site(scope, source.bounds, frontier, mirror, names, Progress(tell))
        Crawl(site, asker).run()


class Crawl:
    """One crawl of a site."""

    def __init__(self, site: Site, asker: Asker) -> None:
        self._site, self._asker = site, asker
        self._preparation = Preparation(site, asker)
        self._intake = PageIntake(site)
        self._bytes = 0
        self._unanswered: list[Page] = []
        self._failures: dict[str, Message] = {}
        """What became of the first pages that did not come."""
        self._bound: Message | None = None

    def run(self) -> None:
        """Fetch all pages, and bring their documents into their last form.

        Raises:
            BookwheelError: as `crawl` does.
        """
        site = self._site
        if site.frontier.begin():
            site.progress.go_on(site.frontier.mark("counts"))
        site.progress.keep = lambda counts: site.frontier.set_mark("counts", counts)
        site.add(site.scope.start, 0)
        self._preparation.robots_of(site.scope.start)
        self._preparation.add_listed()
        self._intake.soft_missing = self._preparation.soft_missing()
        self._fetch()
        if self._bound is not None:
            site.progress.note(site.scope.start, self._bound)
        if site.bounds.has_images:
            fetch_pictures(site, self._asker, self._preparation)
        settle(site)
        site.frontier.end()
        site.progress.tell()
        if not site.frontier.count_mirrored():
            raise FetchFailed(reason_of(site, self._failures, self._robots_allow))

    def _robots_allow(self, url: str) -> bool:
        return self._preparation.robots_of(url).allows(url)

    def _fetch(self) -> None:
        in_hand: dict[Future[Answer], Page] = {}
        with ThreadPoolExecutor(AT_ONCE, "fetch") as pool:
            try:
                while True:
                    self._fill(pool, in_hand)
                    if not in_hand:
                        return
                    done, _ = wait(in_hand, return_when=FIRST_COMPLETED)
                    for future in done:
                        self._take(in_hand.pop(future), future)
            except BookwheelError:
                self._site.progress.tell(self._site.frontier.count_left(MOST_TRIES))
                for future, page in in_hand.items():
                    future.cancel()
                    self._site.frontier.retry(page)
                raise

    def _fill(self, pool: ThreadPoolExecutor, in_hand: dict[Future[Answer], Page]) -> None:
        """Hand out the next pages until enough are asked for, or there are no more."""
        frontier = self._site.frontier
        while (room := AT_ONCE - len(in_hand)) > 0 and not self._has_enough_bytes():
            urls = [page.url for page in in_hand.values()]
            new = self._new_pages_left(in_hand)
            pages = frontier.next(min(room, new) or room, urls, MOST_TRIES, only_mirrored=not new)
            if not pages:
                if not new and not in_hand and frontier.next(1, urls, MOST_TRIES):
                    count = f"{self._site.bounds.pages:,}"
                    self._bound = Message(
                        "The limit of {count} pages is reached; the rest was not fetched.", count=count
                    )
                return
            for page in pages:
                if not self._may_be_asked(page):
                    self._count(self._intake.refuse(page).outcome)
                    continue
                frontier.begin_page(page)
                conditions = conditions_of(page.etag, page.modified) if is_known(page) else {}
                in_hand[pool.submit(self._asker.ask, page.url, conditions)] = page

    def _new_pages_left(self, in_hand: Mapping[Future[Answer], Page]) -> int:
        """How many pages may be fetched that were not before."""
        most = self._site.bounds.pages
        if not most:
            return AT_ONCE
        new = sum(not page.document for page in in_hand.values())
        return max(0, min(AT_ONCE, most - self._site.frontier.count_mirrored() - new))

    def _has_enough_bytes(self) -> bool:
        most = self._site.bounds.size_bytes
        if not most or self._bytes < most:
            return False
        self._bound = Message("The limit of {size} MB is reached; the rest was not fetched.", size=f"{most / 1e6:g}")
        return True

    def _may_be_asked(self, page: Page) -> bool:
        is_inside = self._site.scope.holds(page.url) and not self._is_too_deep(page)
        return is_inside and self._robots_allow(page.url)

    def _is_too_deep(self, page: Page) -> bool:
        return 0 < self._site.bounds.depth < page.depth

    def _take(self, page: Page, future: Future[Answer]) -> None:
        current = self._site.frontier.find(page.url)
        assert current is not None
        try:
            answer = future.result()
        except HostUnavailable:
            for other in (page, *self._unanswered):
                self._site.frontier.retry(other)
            raise
        except FetchFailed as error:
            self._unanswered.append(page)
            taken = self._intake.fail(current, error.message)
        else:
            self._bytes += len(answer.content)
            taken = self._read(current, answer)
        if taken.message is not None:
            self._site.progress.note(page.url, taken.message)
            if len(self._failures) < MOST_REASONS:
                self._failures[page.url] = taken.message
        self._count(taken.outcome)

    def _read(self, page: Page, answer: Answer) -> Taken:
        try:
            with self._site.frontier.writing():
                return self._intake.take(page, answer)
        except BookwheelError:
            raise
        except Exception as error:  # one page that cannot be read stops no crawl
            if not isinstance(error, MemoryError) and find_storage_error(error) is not None:
                raise
            logger.exception("A page could not be read.")
            return self._intake.fail(page, Message("This page could not be read. See the log."))

    def _count(self, outcome: Outcome) -> None:
        self._site.progress.add(outcome, lambda: self._site.frontier.count_left(MOST_TRIES))
