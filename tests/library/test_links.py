"""Links lead where their dialect says."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bookwheel.domain.document import LinkKind
from bookwheel.domain.errors import NotFound
from bookwheel.domain.reading import AssetRequest, PageRequest, ResolveRequest
from bookwheel.indexes.catalogue import CatalogueReader
from bookwheel.library.links import Resolver

FILES = {
    "index.md": "# Home\n",
    "guide/start.md": "# Start here\n\n## First steps\n\ntext ^block1\n\n## Next\n\nmore\n",
    "guide/_index.md": "# Guide\n",
    "guide/other page.md": "# Other\n",
    "deep/start.md": "# Deep start\n",
    "content/en/docs/intro.md": "# Intro\n",
    "content/en/docs/setup/index.md": "# Setup\n",
    "content/en/blog/post.md": "# Post\n",
    "Notes/Zebra.md": "---\naliases: [Striped horse]\ntitle: All about zebras\n---\n\nText\n",
}


@pytest.fixture
def resolver(shelf, write):
    root = shelf.add()
    for path, text in FILES.items():
        write(root, path, text)
    write(root, "img/a b.png", "png")
    write(shelf.folder, "secret.md", "# secret\n")
    shelf.index()
    reader = CatalogueReader(shelf.paths.catalogue)
    yield Resolver(reader, "notes", Path(root).resolve())
    reader.close()


@pytest.mark.parametrize(
    ("origin", "href", "path", "anchor"),
    [
        ("guide/start.md", "other%20page.md", "guide/other page.md", ""),
        ("guide/start.md", "other page", "guide/other page.md", ""),
        ("guide/start.md", "../deep/start.md", "deep/start.md", ""),
        ("guide/start.md", "#first-steps", "guide/start.md", "first-steps"),
        ("index.md", "guide/start#First%20steps", "guide/start.md", "first-steps"),
        ("index.md", "guide/start.md#^block1", "guide/start.md", "first-steps"),
        ("index.md", "guide/start.html", "guide/start.md", ""),
        ("index.md", "guide/", "guide/_index.md", ""),
        ("index.md", "/guide/start/", "guide/start.md", ""),
        ("index.md", "GUIDE/Start.MD", "guide/start.md", ""),
        ("content/en/blog/post.md", "/docs/intro/", "content/en/docs/intro.md", ""),
        ("content/en/blog/post.md", "/docs/setup/", "content/en/docs/setup/index.md", ""),
        ("content/en/docs/intro.md", "../setup/", "content/en/docs/setup/index.md", ""),
    ],
)
def test_a_markdown_link_resolves(resolver, origin, href, path, anchor):
    found = resolver.resolve_href(origin, href)
    assert (found.status, found.path, found.anchor) == ("resolved", path, anchor)


@pytest.mark.parametrize(
    ("origin", "name", "path"),
    [
        ("deep/start.md", "Zebra", "Notes/Zebra.md"),
        ("deep/start.md", "striped HORSE", "Notes/Zebra.md"),
        ("deep/start.md", "All about zebras|shown", "Notes/Zebra.md"),
        ("guide/other page.md", "start", "guide/start.md"),
        ("deep/start.md", "guide/start", "guide/start.md"),
        ("deep/start.md", "start", "deep/start.md"),
    ],
)
def test_a_wikilink_finds_stem_title_or_alias_nearest_first(resolver, origin, name, path):
    assert resolver.resolve_href(origin, name, LinkKind.WIKILINK).path == path


def test_a_glossary_mark_leads_to_the_entry_in_the_glossary(shelf, write):
    root = shelf.add()
    for path in ("docs/glossary/pod.md", "pod.md", "docs/more/pod.md"):
        write(root, path, "# Pod\n")
    write(root, "docs/a.md", '# A\n\n{{< glossary_tooltip text="x" term_id="Pod" >}}\n')
    shelf.index()
    with closing(sqlite3.connect(shelf.paths.catalogue)) as catalogue:
        found = catalogue.execute("SELECT status, target_path FROM links").fetchall()
    assert found == [("resolved", "docs/glossary/pod.md")]


@pytest.mark.parametrize(
    "href", ["../secret.md", "../../secret.md", "/../secret.md", "guide/../../secret.md", "nowhere.md"]
)
def test_nothing_outside_the_root_is_reached(resolver, href):
    assert resolver.resolve_href("index.md", href).status == "broken"


@pytest.mark.parametrize("href", ["javascript:alert(1)", "data:text/html,x", "file:///etc/passwd", "vbscript:x"])
def test_schemes_that_run_or_read_are_broken(resolver, href):
    assert resolver.resolve_href("index.md", href).status == "broken"


@pytest.mark.parametrize("href", ["https://example.org/a#b", "mailto:a@example.org", "//example.org/x"])
def test_the_web_is_external(resolver, href):
    found = resolver.resolve_href("index.md", href)
    assert (found.status, found.url) == ("external", href)


def test_a_broken_link_is_mended_when_its_document_appears(shelf, write):
    root = shelf.add()
    write(root, "a.md", "# A\n\n[later](later.md) and [[Later]]\n")
    shelf.index()
    catalogue = sqlite3.connect(shelf.paths.catalogue)
    assert {row[0] for row in catalogue.execute("SELECT status FROM links")} == {"broken"}
    write(root, "later.md", "# Later\n")
    shelf.index()
    assert {row[0] for row in catalogue.execute("SELECT status FROM links")} == {"resolved"}
    catalogue.close()


def test_a_link_breaks_when_its_document_goes(shelf, write):
    root = shelf.add()
    write(root, "a.md", "# A\n\n[later](later.md) and [[Later]]\n")
    later = write(root, "later.md", "# Later\n")
    shelf.index()
    catalogue = sqlite3.connect(shelf.paths.catalogue)
    assert {row[0] for row in catalogue.execute("SELECT status FROM links")} == {"resolved"}
    later.unlink()
    shelf.index()
    assert set(catalogue.execute("SELECT status, target_path FROM links")) == {("broken", "")}
    catalogue.close()


def test_a_click_on_a_broken_link_offers_near_documents(shelf, write):
    root = shelf.add()
    write(root, "a.md", "# A\n\n[x](zebrra.md)\n")
    write(root, "zebra.md", "# Zebra\n")
    shelf.index()
    answer = shelf.library.resolve(ResolveRequest("notes/a.md", "zebrra.md"))
    assert (answer.status, answer.suggestions) == ("broken", ("notes/zebra.md",))


def test_assets_come_from_inside_the_collection_alone(shelf, write):
    root = shelf.add()
    write(root, "sub/a.md", "# A\n\n![x](../img/a%20b.png)\n")
    write(root, "img/a b.png", "picture")
    write(root, "script.html", "<script>")
    write(shelf.folder, "secret.png", "secret")
    (root / "out.png").symlink_to(shelf.folder / "secret.png")
    shelf.index()
    answer = shelf.library.asset(AssetRequest("notes/sub/a.md", "../img/a%20b.png"))
    assert (answer.media_type, answer.content) == ("image/png", b"picture")
    for href in (
        "../../secret.png",
        "../out.png",
        "/out.png",
        "../script.html",
        "../img",
        "a.md",
        "\0",
        "..%2f..%2fsecret.png",
    ):
        with pytest.raises(NotFound):
            shelf.library.asset(AssetRequest("notes/sub/a.md", href))


def test_a_page_carries_resolved_links_and_marks_matches(shelf, write):
    root = shelf.add()
    write(root, "a.md", "# A\n\n[b](b.md#part) and zebra\n")
    write(root, "b.md", "# B\n\n## Part\n")
    shelf.index()
    page = shelf.library.page(PageRequest("notes/a.md", "zebra"))
    assert "bookwheel://doc/notes/b.md#part" in page.html
    assert page.hits == 1
    assert page.breadcrumb == ("Notes",)
    assert page.reading_minutes == 1
