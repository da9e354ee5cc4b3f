from __future__ import annotations

import gzip

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bookwheel.crawling.discovery import sitemaps
from bookwheel.crawling.discovery.sitemaps import read

NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
PAGES = f"""<?xml version="1.0" encoding="UTF-8"?><urlset {NAMESPACE}>
<url><loc> https://e.org/a </loc><lastmod>2026-01-02</lastmod></url>
<url><loc>https://e.org/b?x=1&amp;y=2</loc></url></urlset>""".encode()


def test_pages_and_the_days_of_their_changes_are_read() -> None:
    assert read(PAGES).pages == {"https://e.org/a": "2026-01-02", "https://e.org/b?x=1&y=2": ""}
    assert read(gzip.compress(PAGES)).pages == read(PAGES).pages
    assert read(PAGES.replace(NAMESPACE.encode(), b"")).pages == read(PAGES).pages


def test_an_index_names_other_sitemaps() -> None:
    index = f"<sitemapindex {NAMESPACE}><sitemap><loc>https://e.org/1.xml</loc></sitemap></sitemapindex>".encode()
    assert read(index).sitemaps == ["https://e.org/1.xml"]


def test_a_plain_list_of_addresses_is_a_sitemap() -> None:
    found = read(b"\xef\xbb\xbfhttps://e.org/a\r\nnothing\nhttps://e.org/b\n").pages
    assert list(found) == ["https://e.org/a", "https://e.org/b"]


def test_a_torn_sitemap_gives_what_is_there() -> None:
    assert "https://e.org/a" in read(PAGES[:200]).pages


def test_bombs_and_outer_entities_give_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sitemaps, "LARGEST", 1_000_000)
    assert not read(gzip.compress(b"<" + b" " * 20_000_000)).pages
    entity = b'<!DOCTYPE u [<!ENTITY x SYSTEM "file:///etc/passwd">]>'
    outer = read(entity + b"<urlset><url><loc>https://e.org/&x;</loc></url></urlset>")
    assert not [url for url in outer.pages if "root" in url]


@given(st.binary(max_size=400))
def test_nothing_raises(content: bytes) -> None:
    read(content)
    read(b"<urlset>" + content)
