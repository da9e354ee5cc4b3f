"""Archives are read again when a collection switches formats on or off."""

from __future__ import annotations

import zipfile
from dataclasses import replace

from bookwheel.domain.search import SearchRequest


def test_an_archive_is_read_again_when_the_choices_change(shelf):
    root = shelf.add()
    with zipfile.ZipFile(root / "a.zip", "w") as packed:
        packed.writestr("a.md", "# Wheel")
        packed.writestr("b.json", '{"wood": "sycamore"}')
    shelf.index()
    assert not shelf.library.search(SearchRequest("sycamore")).hits
    shelf.collections = [replace(shelf.collections[0], formats=("json=on",))]
    shelf.index()
    (hit,) = shelf.library.search(SearchRequest("sycamore")).hits
    assert hit.place is not None and hit.place.words == "b.json"
