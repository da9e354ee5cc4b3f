"""A subscription answers queries by words as the library does that published it."""

from __future__ import annotations

import shutil
from contextlib import closing
from pathlib import Path

import pytest

from bookwheel.domain.collection_source import Source, SourceKind
from bookwheel.domain.indexing import Command, Verb
from bookwheel.domain.publications import PublishRequest
from bookwheel.domain.search import Mode, SearchRequest
from bookwheel.library.publishing import publisher
from bookwheel.publications.targets import FolderTarget
from tests.library.conftest import Shelf, write_file

NOUNS = ("wheel", "axle", "spoke", "hub", "kube-proxy", "MAX_LOG", "C++", "Räder", "日本語")


def _page(number: int) -> str:
    noun = NOUNS[number % 9]
    sections = [
        f"## {name} {place}\n\n" + f"{name} {NOUNS[(number + place) % 9]} turns. " * (1 + number % (place + 2))
        for place, name in enumerate(NOUNS[: 2 + number % 7])
    ]
    head = f"---\ntags: [t{number % 5}]\n---\n# The {noun} of page {number}"
    return "\n\n".join((head, *sections, f"```python\n{noun} = page_{number}\n```\n"))


PAGES = {f"part{number % 4}/page{number}.md": _page(number) for number in range(40)}
QUERIES = (*NOUNS, "axle turns", "page 7", "spoke hub wheels", "page_11", "t3", "wheels of page", "part2")


def _publish(shelf: Shelf, folder: Path) -> None:
    request = PublishRequest("notes", str(folder))
    publisher.publish(shelf.paths, shelf.collections[0], request, FolderTarget(folder), [bytes(32)], lambda _: None)


def _hits(shelf: Shelf, query: str) -> list[tuple[str, str, float]]:
    found = shelf.library.search(SearchRequest(query, mode=Mode.KEYWORD, limit=50))
    return [(hit.doc, hit.section, hit.score) for hit in found.hits]


@pytest.fixture
def subscriber(tmp_path: Path):
    other = Shelf(tmp_path / "other")
    with closing(other):
        root = other.paths.mirrored_documents("notes")
        root.mkdir(parents=True)
        other.add("notes", root=str(root), source=Source(SourceKind.PUBLICATION, "https://example.org/notes"))
        yield other


def test_words_are_hit_with_the_scores_that_they_have_in_the_library_that_published_them(
    shelf: Shelf, subscriber: Shelf, tmp_path: Path
) -> None:
    shelf.fill("notes", PAGES)
    shelf.index()
    target = tmp_path / "target"
    _publish(shelf, target)
    shutil.copytree(target, subscriber.paths.mirror("notes"), dirs_exist_ok=True)
    subscriber.index()
    found = {query: _hits(subscriber, query) for query in QUERIES}
    assert found == {query: _hits(shelf, query) for query in QUERIES}
    assert all(found.values())


def test_they_are_still_the_same_after_a_change_is_published(shelf: Shelf, subscriber: Shelf, tmp_path: Path) -> None:
    root = shelf.fill("notes", PAGES)
    shelf.index()
    target = tmp_path / "target"
    for text in ("", "# The axle\n\nAn axle of a wheel.\n\n## More axles\n\nThey turn.\n"):
        if text:
            write_file(root, "part1/page5.md", text)
            shelf.index(Command(Verb.SCAN))
        _publish(shelf, target)
        shutil.copytree(target, subscriber.paths.mirror("notes"), dirs_exist_ok=True)
        subscriber.index(Command(Verb.SCAN))
    assert {query: _hits(subscriber, query) for query in QUERIES} == {query: _hits(shelf, query) for query in QUERIES}
