from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bookwheel.crawling.addresses import canonical, folder_of, host_and_port


@pytest.mark.parametrize(
    ("written", "made"),
    [
        ("HTTP://Example.ORG:80/a/../b//c/./d?b=2&a=1&utm_source=x#f", "http://example.org/b/c/d?a=1&b=2"),
        ("https://e.org", "https://e.org/"),
        ("https://bücher.de/ü", "https://xn--bcher-kva.de/%C3%BC"),
        ("http://[::1]:8080/a/..", "http://[::1]:8080/"),
        ("http://e.org/x%2Fy/z%20b/%7euser", "http://e.org/x%2Fy/z%20b/~user"),
        ("http://e.org/100%25", "http://e.org/100%25"),
        ("http://e.org/a;jsessionid=12?x", "http://e.org/a?x="),
        ("http://e.org/a?fbclid=1&highlight=2", "http://e.org/a"),
        ("http://e.org./a", "http://e.org/a"),
        ("mailto:a@e.org", ""),
        ("javascript:void(0)", ""),
        ("http://e.org:99999/", ""),
        ("http://user:word@e.org/", ""),
        ("http://[::1/", ""),
        ("http://e.org/" + "x" * 2000, ""),
        ("", ""),
    ],
)  # fmt: skip
def test_an_address_has_one_spelling(written: str, made: str) -> None:
    assert canonical(written) == made


@given(st.text(max_size=60), st.text(max_size=30))
def test_a_spelling_is_its_own_and_nothing_raises(path: str, query: str) -> None:
    made = canonical(f"http://e.org/{path}?{query}")
    assert canonical(made) == made
    canonical(path, "http://e.org/a/b")


def test_relative_addresses_belong_to_their_page() -> None:
    assert canonical("../c?x=1#y", "http://e.org/a/b/") == "http://e.org/a/c?x=1"
    assert canonical("//f.org/a", "https://e.org/") == "https://f.org/a"
    assert folder_of("http://e.org/a/b?c") == "http://e.org/a/"
    assert (host_and_port("https://e.org/"), host_and_port("http://e.org:81/")) == ("e.org:443", "e.org:81")
