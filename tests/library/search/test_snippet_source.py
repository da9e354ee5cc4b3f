"""A hit's snippet comes from the lines that the hit cites."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from bookwheel.domain.search import Hit, Mode, SearchRequest
from bookwheel.library.library import Library
from tests.library.conftest import Shelf

PAGES = {
    "own.md": "---\ntitle: Owned\ndescription: A falcon of the header.\n---\n# Owned\n\nOnly sparrows here.\n",
    "bare.md": (
        "---\ndescription: A header about herons.\n---\n# Heron house\n\n## Heron care\n\n### Food\n\nSmall fish.\n\n"
        "### Water\n\nA pond.\n\n## Heron songs\n\n## Afterwards\n\nNothing more.\n"
    ),
    "code.md": "# Egret\n\n## Egret code\n\n```\nlet fly = true\n```\n",
    "include.md": '# Ibis\n\n## Ibis beforehand\n\n<!-- no -->\n{{< include "ibis-common.md" >}}\n\n## Then\n\nText.\n',
    "header.md": "---\ntitle: Curlew\ndescription: A header alone about curlews.\n---\n",
    "top.md": "---\ndescription: The header.\n---\n<!-- made by a program -->\n\n## Lapwing\n\nIt flies.\n",
}  # fmt: skip


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    shelf = Shelf(tmp_path_factory.mktemp("excerpts"))
    root: Path = shelf.add("birds")
    for path, text in PAGES.items():
        (root / path).write_text(text, "utf-8")
    shelf.index()
    yield shelf.library
    shelf.library.close()


def hit(library: Library, query: str, section: str) -> Hit:
    found = library.search(SearchRequest(query, Mode.KEYWORD, limit=50)).hits
    return next(hit for hit in found if hit.section == f"birds/{section}")


@pytest.mark.parametrize(
    ("query", "section", "snippet", "lines"),
    [
        ("falcon OR owned", "own.md#owned", "Only sparrows here.", (5, 7)),
        ("heron care", "bare.md#heron-care", "Small fish.", (6, 11)),
        ("heron house", "bare.md#heron-house", "Small fish.", (4, 11)),
        ("heron songs", "bare.md#heron-songs", "", (16, 17)),
        ("egret code", "code.md#egret-code", "let fly = true", (3, 7)),
        ("ibis beforehand", "include.md#ibis-beforehand", '{{< include "ibis-common.md" >}}', (3, 7)),
        ("curlew", "header.md#top", "A header alone about curlews.", (1, 4)),
    ],
)
def test_a_snippet_stands_in_the_lines_of_its_hit(
    library: Library, query: str, section: str, snippet: str, lines: tuple[int, int]
):
    found = hit(library, query, section)
    assert (found.snippet, found.lines) == (snippet, lines)
    first, last = lines
    cited = "\n".join(PAGES[section.partition("#")[0]].split("\n")[first - 1 : last])
    assert snippet in cited


def test_every_snippet_of_a_listing_stands_in_its_lines(library: Library):
    for mode in (Mode.KEYWORD, Mode.AUTO):
        for hit in library.search(SearchRequest("", mode, limit=50)).hits:
            text = PAGES[hit.doc.removeprefix("birds/")].split("\n")[hit.lines[0] - 1 : hit.lines[1]]
            assert hit.snippet.strip("… ")[:20] in " ".join("\n".join(text).split())


def test_a_long_section_says_at_which_line_its_snippet_stands(tmp_path: Path):
    shelf = Shelf(tmp_path)
    filler = "Nothing of note was seen on that day, neither on land nor at sea.\n" * 40
    long = f"# Log\n\n{filler}\nA **great** [auk](auk.md) was\nseen near the rocks.\n\n{filler}"
    (shelf.add("birds") / "log.md").write_text(f"{long}\n## Short\n\nA great auk again.\n", "utf-8")
    shelf.index()
    request = SearchRequest("great auk", Mode.KEYWORD, is_located=True)
    hits = {hit.section: hit for hit in shelf.library.search(request).hits}
    assert hits["birds/log.md#log"].line == long.split("\n").index("A **great** [auk](auk.md) was") + 1
    assert hits["birds/log.md#short"].line is None
    assert all(hit.line is None for hit in shelf.library.search(SearchRequest("great auk")).hits)
    shelf.library.close()
