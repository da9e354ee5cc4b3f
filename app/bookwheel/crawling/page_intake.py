"""What an answer becomes: a document, another name of a page, a page that is gone, or an error for the person."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

from selectolax.lexbor import LexborHTMLParser

from bookwheel.crawling import page_text
from bookwheel.crawling.addresses import canonical, host_of
from bookwheel.crawling.charsets import charset_of, plain_text_from, text_from
from bookwheel.crawling.discovery import navigation
from bookwheel.crawling.discovery.page_links import links_in_text, links_of
from bookwheel.crawling.feed_text import is_feed
from bookwheel.crawling.frontier import Page, PageState
from bookwheel.crawling.pictures import add_pictures
from bookwheel.crawling.progress import Outcome
from bookwheel.crawling.site import HTML, MARKDOWN, TEXT, Site
from bookwheel.domain.errors import BookwheelError, SkippedFile
from bookwheel.domain.messages import Message
from bookwheel.fetching.sessions import Answer
from bookwheel.parsing.formats.html.tree import attribute, tree_of

GONE_DAYS = 7
"""Days for which the document of a page that is gone is kept."""

_OK, _NOT_MODIFIED, _GONE, _LOGIN = 200, 304, frozenset((404, 410)), frozenset((401, 403, 407))
_HTML_TYPES = frozenset(("text/html", "application/xhtml+xml"))
_TEXT_TYPES = {"text/markdown": MARKDOWN, "text/x-markdown": MARKDOWN, "text/plain": TEXT}
_REFRESH = re.compile(r"\s*[0-5]\s*[;,]\s*(?:url\s*=\s*)?['\"]?([^'\"]+)", re.IGNORECASE)
_SAME_SOFT = 0.9
"""The share of blocks that a page has in common with the answer for a page that cannot exist."""


@dataclass(slots=True)
class Taken:
    """What became of a page: how it counts, and the document's words for a search of repeated blocks."""

    outcome: Outcome
    message: Message | None = None


class StartIsFeed(BookwheelError):
    """The address of a site answers with a feed, which is fetched as one."""


class PageIntake:
    """Takes answers into a mirror, one after the other."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self.soft_missing: frozenset[bytes] = frozenset()
        """The blocks of the page that the site answers for addresses that it does not have; empty where it says 404."""
        self.repeated: frozenset[bytes] = frozenset()

    def take(self, page: Page, answer: Answer) -> Taken:
        """Take an answer, in one step for whoever looks at the list of pages afterwards."""
        status = answer.status
        if status == _NOT_MODIFIED and is_known(page):
            return self._keep(page)
        if target := answer.leads_to:
            return self._redirect(page, canonical(target))
        if status in _GONE:
            return self._gone(page, status)
        if status in _LOGIN:
            return self._fail(page, _login_message(answer))
        if status != _OK:
            return self._fail(page, Message("The server answers {status}. Refresh again later.", status=status))
        return self._content(page, answer)

    def fail(self, page: Page, message: Message) -> Taken:
        """Note that a page could not be fetched; its document stays."""
        return self._fail(page, message)

    def refuse(self, page: Page) -> Taken:
        """Note that an address is not asked for, for it is out of scope or robots.txt says so; its document goes."""
        return self._drop(page, PageState.REFUSED)

    def _keep(self, page: Page) -> Taken:
        is_page = bool(page.document)
        state = PageState.MIRRORED if is_page else page.state
        self._site.frontier.finish(replace(page, state=state, gone_since=""))
        return Taken(Outcome.SAME if is_page else Outcome.NONE)

    def _fail(self, page: Page, message: Message) -> Taken:
        self._site.frontier.finish(page)
        return Taken(Outcome.FAILED, message)

    def _drop(self, page: Page, state: PageState, target: str = "") -> Taken:
        if page.document:
            self._site.mirror.remove_document(page.path)
        self._site.frontier.finish(
            replace(
                page, state=state, target=target, document="", raw="", blocks=b"", navigation="", etag="", modified=""
            )
        )
        return Taken(Outcome.REMOVED if page.document else Outcome.NONE)

    def _redirect(self, page: Page, target: str) -> Taken:
        site = self._site
        if page.url == site.scope.start and target:
            site.scope.move(target)
            site.frontier.set_mark("moved", target)
        if target == page.url or not site.scope.holds(target):
            taken = self._drop(page, PageState.REFUSED)
            if page.url == site.scope.start and target and target != page.url:
                taken.message = Message("It leads to {address}. Add that address instead.", address=target)
            return taken
        if self._leads_back(page.url, target):
            return self._fail(page, Message("The server redirects in a circle."))
        site.add(target, page.depth, is_listed=page.is_listed, listed_date=page.listed_date)
        return self._drop(page, PageState.ALIAS, target)

    def _leads_back(self, url: str, target: str) -> bool:
        for _ in range(10):
            known = self._site.frontier.find(target)
            if known is None or known.state is not PageState.ALIAS:
                return False
            if known.target == url:
                return True
            target = known.target
        return True

    def _gone(self, page: Page, status: int) -> Taken:
        if not page.document:
            is_wanted = page.is_listed or page.url == self._site.scope.start
            self._site.frontier.finish(replace(page, state=PageState.GONE))
            message = Message("There is no such page: the server answers {status}. Check the address.", status=status)
            return Taken(Outcome.FAILED, message) if is_wanted else Taken(Outcome.NONE)
        now = datetime.now(UTC)
        since = datetime.fromisoformat(page.gone_since) if page.gone_since else now
        if now - since >= timedelta(days=GONE_DAYS):
            return self._drop(page, PageState.GONE)
        self._site.frontier.finish(
            replace(page, state=PageState.GONE, gone_since=since.isoformat(timespec="seconds"), etag="", modified="")
        )
        last = (since + timedelta(days=GONE_DAYS)).date().isoformat()
        return Taken(Outcome.FAILED, Message("The page is gone. Its document stays until {date}.", date=last))

    def _content(self, page: Page, answer: Answer) -> Taken:
        stated = answer.headers.get("content-type", "")
        media_type = stated.partition(";")[0].strip().lower()
        if not media_type and answer.content.lstrip()[:1] == b"<":
            media_type = "text/html"
        page = replace(
            page,
            etag=answer.headers.get("etag", ""),
            modified=answer.headers.get("last-modified", ""),
            charset=charset_of(stated),
            media_type=media_type,
            gone_since="",
        )
        if page.url == self._site.scope.start and is_feed(answer.content):
            raise StartIsFeed("This address is a feed.")
        try:
            if media_type in _HTML_TYPES:
                return self._html(page, answer.content)
            if media_type in _TEXT_TYPES:
                return self._text(page, answer.content, _TEXT_TYPES[media_type])
        except SkippedFile as error:
            return self._fail(page, error.message)
        taken = self._drop(page, PageState.REFUSED)
        self._site.frontier.put(
            replace(page, run=self._site.frontier.run, state=PageState.REFUSED, raw="", document="", blocks=b"")
        )  # with its tags, so that it need not come again
        if page.url == self._site.scope.start:
            taken.message = Message(
                "This address is a file ({kind}), not a page. Save it in a folder, and add that.",
                kind=media_type or "?",
            )
        return taken

    def _html(self, page: Page, content: bytes) -> Taken:
        site = self._site
        text = text_from(content, page.charset)
        tree = tree_of(text)
        if target := _refreshed(tree, page.url):
            return self._redirect(page, target)
        links = links_of(tree, page.url)
        if (
            links.canonical != page.url
            and _is_same_page(links.canonical, page.url)
            and site.scope.holds(links.canonical)
        ):
            known = site.frontier.find(links.canonical)
            if known is None or known.state is not PageState.ALIAS or known.target != page.url:
                self._follow(page, links.links)
                site.add(links.canonical, page.depth, is_listed=page.is_listed, listed_date=page.listed_date)
                return self._other_name(page, links.canonical, content)
        entries = navigation.read(tree, page.url, site.scope.holds)
        made = page_text.read(tree, page.url, text)
        if self._is_soft_missing(made.blocks, page):
            return self._gone(page, 404)
        if made.needs_scripts:
            return self._fail(page, Message("This page needs JavaScript, which Bookwheel does not run."))
        self._follow(page, links.links)
        page = replace(
            page,
            blocks=b"".join(made.blocks),
            navigation=self._keep_navigation(entries),
            path=self._path(page, HTML),
        )
        if site.bounds.has_images:
            add_pictures(site, page_text.pictures_of(made))
        document = page_text.write(made, self.repeated, site.find_document, page.path, page.listed_date)
        return self._write(page, content, document)

    def _other_name(self, page: Page, target: str, content: bytes) -> Taken:
        """Note that a page names another address as its own; its answer is kept for when there is no such page."""
        site = self._site
        if page.document:
            site.mirror.remove_document(page.path)
        raw = site.mirror.keep_raw(content)
        site.frontier.finish(replace(page, state=PageState.ALIAS, target=target, raw=raw, document=""))
        return Taken(Outcome.REMOVED if page.document else Outcome.NONE)

    def _text(self, page: Page, content: bytes, suffix: str) -> Taken:
        text = plain_text_from(content, page.charset)
        if suffix == TEXT and page.path.endswith(MARKDOWN):
            suffix = MARKDOWN
        if suffix == MARKDOWN:
            self._follow(page, links_in_text(text, page.url))
        page = replace(page, path=self._path(page, suffix), blocks=b"")
        return self._write(page, content, text_document(text, page))

    def _write(self, page: Page, content: bytes, document: bytes) -> Taken:
        site = self._site
        raw = site.mirror.keep_raw(content)
        hash = site.mirror.write_document(page.path, document)
        outcome = Outcome.NEW if not page.document else Outcome.SAME if raw == page.raw else Outcome.CHANGED
        site.frontier.finish(replace(page, state=PageState.MIRRORED, target="", raw=raw, document=hash))
        return Taken(outcome)

    def _path(self, page: Page, suffix: str) -> str:
        """The path of a page's document, another one where its format has turned out to be another."""
        if page.path.endswith(suffix):
            return page.path
        if page.document:
            self._site.mirror.remove_document(page.path)
        return self._site.names.path_for(page.url, suffix)

    def _follow(self, page: Page, urls: Sequence[str]) -> None:
        site = self._site
        if site.bounds.depth and page.depth >= site.bounds.depth:
            return
        for url in urls:
            if url != page.url and (site.frontier.find(url) is not None or site.scope.follows(url)):
                site.add(url, page.depth + 1)

    def _keep_navigation(self, entries: list[navigation.Entry]) -> str:
        if not entries:
            return ""
        written = navigation.to_json(entries)
        hash = hashlib.blake2b(written.encode(), digest_size=12).hexdigest()
        self._site.frontier.keep_navigation(hash, written)
        return hash

    def _is_soft_missing(self, blocks: Sequence[bytes], page: Page) -> bool:
        if not self.soft_missing or page.url == self._site.scope.start:
            return False
        own = set(blocks)
        return len(own & self.soft_missing) >= _SAME_SOFT * len(own | self.soft_missing)


def is_known(page: Page) -> bool:
    """Whether a page need not be sent again where it has not changed."""
    return bool(page.raw) or page.state is PageState.REFUSED


def text_document(text: str, page: Page) -> bytes:
    """A text or Markdown file as a document; Markdown gets its address into a header."""
    if page.path.endswith(MARKDOWN) and not text.startswith(("---\n", "+++\n")):
        text = f"---\nurl: {json.dumps(page.url)}\n---\n{text}"
    elif page.path.endswith(MARKDOWN) and text.startswith("---\n") and not re.search(r"^url\s*:", text[:2000], re.M):
        text = f"---\nurl: {json.dumps(page.url)}\n{text[4:]}"
    return text.encode("utf-8", "replace")


def _refreshed(tree: LexborHTMLParser, url: str) -> str:
    """Where a page leads on that only says so in its head; empty for other pages."""
    for node in tree.css("meta[http-equiv]"):
        if attribute(node, "http-equiv").lower() == "refresh":
            found = _REFRESH.match(attribute(node, "content"))
            target = canonical(found[1], url) if found else ""
            return target if target != url else ""
    return ""


def _is_same_page(one: str, other: str) -> bool:
    """Whether two addresses differ only as servers spell one page: its index, suffix, slash, query, scheme."""
    return _bare(one) == _bare(other) and bool(one)


def _bare(url: str) -> str:
    path = url.partition("?")[0].partition("://")[2]
    return re.sub(r"(?:/index)?(?:\.html?)?/?\Z", "", path)


def _login_message(answer: Answer) -> Message:
    host = host_of(answer.url)
    if answer.status == 403 and "www-authenticate" not in answer.headers:
        return Message("{host} refuses this page to programs (403). Open it in your browser.", host=host)
    return Message(
        "{host} asks for a login ({status}). Give Bookwheel its cookie or token: bookwheel sources login.",
        host=host,
        status=answer.status,
    )
