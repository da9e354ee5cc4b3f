from __future__ import annotations

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bookwheel.crawling.feed_text import is_feed, read
from bookwheel.domain.errors import SkippedFile

RSS = b"""<?xml version="1.0"?><rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/"
 xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><title>News</title><language>de</language>
<item><title>First &amp; best</title><link>https://e.org/1?utm_source=rss</link><guid isPermaLink="false">one</guid>
<pubDate>Fri, 02 Jan 2026 10:00:00 +0100</pubDate><dc:creator>Ann</dc:creator>
<category>a</category><category>b</category>
<description>short</description><content:encoded><![CDATA[<p>the <b>whole</b> text</p>]]></content:encoded></item>
<item><description>no title</description><guid>https://e.org/2</guid></item></channel></rss>"""
ATOM = b"""<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">
<title type="html">Blog &lt;i&gt;one&lt;/i&gt;</title>
<entry><title>Hello</title><link rel="self" href="x"/><link href="/hello"/><id>tag:1</id>
<updated>2026-02-03T04:05:06Z</updated>
<author><name>Bob</name></author><category term="t"/><content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">
<p>some <em>words</em> &lt;here</p><br/></div></content></entry></feed>"""


def test_rss_says_what_its_entries_are() -> None:
    feed = read(RSS, "https://e.org/feed")
    first, second = feed.entries
    assert (feed.title, feed.language) == ("News", "de")
    assert (first.id, first.url, first.title) == ("one", "https://e.org/1", "First & best")
    assert (first.html, first.date) == ("<p>the <b>whole</b> text</p>", "2026-01-02T09:00:00+00:00")
    assert (first.author, first.tags) == ("Ann", ("a", "b"))
    assert (second.id, second.url, second.html) == ("https://e.org/2", "https://e.org/2", "no title")


def test_atom_says_what_its_entries_are() -> None:
    feed = read(ATOM, "https://e.org/blog/feed.xml")
    (entry,) = feed.entries
    assert (feed.title, feed.language) == ("Blog one", "en")
    assert (entry.url, entry.author, entry.tags) == ("https://e.org/hello", "Bob", ("t",))
    assert entry.date == "2026-02-03T04:05:06+00:00"
    assert "<p>some <em>words</em> &lt;here</p>" in entry.html


def test_feeds_are_told_from_pages() -> None:
    assert is_feed(RSS) and is_feed(ATOM)
    assert not is_feed(b"<!doctype html><html>") and not is_feed(b"")
    for content in (b"<html><body>no</body></html>", b"nothing", b""):
        with pytest.raises(SkippedFile):
            read(content, "https://e.org/")


@given(st.binary(max_size=300))
def test_nothing_else_is_raised(content: bytes) -> None:
    for whole in (content, b"<rss><channel><item>" + content, b"<feed><entry><content type='xhtml'>" + content):
        with contextlib.suppress(SkippedFile):
            read(whole, "https://e.org/")
