from __future__ import annotations

import pytest

from bookwheel.crawling.robots import LONGEST_DELAY_S, read
from bookwheel.domain.errors import FetchFailed

TEXT = b"""User-agent: *
Disallow: /
User-agent: bookwheel
Disallow: /private
Allow: /private/open
Crawl-delay: 3
Sitemap: /maps/one.xml
Sitemap: https://e.org/two.xml
"""


def test_the_rules_for_this_program_come_before_those_for_all() -> None:
    rules = read(200, TEXT)
    assert rules.allows("https://e.org/a")
    assert not rules.allows("https://e.org/private/x")
    assert rules.allows("https://e.org/private/open/x")
    assert rules.delay_s == 3
    assert rules.sitemaps("https://e.org/") == ("https://e.org/maps/one.xml", "https://e.org/two.xml")


def test_a_site_without_rules_allows_everything_and_one_that_fails_nothing() -> None:
    assert read(404, b"").allows("https://e.org/a")
    for status in (429, 500, 503):
        with pytest.raises(FetchFailed):
            read(status, b"")


@pytest.mark.parametrize("text", [b"\xff\xfe\0\0", b"Crawl-delay: x", b"User-agent", b"a" * 600_000, b"\r\n" * 1000])
def test_rules_that_are_none_allow_everything(text: bytes) -> None:
    assert read(200, text).allows("https://e.org/a")


def test_a_delay_is_bounded() -> None:
    assert read(200, b"User-agent: *\nCrawl-delay: 86400").delay_s == LONGEST_DELAY_S
    assert read(200, b"User-agent: *\nRequest-rate: 1/5").delay_s == 5
