from __future__ import annotations

import json

import pytest

from bookwheel.library.snapshot.web_addresses import web_address


@pytest.mark.parametrize(
    ("header", "anchor", "address"),
    [
        ({"url": "https://e.org/a"}, "", "https://e.org/a"),
        ({"url": "https://e.org/a"}, "top", "https://e.org/a"),
        ({"url": ["https://e.org/a"]}, "part one", "https://e.org/a#part%20one"),
        ({"url": "https://e.org/a#x"}, "y", "https://e.org/a#y"),
        ({"url": "/relative"}, "", ""),
        ({"url": "javascript:alert(1)"}, "", ""),
        ({"url": 3}, "", ""),
        ({"title": 'a "url" of sorts'}, "", ""),
        ({}, "x", ""),
    ],
)
def test_a_document_is_cited_by_its_address_on_the_web(header: dict[str, object], anchor: str, address: str) -> None:
    assert web_address(json.dumps(header), anchor) == address
