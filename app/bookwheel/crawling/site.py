"""What the steps of one crawl share: the pages that are known, the files, the scope, names and counts."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlsplit

from bookwheel.crawling.file_names import FileNames
from bookwheel.crawling.frontier import Frontier, Page, PageState
from bookwheel.crawling.mirror import Mirror
from bookwheel.crawling.progress import Progress
from bookwheel.crawling.scope import Scope
from bookwheel.domain.collection_source import Bounds

HTML, MARKDOWN, TEXT = ".html", ".md", ".txt"
_HOPS = 6
"""Other names of a page that are followed."""
_TEXT_SUFFIXES = {".md": MARKDOWN, ".markdown": MARKDOWN, ".txt": TEXT, ".text": TEXT}


@dataclass(slots=True)
class Site:
    """A site that is crawled into a mirror."""

    scope: Scope
    bounds: Bounds
    frontier: Frontier
    mirror: Mirror
    names: FileNames
    progress: Progress

    def add(self, url: str, depth: int, *, is_listed: bool = False, listed_date: str = "") -> None:
        """Have an address of the scope asked for; it gets the path of its document at once, for links to it."""
        if not self.frontier.add(url, depth, is_listed=is_listed, listed_date=listed_date):
            return
        page = self.frontier.find(url)
        assert page is not None
        self.frontier.set_path(page, self.names.path_for(url, suffix_of(url)))

    def find_document(self, url: str) -> str:
        """The path of the document or picture of an address, also by another name of it; empty where there is none."""
        for _ in range(_HOPS):
            page = self.frontier.find(url)
            if page is None:
                return self.frontier.picture_path(url)
            if page.state is not PageState.ALIAS:
                return page.path if may_have_document(page) else ""
            url = page.target
        return ""


def may_have_document(page: Page) -> bool:
    """Whether a page has a document, or will have one as far as is known."""
    return page.state in (PageState.WAITING, PageState.MIRRORED) or bool(page.document)


def suffix_of(url: str) -> str:
    """The suffix of the document that an address probably becomes."""
    name = urlsplit(url).path.rpartition("/")[2].lower()
    stem, dot, ending = name.rpartition(".")
    return _TEXT_SUFFIXES.get(f".{ending}", HTML) if dot and stem else HTML
