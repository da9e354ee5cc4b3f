"""The end of a crawl: one document for one page, links between documents, what pages repeat, and their order."""

from __future__ import annotations

import hashlib
import json
import posixpath
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace

from bookwheel.crawling import page_text
from bookwheel.crawling.charsets import plain_text_from, text_from
from bookwheel.crawling.discovery import navigation
from bookwheel.crawling.file_names import folded
from bookwheel.crawling.frontier import Page, PageState
from bookwheel.crawling.page_intake import text_document
from bookwheel.crawling.site import HTML, MARKDOWN, Site
from bookwheel.domain.errors import SkippedFile
from bookwheel.parsing.formats.html.tree import tree_of

_SETTLED = "settled"
_LONGEST_TITLE = 120


def settle(site: Site) -> None:
    """Bring the documents of a mirror into their last form; it may be broken off and done again."""
    _fold_duplicates(site)
    _restore_orphans(site)
    _name_documents(site)
    pages = site.frontier.pages()
    mirrored = [page for page in pages if page.state is PageState.MIRRORED or page.document]
    repeated = page_text.repeated_blocks(page.blocks for page in mirrored if page.blocks)
    sign = _sign(pages, repeated, site.frontier.picture_paths())
    if sign != site.frontier.mark(_SETTLED):
        for page in mirrored:
            _derive(site, page, repeated)
    _write_order(site, mirrored)
    _remove_strays(site)
    site.mirror.sweep_raw(site.frontier.raw_hashes())
    site.frontier.sweep_navigations()
    site.frontier.set_mark(_SETTLED, sign)


def _fold_duplicates(site: Site) -> None:
    """Leave one document of pages whose answers are equal byte for byte, and of a Markdown twin of a page."""
    by_raw: dict[str, list[Page]] = defaultdict(list)
    for page in site.frontier.pages():
        if page.state is PageState.MIRRORED and page.document:
            by_raw[page.raw].append(page)
    for group in by_raw.values():
        chosen, *others = sorted(group, key=lambda page: (not page.is_listed, page.depth, len(page.url), page.url))
        for page in others:
            _make_alias(site, page, chosen.url)
    for page in site.frontier.pages():
        if page.state is PageState.MIRRORED and page.path.endswith(MARKDOWN):
            twin = next((url for url in _html_twins(page.url) if _has_document(site, url)), "")
            if twin:
                _make_alias(site, page, twin)


def _restore_orphans(site: Site) -> None:
    """Make pages again of other names whose page there is not any more."""
    for page in site.frontier.pages():
        if page.state is PageState.ALIAS and page.raw and not site.find_document(page.target):
            site.frontier.put(replace(page, state=PageState.MIRRORED, target=""))


def _name_documents(site: Site) -> None:
    """Give each page the plain path of its address where no other has it: the same ones whatever came first."""
    wanting: dict[str, list[Page]] = defaultdict(list)
    for page in site.frontier.pages():
        if page.state is PageState.MIRRORED or page.document:
            suffix = posixpath.splitext(page.path)[1] or HTML
            wanting[folded(site.names.plain_path(page.url, suffix))].append(page)
        elif page.state is PageState.ALIAS and page.path:
            site.frontier.set_path(page, "")
    was_settled = bool(site.frontier.mark(_SETTLED))
    for plain, pages in wanting.items():
        first, *others = sorted(
            pages,
            key=lambda page: (
                not (was_settled and folded(page.path) == plain),
                not page.is_listed,
                len(page.url),
                page.url,
            ),
        )
        suffix = posixpath.splitext(first.path)[1] or HTML
        named = [(first, site.names.plain_path(first.url, suffix))]
        named += [(page, site.names.other_path(page.url, posixpath.splitext(page.path)[1] or HTML)) for page in others]
        for page, path in named:
            if page.path != path:
                site.frontier.set_path(page, path)


def _html_twins(url: str) -> Sequence[str]:
    """The addresses at which a page stands as HTML whose Markdown is at this one."""
    bare = url.removesuffix(".md")
    stem = bare.removesuffix("index").removesuffix(".html")
    return tuple(dict.fromkeys((bare, stem, f"{stem.rstrip('/')}/", f"{stem}.html", f"{stem}index.html")))


def _has_document(site: Site, url: str) -> bool:
    path = site.find_document(url)
    return path.endswith(HTML)


def _make_alias(site: Site, page: Page, url: str) -> None:
    """Make a page another name of one; what it answered is kept, so that it need not come again."""
    if page.document:
        site.mirror.remove_document(page.path)
    site.frontier.put(replace(page, state=PageState.ALIAS, target=url, document=""))


def _sign(pages: Iterable[Page], repeated: frozenset[bytes], pictures: Iterable[str]) -> str:
    """What the form of all documents depends on besides their answers."""
    sign = hashlib.sha256(str(page_text.VERSION).encode())
    for page in sorted(pages, key=lambda page: page.url):
        if page.path:
            sign.update(f"{page.url}\n{page.state}\n{page.path}\n{page.target}\n{page.raw}\n".encode())
    for hash in sorted(repeated):
        sign.update(hash)
    sign.update("\n".join(pictures).encode())
    return sign.hexdigest()


def _derive(site: Site, page: Page, repeated: frozenset[bytes]) -> None:
    content = site.mirror.raw(page.raw) if page.raw else None
    if content is None:  # lost: it is asked for in full at the next refresh
        site.frontier.put(replace(page, etag="", modified=""))
        return
    try:
        if page.path.endswith(HTML):
            text = text_from(content, page.charset)
            made = page_text.read(tree_of(text), page.url, text)
            document = page_text.write(made, repeated, site.find_document, page.path, page.listed_date)
            page = replace(page, blocks=b"".join(made.blocks))
        else:
            document = text_document(plain_text_from(content, page.charset), page)
    except SkippedFile:
        return
    site.frontier.put(replace(page, document=site.mirror.write_document(page.path, document)))


def _write_order(site: Site, mirrored: Sequence[Page]) -> None:
    kept = site.frontier.navigations()
    whole: list[navigation.Entry] = []
    used: set[str] = set()
    first = sorted(mirrored, key=lambda page: (page.url != site.scope.start, page.depth, page.id))
    for page in first:
        if page.navigation and page.navigation not in used and page.navigation in kept:
            used.add(page.navigation)
            navigation.merge(whole, navigation.from_json(kept[page.navigation]))
    entries = _entries(site, whole, set())
    nav = json.dumps(entries, ensure_ascii=False)
    text = (
        f"# Written by Bookwheel from the navigation of the site.\ndocs_dir: {site.mirror.documents.name}\nnav: {nav}\n"
    )
    site.mirror.write_order(text.encode("utf-8", "replace") if entries else b"")


def _entries(site: Site, entries: Iterable[navigation.Entry], used: set[str]) -> list[object]:
    made: list[object] = []
    for entry in entries:
        path = site.find_document(entry.url) if entry.url else ""
        path = "" if path in used else path
        used.add(path)
        title = entry.title[:_LONGEST_TITLE] or path
        below = _entries(site, entry.below, used)
        if below:
            made.append({title: [*([{title: path}] if path else []), *below]})
        elif path:
            made.append({title: path})
    return made


def _remove_strays(site: Site) -> None:
    """Delete documents that belong to no page: of a page that changed its path while a crawl was killed."""
    site.frontier.sweep_pictures()
    paths = {page.path for page in site.frontier.pages() if page.document} | set(site.frontier.picture_paths())
    for path in site.mirror.document_paths() - paths:
        site.mirror.remove_document(path)
