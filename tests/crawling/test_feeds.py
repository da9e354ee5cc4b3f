from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from bookwheel.crawling import sources
from bookwheel.domain.collection_source import SourceKind
from bookwheel.domain.errors import FetchFailed
from tests.crawling.sites import Content, Fetched, SiteServer, fetch, site_server, task_for
from tests.loopback import no_proxy  # noqa: F401 - a fixture of every test here


@pytest.fixture
def server() -> Iterator[SiteServer]:
    with site_server() as running:
        yield running


def _feed(*entries: tuple[str, str]) -> Content:
    items = "".join(
        f"<item><title>Entry {name}</title><link>https://e.org/{name}</link><guid>{name}</guid>"
        f"<pubDate>Fri, 02 Jan 2026 10:00:00 GMT</pubDate><description>&lt;p&gt;{text}&lt;/p&gt;</description></item>"
        for name, text in entries
    )
    return Content(f"<rss><channel><title>F</title>{items}</channel></rss>".encode(), "application/rss+xml")


def _fetch(server: SiteServer, folder: Path, path: str = "/feed", kind: SourceKind = SourceKind.FEED) -> Fetched:
    return fetch(task_for(server, folder, path, kind))


def test_entries_become_documents_that_stay_when_the_feed_drops_them(server: SiteServer, tmp_path: Path) -> None:
    server.contents["/feed"] = _feed(("a", "words of a"), ("b", "words of b"))
    made = _fetch(server, tmp_path)
    assert set(made.documents()) == {"2026/2026-01-02-Entry-a.html", "2026/2026-01-02-Entry-b.html"}
    assert '<link rel="canonical" href="https://e.org/a">' in made.documents()["2026/2026-01-02-Entry-a.html"]
    assert made.counts.new == made.counts.total == 2
    server.sent.clear()
    assert _fetch(server, tmp_path).counts.same == 2
    assert not server.sent
    server.contents["/feed"] = _feed(("b", "other words"), ("c", "new"))
    made = _fetch(server, tmp_path)
    assert (made.counts.new, made.counts.changed) == (1, 1)
    assert len(made.documents()) == 3
    assert "other words" in made.documents()["2026/2026-01-02-Entry-b.html"]


def test_a_page_leads_to_its_feed_and_a_feed_that_was_added_as_a_site_is_one(
    server: SiteServer, tmp_path: Path
) -> None:
    server.page("/blog", "<p>words</p>", '<link rel=alternate type="application/rss+xml" href=/feed>')
    server.contents["/feed"] = _feed(("a", "words"))
    assert len(_fetch(server, tmp_path / "page", "/blog").documents()) == 1
    assert len(_fetch(server, tmp_path / "site", "/feed", SourceKind.SITE).documents()) == 1


def test_what_is_no_feed_is_an_error(server: SiteServer, tmp_path: Path) -> None:
    server.page("/blog", "<p>words</p>")
    with pytest.raises(FetchFailed, match="not a feed"):
        _fetch(server, tmp_path, "/blog")
    with pytest.raises(FetchFailed, match="404"):
        _fetch(server, tmp_path, "/no")
    assert SourceKind.DATASOURCE not in sources.KINDS


def test_scripts_and_wrong_names_in_entries_do_no_harm(server: SiteServer, tmp_path: Path) -> None:
    bad = Content(
        b"<rss><channel><item><title>../../../etc/passwd</title><guid>x</guid>"
        b"<description>&lt;script&gt;alert(1)&lt;/script&gt;&lt;p onclick=x&gt;fine&lt;/p&gt;</description>"
        b"</item></channel></rss>",
        "text/xml",
    )
    server.contents["/feed"] = bad
    (path,) = (documents := _fetch(server, tmp_path).documents())
    assert "/" not in path and "alert" not in documents[path] and "onclick" not in documents[path]
