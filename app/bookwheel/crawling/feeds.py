"""Feeds fetched into a mirror: a document for each entry, kept when the feed names it no more."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable
from dataclasses import replace
from html import escape
from pathlib import Path

from bookwheel.crawling import feed_text, page_text
from bookwheel.crawling.addresses import canonical
from bookwheel.crawling.asking import Asker
from bookwheel.crawling.connection import open_asker
from bookwheel.crawling.discovery.page_links import base_of
from bookwheel.crawling.feed_text import Feed, FeedEntry
from bookwheel.crawling.file_names import FileNames
from bookwheel.crawling.frontier import Frontier, PageState
from bookwheel.crawling.mirror import Mirror
from bookwheel.crawling.preparation import conditions_of
from bookwheel.crawling.progress import Outcome, Progress
from bookwheel.crawling.site import HTML
from bookwheel.domain.crawling import FetchReport, FetchTask
from bookwheel.domain.errors import FetchFailed
from bookwheel.fetching.connections import Resolve, resolve
from bookwheel.fetching.sessions import Answer
from bookwheel.parsing.formats.html.tree import attribute, tree_of

_REDIRECTS = 5
_FEED_LINK = "link[rel~=alternate][type*='rss'], link[rel~=alternate][type*='atom']"
_UNSAFE = re.compile(r"[^\w.-]+")


def fetch_feed(task: FetchTask, tell: Callable[[FetchReport], None], find: Resolve = resolve) -> None:
    """Fetch a feed, and write the entries that are new or changed.

    Raises:
        BookwheelError: when it cannot be fetched, or is no feed.
    """
    mirror = Mirror(Path(task.folder))
    with contextlib.ExitStack() as stack:
        frontier = Frontier(mirror.frontier)
        stack.callback(frontier.close)
        asker = open_asker(task, find, stack)
        frontier.begin()
        progress = Progress(tell)
        answer = _ask(asker, canonical(task.source.address), frontier)
        if answer.status == 304:
            for _ in range(frontier.count_mirrored()):
                progress.add(Outcome.SAME)
        else:
            feed = _read(asker, answer)
            _Entries(frontier, mirror, progress, feed, task.source.bounds.pages).write()
            tags = (answer.headers.get("etag", ""), answer.headers.get("last-modified", ""))
            frontier.set_mark("feed", "\n".join(tags))
        frontier.end()
        progress.tell()


def _ask(asker: Asker, url: str, frontier: Frontier | None = None) -> Answer:
    """The answer of a feed, after redirects.

    Raises:
        FetchFailed: for any other than the feed, or that it has not changed.
    """
    etag, _, modified = frontier.mark("feed").partition("\n") if frontier is not None else ("", "", "")
    answer = asker.ask(url, conditions_of(etag, modified))
    for _ in range(_REDIRECTS):
        if not answer.leads_to:
            break
        url = canonical(answer.leads_to)
        answer = asker.ask(url, conditions_of(etag, modified))
    if answer.status not in (200, 304):
        raise FetchFailed("The server answers {status} for the feed {address}.", status=answer.status, address=url)
    return answer


def _read(asker: Asker, answer: Answer) -> Feed:
    """The feed in an answer, or the one that a page names."""
    if not feed_text.is_feed(answer.content):
        tree = tree_of(answer.content.decode("utf-8", "replace"))
        link = tree.css_first(_FEED_LINK)
        named = canonical(attribute(link, "href"), base_of(tree, answer.url)) if link is not None else ""
        if not named:
            raise FetchFailed("{address} is not a feed. Add it as a site.", address=answer.url)
        answer = _ask(asker, named)
    return feed_text.read(answer.content, answer.url)


class _Entries:
    """Writes the entries of one feed."""

    def __init__(self, frontier: Frontier, mirror: Mirror, progress: Progress, feed: Feed, most: int) -> None:
        self._frontier, self._mirror, self._progress, self._feed = frontier, mirror, progress, feed
        self._names = FileNames("https://feed.invalid/", frontier.paths())
        self._entries = feed.entries[:most] if most else feed.entries

    def write(self) -> None:
        """Write those that are new or changed."""
        for number, entry in enumerate(self._entries):
            with self._frontier.writing():
                outcome = self._write(entry)
            self._progress.add(outcome, lambda number=number: len(self._entries) - number - 1)

    def _write(self, entry: FeedEntry) -> Outcome:
        key = entry.id or entry.url
        if not key:
            return Outcome.NONE
        self._frontier.add(key, 0)
        page = self._frontier.find(key)
        assert page is not None
        path = page.path or self._names.path_for(f"https://feed.invalid/{_name(entry)}", HTML)
        content = _document(entry, self._feed, path)
        was = page.document
        hash = self._mirror.write_document(path, content)
        self._frontier.finish(replace(page, state=PageState.MIRRORED, path=path, document=hash))
        return Outcome.NEW if not was else Outcome.SAME if was == hash else Outcome.CHANGED


def _name(entry: FeedEntry) -> str:
    title = _UNSAFE.sub("-", entry.title).strip("-.")[:80] or "entry"
    return f"{entry.date[:4]}/{entry.date[:10]}-{title}" if entry.date else title


def _document(entry: FeedEntry, feed: Feed, path: str) -> bytes:
    """The document of an entry; links stay as they are."""
    heads = [("author", entry.author), ("date", entry.date), ("keywords", ", ".join(entry.tags))]
    metas = "".join(f'<meta name="{name}" content="{escape(value)}">' for name, value in heads if value)
    language = f' lang="{escape(feed.language)}"' if feed.language else ""
    html = (
        f"<html{language}><head><title>{escape(entry.title)}</title>{metas}</head>"
        f"<body><main><h1>{escape(entry.title)}</h1>{entry.html}</main></body></html>"
    )
    made = page_text.read(tree_of(html), entry.url, html)
    return page_text.write(made, frozenset(), lambda url: "", path, entry.date)
